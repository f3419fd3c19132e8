from __future__ import annotations

import json

import pytest
from statsmodels.stats.multitest import multipletests

from pyramid_stats.report import words
from pyramid_stats.report.comparisons import StrategyComparison
from pyramid_stats.report.export import json_text
from pyramid_stats.report.tables import text_table
from pyramid_stats.statistics.paired import Pairs, difference_interval, mcnemar
from tests.report.made_up import make_row, make_summary

ROWS = [
    make_row(variant, strategy, 10_000, wins)
    for variant, strategy, wins in [
        ("one", "random", 20),
        ("one", "greedy", 100),
        ("one", "cautious", 130),
        ("two", "random", 200),
        ("two", "greedy", 300),
        ("other-decks", "greedy", 300),
    ]
]
RULES = {"one": {"passes": 1}, "two": {"passes": 2}, "other-decks": {"decks": 2}}


def test_each_strategy_meets_each_on_the_same_deals():
    summary = make_summary(*ROWS, parameters=RULES, nested=True)
    found = {(each.variant, each.a, each.b): each for each in summary.strategy_comparisons}
    assert list(found) == [
        ("one", "random", "greedy"),
        ("one", "random", "cautious"),
        ("one", "greedy", "cautious"),
        ("two", "random", "greedy"),
    ]
    each = found["one", "greedy", "cautious"]
    pairs = Pairs(100, 0, 30, 9870)
    assert (each.games, each.only_a_won, each.only_b_won) == (10_000, 0, 30)
    assert each.difference == pytest.approx(-0.003)
    assert (each.ci_low, each.ci_high) == difference_interval(pairs)
    assert each.p_value == mcnemar(pairs)


def test_variants_of_the_same_decks_are_paired_too():
    summary = make_summary(*ROWS, parameters=RULES, nested=True)
    found = [(each.strategy, each.a, each.b) for each in summary.variant_comparisons]
    assert found == [("random", "one", "two"), ("greedy", "one", "two")]
    each = summary.variant_comparisons[1]
    assert each.changes == {"passes": (1, 2)}
    assert words.changes(each.turned()) == "passes 2 instead of 1"
    assert each.turned().difference == pytest.approx(0.02)


def test_holm_is_over_all_comparisons_of_the_report():
    summary = make_summary(*ROWS, parameters=RULES)
    every = [*summary.strategy_comparisons, *summary.variant_comparisons]
    expected = multipletests([each.p_value for each in every], method="holm")[1]
    assert [each.p_adjusted for each in every] == pytest.approx(list(expected))


def test_a_reference_makes_the_family_smaller():
    summary = make_summary(*ROWS, parameters=RULES, reference="greedy")
    found = [(each.variant, each.a, each.b) for each in summary.strategy_comparisons]
    assert found == [
        ("one", "random", "greedy"),
        ("one", "cautious", "greedy"),
        ("two", "random", "greedy"),
    ]
    assert [each.strategy for each in summary.variant_comparisons] == ["greedy"]
    text = text_table(summary)
    assert "one: cautious wins " in text
    assert "by Holm for 4\n" in text or "by Holm for 4 comparisons" in text


def test_undecided_games_widen_the_interval_to_both_sides():
    rows = [make_row("one", "greedy", 10_000, 1000), make_row("one", "solver", 10_000, 1200, 300)]
    (each,) = make_summary(*rows, nested=True).strategy_comparisons
    worst, best = Pairs(1000, 0, 500, 8500), Pairs(1000, 0, 200, 8800)
    assert each.difference == pytest.approx(-0.02)
    assert each.ci_low == difference_interval(worst).low
    assert each.ci_high == difference_interval(best).high
    assert each.p_value == max(mcnemar(worst), mcnemar(best))


def test_nothing_is_claimed_where_undecided_games_could_turn_it_round():
    rows = [make_row("one", "greedy", 1000, 300), make_row("one", "solver", 1000, 200, 200)]
    (each,) = make_summary(*rows, nested=True).strategy_comparisons
    assert each.p_value == 1


def test_no_common_deals_no_comparison():
    rows = [make_row("one", "greedy", 100, 10), make_row("one", "random", 0, 0)]
    summary = make_summary(*rows)
    assert summary.strategy_comparisons == ()
    assert summary.equalities == ()


def test_the_json_has_the_keys_of_the_contract():
    content = json.loads(json_text(make_summary(*ROWS, parameters=RULES)))
    keys = {"variant", "a", "b", "games", "difference", "ci_low", "ci_high", "p_value"}
    keys |= {"p_adjusted", "only_a_won", "only_b_won", "batches"}
    assert all(set(each) == keys for each in content["comparisons"])
    assert content["variant_comparisons"][0]["changes"] == {"passes": [1, 2]}
    assert [each["variant"] for each in content["equalities"]] == ["one"]


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.031, 0.034, "3.1 to 3.4 more games in a hundred"),
        (-0.034, -0.031, "3.1 to 3.4 fewer games in a hundred"),
        (-0.002, 0.003, "from 2 fewer to 3 more games in a thousand"),
        (0.00011, 0.000134, "1.1 to 1.3 more games in ten thousand"),
        (0.5, 0.6, "50 to 60 more games in a hundred"),
    ],
)
def test_an_effect_in_words(low, high, text):
    each = StrategyComparison(
        variant="v", a="a", b="b", games=10, difference=(low + high) / 2, ci_low=low,
        ci_high=high, p_value=0.5, p_adjusted=0.5, only_a_won=1, only_b_won=1,
    )  # fmt: skip
    assert words.effect(each) == text
