"""How fast the project is, as ratios that hold on any machine: ``make bench``."""
