from __future__ import annotations

import csv
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_stats.replay.notation import parse_moves
from pyramid_stats.replay.referee import Verdict, judge, judge_lines
from pyramid_stats.rules.cards import card_text
from pyramid_stats.rules.catalog import builtin, with_settings
from pyramid_stats.rules.decktext import parse_deck
from pyramid_stats.rules.variant import Variant
from tests import naive
from tests.replay.known import ORDERED, ORDERED_TEXT
from tests.variants_strategy import decks, variants

REPLAYS = Path(__file__).parent.parent / "data" / "replays.tsv"
MODELS = {"both": ["access=top"], "waste2": ["access=none", "waste_second=true"]}
REASONS = {  # the published words for an illegal move, and ours
    "Kd+Ah sums to 14": "Ah+Kd: the sum is 14, not 13",
    "3d covered by ['Td']": "3d is covered by Td",
    "6h not available": "6h is not available: it lies in the waste under 7h",
    "draw with empty stock": "draw from an empty stock",
    "no recycle left": "no redeal left: this is pass 3 of 3",
}


def read_replays() -> list[dict[str, str]]:
    with REPLAYS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def published_variant(rules: str) -> Variant:
    values = dict(rule.strip().split("=") for rule in rules.split(";"))
    model = MODELS[values.pop("model")]
    return with_settings(
        builtin("classic"), model + [f"{key}={value.lower()}" for key, value in values.items()]
    )


def as_published(verdict: Verdict) -> str:
    said = verdict.as_json()
    if not verdict.legal:
        reason = next(theirs for theirs, ours in REASONS.items() if ours == verdict.reason)
        return f"ILLEGAL at move {said['illegal_at']}: {reason}"
    return (
        f"legal; {'WON' if said['won'] else 'not won'}; left pyramid={said['tableau_left']} "
        f"stock={said['stock']} waste={said['waste']}; recycles={said['redeals']}; "
        f"moves={said['moves']}"
    )


@pytest.mark.parametrize("row", read_replays(), ids=lambda row: row["id"])
def test_published_verdicts(row: dict[str, str]) -> None:
    deck, moves = parse_deck(row["deck"]), parse_moves(row["moves"])
    assert as_published(judge(published_variant(row["rules"]), deck, moves)) == row["expected"]


def test_the_verdict_as_other_programs_read_it() -> None:
    said = judge(builtin("swedish"), ORDERED, parse_moves("D D Kd Kd")).as_json()
    assert said == {
        "legal": False,
        "illegal_at": 4,
        "reason": "Kd is not available: it was removed before",
        "won": False,
        "tableau_left": 27,
        "stock": 22,
        "waste": 1,
        "hand": 1,
        "redeals": 0,
        "moves": 3,
    }
    json.dumps(said)


def test_no_moves_at_all_are_legal() -> None:
    said = judge(builtin("classic"), ORDERED, []).as_json()
    assert (said["legal"], said["illegal_at"], said["reason"], said["moves"]) == (True, None, "", 0)


def test_legal_moves_before_each_move_and_after_the_last() -> None:
    verdict = judge(builtin("microsoft"), ORDERED, parse_moves("Kd D"), list_legal=True)
    before, between, after = verdict.as_json()["legal_moves"]
    assert before == ("2h+Jd", "3h+Td", "Ah+Qd", "D", "Kd")
    assert between == ("2h+Jd", "3h+Td", "Ah+Qd", "D")
    assert after == ("2h+Jd", "3h+Td", "4h+9d", "Ah+Qd", "D")


def test_an_illegal_move_ends_the_lists() -> None:
    verdict = judge(builtin("classic"), ORDERED, parse_moves("Kd Kd D"), list_legal=True)
    assert len(verdict.as_json()["legal_moves"]) == 2


@settings(max_examples=40)
@given(variant=variants(), deck=decks, chance=st.randoms())
def test_games_of_the_readable_twin_are_judged_legal(
    variant: Variant, deck: list[str], chance: Random
) -> None:
    """The same lists of legal moves at every step, and the same cards left."""
    twin, moves, lists = naive.Game(variant, deck), [], []
    while (legal := twin.legal_moves()) and len(moves) < 60:
        lists.append(tuple(sorted(legal)))
        moves.append(chance.choice(legal))
        twin.play(moves[-1])
    lists.append(tuple(sorted(twin.legal_moves())))
    numbers = parse_deck(" ".join(deck))
    said = judge(variant, numbers, parse_moves(" ".join(moves)), list_legal=True).as_json()
    assert said["legal"]
    assert said["legal_moves"] == tuple(lists)
    assert (said["won"], said["moves"]) == (twin.won, len(moves))
    assert said["tableau_left"] == len(twin.tableau)
    assert (said["stock"], said["hand"]) == (len(twin.stock), len(twin.hand))
    assert said["waste"] == sum(map(len, twin.waste))
    assert said["redeals"] == twin.passes - 1


def test_many_redeals_are_counted() -> None:
    variant = with_settings(builtin("king-tut"), ["initial_draws=0"])
    said = judge(variant, ORDERED, parse_moves("D D D D D D D D R " * 250)).as_json()
    assert (said["legal"], said["redeals"]) == (True, 250)


def lines(*games: Any) -> list[bytes]:
    return [game if isinstance(game, bytes) else json.dumps(game).encode() for game in games]


DECK = ORDERED_TEXT


def test_one_answer_a_line_in_order() -> None:
    answers = judge_lines(
        lines(
            {"deck": DECK, "moves": "Kd"},
            {"deck": DECK, "moves": "Kd Kd", "variant": "swedish"},
            {"deck": DECK, "moves": ["D", "R"], "variant": "microsoft", "set": {"passes": 1}},
            {"deck": DECK, "moves": "D", "set": {"draw": 3}},
            {"deck": DECK, "moves": "D", "variant": {"base": "classic", "draw": 5}},
            {"deck": DECK, "moves": "", "id": 7, "moves_made": 3},
        ),
        builtin("classic"),
    )
    found = [(said["moves"], said["illegal_at"], said["waste"]) for said in answers]
    assert found == [(1, None, 0), (1, 2, 0), (1, 2, 1), (1, None, 3), (1, None, 5), (0, None, 0)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"not json", "line 2: not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"[1, 2]", "line 2: not a JSON object"),
        (b"\xff\xfe{}", "line 2: not JSON: "),
        (b"[" * 100_000, "line 2: not JSON: "),
        ({"moves": "D"}, "line 2: no 'deck'"),
        ({"deck": DECK}, "line 2: no 'moves'"),
        ({"deck": 5, "moves": "D"}, "line 2: deck: 5 is not a text"),
        ({"deck": DECK, "moves": [1]}, "line 2: moves: [1] is not a text"),
        ({"deck": DECK[:-3], "moves": "D"}, "line 2: deck: 51 cards instead of 52; missing Ks"),
        ({"deck": DECK, "moves": "X"}, "line 2: moves: unreadable 'X' (move 1)"),
        ({"deck": DECK, "moves": "D", "variant": "clasic"}, "line 2: unknown variant 'clasic'"),
        ({"deck": DECK, "moves": "D", "variant": 3}, "line 2: variant: 3 is not a name"),
        ({"deck": DECK, "moves": "D", "set": "passes=3"}, 'line 2: set: "passes=3" is not an'),
        ({"deck": DECK, "moves": "D", "set": {"passes": 0}}, "line 2: set: passes: 0 is not al"),
        ({"deck": DECK, "moves": "D", "set": {"pases": 2}}, "line 2: set: unknown key 'pases'"),
        ({"deck": DECK, "moves": "D", "varaint": "swedish"}, "line 2: unknown key 'varaint'"),
    ],
)
def test_a_bad_line_does_not_stop_the_others(line: Any, message: str) -> None:
    good = {"deck": DECK, "moves": "Kd"}
    before, bad, after = judge_lines(lines(good, line, good), builtin("classic"))
    assert before["legal"]
    assert after["legal"]
    assert bad["error"].startswith(message)
    assert bad["hint"]


def test_blank_lines_and_a_byte_order_mark_are_passed_over() -> None:
    game = json.dumps({"deck": DECK, "moves": "D"}).encode()
    answers = judge_lines(
        [b"\xef\xbb\xbf" + game + b"\r\n", b"\n", b"  \r\n", game], builtin("classic")
    )
    assert [said["legal"] for said in answers] == [True, True]


def test_a_deck_in_another_spelling_gets_the_same_verdict() -> None:
    spelt = "-".join(card_text(card)[::-1] for card in ORDERED)
    first, second = judge_lines(
        lines({"deck": DECK, "moves": "D Kd"}, {"deck": spelt, "moves": "d K♦"}), builtin("classic")
    )
    assert first == second
