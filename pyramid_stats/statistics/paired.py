"""Two players on the same deals: by how much their win rates differ, and whether by chance.

The interval is Newcombe's, which statsmodels has not released yet; the test is McNemar's exact one.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from statsmodels.stats.contingency_tables import mcnemar as _mcnemar

from pyramid_stats.statistics.intervals import Interval, wilson


class Pairs(NamedTuple):
    """Deals by who won them."""

    both: int
    only_a: int
    only_b: int
    neither: int

    @property
    def games(self) -> int:
        """Deals that both played."""
        return sum(self)

    @property
    def difference(self) -> float | None:
        """The win rate of a less that of b; None if no deal was played."""
        return (self.only_a - self.only_b) / self.games if self.games else None


def difference_interval(pairs: Pairs, confidence: float = 0.95) -> Interval | None:
    """Return the interval of the difference of two win rates on the same deals.

    Newcombe's method 10: the Wilson intervals of both rates, put together by their correlation.

    Parameters
    ----------
    pairs
        Deals by who won them.
    confidence
        Between 0 and 1, for example 0.95.

    Returns
    -------
    Interval or None
        Limits of ``pairs.difference``, from -1 to 1; None if no deal was played.

    Raises
    ------
    ValueError
        A count is negative, or the confidence is not between 0 and 1.

    References
    ----------
    Newcombe, R. G. (1998), Statistics in Medicine 17, 2635-2650.
    """
    if min(pairs) < 0:
        raise ValueError(f"{pairs}: a count is negative")
    won_a, won_b, games = pairs.both + pairs.only_a, pairs.both + pairs.only_b, pairs.games
    of_a, of_b = wilson(won_a, games, confidence), wilson(won_b, games, confidence)
    if of_a is None or of_b is None:
        return None
    rate_a, rate_b, correlation = won_a / games, won_b / games, _correlation(pairs)
    down = _together(rate_a - of_a.low, of_b.high - rate_b, correlation)
    up = _together(of_a.high - rate_a, rate_b - of_b.low, correlation)
    difference = rate_a - rate_b
    return Interval(max(-1.0, difference - down), min(1.0, difference + up))


def _together(one: float, other: float, correlation: float) -> float:
    """Return how far the difference of two rates reaches, whose own reaches are given."""
    return sqrt(max(0.0, one**2 - 2 * correlation * one * other + other**2))


def _correlation(pairs: Pairs) -> float:
    """Return the correlation of winning, a positive one drawn towards 0 as Newcombe does."""
    both, only_a, only_b, neither = pairs
    margins = (both + only_a, only_b + neither, both + only_b, only_a + neither)
    if not all(margins):
        return 0.0
    excess: float = both * neither - only_a * only_b
    if excess > 0:
        excess = max(0.0, excess - pairs.games / 2)
    # The root of each margin for itself: the product of all four is too long for a float.
    return excess / (sqrt(margins[0]) * sqrt(margins[1]) * sqrt(margins[2]) * sqrt(margins[3]))


def mcnemar(pairs: Pairs) -> float:
    """Return the p-value of both players winning equally often: the exact test, two-sided.

    Only the deals that one of them won alone count.

    References
    ----------
    McNemar, Q. (1947), Psychometrika 12, 153-157.
    """
    if pairs.only_a + pairs.only_b == 0:
        return 1.0
    table = [[pairs.both, pairs.only_a], [pairs.only_b, pairs.neither]]
    return min(1.0, float(_mcnemar(table, exact=True).pvalue))
