"""Saying that kernels have to be compiled first, so that nobody takes it for a hang."""

from __future__ import annotations

import click


def announce_compiling(kernels: str) -> None:
    """Say on stderr that some kernels are compiled now, unless that was done before.

    Parameters
    ----------
    kernels
        The module of :mod:`pyramid_stats.engine` that is about to be used: ``deal``, ``game`` or
        ``play``. To be called before that module is imported, which may already compile it.
    """
    from pyramid_stats.engine.jit import cache_folder

    if not any(cache_folder().rglob(f"{kernels}.*.nbi")):
        click.echo("compiling the game, this once; it may take half a minute ...", err=True)
