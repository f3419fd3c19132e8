"""What a strategy is, and the decorator that makes one of a function."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from pyramid_stats.engine import play
from pyramid_stats.engine.jit import kernel
from pyramid_stats.rules.variant import Variant


@dataclass(frozen=True)
class Strategy(ABC):
    """A player.

    Parameters
    ----------
    name
        As on the command line.
    title
        What it does, in one line.
    honest
        Whether it sees only what a player at the table sees.
    """

    name: str
    title: str
    honest: bool

    @abstractmethod
    def play(
        self, variant: Variant, seed: int, first: int, last: int, limit: int | None = None
    ) -> NDArray[Any]:
        """Play the deals ``first`` to ``last - 1`` and return a row each (dtype ``records.ROW``).

        ``limit`` is for strategies that search: states after which they give a deal up.
        """

    @abstractmethod
    def moves(self, variant: Variant, seed: int, deal: int) -> list[int]:
        """Return the move codes of one game."""


@dataclass(frozen=True)
class Chooser(Strategy):
    """A player that chooses one move at a time.

    Parameters
    ----------
    choose
        Its compiled function ``choose(rules, position, moves, dice)``, which returns the index of
        one of the legal ``moves`` (see :mod:`pyramid_stats.engine.records`). The engine passes it
        to its kernels as a function pointer, so a new strategy doesn't compile them again.
    """

    choose: Any

    def play(
        self, variant: Variant, seed: int, first: int, last: int, limit: int | None = None
    ) -> NDArray[Any]:
        """Play deals; it never searches, so the limit doesn't matter."""
        return play.play_deals(variant, self.choose, seed, first, last)

    def moves(self, variant: Variant, seed: int, deal: int) -> list[int]:
        """Return the move codes of one game."""
        return play.transcript(variant, self.choose, seed, deal)


def strategy(name: str, *, honest: bool = True) -> Callable[[Callable[..., Any]], Chooser]:
    """Make a strategy of a function; the first line of its docstring becomes the title."""

    def wrap(function: Callable[..., Any]) -> Chooser:
        title = (function.__doc__ or "").strip().splitlines()[0].rstrip(".")
        return Chooser(name, title, honest, kernel(play.choose_signature)(function))

    return wrap
