"""Which strategies play: described in a config, in a file beside it, named with parameters."""

from __future__ import annotations

import pytest

from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate.experiment import build_experiment
from pyramid_stats.strategies.registry import get

MINE = """
from pyramid_stats.strategies.kit import compiled
@compiled(x=0, y=0)
def choose(view):
    "Make the move of that number"
    return int(view.settings.value[0] + 10 * view.settings.value[1]) % view.moves.count
def plain(view):
    return 0
def Plain(view):
    return 0
def wrong(view, other):
    return 0
"""


@pytest.fixture
def players(tmp_path):
    """Return the strategies of a config that lies beside a file of strategies."""
    folder = tmp_path / "beside"
    (folder / "deeper").mkdir(parents=True)
    (folder / "mine.py").write_text(MINE)
    (folder / "deeper" / "mine.py").write_text(MINE)
    (folder / "so strange.py").write_text(MINE)

    def players_(text, **flags):
        (folder / "my.toml").write_text(text)
        experiment = build_experiment(folder / "my.toml", flags)
        return {strategy.name: strategy for strategy in experiment.strategies}

    return players_


def rows(strategy):
    return strategy.play(builtin("classic"), 13, 0, 50).tolist()


def test_a_described_strategy_plays_under_its_own_name(players):
    found = players('[strategy.careful]\nbase = "mine.py:choose"\nx = 1\ny = 2\n')
    assert list(found) == ["careful"]
    careful = found["careful"]
    assert (careful.given, careful.title) == ({"x": 1, "y": 2}, "Make the move of that number")
    assert careful.source.endswith("mine.py")
    assert careful.digest


def test_its_rows_are_those_of_its_base_with_the_same_parameters(players, tmp_path):
    text = """
    strategies = ["careful", "mine.py:choose(x=1,y=2)", "deeper/mine.py:plain", "first"]
    strategy.careful = {base = "mine.py:choose(x=5)", x = 1, y = 2}
    """
    found = players(text)
    assert list(found) == ["careful", "mine.py:choose(x=1,y=2)", "mine.py:plain", "first"]
    careful, named, hasty, first = map(rows, found.values())
    assert careful == named != first == hasty
    other = get("mine.py:choose(x=5,y=2)", tmp_path / "beside")
    assert rows(other) != careful


def test_a_base_keeps_the_parameters_that_are_not_replaced(players):
    found = players('[strategy.careful]\nbase = "mine.py:choose(x=5,y=1)"\ny = 2\n')
    assert found["careful"].given == {"x": 5, "y": 2}


def test_a_described_strategy_may_be_named_with_parameters(players):
    found = players(
        'strategies = ["careful", "careful(y=3)"]\n'
        '[strategy.careful]\nbase = "mine.py:choose"\nx = 1\n'
    )
    assert list(found) == ["careful", "careful(y=3)"]
    assert [each.given for each in found.values()] == [{"x": 1}, {"x": 1, "y": 3}]


def test_the_weights_of_a_table_are_parameters(players):
    found = players('[strategy.careful]\nbase = "mine.py:choose"\nx = 1\nweights = {y = 4}\n')
    assert found["careful"].given == {"x": 1, "y": 4}


def test_flags_choose_among_the_described_and_look_for_files_here(players, tmp_path, monkeypatch):
    text = '[strategy.careful]\nbase = "mine.py:choose"\n[strategy.bold]\nbase = "greedy"\n'
    assert list(players(text)) == ["careful", "bold"]
    assert list(players(text, strategies=["bold", "first"])) == ["bold", "first"]
    monkeypatch.chdir(tmp_path / "beside" / "deeper")
    found = players(text, strategies=["mine.py:plain", "careful"])
    assert found["mine.py:plain"].source == str(tmp_path / "beside" / "deeper" / "mine.py")
    assert found["careful"].source == str(tmp_path / "beside" / "mine.py")


CAREFUL = '[strategy.careful]\nbase = "mine.py:choose"\n'
WRONG_TABLES = [
    ('[strategy.careful]\nbase = "gredy"', "unknown strategy 'gredy'", "greedy"),
    ("[strategy.careful]\nbase = 5", "base: 5", "a strategy's name"),
    ('[strategy.careful]\nbase = "greedy"\nx = 1', "unknown parameter 'x'", "no parameters"),
    (CAREFUL + "z = 1", "unknown parameter 'z'", "known: x, y"),
    (CAREFUL + 'x = "many"', "x: 'many'", "x is a number"),
    (CAREFUL + "x = true", "x: True", "x is a number"),
    (CAREFUL + "x = nan", "x: nan", "x is a number"),
    (CAREFUL + "x = 1e10", "x: 10000000000", "x is a number"),
    (CAREFUL + "x = [1]", "x: [1]", "x is a number"),
    (CAREFUL + "weights = 1", "weights: 1", "weights takes a table"),
    (CAREFUL + "weights = {x = 1e99}", "x: 1e+99", "x is a number"),
    ('[strategy.careful]\nbase = "mine.py:chose"', "no 'chose'", "choose"),
    ('[strategy.careful]\nbase = "mine.py"', "unknown strategy 'mine.py'", "mine.py:choose"),
    ('[strategy.careful]\nbase = "other.py:choose"', "other.py: no Python file", "file.py"),
    ('[strategy.careful]\nbase = "mine.py:wrong"', "wrong(view, other)", "def choose(view)"),
    ('[strategy.careful]\nbase = "mine.py:choose(x="', "unreadable", "name(key=value"),
    ('[strategy."so careful"]\nbase = "greedy"', "'so careful' can't name a folder", "letters"),
    ('[strategy."a/b"]\nbase = "greedy"', "'a/b' can't name a folder", "letters"),
    (f'[strategy.{"a" * 201}]\nbase = "greedy"', "can't name a folder", "at most 200"),
]


def refusal(players, text, **flags):
    with pytest.raises(UsageError) as caught:
        players(text, **flags)
    assert "\n" not in caught.value.message + caught.value.hint
    assert caught.value.message.count("my.toml") + caught.value.message.count("--strategy") == 1
    return caught.value


@pytest.mark.parametrize(("text", "part", "hint"), WRONG_TABLES)
def test_a_wrong_table_is_refused_in_one_line(players, text, part, hint):
    error = refusal(players, text)
    assert "my.toml: strategy." in error.message
    assert part in error.message
    assert hint in error.hint


@pytest.mark.parametrize("name", ["greedy", "thoughtful"])
def test_a_name_that_is_taken_is_refused(players, name):
    error = refusal(players, f'[strategy.{name}]\nbase = "mine.py:choose"')
    assert error.message.endswith(f"my.toml: strategy.{name}: the name of another strategy")
    assert error.hint == "give it a name of its own"


WRONG_NAMES = [
    (["carefull"], "unknown strategy 'carefull'", "'careful'"),
    (["careful(z=1)"], "unknown parameter 'z'", "known: x, y"),
    (["careful(x=1"], "unreadable", "name(key=value"),
    (["careful(x=1e10)"], "x: 10000000000", "x is a number"),
    (["greedy(x=1)"], "unknown parameter 'x'", "no parameters"),
    (["mine.py"], "unknown strategy 'mine.py'", "mine.py:choose"),
    (["mine.py:chose"], "there is no 'chose'", "choose"),
    (["mine.py:choose(x=1)", "mine.py:choose( x=1.0 )"], "is named 2 times", "once"),
    (["mine.py:plain", "mine.py:Plain"], "is named 2 times", "once"),
    (["mine.py:plain", "deeper/mine.py:plain"], "is named 2 times", "once"),
    (["so strange.py:plain"], "'so strange.py:plain' can't name a folder", "[strategy.careful]"),
    (["(x=1)"], "unknown strategy ''", "known"),
]


@pytest.mark.parametrize(("named", "part", "hint"), WRONG_NAMES)
def test_a_wrong_name_is_refused_in_one_line(players, monkeypatch, tmp_path, named, part, hint):
    in_config = refusal(players, f"strategies = {named}\n{CAREFUL}")
    assert "my.toml: strategies: " in in_config.message
    monkeypatch.chdir(tmp_path / "beside")
    in_flag = refusal(players, CAREFUL, strategies=named)
    assert in_flag.message.startswith("--strategy: ")
    for error in (in_config, in_flag):
        assert part in error.message
        assert hint in error.hint


def test_a_file_that_cannot_be_run_is_no_wrong_usage(players, tmp_path):
    (tmp_path / "beside" / "broken.py").write_text("\n1 / 0\n")
    with pytest.raises(PyramidStatsError) as caught:
        players('strategies = ["broken.py:choose"]')
    assert caught.value.exit_code == 1
    assert "my.toml: strategies: " in caught.value.message
    assert "broken.py:2: ZeroDivisionError" in caught.value.message
