"""How many games are needed, before they are played.

For one win rate: until Wilson's interval is narrow enough. For two on the same deals: until
McNemar's test sees a difference of some size. What has to be known beforehand comes from a pilot.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

from pyramid_stats.statistics.intervals import wilson

MOST = 2**80
"""More is as good as never; it ends the search."""


class Need(NamedTuple):
    """Games needed: for what the pilot found, and for the worst that its interval allows.

    None stands for a number that the pilot can't tell, or that no number of games reaches.
    """

    expected: int | None
    cautious: int | None


def half_width(
    rate: float, games: int, confidence: float = 0.95, *, undecided: float = 0.0
) -> float:
    """Return half the width of the Wilson interval of a win rate.

    Parameters
    ----------
    rate
        The share of games won; it need not be a whole number of them.
    games
        From 1 on.
    confidence
        Between 0 and 1, for example 0.95.
    undecided
        The share of undecided games: lost in the lower limit, won in the upper one, as in
        :func:`pyramid_stats.statistics.intervals.wilson`.

    References
    ----------
    Wilson, E. B. (1927), J. Amer. Statist. Assoc. 22, 209-212.
    """
    low, below = _centre_and_reach(rate, games, confidence)
    high, above = _centre_and_reach(min(1.0, rate + undecided), games, confidence)
    return (high - low + below + above) / 2


def _centre_and_reach(rate: float, games: int, confidence: float) -> tuple[float, float]:
    """Return the middle of the Wilson interval and how far it reaches from there."""
    square = _two_sided(confidence) ** 2
    centre = (rate + square / (2 * games)) / (1 + square / games)
    spread = rate * (1 - rate) / games + square / (4 * games**2)
    return centre, sqrt(square * spread) / (1 + square / games)


def games_for_half_width(
    rate: float, wanted: float, confidence: float = 0.95, *, undecided: float = 0.0
) -> int | None:
    """Return the fewest games for which :func:`half_width` is at most ``wanted``.

    Both limits draw in with every game, so the number is found by doubling and halving. None
    where undecided games keep the interval wider for ever.
    """
    return _fewest(lambda n: half_width(rate, n, confidence, undecided=undecided) <= wanted)


def _fewest(enough: Callable[[int], bool]) -> int | None:
    """Return the smallest number from 1 on that is enough; all larger ones have to be, too."""
    high = 1
    while not enough(high):
        high *= 2
        if high > MOST:
            return None
    low = high // 2  # not enough, or 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def need_for_precision(
    wins: int, games: int, wanted: float, confidence: float = 0.95, *, undecided: int = 0
) -> Need:
    """Return the games after which the interval reaches at most ``wanted`` to either side.

    Parameters
    ----------
    wins, games, undecided
        Of the pilot. The cautious figure takes the rate of its interval that is nearest to one
        half: no other needs more games.
    wanted
        The half-width, a share of all games.
    confidence
        Of the interval that is wanted, and of the pilot's.
    """
    low, high = _limits(wins, games, confidence)
    rates = wins / games, min(max(0.5, low), high)
    unknown = undecided / games
    return Need(
        *(games_for_half_width(rate, wanted, confidence, undecided=unknown) for rate in rates)
    )


def need_for_relative(
    wins: int, games: int, wanted: float, confidence: float = 0.95, *, undecided: int = 0
) -> Need:
    """Return the games after which the interval reaches at most ``wanted`` times the rate.

    The parameters are those of :func:`need_for_precision`. The rarer the wins the more games, so
    the cautious figure takes the lower limit of the pilot; without a win nothing can be told.
    """
    if wins == 0:
        return Need(None, None)
    low, _ = _limits(wins, games, confidence)
    unknown = undecided / games
    return Need(
        *(
            games_for_half_width(rate, wanted * rate, confidence, undecided=unknown)
            for rate in (wins / games, low)
        )
    )


def games_for_difference(
    apart: float, difference: float, power: float = 0.8, confidence: float = 0.95
) -> int:
    """Return the common deals on which McNemar's test sees a difference of two win rates.

    Parameters
    ----------
    apart
        The share of deals that only one of the two wins. It can't be less than the difference;
        if it is, the difference stands for it.
    difference
        Of the win rates, above 0.
    power
        The chance that the test then rejects equality.
    confidence
        1 less the level of the test, which is two-sided.

    Notes
    -----
    Connor's number n is that for which ``n * difference``, the surplus of deals won alone, is
    ``sqrt(n) * reach``. The exact test is stricter by about one deal, which is Edwards' correction
    for continuity: so the surplus has to be larger by 1. Without it a power of 80 % would be 76 %
    where few deals tell the players apart; the tests hold both against the exact power.

    References
    ----------
    Connor, R. J. (1987), Biometrics 43, 207-211.
    Edwards, A. L. (1948), Psychometrika 13, 185-187.
    """
    apart = max(apart, difference)
    by_chance = _two_sided(confidence) * sqrt(apart)
    beyond = _one_sided(power) * sqrt(apart - difference**2)
    reach = by_chance + beyond
    root = (reach + sqrt(reach**2 + 4 * difference)) / (2 * difference)
    return ceil(root**2)


def need_for_difference(
    apart: int, games: int, difference: float, power: float = 0.8, confidence: float = 0.95
) -> Need:
    """Return the common deals on which a difference is seen.

    ``apart`` of the pilot's ``games`` deals were won by one of the two alone; the cautious figure
    takes the upper limit of their share. The rest is as in :func:`games_for_difference`.
    """
    _, high = _limits(apart, games, confidence)
    return Need(
        games_for_difference(apart / games, difference, power, confidence),
        games_for_difference(high, difference, power, confidence),
    )


def games_unpaired(
    rate: float, difference: float, power: float = 0.8, confidence: float = 0.95
) -> int:
    """Return the games of each player that the same takes if the two play different deals.

    Parameters
    ----------
    rate
        The mean of both win rates; they lie half the difference to either side of it.
    difference, power, confidence
        As in :func:`games_for_difference`.

    References
    ----------
    Fleiss, J. L., Levin, B. and Paik, M. C. (2003), Statistical Methods for Rates and
    Proportions, 3rd ed., section 4.2, without a correction for continuity.
    """
    rate = min(max(rate, difference / 2), 1 - difference / 2)
    rates = rate - difference / 2, rate + difference / 2
    by_chance = _two_sided(confidence) * sqrt(2 * rate * (1 - rate))
    beyond = _one_sided(power) * sqrt(sum(each * (1 - each) for each in rates))
    return ceil((by_chance + beyond) ** 2 / difference**2)


def _limits(hits: int, games: int, confidence: float) -> tuple[float, float]:
    """Return the Wilson interval of a pilot."""
    limits = wilson(hits, games, confidence)
    if limits is None:
        raise ValueError("a pilot without games tells nothing")
    return limits


def _two_sided(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _one_sided(power: float) -> float:
    return NormalDist().inv_cdf(power)
