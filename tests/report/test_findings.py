from __future__ import annotations

import re

import numpy as np

from pyramid_stats.report.findings import findings
from tests.report.made_up import make_row, make_summary

RUNS = 40


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
        "Hardest variant for greedy: finnish (wins 0.3 %).",
        "Easiest variant for greedy: swedish (wins 4.9 %).",
        "Wins most of classic: greedy, 0.6 to 1.0 more games in a hundred than random.",
        "Wins most of finnish: greedy, 2 to 4 more games in a thousand than random.",
        "Who wins most is open: swedish (random and greedy).",
    ]


def test_says_what_is_open():
    summary = make_summary(
        make_row("classic", "greedy", 1000, 50),
        make_row("swedish", "greedy", 1000, 52),
        make_row("finnish", "greedy", 1000, 200),
    )
    assert findings(summary) == [
        "Hardest variant for greedy: open between classic and swedish.",
        "Easiest variant for greedy: finnish (wins 20.0 %).",
    ]


def test_the_reference_ranks_the_variants():
    rows = [
        make_row(variant, strategy, 10_000, wins)
        for variant, strategy, wins in [
            ("classic", "random", 20),
            ("classic", "greedy", 100),
            ("swedish", "random", 500),
            ("swedish", "greedy", 900),
        ]
    ]
    assert findings(make_summary(*rows, reference="random"))[:2] == [
        "Hardest variant for random: classic (wins 0.20 %).",
        "Easiest variant for random: swedish (wins 5.0 %).",
    ]


def test_says_what_one_changed_rule_is_worth():
    rows = [
        make_row("one", "greedy", 10_000, 100),
        make_row("two", "greedy", 10_000, 300),
        make_row("one", "thoughtful", 10_000, 400, honest=False),
        make_row("two", "thoughtful", 10_000, 900, honest=False),
    ]
    rules = {"one": {"passes": 1}, "two": {"passes": 2}}
    lines = findings(make_summary(*rows, parameters=rules, nested=True))
    assert lines[:4] == [
        "Hardest variant for greedy: one (wins 1.0 %).",
        "Easiest variant for greedy: two (wins 3.0 %).",
        "Hardest variant every card known: one (can be won in 4.0 % of the deals).",
        "Easiest variant every card known: two (can be won in 9.0 % of the deals).",
    ]
    assert lines[-2:] == [
        "two against one (passes 2 instead of 1): greedy wins 1.7 to 2.3 more games in a hundred.",
        "two against one (passes 2 instead of 1): 4.6 to 5.4 more deals in a hundred can be won.",
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
    rows = [
        make_row("classic", "random", 10_000, 20),
        make_row("classic", "greedy", 10_000, 100),
        make_row("classic", "thoughtful", 10_000, 380, honest=False),
    ]
    assert findings(make_summary(*rows, nested=True)) == [
        "Wins most of classic: greedy, 6 to 10 more games in a thousand than random.",
        "Of the winnable deals, won: 26.3 % (22.1 to 31.0) of classic, greedy.",
    ]


def test_the_share_of_winnable_deals_is_counted_on_common_deals():
    rows = [
        make_row("classic", "greedy", 10_000, 100),
        make_row("classic", "thoughtful", 5_000, 5_000, honest=False),
    ]
    (line,) = findings(make_summary(*rows))
    # All of the first 5 000 deals can be won; the player won some 50 of those, not 100.
    assert re.search(r"won: (0\.9|1\.0|1\.1) %", line)


def test_no_share_of_the_winnable_deals_where_they_are_not_all_known():
    ceiling = make_row("classic", "thoughtful", 10_000, 380, 1, honest=False)
    assert findings(make_summary(make_row("classic", "greedy", 10_000, 100), ceiling)) == []


def test_twenty_equal_strategies_have_no_winner():
    random = np.random.default_rng(13)
    declared = looks_like_one = 0
    for luck in range(RUNS):
        wins = random.binomial(5_000, 0.05, 20)
        rows = [make_row("classic", f"s{i}", 5_000, int(w)) for i, w in enumerate(wins)]
        summary = make_summary(*rows, luck=20 * luck)
        declared += any(line.startswith("Wins most") for line in findings(summary))
        looks_like_one += min(each.p_value for each in summary.strategy_comparisons) < 0.05
    assert declared == 0
    assert looks_like_one >= 0.8 * RUNS  # what choosing the best and the worst would find
