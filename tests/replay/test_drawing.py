from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_stats.engine.game import Game
from pyramid_stats.replay.drawing import Pen, draw_position
from pyramid_stats.replay.notation import parse_moves
from pyramid_stats.replay.referee import judge
from pyramid_stats.rules.catalog import builtin, with_settings
from pyramid_stats.rules.decktext import parse_deck
from pyramid_stats.rules.variant import Variant
from tests.replay.known import ORDERED
from tests.variants_strategy import decks, variants

PLAIN = Pen()
COLOUR = re.compile(r"\x1b\[\d+m")


def drawn(name: str, moves: str, *changes: str, pen: Pen = PLAIN) -> str:
    variant = with_settings(builtin(name), changes)
    verdict = judge(variant, ORDERED, parse_moves(moves))
    assert verdict.legal
    return draw_position(verdict.game, variant, pen)


def test_a_position() -> None:
    assert drawn("classic", "D D D Kd Qd+Ah 6d+7d").splitlines() == [
        "            Ac",
        "          2c  3c",
        "        4c  5c  6c",
        "      7c  8c  9c  Tc",
        "    Jc  Qc  Kc  Ad  2d",
        "  3d  4d  5d          8d",
        "9d  Td  Jd              2h",
        "stock 21",
        "waste (3)  3h 4h 5h",
    ]


def test_face_down_cards_until_nothing_covers_them() -> None:
    assert drawn("finnish", "D D", "rows=4", "face_down_rows=3").splitlines() == [
        "      ##",
        "    ##  ##",
        "  ##  ##  ##",
        "7c  8c  9c  Tc",
        "stock 36   pass 1 of 3",
        "waste (6)  Jc Qc Kc Ad 2d 3d",
    ]
    opened = drawn("finnish", "D " * 6 + "3d+Tc D 4d+9c", "rows=4", "face_down_rows=3", "draw=1")
    assert opened.splitlines()[2:4] == ["  ##  ##  6c", "7c  8c"]


@pytest.mark.parametrize(
    ("name", "changes", "moves", "lines"),
    [
        ("classic", [], "", ["stock 24", "waste (0)"]),
        ("classic", ["draw=0"], "", []),
        ("swedish", [], "", ["stock 24   hand --", "waste (0)"]),
        ("swedish", [], "D D", ["stock 22   hand 4h", "waste (1)  3h"]),
        ("microsoft", [], "D", ["stock 23, open 4h   pass 1 of 3", "waste (1)  3h"]),
        (
            "microsoft",
            [],
            "D " * 24,
            ["stock 0   pass 1 of 3", "waste (24)  ... 8s 9s Ts Js Qs Ks"],
        ),
        ("king-tut", [], "D " * 7 + "R", ["stock 24   pass 2", "waste (0)"]),
        (
            "classic-three-piles",
            [],
            "D D",
            ["stock 18", "waste 1 (2)  3h 6h", "waste 2 (2)  4h 7h", "waste 3 (2)  5h 8h"],
        ),
    ],
)
def test_stock_hand_and_waste(name: str, changes: list[str], moves: str, lines: list[str]) -> None:
    assert drawn(name, moves, *changes).splitlines()[7:] == lines


def test_signs_of_the_suits_and_red_cards() -> None:
    plain = drawn("swedish", "D D", pen=Pen(signs=True))
    assert plain.splitlines()[6] == "9♦  T♦  J♦  Q♦  K♦  A♥  2♥"
    assert "hand 4♥" in plain
    coloured = drawn("swedish", "D D", pen=Pen(signs=True, colour=True))
    assert coloured.splitlines()[0] == "            A♣"
    assert coloured.splitlines()[6].startswith("\x1b[31m9♦\x1b[0m  ")
    assert COLOUR.sub("", coloured) == plain


@settings(max_examples=30)
@given(variant=variants(), deck=decks, moves=st.integers(0, 60), chance=st.randoms())
def test_every_position_fits_40_columns(variant: Variant, deck, moves, chance) -> None:
    game = Game(variant, parse_deck(" ".join(deck)))
    for _ in range(moves):
        if codes := game.legal_moves():
            game.play(chance.choice(codes))
    lines = draw_position(game, variant, PLAIN).split("\n")
    assert len(lines) >= variant.rows
    assert max(map(len, lines)) <= 40
    assert not any(line != line.rstrip() for line in lines)
