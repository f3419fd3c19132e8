"""Stopping by precision: games are played until the interval of the win rate is narrow enough.

This is stopping for precision, not for significance. The rule looks at the width of Wilson's
interval and at nothing else: not at which strategy is ahead, nor at any p-value, so stopping can't
favour a side. An interval of a wanted width that is looked at again and again covers the truth as
often as it says in the limit of many games (Chow and Robbins, 1965). With few games and few wins it
may cover a little less often, hence ``min_games``; a test measures the coverage.

A relative width is small only where wins are many, so that a strategy is stopped a little earlier
where it was lucky; with the hundreds of wins that any sensible width takes, that is no matter.

References
----------
Chow, Y. S. and Robbins, H. (1965), Ann. Math. Statist. 36, 457-462.
"""

from __future__ import annotations

from dataclasses import dataclass

from pyramid_stats.statistics.intervals import wilson

MIN_GAMES = 1_000
MAX_GAMES = 100_000_000


@dataclass(frozen=True, kw_only=True)
class Stopping:
    """When a win rate is known well enough.

    Parameters
    ----------
    precision
        Wanted half-width of the interval, as a share of all games.
    relative
        Wanted half-width as a share of the win rate. One of the two is given, the other is None.
    min_games
        Games before which nothing is stopped.
    max_games
        Games after which it ends, whatever was reached.
    confidence
        That of the interval.
    """

    precision: float | None = None
    relative: float | None = None
    min_games: int = MIN_GAMES
    max_games: int = MAX_GAMES
    confidence: float = 0.95

    def __post_init__(self) -> None:
        """Refuse what nobody can have meant; users' input was checked before."""
        if (self.precision is None) == (self.relative is None):
            raise ValueError("one of precision and relative has to be given")

    @property
    def wanted(self) -> float:
        """The precision that was asked for, of whichever kind."""
        wanted = self.relative if self.precision is None else self.precision
        assert wanted is not None
        return wanted

    def width(self, wins: int, games: int, undecided: int = 0) -> float | None:
        """Return the half-width so far, of the kind that was asked for.

        Games without a result widen the interval, as they do in reports: lost in the lower limit,
        won in the upper one. None if there is no width: no games, or a share of no wins.
        """
        interval = wilson(wins, games, self.confidence, undecided=undecided)
        if interval is None or (self.precision is None and wins == 0):
            return None
        half = (interval.high - interval.low) / 2
        return half if self.precision is not None else half / (wins / games)

    def is_narrow(self, wins: int, games: int, undecided: int = 0) -> bool:
        """Tell whether the interval is as narrow as was asked for."""
        width = self.width(wins, games, undecided)
        return width is not None and width <= self.wanted

    def is_reached(self, wins: int, games: int, undecided: int = 0) -> bool:
        """Tell whether to stop: there are enough games, and the interval is narrow."""
        return games >= self.min_games and self.is_narrow(wins, games, undecided)

    def is_out_of_reach(self, wins: int, games: int, undecided: int) -> bool:
        """Tell whether so many games stay undecided that more like them would not narrow it."""
        whole = games if self.precision is not None else wins
        return undecided > 2 * self.wanted * whole
