"""Paired comparisons, against published examples and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from pyramid_stats.statistics.paired import Pairs, difference_interval, mcnemar

BENTUR = Pairs(1, 1, 7, 12)
"""Airway reactivity before and after stem cell transplantation: Bentur et al. (2009), the example
of Fagerland, Lydersen and Laake, Statistics in Medicine 33 (2014), 2850-2875."""

counts = st.integers(0, 50)
tables = st.builds(Pairs, counts, counts, counts, counts).filter(lambda pairs: pairs.games > 0)


def test_the_published_example():
    assert BENTUR.difference == pytest.approx(-6 / 21)
    assert difference_interval(BENTUR) == pytest.approx((-0.507, -0.026), abs=5e-4)
    assert mcnemar(BENTUR) == pytest.approx(0.0703, abs=5e-5)


@given(tables)
def test_it_holds_the_difference_and_stays_within_its_range(pairs):
    low, high = difference_interval(pairs)
    assert -1 <= low <= pairs.difference + 1e-12
    assert pairs.difference - 1e-12 <= high <= 1


@given(tables)
def test_who_is_called_a_does_not_matter(pairs):
    turned = Pairs(pairs.both, pairs.only_b, pairs.only_a, pairs.neither)
    low, high = difference_interval(pairs)
    assert difference_interval(turned) == pytest.approx((-high, -low))
    assert mcnemar(turned) == pytest.approx(mcnemar(pairs))


@given(tables)
def test_mcnemar_is_the_binomial_test_of_the_deals_won_alone(pairs):
    alone = pairs.only_a + pairs.only_b
    expected = binomtest(pairs.only_a, alone).pvalue if alone else 1.0
    assert mcnemar(pairs) == pytest.approx(expected)


def test_the_same_deals_tell_more_than_others_would():
    """The more often both win the same deals, the narrower."""
    widths = []
    for both in (0, 50, 90):
        low, high = difference_interval(Pairs(both, 100 - both, 100 - both, 800 + both))
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert widths[2] < 0.6 * widths[0]


def test_millions_of_deals():
    low, high = difference_interval(Pairs(3_000_000, 500_000, 400_000, 96_100_000))
    assert low == pytest.approx(0.001 - 1.96 * 9.486e-6, abs=1e-6)
    assert high == pytest.approx(0.001 + 1.96 * 9.486e-6, abs=1e-6)
    assert mcnemar(Pairs(3_000_000, 500_000, 400_000, 96_100_000)) < 1e-300


def test_no_deals():
    nothing = Pairs(0, 0, 0, 0)
    assert (nothing.difference, difference_interval(nothing), mcnemar(nothing)) == (None, None, 1)


def test_impossible_counts_are_refused():
    with pytest.raises(ValueError, match="negative"):
        difference_interval(Pairs(5, -1, 0, 0))
    with pytest.raises(ValueError, match="confidence"):
        difference_interval(BENTUR, 95)


@pytest.mark.parametrize(
    "rates",
    [
        (0.005, 0.002, 0.0015, 0.9915),  # greedy against another on classic
        (0.1, 0.05, 0.02, 0.83),
        (0.4, 0.1, 0.1, 0.4),
        (0.0005, 0.0005, 0.0003, 0.9987),
    ],
)
@pytest.mark.parametrize("games", [1_000, 30_000])
def test_it_covers_the_true_difference_about_as_often_as_it_says(rates, games):
    """Where less than one such deal is to be expected, it covers more often: never less."""
    chance, truth = np.random.default_rng(7), rates[1] - rates[2]
    tables = chance.multinomial(games, rates, size=1500)
    hits = 0
    for table in tables:
        low, high = difference_interval(Pairs(*(int(count) for count in table)))
        hits += low <= truth <= high
    assert hits / 1500 >= 0.93
    assert hits / 1500 <= 0.97 or games * min(rates) < 20
