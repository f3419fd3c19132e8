"""Intervals of a proportion: Wilson's score interval and the exact one of Clopper and Pearson.

Both come from statsmodels. Added here: games without a result, and games that nobody played.
"""

from __future__ import annotations

from typing import NamedTuple

from statsmodels.stats.proportion import proportion_confint


class Interval(NamedTuple):
    """Limits of a confidence interval, as shares from 0 to 1."""

    low: float
    high: float


def wilson(
    wins: int, games: int, confidence: float = 0.95, *, undecided: int = 0
) -> Interval | None:
    """Return the Wilson score interval of a win rate, the one that reports print.

    Its coverage is close to the nominal one on average for any number of games, but dips where
    the rate is so near 0 that only a few wins are expected.

    Parameters
    ----------
    wins, games
        Games won, and games played, the undecided ones included.
    confidence
        Between 0 and 1, for example 0.95.
    undecided
        Games whose result is not known. They count as lost in the lower limit and as won in the
        upper one, so that the interval holds whatever they would have been.

    Returns
    -------
    Interval or None
        None if no game was played.

    Raises
    ------
    ValueError
        The counts are impossible together, or the confidence is not between 0 and 1.

    References
    ----------
    Wilson, E. B. (1927), J. Amer. Statist. Assoc. 22, 209-212.
    """
    return _interval("wilson", wins, games, confidence, undecided)


def exact(
    wins: int, games: int, confidence: float = 0.95, *, undecided: int = 0
) -> Interval | None:
    """Return the Clopper-Pearson interval: it covers at least as often as it says, so it is wider.

    Parameters, result and errors are those of :func:`wilson`.

    References
    ----------
    Clopper, C. J. and Pearson, E. S. (1934), Biometrika 26, 404-413.
    """
    return _interval("beta", wins, games, confidence, undecided)


def _interval(
    method: str, wins: int, games: int, confidence: float, undecided: int
) -> Interval | None:
    if wins < 0 or undecided < 0 or wins + undecided > games:
        raise ValueError(f"{wins} wins and {undecided} undecided of {games} games")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence} is not between 0 and 1")
    if games == 0:
        return None
    low, _ = proportion_confint(wins, games, alpha=1 - confidence, method=method)
    _, high = proportion_confint(wins + undecided, games, alpha=1 - confidence, method=method)
    # At the ends rounding leaves something like 1e-19 where the limit is exactly 0 or 1.
    return Interval(
        low=0.0 if wins == 0 else float(low),
        high=1.0 if wins + undecided == games else float(high),
    )
