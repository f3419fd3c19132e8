"""Who plays: one idea a file. See :mod:`pyramid_stats.strategies.registry`."""
