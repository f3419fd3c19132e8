"""Who plays: one idea a file. See :mod:`pyramid_stats.strategies.registry`."""

THOUGHTFUL = "thoughtful"
"""The strategy that wins every deal that can be won. Its name, without its kernels."""
