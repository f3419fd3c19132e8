"""Strategies in files of a user's on the command line: what they play, what is said of bad ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyramid_stats.simulate.store import open_run
from tests.cli.conftest import Result, Run

MINE = """
from pyramid_stats.strategies.kit import compiled
@compiled(x=0)
def quick(view):
    "Make the move of that number."
    return int(view.settings.value[0]) % view.moves.count
def hasty(view):
    "Take the first."
    return 0
"""
QUICK = "from pyramid_stats.strategies.kit import compiled\n@compiled\n"
SHORT = "from pyramid_stats.strategies.kit import plain\n@plain(seconds=0.2)\n"
FEW = ["--variant", "classic", "--games", "20", "--workers", "1", "--out", "x"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(MINE)


def simulate(run: Run, *names: str) -> Result:
    return run("simulate", *(word for name in names for word in ("--strategy", name)), *FEW)


def test_a_file_plays(run: Run) -> None:
    names = ["mine.py:hasty", "mine.py:quick", "mine.py:quick(x=2)", "first"]
    result = simulate(run, *names)
    assert (result.code, result.out) == (0, "x\n")
    found = open_run(Path("x"))
    assert {part.strategy: part.games for part in found.parts} == dict.fromkeys(names, 20)
    assert found.foreign == ()
    wins = {entry.strategy: entry.wins for entry in found.manifest.counts}
    assert wins["mine.py:hasty"] == wins["mine.py:quick"] == wins["first"]
    report = run("report", "x")
    assert report.code == 0
    assert "mine.py:quick(x=2)" in report.out


def test_one_game_is_shown(run: Run) -> None:
    game = ["replay", "--variant", "classic", "--deal", "3", "--json", "--strategy"]
    shown = {
        name: json.loads(run(*game, name).out)["move_list"]
        for name in ("first", "mine.py:hasty", "mine.py:quick", "mine.py:quick(x=2)")
    }
    assert shown["mine.py:hasty"] == shown["mine.py:quick"] == shown["first"]
    assert shown["mine.py:quick(x=2)"] != shown["first"]


def test_a_run_does_not_keep_the_file(run: Run) -> None:
    assert simulate(run, "mine.py:hasty").code == 0
    result = run("replay", "x", "--deal", "3")
    assert (result.code, "comes from a file" in result.error) == (2, True)
    assert "FILE.py:FUNCTION" in result.hint


def test_a_strategy_is_described(run: Run) -> None:
    result = run("strategies", "mine.py:quick")
    assert result.out.startswith("mine.py:quick: Make the move of that number\n")
    assert "x: " in result.out
    (entry,) = json.loads(run("strategies", "mine.py:quick", "--json").out)
    assert entry["source"] == str(Path("mine.py").resolve())
    assert [each["name"] for each in entry["parameters"]] == ["x"]


WRONG_NAMES = [
    ("mine.py", "unknown strategy 'mine.py'", "mine.py:choose"),
    ("other.py:choose", "other.py: no Python file", "file.py:function"),
    ("mine.py:quik", "mine.py: there is no 'quik' in it", "quick"),
    ("mine.py:MORE", "mine.py: there is no 'MORE' in it", "known: hasty, quick"),
    ("mine.py:quick(y=1)", "strategy 'mine.py:quick': unknown parameter 'y'", "known: x"),
    ("mine.py:quick(x=one)", "x: 'one' is not a number", "x=number"),
    ("mine.py:quick(x=1", "unreadable", "name(key=value"),
]


@pytest.mark.parametrize(("name", "part", "hint"), WRONG_NAMES)
def test_a_wrong_name_is_one_line_and_a_hint(run: Run, name: str, part: str, hint: str) -> None:
    result = simulate(run, name)
    assert result.code == 2
    assert result.error.startswith("--strategy: ")
    assert part in result.error
    assert hint in result.hint
    assert not Path("x").exists()


BAD_FILES = [
    ("def choose(view:\n", 1, "bad.py:1: SyntaxError"),
    ("import nothing_of_that_name\n", 1, "bad.py:1: ModuleNotFoundError"),
    ("raise ValueError('two\\nlines')\n", 1, "bad.py:1: ValueError: two lines"),
    ("def choose(view, deck):\n    return 0\n", 2, "choose(view, deck)"),
    ("choose = 5\n", 2, "no strategy but a int"),
    (f"{QUICK}def choose(view):\n    return input()\n", 2, "choose: can't be compiled"),
    (f"{QUICK}def choose():\n    return 0\n", 2, "choose(): a strategy takes one argument"),
]


@pytest.mark.parametrize(("text", "code", "part"), BAD_FILES)
def test_a_bad_file_is_one_line_and_a_hint(run: Run, text: str, code: int, part: str) -> None:
    Path("bad.py").write_text(text)
    result = simulate(run, "first", "bad.py:choose")
    assert result.code == code
    assert result.error.startswith("--strategy: ")
    assert "bad.py" in result.error
    assert part in result.error
    assert not Path("x").exists()


BAD_PLAYERS = [
    ("def choose(view):\n    return view.moves.count\n", "chose"),
    (f"{QUICK}def choose(view):\n    return view.moves.count\n", "no legal move"),
    ("def choose(view):\n    raise ValueError('two\\nlines')\n", "ValueError: two lines"),
    ("def choose(view):\n    return view.deck\n", "AttributeError"),
    (f"{QUICK}def choose(view):\n    return 1 // (view.moves.count * 0)\n", "ZeroDivisionError"),
    (f"{SHORT}def choose(view):\n    while True:\n        pass\n", "more than 0.2 seconds"),
]


@pytest.mark.parametrize(("text", "part"), BAD_PLAYERS)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_game_that_fails_is_one_line_and_a_hint(
    run: Run, text: str, part: str, workers: str
) -> None:
    Path("bad.py").write_text(text)
    play = ["simulate", "--strategy", "first", "--strategy", "bad.py:choose", *FEW]
    result = run(*play, "--workers", workers, "--chunk", "10")
    assert (result.code, result.out) == (1, "")
    place = Path("bad.py").resolve()
    assert result.error.startswith(f"{place}: strategy 'bad.py:choose': deal ")
    assert part in result.error
    assert open_run(Path("x")).manifest.finished is None
    assert {part.strategy for part in open_run(Path("x")).parts} == {"first"}


def test_a_game_that_fails_is_not_shown_either(run: Run) -> None:
    Path("bad.py").write_text("def choose(view):\n    return -1\n")
    result = run("replay", "--strategy", "bad.py:choose", "--deal", "4")
    assert (result.code, result.out) == (1, "")
    assert "strategy 'bad.py:choose': deal 4: " in result.error


def test_a_broken_package_is_a_warning(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyramid_stats.strategies import registry

    info = Path("theirs-1.0.dist-info")
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pyramid_stats.strategies]\ntheirs = missing:choose\n")
    monkeypatch.syspath_prepend(Path.cwd())
    registry._known.cache_clear()
    try:
        result = run("strategies")
    finally:
        registry._known.cache_clear()
    assert result.code == 0
    assert "greedy" in result.out
    (line,) = result.err.splitlines()
    assert line.startswith("warning: strategy 'theirs' (missing:choose) is left out: ")
