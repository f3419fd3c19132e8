"""``plan``: how many games are needed, and what is said about them."""

from __future__ import annotations

import json
import shlex
from types import SimpleNamespace

import numpy as np
import pytest

from pyramid_stats.cli import plan_words
from pyramid_stats.cli.plan_notes import notes_for, same_for_all
from pyramid_stats.cli.plan_words import rounded_up, time_in_words
from pyramid_stats.cli.planning import Clock, Goal, Line, games_of_each, lines_for, pairs_of
from pyramid_stats.engine.records import ROW
from pyramid_stats.errors import UsageError
from pyramid_stats.simulate import pilot
from pyramid_stats.simulate.pilot import Pilot
from pyramid_stats.statistics.planning import (
    Need,
    games_for_difference,
    need_for_precision,
    need_for_relative,
)
from pyramid_stats.strategies.registry import get
from tests.cli.conftest import Run

GREEDY = ["--variant", "classic", "--strategy", "greedy"]
TWO = ["--variant", "classic", "--strategy", "first", "--strategy", "greedy"]


def plan(run, *arguments, games=2000):
    result = run("plan", *arguments, "--pilot", str(games), "--json")
    assert result.code == 0
    return json.loads(result.out)


def test_the_rate_of_a_pilot_and_the_games_it_asks_for(run: Run):
    found = plan(run, *GREEDY, "--precision", "0.1%", "--workers", "1")
    (row,) = found["rows"]
    rows = get("greedy").play(_builtin("classic"), 13, pilot.FIRST, pilot.FIRST + 2000)
    assert row["wins"] == np.count_nonzero(rows["won"])
    assert (row["variant"], row["strategy"]) == ("classic", "greedy")
    assert (row["pilot_games"], row["win_rate"]) == (2000, row["wins"] / 2000)
    need = need_for_precision(row["wins"], 2000, 0.001)
    assert (row["games_expected"], row["games_cautious"]) == need
    assert row["seconds"] == pytest.approx(need.cautious / row["games_per_second"])
    assert found["total"]["games_cautious"] == need.cautious
    assert (found["kind"], found["wanted"], found["power"]) == ("precision", 0.001, None)


def _builtin(name):
    from pyramid_stats.rules.catalog import builtin

    return builtin(name)


def test_a_part_of_the_rate_and_another_confidence(run: Run):
    (row,) = plan(run, *GREEDY, "--relative", "0.05", "--confidence", "99%")["rows"]
    need = need_for_relative(row["wins"], 2000, 0.05, 0.99)
    assert (row["games_expected"], row["games_cautious"]) == need


def test_seed_and_rules_are_those_of_the_run(run: Run):
    one = plan(run, *GREEDY, "--precision", "1%", "--seed", "5")
    other = plan(run, *GREEDY, "--precision", "1%", "--set", "passes=3")
    assert (one["seed"], other["seed"]) == (5, 13)
    assert other["rows"][0]["variant"] == "classic+passes-3"
    assert other["rows"][0]["win_rate"] > one["rows"][0]["win_rate"]


def test_two_strategies_on_common_deals(run: Run):
    (row,) = plan(run, *TWO, "--difference", "0.5%", "--power", "90%")["rows"]
    assert (row["a"]["strategy"], row["b"]["strategy"]) == ("greedy", "first")
    assert row["disagreement"] == (row["only_a_won"] + row["only_b_won"]) / 2000
    assert row["games_expected"] == games_for_difference(row["disagreement"], 0.005, 0.9)
    assert row["games_expected"] < row["games_cautious"]
    assert row["unpaired"] > 0


def test_every_strategy_meets_the_reference(run: Run):
    arguments = ["--variant", "classic", "--variant", "swedish", "--strategy", "random"]
    arguments += ["--strategy", "first", "--strategy", "greedy", "--reference", "greedy"]
    found = plan(run, *arguments, "--difference", "1%")
    pairs = [(row["a"]["variant"], row["a"]["strategy"]) for row in found["rows"]]
    assert pairs == [(v, s) for v in ("classic", "swedish") for s in ("random", "first")]
    assert {row["b"]["strategy"] for row in found["rows"]} == {"greedy"}
    assert any("4 comparisons" in note for note in found["notes"])


def test_one_strategy_has_its_variants_compared(run: Run):
    arguments = ["--variant", "classic", "--variant", "swedish", "--strategy", "greedy"]
    result = run("plan", *arguments, "--difference", "1%", "--pilot", "500")
    assert "\ngreedy, against classic\n  swedish " in result.out


def _experiment(variants, strategies):
    return SimpleNamespace(
        variants=[
            SimpleNamespace(name=name, parameters=lambda decks=decks: {"decks": decks})
            for name, decks in variants.items()
        ],
        strategies=[SimpleNamespace(name=name) for name in strategies],
    )


def test_variants_of_other_decks_have_no_deal_in_common():
    experiment = _experiment({"one": 1, "two": 2, "three": 1}, ["greedy"])
    assert pairs_of(experiment, None) == [(("three", "greedy"), ("one", "greedy"))]
    with pytest.raises(UsageError, match="nothing to compare"):
        pairs_of(experiment, "two")


WRONG = [
    ([], "one of --precision, --relative and --difference is needed"),
    (["--precision", "1%", "--relative", "2%"], "--relative doesn't go with --precision"),
    (["--precision", "0.1%", "--difference", "2%"], "--difference doesn't go with --precision"),
    (["--precision", "5"], "--precision: '5' is not allowed"),
    (["--precision", "0"], "--precision: '0' is not allowed"),
    (["--relative", "much"], "--relative: 'much' is not allowed"),
    (["--difference", "-1%"], "--difference: '-1%' is not allowed"),
    (["--difference", "1%", "--power", "100%"], "--power: '100%' is not allowed"),
    (["--precision", "1%", "--power", "80%"], "--power needs --difference"),
    (["--precision", "1%", "--reference", "greedy"], "--reference needs --difference"),
    (["--precision", "1%", "--confidence", "100%"], "--confidence: '100%' is not allowed"),
    (["--precision", "1%", "--pilot", "0"], "--pilot: 0 is not allowed"),
    (["--precision", "1%", "--pilot", "few"], "--pilot: 'few' is not allowed"),
    (["--precision", "1%", "--variant", "clasic"], "--variant: unknown variant 'clasic'"),
    (["--precision", "1%", "--strategy", "greddy"], "--strategy: unknown strategy 'greddy'"),
    (["--difference", "1%", *GREEDY], "--difference: there is nothing to compare"),
    (["--difference", "1%", *TWO, "--reference", "gredy"], "--reference: 'gredy' doesn't play"),
]


@pytest.mark.parametrize(("arguments", "error"), WRONG)
def test_a_wrong_flag_is_one_line_and_a_hint(run: Run, arguments, error):
    result = run("plan", *arguments)
    assert (result.code, result.out, result.error) == (2, "", error)


def test_the_hint_is_a_command_that_plays_enough(run: Run, tmp_path):
    config = tmp_path / "my own.toml"
    config.write_text('variants = ["swedish"]\nat_most = { greedy = 50 }')
    arguments = ["--strategy", "greedy", "--precision", "2%", "--seed", "4", "--pilot", "500"]
    result = run("plan", str(config), *arguments, "--set", "passes=2")
    words = shlex.split(result.err.removeprefix("hint: "))
    assert words[:3] == ["pyramid-stats", "simulate", str(config)]
    games = words[words.index("--games") + 1]
    assert words[3:] == [
        *["--set", "passes=2", "--strategy", "greedy", "--games", games, "--seed", "4"]
    ]
    assert int(games) >= json.loads(_json(run, config, arguments))["total"]["games_cautious"]
    assert "at_most in the config: greedy plays 50 games only." in result.out


def _json(run, config, arguments):
    return run("plan", str(config), *arguments, "--set", "passes=2", "--json").out


def test_without_a_win_it_says_what_is_missing(run: Run):
    arguments = ["--variant", "finnish", "--strategy", "random", "--relative", "5%"]
    result = run("plan", *arguments, "--pilot", "50")
    assert result.code == 0
    assert "finnish, random: no win in 50 games: a bigger --pilot is needed" in result.out
    assert result.err == ""
    (row,) = plan(run, *arguments, games=50)["rows"]
    assert (row["games_expected"], row["games_cautious"], row["seconds"]) == (None, None, None)


def test_a_slow_strategy_has_a_short_pilot(run: Run, monkeypatch):
    monkeypatch.setattr(pilot, "SECONDS", 0.3)
    arguments = ["--variant", "classic", "--strategy", "rollout", "--precision", "1%", "--json"]
    (row,) = json.loads(run("plan", *arguments).out)["rows"]
    assert 1 <= row["pilot_games"] < 10_000


def _line(*cells, expected=1000, cautious=2000, **more):
    return Line(cells, 100, (3,), 0, Need(expected, cautious), **more)


@pytest.mark.parametrize("width", [100, 80, 60, 40])
def test_it_fits_a_terminal(terminal, width):
    terminal(width)
    goal = Goal("difference", 0.005, 0.95, 0.8)
    names = [("classic-three-piles", "greedy"), ("swedish-two-passes", "greedy")]
    lines = [_line(*names, cautious=10**9, unpaired=10**9)] * 2
    clock = Clock(dict.fromkeys(names, 1000.0), dict.fromkeys(names, 100), 2)
    text = plan_words.as_text(lines, goal, clock, notes_for(lines, goal, clock, {}.get))
    assert max(map(len, text.splitlines())) <= width
    assert text.isascii()
    assert "  classic-three-piles" in text
    assert ("pilot" in text.splitlines()[3]) == (width == 100)


def test_a_reference_is_played_once():
    a, b, c = [("classic", name) for name in "abc"]
    lines = [_line(b, a, cautious=100), _line(c, a, cautious=300)]
    assert games_of_each(lines) == {b: 100, a: 300, c: 300}
    assert same_for_all(lines) == 300
    assert same_for_all([_line(a, cautious=None)]) is None
    assert same_for_all([_line(a, cautious=2**64)]) is None


def test_few_games_do_not_keep_all_workers_busy():
    cell = "classic", "greedy"
    clock = Clock({cell: 100.0}, {cell: 1000}, 4)
    assert clock.seconds({cell: 1000}) == 10
    assert clock.seconds({cell: 2000}) == 10
    assert clock.seconds({cell: 8000}) == 20
    assert clock.seconds({cell: 0}) == 0


def test_undecided_games_are_told():
    found = np.zeros(100, ROW)["won"]
    found[:10], found[10:30] = 1, -1
    pilots = {("classic", "thoughtful"): Pilot(found, 10.0)}
    goal = Goal("precision", 0.05, 0.95, 0.8)
    lines = lines_for(pilots, [], goal)
    clock = Clock({("classic", "thoughtful"): 10.0}, {("classic", "thoughtful"): 5000}, 1)
    said = " ".join(notes_for(lines, goal, clock, {}.get))
    assert lines[0].need == (None, None)
    assert "20 results of the pilot are undecided" in said
    assert "no number of games is enough" in said


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "under 1 s"),
        (3.2, "about 3 s"),
        (89, "about 89 s"),
        (90, "2 min"),
        (2400, "40 min"),
        (7200, "2 hours"),
        (2 * 86400, "2 days"),
        (3e8, "10 years"),
        (1e20, "for ever"),
    ],
)
def test_times_in_words(seconds, words):
    assert time_in_words(seconds) == words


@pytest.mark.parametrize(
    ("games", "rounded"), [(1, 1), (999, 999), (1001, 1010), (95_101, 95_200), (10**6, 10**6)]
)
def test_numbers_of_games_are_rounded_up(games, rounded):
    assert rounded_up(games) == rounded
