"""``--precision`` and ``--relative``, of simulate and winnable."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pyramid_stats.simulate.store import open_run
from tests.cli.conftest import Run

FEW = ["--variant", "swedish-two-passes", "--strategy", "greedy", "--chunk", "500", "--out", "x"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def games(folder="x"):
    return [each.games for each in open_run(Path(folder)).manifest.counts]


@pytest.mark.parametrize("text", ["1%", "1 %", "0.01"])
def test_it_plays_until_the_precision_is_reached(run: Run, text: str) -> None:
    result = run("simulate", *FEW, "--precision", text)
    assert (result.code, result.out) == (0, "x\n")
    assert result.err == "hint: pyramid-stats report x\n"
    assert 4_000 < games()[0] < 6_000


def test_it_says_what_was_not_reached(run: Run) -> None:
    result = run("simulate", *FEW, "--precision", "0.1%", "--max-games", "5k", "--workers", "2")
    assert (result.code, result.out) == (3, "x\n")
    reached, hint, report = result.err.splitlines()
    assert reached.startswith("not reached: swedish-two-passes, greedy: 0.9")
    assert reached.endswith(" % after 5,000 games, 0.1 % was wanted")
    assert hint == "hint: --max-games allows more"
    assert report == "hint: pyramid-stats report x"
    assert games() == [5_000]
    assert open_run(Path("x")).manifest.finished is not None


def test_only_what_was_not_reached_is_named(run: Run) -> None:
    more = ["--variant", "classic", "--precision", "0.8%", "--max-games", "3k"]
    result = run("simulate", *FEW, *more)
    assert result.code == 3
    assert [line.split(":")[1] for line in result.err.splitlines() if "not reached" in line] == [
        " swedish-two-passes, greedy"
    ]


def test_progress_tells_how_precise_it_is(run: Run, monkeypatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    result = run("simulate", *FEW, "--strategy", "random", "--precision", "1%")
    assert (result.code, result.out) == (0, "x\n")
    assert "2 of 2: " in result.err
    assert "swedish-two-passes random" in result.err
    assert "% won, ± 0." in result.err


def test_relative_precision_without_wins(run: Run) -> None:
    result = run(
        "simulate", "--variant", "finnish", "--strategy", "random", "--relative", "1%",
        "--max-games", "1", "--out", "x",
    )  # fmt: skip
    assert result.code == 3
    assert result.err.splitlines()[0] == (
        "not reached: finnish, random: no wins after 1 game, 1 % of the win rate was wanted"
    )


def test_at_most_is_named_where_it_is_what_ended_it(run: Run) -> None:
    Path("my.toml").write_text('precision = "0.1%"\nstrategies = ["greedy"]\nat_most.greedy = 700')
    result = run("simulate", "my.toml", "--variant", "classic", "--out", "x")
    assert result.code == 3
    assert "after 700 games" in result.err
    assert "hint: the config's at_most allows no more" in result.err


def test_the_winnable_share_to_a_precision(run: Run) -> None:
    few = ["winnable", "--variant", "swedish-two-passes", "--chunk", "100", "--out", "x"]
    assert run(*few, "--precision", "5%", "--min-games", "100").code == 0
    assert 100 < games()[0] <= 500
    result = run(*few, "--precision", "5%", "--max-games", "300", "--limit", "10", "--overwrite")
    assert result.code == 3
    assert " of them undecided, 5 % was wanted\nhint: a higher limit leaves fewer" in result.err


def test_a_report_on_it(run: Run) -> None:
    assert run("simulate", *FEW, "--strategy", "random", "--precision", "1%").code == 0
    result = run("report", "x")
    assert (result.code, result.err) == (0, "")
    assert "greedy" in result.out
    assert f"{games()[0]:,}" in result.out
    assert run("report", "x", "--json").code == 0


@pytest.mark.parametrize(
    ("flags", "error", "hint"),
    [
        (["--precision", "5"], "--precision: '5' is not allowed", "a precision is a share from"),
        (["--precision", "0"], "--precision: '0' is not allowed", "a precision is a share from"),
        (["--relative", "x"], "--relative: 'x' is not allowed", "a relative precision is a share"),
        (["--max-games", "-1"], "--max-games: '-1' is not allowed", "games is a whole number"),
        (["--min-games", "5"], "--min-games makes no sense without a precision", "add --precision"),
        (
            ["--precision", "1%", "--relative", "1%"],
            "--precision and --relative don't go together",
            "leave one out",
        ),
        (
            ["--precision", "1%", "--games", "5"],
            "--games and --precision don't go together",
            "--max-games is the most that are played for a precision",
        ),
        (
            ["--precision", "1%", "--min-games", "7", "--max-games", "6"],
            "--min-games: 7 is more than the 6 games that are allowed",
            "lower it, or raise --max-games",
        ),
    ],
)
@pytest.mark.parametrize("command", ["simulate", "winnable"])
def test_wrong_use(run: Run, command: str, flags: list[str], error: str, hint: str) -> None:
    result = run(command, *flags, "--out", "x")
    assert (result.code, result.out, result.error) == (2, "", error)
    assert result.hint.startswith(hint)
    assert not Path("x").exists()
