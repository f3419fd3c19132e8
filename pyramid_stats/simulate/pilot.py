"""A few games before many: how often a strategy wins, and how fast it plays here.

Nothing is stored. The deals are none that a run plays, so that a run planned by them is still news.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pyramid_stats.rules.variant import Variant
from pyramid_stats.simulate.columns import UNDECIDED
from pyramid_stats.strategies.strategy import Strategy

FIRST = 2**62
"""The first deal of a pilot; runs begin with deal 0, and none gets so far."""

WARM_UP = 2
"""Games before the clock starts: the first one loads or compiles the kernels."""

USUAL = 100_000
"""Games of a pilot where nobody says otherwise; slow strategies play as many as there is time."""

SECONDS = 5.0
"""What such a pilot may take."""

PIECE = 100_000
"""Games played at a time at most, so that millions take little memory."""

GROWTH = 8
"""How many times the games so far the next piece may have: the speed is known that well."""


@dataclass(frozen=True)
class Pilot:
    """What came of a pilot.

    Parameters
    ----------
    won
        Of each deal from FIRST on: 1 won, 0 lost, -1 undecided.
    speed
        Games a second, in one process.
    """

    won: NDArray[np.int8]
    speed: float

    @property
    def games(self) -> int:
        """Games that were played."""
        return len(self.won)

    @property
    def wins(self) -> int:
        """Games that were won."""
        return int(np.count_nonzero(self.won == 1))

    @property
    def undecided(self) -> int:
        """Games whose result is not known."""
        return int(np.count_nonzero(self.won == UNDECIDED))


def play_pilot(
    variant: Variant,
    strategy: Strategy,
    seed: int,
    games: int | None = None,
    limit: int | None = None,
    clock: Callable[[], float] = perf_counter,
) -> Pilot:
    """Play a pilot in this process.

    Parameters
    ----------
    variant, strategy, seed, limit
        As the run will have them.
    games
        From 1 on; None: USUAL ones, or as many as SECONDS allow, at least one.
    clock
        Tells the time in seconds.

    Raises
    ------
    PyramidStatsError
        The strategy failed.
    """
    strategy.prepare()
    strategy.play(variant, seed, FIRST, FIRST + WARM_UP, limit)
    pieces, played, spent, piece = [], 0, 0.0, 1
    while piece > 0:
        first = FIRST + played
        start = clock()
        rows = strategy.play(variant, seed, first, first + piece, limit)
        spent += clock() - start
        pieces.append(rows["won"].astype(np.int8))
        played += piece
        piece = _next_piece(played, spent, games)
    return Pilot(np.concatenate(pieces), played / max(spent, 1e-9))


def _next_piece(played: int, spent: float, games: int | None) -> int:
    """Return how many games come next; 0 if that is all."""
    piece = min((games or USUAL) - played, PIECE, GROWTH * played)
    if games is None and spent > 0:
        piece = min(piece, int(played * (SECONDS - spent) / spent))
    return max(0, piece)


def shared(one: Pilot, other: Pilot) -> tuple[int, int, int]:
    """Return the deals that both played, those won by the first alone, and by the other alone."""
    games = min(one.games, other.games)
    first, second = one.won[:games] == 1, other.won[:games] == 1
    return games, int(np.count_nonzero(first & ~second)), int(np.count_nonzero(second & ~first))
