"""Pyramid Solitaire, played by the million: how hard it is, and under which rules.

The rooms of this package, from the ground up: :mod:`~pyramid_stats.rules` (what a variant is),
:mod:`~pyramid_stats.engine` (compiled play), :mod:`~pyramid_stats.strategies` (who plays),
:mod:`~pyramid_stats.simulate` (many games, stored), :mod:`~pyramid_stats.statistics`,
:mod:`~pyramid_stats.replay` and :mod:`~pyramid_stats.report` (what came of it), and
:mod:`~pyramid_stats.cli` (the commands). A room uses only the rooms below it.
"""

__version__ = "0.1.0"
