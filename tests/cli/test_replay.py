from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyramid_stats.rules.catalog import builtin, with_settings
from tests import naive
from tests.cli.conftest import Run
from tests.replay.known import ORDERED_TEXT as DECK
from tests.simulate.made_up import Manifest, make_manifest, write_manifest

GAME = ["replay", "--variant", "swedish", "--strategy", "greedy", "--seed", "5", "--deal", "7"]
COLOUR = re.compile(r"\x1b\[\d+m")


def test_a_game_move_by_move(run: Run) -> None:
    result = run(*GAME)
    moves = naive.play_deal(builtin("swedish"), "greedy", 5, 7)[0]
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("swedish, greedy, seed 5, deal 7\n\n            ")
    assert re.findall(r"^\d+\. (.*)$", result.out, re.MULTILINE) == moves
    assert re.search(r"\n\n(won|lost, .*): \d+ cards? left in the pyramid, .*\n$", result.out)
    assert len(re.findall(r"^stock ", result.out, re.MULTILINE)) == len(moves) + 1
    assert max(map(len, result.out.splitlines())) <= 80


def test_a_game_as_json(run: Run) -> None:
    found = json.loads(run(*GAME, "--json").out)
    moves, row = naive.play_deal(builtin("swedish"), "greedy", 5, 7)
    assert found["move_list"] == moves
    assert found["moves"] == len(moves)
    assert (found["legal"], found["illegal_at"], found["won"]) == (True, None, bool(row[1]))
    assert found["tableau_left"] == row[2]
    assert found["stock"] + found["waste"] + found["hand"] == row[3]
    names = (found["variant"], found["strategy"], found["seed"], found["deal"])
    assert names == ("swedish", "greedy", 5, 7)
    assert found["deck"].split() == naive.deal_deck(5, 7)


def test_a_game_with_settings_of_its_own(run: Run) -> None:
    found = json.loads(run(*GAME, "--set", "rows=5", "--json", "--legal").out)
    variant = with_settings(builtin("swedish"), ["rows=5"])
    assert found["move_list"] == naive.play_deal(variant, "greedy", 5, 7)[0]
    assert found["variant"] == "swedish+rows-5"
    assert len(found["legal_moves"]) == found["moves"] + 1


def test_seed_and_deal_have_defaults(run: Run) -> None:
    found = json.loads(run("replay", "--strategy", "first", "--json").out)
    assert (found["variant"], found["seed"], found["deal"]) == ("classic", 13, 0)


@pytest.fixture
def a_run(tmp_path: Path) -> Path:
    variants = [
        {"name": name, "rule_hash": "", "parameters": builtin(base).parameters(), "title": "T"}
        for name, base in [("mine", "swedish"), ("classic", "classic")]
    ]
    write_variants(tmp_path / "run", variants, strategies=["greedy", "random"], seed=2**64 - 1)
    return tmp_path / "run"


def write_variants(path: Path, variants: list[dict[str, Any]], **changes: Any) -> None:
    manifest = make_manifest(**changes).as_json() | {"variants": variants}
    write_manifest(path, Manifest.model_validate(manifest))


def test_a_game_of_a_run_has_its_seed_and_rule(run: Run, a_run: Path) -> None:
    flags = ["--variant", "mine", "--strategy", "random", "--deal", "9"]
    found = json.loads(run("replay", str(a_run), *flags, "--json").out)
    assert found["move_list"] == naive.play_deal(builtin("swedish"), "random", 2**64 - 1, 9)[0]
    assert (found["variant"], found["seed"]) == ("mine", 2**64 - 1)


def test_a_run_of_one_variant_and_strategy_needs_no_flags(run: Run, tmp_path: Path) -> None:
    write_manifest(tmp_path, make_manifest(seed=3))
    found = json.loads(run("replay", str(tmp_path), "--json").out)
    assert (found["variant"], found["strategy"], found["seed"]) == ("classic", "greedy", 3)


def test_what_a_run_does_not_have(run: Run, a_run: Path) -> None:
    result = run("replay", str(a_run), "--variant", "miine", "--strategy", "greedy")
    assert (result.code, result.error) == (2, f"--variant: 'miine' is not in {a_run}")
    assert result.hint == "did you mean 'mine'?"
    result = run("replay", str(a_run), "--variant", "mine")
    assert (result.error, result.hint) == ("--strategy is missing", f"{a_run} has greedy, random")
    result = run("replay", str(a_run), "--seed", "3")
    assert result.error == "--seed does not go with a RUN, which has it"
    assert run("replay", str(a_run.parent)).error == f"{a_run.parent}: not a run (no run.json)"


def test_a_run_with_a_rule_that_this_version_does_not_know(run: Run, tmp_path: Path) -> None:
    variants = [{"name": "x", "rule_hash": "", "parameters": {"decks": 2}}]
    write_variants(tmp_path, variants)
    assert run("replay", str(tmp_path)).error == f"{tmp_path}: x: unknown key 'decks'"


def test_the_referee_in_words(run: Run) -> None:
    result = run("replay", "--deck", DECK, "--moves", "Kd Qd+Ah 6d+7d")
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines() == [
        "legal: 3 moves",
        "not won; tableau 23, stock 24, hand 0, waste 0, redeals 0",
        "",
        "            A♣",
        "          2♣  3♣",
        "        4♣  5♣  6♣",
        "      7♣  8♣  9♣  T♣",
        "    J♣  Q♣  K♣  A♦  2♦",
        "  3♦  4♦  5♦          8♦",
        "9♦  T♦  J♦              2♥",
        "stock 24",
        "waste (0)",
    ]
    result = run("replay", "--deck", DECK, "--moves", "D 3d+Td", "--set", "access=hand")
    assert result.code == 0
    assert result.out.startswith("illegal at move 2: 3d is covered by 9d and Td\nnot won; ")


def test_the_referee_as_json(run: Run) -> None:
    found = json.loads(run("replay", "--deck", DECK, "--moves", "D D R", "--json").out)
    assert found == {
        "legal": False,
        "illegal_at": 3,
        "reason": "redeal before the stock is empty: 22 left",
        "won": False,
        "tableau_left": 28,
        "stock": 22,
        "waste": 2,
        "hand": 0,
        "redeals": 0,
        "moves": 2,
    }
    legal = json.loads(run("replay", "--deck", DECK, "--moves", "D", "--json", "--legal").out)
    assert [len(moves) for moves in legal["legal_moves"]] == [4, 5]


def test_a_deck_from_a_file_or_stdin(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(b"\xef\xbb\xbf" + DECK.replace(" ", "\r\n").encode())
    said = run("replay", "--deck", DECK, "--json").out
    assert run("replay", "--deck", str(path), "--json").out == said
    assert run("replay", "--deck", "-", "--json", stdin=DECK.lower().encode()).out == said
    deal = run("deal").out
    assert run("replay", "--deck", "-", "--json", stdin=deal.encode()).code == 0


def test_a_batch(run: Run, tmp_path: Path) -> None:
    games = [{"deck": DECK, "moves": "Kd"}, {"deck": DECK, "moves": "R"}]
    text = "".join(json.dumps(game) + "\n" for game in games)
    path = tmp_path / "games.jsonl"
    path.write_text(text, encoding="utf-8")
    result = run("replay", "--batch", str(path))
    assert (result.code, result.err) == (0, "")
    assert [json.loads(line)["legal"] for line in result.out.splitlines()] == [True, False]
    assert run("replay", "--batch", "-", stdin=text.encode()).out == result.out


def test_rule_flags_are_for_the_lines_that_name_no_variant(run: Run) -> None:
    games = [{"deck": DECK, "moves": "D"}, {"deck": DECK, "moves": "D", "variant": "classic"}]
    text = "\n".join(map(json.dumps, games)).encode()
    flags = ["--variant", "swedish", "--legal"]
    answers = [
        json.loads(line)
        for line in run("replay", "--batch", "-", *flags, stdin=text).out.splitlines()
    ]
    assert [said["hand"] for said in answers] == [1, 0]
    assert [len(said["legal_moves"]) for said in answers] == [2, 2]


def test_a_bad_line_of_a_batch_makes_it_fail_at_the_end(run: Run) -> None:
    text = (
        json.dumps({"deck": DECK, "moves": "Kd"})
        + "\nnonsense\n"
        + json.dumps({"deck": DECK, "moves": "D"})
    )
    result = run("replay", "--batch", "-", stdin=text.encode())
    assert (result.code, result.error) == (1, "stdin: 1 line could not be judged")
    first, second, third = map(json.loads, result.out.splitlines())
    assert first["legal"]
    assert third["legal"]
    assert second["error"].startswith("line 2: not JSON")


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        ([], "--strategy is missing", "`pyramid-stats strategies` lists them"),
        (["--strategy", "gredy"], "unknown strategy 'gredy'", "did you mean 'greedy'?"),
        (["--variant", "clasic"], "unknown variant 'clasic'", "did you mean 'classic'?"),
        (["--moves", "D"], "--moves needs --deck", "add --deck"),
        (["--strategy", "first", "--legal"], "--legal needs --json", "add --json"),
        (["--deck", DECK, "--seed", "0"], "--seed does not go with --deck", "leave out --seed"),
        (["--deck", DECK, "--deal", "0"], "--deal does not go with --deck", "leave out --deal"),
        (["x", "--deck", DECK], "RUN does not go with --deck", "leave out RUN"),
        (["--batch", "-", "--deck", DECK], "--deck does not go with --batch", "leave out --deck"),
        (["--batch", "-", "--moves", ""], "--moves does not go with --batch", "leave out --moves"),
        (["--deck", "a/b.txt"], "--deck: 'a/b.txt' is neither a deck nor a file", "write the 52"),
        (["--deck", ""], "--deck: '' is neither a deck nor a file that is there", "write the 52"),
        (["--deck", DECK[3:]], "--deck: 51 cards instead of 52; missing Ac", "a deck is 52"),
        (["--deck", DECK.replace("5d", "??")], "--deck: 1 unknown card (card 18); missing 5d", "p"),
        (["--deck", DECK, "--moves", "D x"], "--moves: unreadable 'x' (move 2)", "a move is"),
        (["nofolder"], "nofolder: no such folder", "name a folder that `simulate` wrote"),
        (["--deal", "-1"], "--deal: '-1' is not allowed", "a deal is a whole number from 0 to"),
        (["--lega"], "no such option: --lega", "did you mean --legal?"),
    ],
)
def test_wrong_use(run: Run, arguments: list[str], error: str, hint: str) -> None:
    result = run("replay", *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.error.startswith(error)
    assert result.hint.startswith(hint)


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    missing = run("replay", "--batch", "none.jsonl")
    assert (missing.code, missing.error) == (1, "none.jsonl: No such file or directory")
    folder = run("replay", "--batch", str(tmp_path))
    assert (folder.code, folder.error) == (1, f"{tmp_path}: Is a directory")
    (tmp_path / "deck").write_bytes(b"\xff\xfe")
    binary = run("replay", "--deck", str(tmp_path / "deck"))
    assert (binary.code, binary.error) == (2, f"{tmp_path / 'deck'}: not a text in UTF-8")


def test_red_cards_on_a_terminal_only(run: Run, terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["replay", "--deck", DECK]
    plain = run(*arguments).out
    assert "\x1b" not in plain
    terminal(80)
    coloured = run(*arguments).out
    assert "\x1b[31m9♦\x1b[0m" in coloured
    assert COLOUR.sub("", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*arguments).out == plain
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert run(*arguments).out == plain


def test_a_game_fits_a_narrow_terminal(run: Run, terminal) -> None:
    terminal(40)
    for name in ("finnish", "classic-three-piles"):
        text = run("replay", "--variant", name, "--strategy", "cautious", "--deal", "2").out
        assert max(len(COLOUR.sub("", line)) for line in text.splitlines()) <= 40


def test_letters_where_the_encoding_has_no_signs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pyramid_stats", "replay", "--deck", DECK],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )
    assert b"9d  Td  Jd" in done.stdout
