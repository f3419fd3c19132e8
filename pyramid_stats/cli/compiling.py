"""Saying that kernels have to be compiled first, so that nobody takes it for a hang."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pyramid_stats.strategies.strategy import Strategy


def announce_compiling(kernels: str, what: str = "the game") -> None:
    """Say on stderr that some kernels are compiled now, unless that was done before.

    Parameters
    ----------
    kernels
        The module that is about to be used: of :mod:`pyramid_stats.engine` ``deal``, ``game`` or
        ``play``, of :mod:`pyramid_stats.solver` ``quick`` or ``fewest``. To be called before
        that module is imported, which may already compile it.
    what
        What they are to the user.
    """
    from pyramid_stats.engine.jit import cache_folder

    if not any(cache_folder().rglob(f"{kernels}.*.nbi")):
        click.echo(f"compiling {what}, this once; it may take half a minute ...", err=True)


def announce_players(strategies: Iterable[Strategy]) -> None:
    """Say on stderr which strategies are compiled now, before they play."""
    for strategy in strategies:
        if strategy.kernels:
            announce_compiling(strategy.kernels, f"the strategy {strategy.name}")
