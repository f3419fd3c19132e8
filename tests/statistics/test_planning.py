"""How many games are needed: against hand-computed numbers, statsmodels, and by simulation."""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom
from statsmodels.stats.proportion import samplesize_proportions_2indep_onetail

from pyramid_stats.statistics.intervals import wilson
from pyramid_stats.statistics.paired import Pairs, mcnemar
from pyramid_stats.statistics.planning import (
    Need,
    games_for_difference,
    games_for_half_width,
    games_unpaired,
    half_width,
    need_for_difference,
    need_for_precision,
    need_for_relative,
)

Z = 1.959963984540054
rates = st.floats(0, 1)
widths = st.floats(1e-6, 0.4)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50), st.sampled_from([0.8, 0.95]))
def test_the_half_width_is_that_of_the_interval_reported(wins, losses, undecided, confidence):
    games = wins + losses + undecided + 1
    low, high = wilson(wins, games, confidence, undecided=undecided)
    width = half_width(wins / games, games, confidence, undecided=undecided / games)
    assert width == pytest.approx((high - low) / 2)


@given(rates, widths)
def test_so_many_games_are_enough_and_one_less_is_not(rate, wanted):
    games = games_for_half_width(rate, wanted)
    assert half_width(rate, games) <= wanted
    assert games == 1 or half_width(rate, games - 1) > wanted


@given(rates, widths)
def test_it_is_the_solution_of_the_quadratic_equation(rate, wanted):
    """Squared, the half-width is one of second degree in games + z**2."""
    spread = rate * (1 - rate)
    root = sqrt(spread**2 + wanted**2 * (1 - 4 * spread))
    games = Z**2 * ((spread + root) / (2 * wanted**2) - 1)
    assert games_for_half_width(rate, wanted) == pytest.approx(max(1, games), rel=1e-6, abs=1.001)


@given(rates, widths, st.integers(1, 10**9))
def test_more_games_never_widen_the_interval(rate, undecided, games):
    rate = min(rate, 1 - undecided)
    wider = half_width(rate, games, undecided=undecided)
    assert half_width(rate, games + 1, undecided=undecided) <= wider * (1 + 1e-9)


def test_hand_computed():
    """Half the games won: the half-width is z / (2 sqrt(n + z**2)), so n = 9604 - z**2."""
    assert games_for_half_width(0.5, 0.01) == ceil((Z / 0.02) ** 2 - Z**2) == 9600
    # No game won: z**2 / (2 (n + z**2)), so n = z**2 (500 - 1).
    assert games_for_half_width(0.0, 0.001) == ceil(499 * Z**2) == 1917


def test_undecided_games_may_keep_it_wide_for_ever():
    assert games_for_half_width(0.2, 0.01, undecided=0.01) > games_for_half_width(0.2, 0.01)
    assert games_for_half_width(0.2, 0.01, undecided=0.03) is None


def test_the_cautious_figure_takes_the_worst_rate_of_the_pilot():
    low, high = wilson(20, 1000)
    expected, cautious = need_for_precision(20, 1000, 0.001)
    assert expected == games_for_half_width(0.02, 0.001)
    assert cautious == games_for_half_width(high, 0.001) > expected
    assert need_for_precision(980, 1000, 0.001) == (expected, cautious)
    assert need_for_precision(510, 1000, 0.01).cautious == games_for_half_width(0.5, 0.01)
    expected, cautious = need_for_relative(20, 1000, 0.1)
    assert expected == games_for_half_width(0.02, 0.002)
    assert cautious == games_for_half_width(low, 0.1 * low) > expected


@pytest.mark.parametrize("wanted", [0.0005, 0.01])
def test_no_other_rate_of_the_pilot_needs_more(wanted):
    low, high = wilson(20, 1000)
    every = np.linspace(low, high, 50)
    most = max(games_for_half_width(rate, wanted) for rate in every)
    assert need_for_precision(20, 1000, wanted).cautious == most
    most = max(games_for_half_width(rate, 10 * wanted * rate) for rate in every)
    assert need_for_relative(20, 1000, 10 * wanted).cautious == most


def test_without_a_win():
    assert need_for_relative(0, 1000, 0.1) == Need(None, None)
    expected, cautious = need_for_precision(0, 1000, 0.001)
    assert expected == 1917
    assert cautious == games_for_half_width(wilson(0, 1000).high, 0.001)


def test_a_pilot_has_games():
    with pytest.raises(ValueError, match="without games"):
        need_for_precision(0, 0, 0.001)


def test_connors_formula_by_hand():
    """The square of 1.95996 x 0.5 + 0.84162 x sqrt(0.25 - 0.01), divided by 0.01: 193.85.

    One deal more of surplus: 0.1 n - 1.39230 sqrt(n) = 1, so the root of n is 14.6070.
    """
    assert connor(0.25, 0.1) == pytest.approx(193.85, abs=0.01)
    assert games_for_difference(0.25, 0.1) == ceil(14.6070**2) == 214


def connor(apart, difference, power=0.8):
    z_power = NormalDist().inv_cdf(power)
    return (Z * sqrt(apart) + z_power * sqrt(apart - difference**2)) ** 2 / difference**2


@given(st.floats(1e-4, 0.5), st.floats(0.01, 1))
def test_the_correction_is_one_to_two_deals_of_surplus(apart, part):
    difference = part * apart
    more = games_for_difference(apart, difference) - connor(apart, difference)
    assert 1 / difference <= more <= 2 / difference + 1


def exact_power(games, apart, difference, level=0.05):
    """Return how often McNemar's exact test rejects: over all numbers of deals won alone."""
    low, high = binom.ppf([1e-9, 1 - 1e-9], games, apart).astype(int)
    alone = np.arange(low, high + 1)
    least = binom.ppf(level / 2, alone, 0.5)  # that a player may win of these without rejection
    most_rejected = np.where(2 * binom.cdf(least, alone, 0.5) < level, least, least - 1)
    chance = (1 + difference / apart) / 2
    rejected = binom.cdf(most_rejected, alone, chance)
    rejected += binom.sf(alone - most_rejected - 1, alone, chance)
    return float(binom.pmf(alone, games, apart) @ rejected)


CASES = [(0.05, 0.005), (0.006, 0.001), (0.3, 0.05), (0.01, 0.005), (0.1, 0.05), (0.2, 0.001)]


@pytest.mark.parametrize(("apart", "difference"), CASES)
@pytest.mark.parametrize("power", [0.8, 0.9])
def test_the_exact_power_is_what_was_asked_for(apart, difference, power):
    games = games_for_difference(apart, difference, power)
    assert power - 0.001 <= exact_power(games, apart, difference) <= power + 0.025


def test_without_the_correction_it_would_be_less():
    assert exact_power(ceil(connor(0.1, 0.05)), 0.1, 0.05) < 0.77


@pytest.mark.parametrize("apart", [0.0051, 0.006])
def test_where_only_one_player_wins_alone_it_is_never_less(apart):
    games = games_for_difference(apart, 0.005)
    assert exact_power(games, apart, 0.005) >= 0.8


def test_less_disagreement_than_difference_there_cannot_be():
    assert games_for_difference(0.0, 0.1) == games_for_difference(0.1, 0.1)
    assert games_for_difference(0.2, 0.1) > games_for_difference(0.1, 0.1)


def test_the_cautious_figure_takes_the_most_disagreement():
    expected, cautious = need_for_difference(30, 1000, 0.005)
    assert expected == games_for_difference(0.03, 0.005)
    assert cautious == games_for_difference(wilson(30, 1000).high, 0.005)
    assert need_for_difference(0, 100_000, 0.01) == (games_for_difference(0.01, 0.01),) * 2


@pytest.mark.parametrize(
    ("apart", "difference", "power", "confidence"),
    [
        (0.05, 0.005, 0.8, 0.95),
        (0.006, 0.001, 0.8, 0.95),
        (0.3, 0.05, 0.8, 0.95),
        (0.05, 0.005, 0.9, 0.95),
        (0.05, 0.005, 0.8, 0.99),
    ],
)
def test_the_test_sees_the_difference_as_often_as_promised(apart, difference, power, confidence):
    games = games_for_difference(apart, difference, power, confidence)
    only_a, only_b = (apart + difference) / 2, (apart - difference) / 2
    chances = (0.1, only_a, only_b, 0.9 - apart)
    tables = np.random.default_rng(13).multinomial(games, chances, size=2000)
    seen = [mcnemar(Pairs(*map(int, table))) < 1 - confidence for table in tables]
    assert np.mean(seen) == pytest.approx(power, abs=0.04)


@pytest.mark.parametrize(("rate", "difference"), [(0.1, 0.01), (0.5, 0.05), (0.01, 0.002)])
def test_the_unpaired_number_is_that_of_statsmodels(rate, difference):
    theirs = samplesize_proportions_2indep_onetail(
        difference, rate - difference / 2, power=0.8, alpha=0.025, alternative="larger"
    )
    assert games_unpaired(rate, difference) == pytest.approx(theirs, rel=0.005)


def test_unpaired_rates_stay_within_their_range():
    assert games_unpaired(0.0, 0.1) == games_unpaired(0.05, 0.1)
    assert games_unpaired(1.0, 0.1) == games_unpaired(0.95, 0.1)


def test_independent_players_gain_nothing_from_common_deals():
    """Their disagreement is what chance makes of it."""
    low, high = 0.295, 0.305
    apart = low * (1 - high) + high * (1 - low)
    assert connor(apart, 0.01) == pytest.approx(games_unpaired(0.3, 0.01), rel=0.001)
