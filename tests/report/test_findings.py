from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from pyramid_stats.report.findings import findings
from tests.report.made_up import make_row, make_summary


def test_names_hardest_easiest_and_the_winners():
    summary = make_summary(
        make_row("classic", "random", 10_000, 20),
        make_row("classic", "greedy", 10_000, 100),
        make_row("swedish", "random", 10_000, 500),
        make_row("swedish", "greedy", 10_000, 490),
        make_row("finnish", "random", 10_000, 2),
        make_row("finnish", "greedy", 10_000, 30),
    )
    assert findings(summary) == [
        "Hardest variant: finnish, where the best strategy, greedy, wins 0.3 %.",
        "Easiest variant: swedish, where the best strategy, random, wins 5.0 %.",
        "Wins most: greedy in classic and finnish.",
        "Open, as intervals overlap: swedish (random and greedy).",
    ]


def test_says_what_is_open():
    summary = make_summary(
        make_row("classic", "greedy", 1000, 50),
        make_row("swedish", "greedy", 1000, 52),
        make_row("finnish", "greedy", 1000, 200),
    )
    assert findings(summary) == [
        "Hardest variant: open, the intervals of classic and swedish overlap.",
        "Easiest variant: finnish, where the best strategy, greedy, wins 20.0 %.",
    ]


def test_says_nothing_where_there_is_nothing_to_compare():
    assert findings(make_summary()) == []
    assert findings(make_summary(make_row("classic", "greedy", 1000, 50))) == []
    assert findings(make_summary(make_row("classic", "greedy", 0, 0))) == []


def test_rows_without_games_are_no_rivals():
    summary = make_summary(
        make_row("classic", "greedy", 1000, 50),
        make_row("classic", "random", 0, 0),
        make_row("finnish", "greedy", 0, 0),
    )
    assert findings(summary) == []


def test_a_strategy_that_sees_all_cards_is_no_rival_of_honest_ones():
    summary = make_summary(
        make_row("classic", "random", 10_000, 20),
        make_row("classic", "greedy", 10_000, 100),
        make_row("classic", "thoughtful", 10_000, 380, honest=False),
    )
    assert findings(summary) == [
        "Wins most: greedy in classic.",
        "Of the winnable deals, won: 26.3 % (22.1 to 31.0) of classic, greedy.",
    ]


@pytest.mark.parametrize("changes", [{"games": 9_999}, {"undecided": 1}])
def test_no_share_of_the_winnable_deals_where_they_are_not_all_known(changes):
    ceiling = make_row("classic", "thoughtful", 10_000, 380, honest=False)
    summary = make_summary(
        make_row("classic", "greedy", 10_000, 100), dataclasses.replace(ceiling, **changes)
    )
    assert findings(summary) == []


def test_twenty_equal_strategies_have_no_winner():
    random = np.random.default_rng(13)
    declared = 0
    for _ in range(200):
        wins = random.binomial(10_000, 0.05, 20)
        rows = [make_row("classic", f"s{i}", 10_000, int(w)) for i, w in enumerate(wins)]
        declared += any(line.startswith("Wins most") for line in findings(make_summary(*rows)))
    assert declared <= 4
