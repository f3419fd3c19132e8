from __future__ import annotations

import numpy as np
import pytest

from pyramid_stats.statistics.intervals import wilson
from pyramid_stats.statistics.shares import parse_share, percent, percent_above
from pyramid_stats.statistics.stopping import Stopping

CHUNK = 500


def twin_limits(wins, games):
    """Return the limits of Wilson's interval by the formula of the textbooks."""
    z = 1.959963984540054
    middle = (wins + z**2 / 2) / (games + z**2)
    half = z / (games + z**2) * np.sqrt(wins * (games - wins) / games + z**2 / 4)
    return middle - half, middle + half


def twin_stop(wins, stopping):
    """Return the index of the chunk after which a plain loop stops."""
    for index, won in enumerate(wins):
        games = (index + 1) * CHUNK
        low, high = twin_limits(won, games)
        wanted = stopping.precision or stopping.relative * won / games
        if games >= stopping.min_games and (high - low) / 2 <= wanted:
            return index
    raise AssertionError("the loop should have been longer")


def test_the_width_is_half_of_the_interval():
    low, high = wilson(50, 1000)
    assert Stopping(precision=0.01).width(50, 1000) == (high - low) / 2
    assert Stopping(relative=0.01).width(50, 1000) == pytest.approx((high - low) / 2 / 0.05)


def test_undecided_games_widen_it():
    stopping = Stopping(precision=0.02)
    assert stopping.is_narrow(50, 1000)
    assert not stopping.is_narrow(50, 1000, 50)
    low, high = wilson(50, 1000, undecided=50)
    assert stopping.width(50, 1000, 50) == (high - low) / 2
    assert Stopping(relative=0.5).width(50, 1000, 50) == pytest.approx((high - low) / 2 / 0.05)


@pytest.mark.parametrize("stopping", [Stopping(precision=0.02), Stopping(relative=0.4)])
@pytest.mark.parametrize(("undecided", "out_of_reach"), [(0, False), (39, False), (41, True)])
def test_undecided_games_may_put_it_out_of_reach(stopping, undecided, out_of_reach):
    assert stopping.is_out_of_reach(50, 1000, undecided) == out_of_reach
    many = 10**7
    assert stopping.is_narrow(50 * many, 1000 * many, undecided * many) != out_of_reach


def test_no_wins_have_a_width_but_no_share_of_them():
    assert Stopping(precision=0.002).is_narrow(0, 1000)
    assert Stopping(relative=1.0).width(0, 10**9) is None
    assert not Stopping(relative=1.0).is_reached(0, 10**9)


def test_no_games_have_no_width():
    assert Stopping(precision=0.5).width(0, 0) is None
    assert not Stopping(precision=0.5, min_games=0).is_reached(0, 0)


def test_nothing_is_stopped_before_the_least_number_of_games():
    stopping = Stopping(precision=0.4, min_games=100)
    assert stopping.is_narrow(50, 99)
    assert not stopping.is_reached(50, 99)
    assert stopping.is_reached(50, 100)


def test_wins_and_losses_count_alike():
    stopping = Stopping(precision=0.01)
    assert stopping.width(50, 1000) == pytest.approx(stopping.width(950, 1000))


@pytest.mark.parametrize("kinds", [{}, {"precision": 0.1, "relative": 0.1}])
def test_one_kind_has_to_be_given(kinds):
    with pytest.raises(ValueError, match="precision and relative"):
        Stopping(**kinds)


CASES = [
    (0.02, Stopping(precision=0.004)),
    (0.05, Stopping(precision=0.006)),
    (0.3, Stopping(precision=0.012)),
    (0.05, Stopping(relative=0.1)),
    (0.3, Stopping(relative=0.05)),
]


@pytest.fixture(scope="module", params=CASES, ids=str)
def stopped(request):
    """Return rate and rule, and of 5,000 made-up runs the wins after each chunk, and the stop."""
    rate, stopping = request.param
    random = np.random.default_rng(int(rate * 100))
    wins = random.binomial(CHUNK, rate, (5_000, 60)).cumsum(axis=1)
    return rate, stopping, wins, np.array([twin_stop(each, stopping) for each in wins])


def test_it_stops_where_a_plain_loop_does(stopped):
    _, stopping, wins, stops = stopped
    for each, stop in zip(wins[:100], stops, strict=False):
        reached = [
            stopping.is_reached(int(each[index]), (index + 1) * CHUNK) for index in range(stop + 1)
        ]
        assert reached == [False] * stop + [True]


def test_the_interval_still_covers_after_stopping(stopped):
    rate, _, wins, stops = stopped
    games = (stops + 1) * CHUNK
    low, high = twin_limits(wins[np.arange(len(stops)), stops], games)
    assert 2_000 < games.mean() < 20_000
    assert len(set(games)) > 1  # it does depend on luck where a run stops
    assert 0.93 < np.mean((low <= rate) & (rate <= high)) < 0.97


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("0.1%", 0.001),
        ("0.1 %", 0.001),
        (" 0.001 ", 0.001),
        (".5", 0.5),
        ("100%", 1.0),
        ("1", 1.0),
        ("", None),
        ("%", None),
        (".", None),
        ("-1%", None),
        ("1e-3", None),
        ("nan", None),
        ("0,1%", None),
        ("1%%", None),
        ("9" * 1000, None),
    ],
)
def test_a_share_as_people_write_it(text, share):
    assert parse_share(text) == share


def test_a_share_in_words():
    assert [percent(share) for share in (0.001, 0.5, 0.000001)] == ["0.1 %", "50 %", "0.0001 %"]
    assert percent_above(0.0010001) == "0.101 %"
    assert percent_above(0.00214) == "0.214 %"
