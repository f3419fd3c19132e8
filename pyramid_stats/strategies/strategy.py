"""What a strategy is, and the decorator that makes one of a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.play import choose_signature


@dataclass(frozen=True)
class Strategy:
    """A player.

    Parameters
    ----------
    name
        As on the command line.
    title
        What it does, in one line.
    honest
        Whether it sees only what a player at the table sees.
    choose
        Its compiled function ``choose(rules, position, moves, dice)``, which returns the index of
        one of the legal ``moves`` (see :mod:`pyramid_stats.engine.records`). The engine passes it
        to its kernels as a function pointer, so a new strategy doesn't compile them again.
    """

    name: str
    title: str
    honest: bool
    choose: Any


def strategy(name: str, *, honest: bool = True) -> Callable[[Callable[..., Any]], Strategy]:
    """Make a strategy of a function; the first line of its docstring becomes the title."""

    def wrap(function: Callable[..., Any]) -> Strategy:
        title = (function.__doc__ or "").strip().splitlines()[0].rstrip(".")
        return Strategy(name, title, honest, kernel(choose_signature)(function))

    return wrap
