"""Why a move is refused. Most of these are faults that other programs had."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_stats.engine.game import Game
from pyramid_stats.replay.notation import Move, find_code, parse_move, parse_moves
from pyramid_stats.replay.reasons import why_illegal
from pyramid_stats.replay.referee import judge
from pyramid_stats.rules.cards import card_text
from pyramid_stats.rules.catalog import builtin, with_settings
from pyramid_stats.rules.decktext import parse_deck
from pyramid_stats.rules.variant import Variant
from tests.replay.known import ORDERED
from tests.variants_strategy import decks, variants


def refused(moves: str, *settings: str, name: str = "classic") -> str:
    """Return the reason for which the last of some moves is illegal."""
    verdict = judge(with_settings(builtin(name), settings), ORDERED, parse_moves(moves))
    assert verdict.illegal_at == len(moves.split())
    return verdict.reason


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("Qd", "Qd: the sum is 12, not 13"),
        ("Kd+Ah", "Ah+Kd: the sum is 14, not 13"),
        ("Kd+Kd", "Kd is named twice"),
        ("Kd+Kc", "Kc+Kd: the sum is 26, not 13"),
        ("9d+2h+2c", "3 cards in one removal"),
        ("Kc", "Kc is covered by 5d and 6d"),
        ("3d+Tc", "3d is covered by 9d and Td"),
        ("D 9d+4h", "4h is not available: it lies in the stock"),
        ("D Td+3h Td+3h", "Td is not available: it was removed before"),
        ("Ks", "Ks is not available: it lies in the stock"),
        ("D D Td+3h", "3h is not available: it lies in the waste under 4h"),
        ("Qd+Ah Qd+Ah", "Qd is not available: it was removed before"),
        ("R", "redeal before the stock is empty: 24 left"),
        ("D " * 25, "draw from an empty stock"),
        ("D " * 24 + "R", "no redeal left: this is pass 1 of 1"),
        ("D " * 24 + "DEAL", "no redeal left: this is pass 1 of 1"),
    ],
)
def test_classic(moves: str, reason: str) -> None:
    assert refused(moves) == reason


@pytest.mark.parametrize(
    ("settings", "moves", "reason"),
    [
        (["draw=0"], "D", "draw in a game without a stock"),
        (["draw=0"], "R", "redeal in a game without a stock"),
        (["kings=automatic"], "D", "Kd has to go first (kings = automatic)"),
        (["kings=automatic"], "Qd+Ah", "Kd has to go first (kings = automatic)"),
        (["kings=automatic"], "Kc", "Kc is covered by 5d and 6d"),
        (["draw_when=stuck"], "D", "Kd can still be removed (draw_when = stuck)"),
        (["draw_when=stuck"], "Kd D", "2h+Jd can still be removed (draw_when = stuck)"),
        (["rows=1"], "Ac+Qh", "Qh is not available: it lies in the stock"),
        (["passes=2"], ("D " * 24 + "R ") * 2, "no redeal left: this is pass 2 of 2"),
    ],
)
def test_options(settings: list[str], moves: str, reason: str) -> None:
    assert refused(moves, *settings) == reason


def test_two_waste_cards_pair_only_where_the_rule_says_so() -> None:
    moves = "D D D D D 6h+7h"
    assert refused(moves) == "6h is not available: it lies in the waste under 7h"
    with_second = with_settings(builtin("classic"), ["waste_second=true"])
    assert judge(with_second, ORDERED, parse_moves(moves)).legal is True


def test_the_second_waste_card_pairs_with_nothing_else() -> None:
    assert "under 4h" in refused("D D Td+3h", "waste_second=true")


def test_waste_piles_that_do_not_pair() -> None:
    moves = "D D 6h+7h"
    piles = ["draw=3", "waste_piles=3"]
    assert judge(with_settings(builtin("classic"), piles), ORDERED, parse_moves(moves)).legal
    assert refused(moves, *piles, "waste_pairs=false") == (
        "two waste piles don't pair with each other (waste_pairs = false)"
    )


@pytest.mark.parametrize(("access", "place"), [("hand", "hand card"), ("top", "stock's open card")])
def test_a_stock_card_that_does_not_pair_with_the_waste(access: str, place: str) -> None:
    moves = "D D D D 6h+7h" if access == "top" else "D D D D D 6h+7h"
    assert judge(
        with_settings(builtin("classic"), [f"access={access}"]), ORDERED, parse_moves(moves)
    ).legal
    assert refused(moves, f"access={access}", "stock_waste_pairs=false") == (
        f"the {place} doesn't pair with the waste (stock_waste_pairs = false)"
    )


def test_overlapping_pairs() -> None:
    moves = "D D 9d+4h 3d+Td"
    overlap = "overlap=true"
    assert refused(moves) == "3d is covered by Td"
    assert judge(with_settings(builtin("classic"), [overlap]), ORDERED, parse_moves(moves)).legal
    assert refused("3d+Td", overlap) == "3d is covered by 9d and Td"
    assert refused(moves, overlap, "face_down_rows=6") == "3d lies face down"


def test_after_the_win_nothing_is_drawn() -> None:
    variant = with_settings(builtin("classic"), ["rows=1"])
    deck = (51, *range(51))
    verdict = judge(variant, deck, parse_moves("Ks D"))
    assert (verdict.illegal_at, verdict.reason) == (2, "the game is won already")


def test_nothing_left_to_turn_over() -> None:
    variant = with_settings(builtin("microsoft"), ["rows=9", "goal=all"])
    kings = [card for card in range(52) if card // 4 == 12]
    deck = [card for card in range(52) if card not in kings][:45] + kings
    deck += [card for card in range(52) if card not in deck]
    moves = "Kc Kd Kh Ks D D D"
    game = judge(variant, deck, parse_moves(moves))
    assert game.legal
    assert judge(variant, deck, parse_moves(moves + " D")).reason == "draw from an empty stock"


@settings(max_examples=60)
@given(variant=variants(), deck=decks, chance=st.randoms())
def test_every_refusal_has_a_reason(variant: Variant, deck: list[str], chance: Random) -> None:
    """In random positions, each king, each pair and each word is legal or refused in words."""
    game = Game(variant, parse_deck(" ".join(deck)))
    for _ in range(chance.randrange(60)):
        if codes := game.legal_moves():
            game.play(chance.choice(codes))
    for move in interesting_moves(chance):
        if find_code(game, move) is None:
            assert why_illegal(game, variant, move)


def interesting_moves(chance: Random) -> list[Move]:
    texts = ["D", "R", "DEAL"] + [f"K{suit}" for suit in "cdhs"]
    for low in range(24):
        partners = [card for card in range(52) if card // 4 + low // 4 + 2 == 13]
        texts += [f"{card_text(low)}+{card_text(card)}" for card in partners]
    moves = [parse_move(text) for text in texts]
    return [move for move in moves if move is not None]
