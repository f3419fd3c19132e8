"""``solve`` and ``winnable`` as a user meets them."""

from __future__ import annotations

import json
import re

import pandas as pd
import pytest

from pyramid_stats.engine.deal import deal_deck
from pyramid_stats.replay.notation import parse_moves
from pyramid_stats.replay.referee import judge
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.rules.decktext import deck_text, parse_deck
from pyramid_stats.solver.solve import winnable

DEALS = range(8)
"""Of seed 13; microsoft can win some of them and not others."""


def text_of(deal: int) -> str:
    return deck_text(deal_deck(13, deal).tolist())


def verdict(deal: int) -> bool | None:
    return winnable(deal_deck(13, deal).tolist(), builtin("microsoft")).winnable


def told(run, *arguments) -> tuple[int, str, str]:
    result = run(*map(str, arguments))
    return result.code, result.out, result.err


def one_of(wanted: bool) -> int:
    return next(deal for deal in DEALS if verdict(deal) is wanted)


@pytest.mark.parametrize("more", [[], ["--shortest"]])
def test_a_solution_is_won_by_the_referee(run, more):
    deal = one_of(True)
    code, out, _ = told(run, "solve", "--deal", deal, "--variant", "microsoft", "--json", *more)
    said = json.loads(out)
    assert (code, said["winnable"], said["shortest"]) == (0, True, bool(more))
    assert said["length"] == len(said["moves"])
    assert said["variant"]["passes"] == 3
    assert said["states"] > 0
    moves = parse_moves(" ".join(said["moves"]))
    verdict = judge(builtin("microsoft"), parse_deck(said["deck"]), moves).as_json()
    assert (verdict["legal"], verdict["won"]) == (True, True)


def test_the_answer_in_words(run):
    code, out, _ = told(run, "solve", text_of(one_of(True)), "--variant", "microsoft")
    assert code == 0
    assert re.match(r"winnable in \d+ moves \(not always the shortest\)\n", out)
    code, out, _ = told(run, "solve", text_of(one_of(True)), "--variant", "microsoft", "--shortest")
    assert "no solution is shorter" in out


def test_a_deck_that_cannot_be_won(run):
    code, out, _ = told(run, "solve", "--deal", one_of(False), "--variant", "microsoft", "--json")
    said = json.loads(out)
    assert code == 4
    assert (said["winnable"], said["moves"], said["length"]) == (False, [], None)


def test_a_dead_card_is_named(run, tmp_path):
    """The ace at the apex lies under all four queens."""
    rest = [rank + suit for rank in "23456789TJK" for suit in "cdhs"]
    aces = ["Ad", "Ah", "As"]
    deck = ["Ac", *rest[:23], "Qc", "Qd", "Qh", "Qs", *rest[23:], *aces]
    path = tmp_path / "deck.txt"
    path.write_text("\n".join(" ".join(deck[i : i + 10]) for i in range(0, 52, 10)))
    code, out, _ = told(run, "solve", path)
    assert (code, "no card can ever pair with Ac (dead)" in out) == (4, True)


def test_a_crossblock_is_named(run):
    """Two aces lie under three queens, and only one queen is elsewhere."""
    rest = [rank + suit for rank in "23456789TJK" for suit in "cdhs"]
    deck = ["Ac", "Ad", "Ah", *rest[:18], "Qc", "Qd", "Qh", *rest[18:22], "Qs", "As", *rest[22:]]
    code, out, _ = told(run, "solve", " ".join(deck))
    assert code == 4
    assert "crossblock" in out
    assert "Ac" in out


def test_giving_up_is_no_verdict(run):
    deal = one_of(True)
    code, out, _ = told(run, "solve", "--deal", deal, "--variant", "microsoft", "--limit", 1)
    assert (code, out.startswith("undecided: gave up after 1 states")) == (5, True)


def test_many_decks_are_answered_line_by_line(run, tmp_path):
    path = tmp_path / "decks.txt"
    path.write_text("\n".join(map(text_of, DEALS)) + "\n", encoding="utf-8")
    code, out, _ = told(run, "solve", path, "--variant", "microsoft", "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [answer["winnable"] for answer in answers] == [verdict(deal) for deal in DEALS]
    assert [answer["deck"] for answer in answers] == [text_of(deal) for deal in DEALS]
    code, out, _ = told(run, "solve", path, "--variant", "microsoft", "--limit", 1)
    assert code == 5
    assert "undecided" in out


def test_a_bad_line_does_not_lose_the_others(run, tmp_path):
    path = tmp_path / "decks.txt"
    path.write_text(f"{text_of(0)}\n{text_of(1)[:-3]}\n{text_of(2)}\n", encoding="utf-8")
    code, out, err = told(run, "solve", path, "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert "line 2" in answers[1]["error"]
    assert "1 line could not be read" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "DECK is missing"),
        (["Th Js", "--deal", "3"], "--deal does not go with a DECK"),
        (["Th Js"], "instead of 52"),
        (["--deal", "3", "--limit", "0"], "'0' is not allowed"),
        (["--deal", "3", "--variant", "clasic"], "clasic"),
    ],
)
def test_wrong_use_of_solve(run, arguments, message):
    code, out, err = told(run, "solve", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "hint: " in err


def test_winnable_is_a_run_of_thoughtful(run, tmp_path):
    folder = tmp_path / "run"
    rules = ["--variant", "microsoft", "--set", "passes=2"]
    code, out, _ = told(run, "winnable", *rules, "--games", 40, "--out", folder, "--workers", 1)
    assert (code, out.strip()) == (0, str(folder))
    rows = pd.read_parquet(folder, ignore_prefixes=[".", "_", "run.json"])
    assert set(rows["strategy"]) == {"thoughtful"}
    assert 0 < rows["won"].sum() < 40
    lost = rows[~rows["won"]]
    assert set(lost["tableau_left"]) == {28}
    assert set(lost["removals"]) == {0}
    manifest = json.loads((folder / "run.json").read_text())
    assert [each["honest"] for each in manifest["strategies"]] == [False]


def test_a_limit_leaves_deals_undecided_and_is_kept(run, tmp_path):
    folder = tmp_path / "run"
    told(run, "winnable", "--variant", "microsoft", "--games", 40, "--out", folder, "--limit", 1)
    rows = pd.read_parquet(folder, ignore_prefixes=[".", "_", "run.json"])
    assert rows["won"].isna().any()
    assert json.loads((folder / "run.json").read_text())["limit"] == 1
    _, out, _ = told(run, "report", folder)
    assert "undecided" in out


def test_simulate_plays_the_honest_ones_unless_told(run, tmp_path):
    told(run, "simulate", "--variant", "classic", "--games", 20, "--out", tmp_path / "a")
    rows = pd.read_parquet(tmp_path / "a", ignore_prefixes=[".", "_", "run.json"])
    assert "thoughtful" not in set(rows["strategy"])
    flags = ["--variant", "finnish", "--strategy", "thoughtful", "--games", 20]
    code, _, _ = told(run, "simulate", *flags, "--out", tmp_path / "b")
    assert code == 0
