"""What the solver says of a deck."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """An exact answer, or none.

    Parameters
    ----------
    winnable
        Whether the deck can be won with every card known; None if the search gave up.
    codes
        The moves of a solution as the engine codes them; empty unless it can be won.
    states
        How many states the search kept.
    shortest
        Whether no solution has fewer moves, a draw, a redeal and each removal counting 1.
    dead
        Cards that have to go and can't pair with any other: they are why it can't be won.
    crossblocked
        Cards of two values that have to go and can't all be paired, for they lie over each other.
    """

    winnable: bool | None
    codes: tuple[int, ...]
    states: int
    shortest: bool = False
    dead: tuple[int, ...] = ()
    crossblocked: tuple[int, ...] = ()
