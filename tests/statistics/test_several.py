from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import cochrans_q

from pyramid_stats.statistics.several import cochran, holm


def test_holm_by_hand():
    # Sorted 0.01, 0.02, 0.04, times 3, 2 and 1; no value below the one before it.
    assert holm([0.04, 0.01, 0.02]) == pytest.approx([0.04, 0.03, 0.04])
    assert holm([0.3, 0.4]) == pytest.approx([0.6, 0.6])
    assert holm([]) == []


def test_holm_never_goes_beyond_1_and_never_below_the_value_itself():
    values = list(np.random.default_rng(3).random(50))
    for value, adjusted in zip(values, holm(values), strict=True):
        assert value <= adjusted <= 1


def test_holm_keeps_its_promise_for_a_family_of_equals():
    random = np.random.default_rng(13)
    wrong = sum(min(holm(list(random.random(20)))) < 0.05 for _ in range(40))
    assert wrong <= 6  # 2 are expected; uncorrected it would be 26


@pytest.mark.parametrize(
    ("players", "games", "rate"), [(3, 40, 0.5), (5, 1000, 0.1), (9, 300, 0.8)]
)
def test_cochran_is_that_of_statsmodels(players, games, rate):
    luck = np.random.default_rng(players).random((games, players))
    won = luck < rate * np.linspace(0.8, 1.2, players)
    both = won.T.astype(np.int64) @ won.astype(np.int64)
    expected = cochrans_q(won.astype(int))
    found = cochran(both)
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert found.freedom == players - 1


def test_cochran_of_two_is_mcnemars_without_correction():
    found = cochran(np.array([[40, 30], [30, 35]]))  # 10 won by one alone, 5 by the other
    assert found.statistic == pytest.approx((10 - 5) ** 2 / (10 + 5))


def test_cochran_says_nothing_where_no_deal_tells_the_players_apart():
    assert cochran(np.full((3, 3), 7)) is None
    assert cochran(np.array([[5]])) is None
    assert cochran(np.zeros((4, 4), np.int64)) is None


def test_cochran_counts_millions_without_overflow():
    wins = 3 * 10**15
    both = np.array([[wins, wins - 10**6], [wins - 10**6, wins]])
    assert cochran(both).statistic == 0
