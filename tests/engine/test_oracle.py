"""Both games, the compiled and the readable one, against what other programs say.

``pysolfc-traces.jsonl``: games played at random under PySolFC's own rules; before each move the
list of all legal moves, each card with its place (``P7`` tableau cell 7, ``W`` waste, ``S`` stock).
``replays.tsv``: move lists with a referee's verdict. ``seed-variants.tsv`` and ``microsoft.tsv``:
what can be won at all, from exhaustive searches.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from pyramid_stats.rules.catalog import builtin
from pyramid_stats.rules.variant import build_variant
from tests import naive
from tests.engine.adapter import Engine

DATA = Path(__file__).parents[1] / "data"
GAMES = {
    "Pyramid": "pyramid",
    "RelaxedPyramid": "relaxed",
    "Thirteen": "thirteen",
    "KingTut": "king-tut",
}
TRACES = [
    json.loads(line) for line in (DATA / "pysolfc-traces.jsonl").read_text("utf-8").splitlines()
]

both = pytest.mark.parametrize("play_with", [Engine, naive.Game], ids=["engine", "naive"])


def read_table(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def with_places(game, move: str) -> str:
    """Write a move as the traces do."""
    if move in {"D", "R"}:
        return "deal"
    places = {card: f"P{row * (row - 1) // 2 + n}" for (row, n), card in game.tableau.items()}
    places |= dict.fromkeys(game.stock, "S") | dict.fromkeys(game.waste[0], "W")
    return "+".join(f"{card}@{places[card]}" for card in move.split("+"))


@both
@pytest.mark.parametrize("trace", TRACES, ids=lambda t: f"{t['game']}-{t['pysolfc_deal']}")
def test_a_game_of_pysolfc_has_the_same_legal_moves_at_every_step(trace, play_with):
    game = play_with(builtin(GAMES[trace["game"]]), trace["deck"].split())
    for number, step in enumerate(trace["steps"]):
        moves = {with_places(game, move): move for move in game.legal_moves()}
        assert sorted(moves) == sorted(step["legal"]), f"step {number}"
        if "play" in step:
            game.play(moves[step["play"]])
    assert game.won == trace["won"]


def rules_of_replay(text: str) -> dict:
    given = dict(rule.split("=") for rule in text.split("; "))
    model = {"both": {"access": "top"}, "waste2": {"access": "none", "waste_second": True}}
    return {
        "name": "replay",
        "goal": given["goal"],
        "overlap": given["overlap"] == "True",
        "draw": int(given["draw"]),
        "passes": int(given["passes"]),
        **model[given["model"]],
    }


def verdict(game, moves: list[str]) -> str:
    """Play a list of moves and say of it what the table says."""
    for number, move in enumerate(moves, start=1):
        try:
            game.play("+".join(sorted(move.split("+"))))
        except ValueError:
            return f"ILLEGAL at move {number}"
    left = f"left pyramid={len(game.tableau)} stock={len(game.stock)} waste={len(game.waste[0])}"
    won = "WON" if game.won else "not won"
    return f"legal; {won}; {left}; recycles={game.passes - 1}; moves={len(moves)}"


@both
@pytest.mark.parametrize("replay", read_table("replays.tsv"), ids=lambda replay: replay["id"])
def test_a_referee_says_the_same_of_a_move_list(replay, play_with):
    game = play_with(
        build_variant(rules_of_replay(replay["rules"]), "test"), replay["deck"].split()
    )
    assert verdict(game, replay["moves"].split()) == replay["expected"].split(":")[0]


def moves_of_win(variant, deck: list[str], strategy: str) -> int | None:
    """Return the number of moves a strategy wins in, None if it doesn't."""
    game = naive.Game(variant, deck)
    moves = list(naive.steps(game, strategy, iter(())))
    return len(moves) if game.won else None


@pytest.mark.parametrize("name", [*read_table("seed-variants.tsv")[0]][1:])
def test_no_deal_is_won_that_cannot_be_won(name):
    base = name.removesuffix("-no-waste-pairs")
    variant = builtin(base).model_copy(update={"waste_pairs": base == name})
    for deal in read_table("seed-variants.tsv")[:150]:
        if deal[name] == "0":
            assert moves_of_win(variant, deal["deck"].split(), "greedy") is None


def test_no_deal_is_won_in_fewer_moves_than_the_shortest_solution():
    won = 0
    for deal in read_table("microsoft.tsv")[:250]:
        moves = moves_of_win(builtin("microsoft"), deal["deck"].split(), "greedy")
        if moves is not None:
            assert 0 < int(deal["shortest"]) <= moves
            won += 1
    assert won > 20
