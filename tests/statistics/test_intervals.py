from __future__ import annotations

import pytest
from scipy.stats import binom

from pyramid_stats.statistics.intervals import Interval, exact, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 1000, 0, 0.0038268),
        (1000, 1000, 0.9961732, 1),
        (1, 30, 0.0059086, 0.1667039),
        (29, 30, 0.8332961, 0.9940914),
        (3, 1000, 0.0010208, 0.0087830),
    ],
)
def test_wilson_gives_the_known_values(wins, games, low, high):
    assert wilson(wins, games, 0.95) == pytest.approx((low, high), abs=5e-8)


def test_limits_at_the_ends_are_exact():
    for interval in (wilson, exact):
        assert interval(0, 7).low == 0.0
        assert interval(7, 7).high == 1.0


def test_exact_gives_the_known_upper_limit_at_a_tiny_alpha():
    assert exact(0, 1000, 1 - 1e-7).high == pytest.approx(0.0166707, abs=5e-8)


def test_exact_is_the_clopper_pearson_interval():
    # Solved by hand from the binomial distribution: (1 - p)^n = alpha / 2 at no wins.
    assert exact(0, 20).high == pytest.approx(1 - 0.025 ** (1 / 20))
    assert exact(20, 20).low == pytest.approx(0.025 ** (1 / 20))


def test_no_games_no_interval():
    assert wilson(0, 0) is None
    assert exact(0, 0) is None


@pytest.mark.parametrize("interval", [wilson, exact])
def test_undecided_games_are_lost_in_the_lower_and_won_in_the_upper_limit(interval):
    assert interval(10, 100, undecided=5) == Interval(interval(10, 100).low, interval(15, 100).high)
    assert interval(0, 5, undecided=5) == (0.0, 1.0)


def test_more_confidence_is_a_wider_interval():
    narrow, wide = wilson(50, 1000, 0.9), wilson(50, 1000, 0.99)
    assert wide.low < narrow.low < narrow.high < wide.high


@pytest.mark.parametrize(
    ("wins", "games", "undecided"), [(-1, 10, 0), (11, 10, 0), (6, 10, 5), (0, 10, -1)]
)
def test_impossible_counts_are_refused(wins, games, undecided):
    with pytest.raises(ValueError, match="games"):
        wilson(wins, games, undecided=undecided)


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, float("nan")])
def test_impossible_confidence_is_refused(confidence):
    with pytest.raises(ValueError, match="confidence"):
        wilson(1, 10, confidence)


@pytest.mark.parametrize(
    ("games", "rate"), [(50, 0.3), (1000, 0.05), (1000, 0.7), (100_000, 0.002)]
)
def test_wilson_covers_the_truth_as_often_as_it_says(games, rate):
    spread = 10 * int((games * rate) ** 0.5) + 10
    wins = range(max(0, int(games * rate) - spread), min(games, int(games * rate) + spread) + 1)
    intervals = {won: wilson(won, games) for won in wins}
    covering = [won for won, (low, high) in intervals.items() if low <= rate <= high]
    assert 0.93 < binom.pmf(covering, games, rate).sum() < 0.97
