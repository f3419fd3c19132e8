from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_stats.engine.game import Game
from pyramid_stats.engine.places import DRAW, REDEAL
from pyramid_stats.errors import UsageError
from pyramid_stats.replay.notation import find_code, move_text, parse_move, parse_moves
from pyramid_stats.rules.cards import card_text
from pyramid_stats.rules.catalog import builtin
from tests.replay.known import ORDERED
from tests.rules.spelling import spell


@pytest.mark.parametrize(
    ("text", "word", "cards"),
    [
        ("D", "D", []),
        ("d", "D", []),
        ("R", "R", []),
        ("r", "R", []),
        ("DEAL", "DEAL", []),
        ("Deal", "DEAL", []),
        ("Kd", "", ["Kd"]),
        ("dk", "", ["Kd"]),
        ("K♦", "", ["Kd"]),
        ("9d+4h", "", ["9d", "4h"]),
        ("♥4+D9", "", ["4h", "9d"]),
        ("10h+3S", "", ["Th", "3s"]),
        ("2c+2d+9h", "", ["2c", "2d", "9h"]),
    ],
)
def test_a_move_is_read_in_any_spelling(text: str, word: str, cards: list[str]) -> None:
    move = parse_move(text)
    assert move is not None
    assert (move.word, [card_text(card) for card in move.cards]) == (word, cards)


@pytest.mark.parametrize("text", ["", "X", "DD", "DR", "9d+", "+9d", "9d++4h", "9d4h", "1h", "R1"])
def test_anything_else_is_no_move(text: str) -> None:
    assert parse_move(text) is None


@given(st.lists(st.integers(0, 51), min_size=1, max_size=2), st.randoms())
def test_cards_are_written_sorted_whatever_was_typed(cards: list[int], chance: Random) -> None:
    move = parse_move("+".join(spell(card, chance) for card in cards))
    assert move is not None
    assert move.text == "+".join(sorted(card_text(card) for card in cards))


def test_moves_are_separated_by_blanks_or_commas() -> None:
    moves = parse_moves(" D,9d + 4h\r\n3d+ Td\t,\nKD ")
    assert [move.text for move in moves] == ["D", "4h+9d", "3d+Td", "Kd"]
    assert parse_moves(" \n") == []


def test_every_unreadable_move_is_named_with_its_place() -> None:
    with pytest.raises(UsageError) as error:
        parse_moves("D 9d+x Kd zz", "--moves")
    assert error.value.message == "--moves: unreadable '9d+x' (move 2), 'zz' (move 4)"
    assert "Kd" in error.value.hint


def test_a_thousand_unreadable_moves_give_a_short_message() -> None:
    with pytest.raises(UsageError) as error:
        parse_moves("x" * 500 + " y" * 1000)
    assert len(error.value.message) < 1000
    assert "981 more" in error.value.message


def test_codes_of_the_engine_as_text_and_back() -> None:
    game = Game(builtin("microsoft"), ORDERED)
    for _ in range(30):
        codes = game.legal_moves()
        for code in codes:
            move = parse_move(move_text(game, code))
            assert move is not None
            assert find_code(game, move) == code
        game.play(codes[-1])


def test_deal_is_whichever_of_draw_and_redeal_is_possible() -> None:
    game = Game(builtin("swedish-two-passes"), ORDERED)
    deal = parse_move("DEAL")
    assert deal is not None
    for _ in range(24):
        assert find_code(game, deal) == DRAW
        game.play(DRAW)
    assert find_code(game, deal) == REDEAL
    game.play(REDEAL)
    for _ in range(24):
        game.play(DRAW)
    assert find_code(game, deal) is None
