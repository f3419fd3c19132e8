"""Faults that other programs had: each a test, of the compiled and of the readable game.

How games end is in ``test_endings.py``.
"""

from __future__ import annotations

import pytest

from pyramid_stats.rules.catalog import builtin
from tests.engine.adapter import play, refuses


def test_a_card_with_one_of_two_covers_gone_is_still_covered(begin):
    game = begin("6h Kc 7d 7c 6s", rows=2, access="top")
    play(game, "Kc")
    assert game.exposed() == {(2, 1)}
    assert refuses(game, "6h+7c")
    play(game, "D 6s+7d")
    assert game.exposed() == {(1, 0)}
    play(game, "6h+7c")
    assert game.won


def test_the_edge_of_a_row_is_covered_by_two_cards_as_well(begin):
    game = begin("2c 3c 4c Kc Kd Kh 9s", rows=3, access="top")
    play(game, "Kc")
    assert refuses(game, "3c+Tc")
    play(game, "Kd D")
    assert game.exposed() == {(2, 0), (3, 2)}


def test_a_king_goes_with_no_other_card(begin):
    game = begin("2c Kc Kd Ac As", rows=2, access="top")
    assert game.legal_moves() == ["Kc", "Kd", "D"]
    assert refuses(game, "Kc+Kd")
    assert refuses(game, "Ac+Kc")
    play(game, "D")
    assert refuses(game, "As+Kd")


def test_no_other_card_goes_alone(begin):
    game = begin("2c 6c Qd Ac 7s", rows=2, access="top")
    for card in ("6c", "Qd", "Ac"):
        assert refuses(game, card)


def test_three_cards_do_not_go_together(begin):
    game = begin("2c 6c 2d 5h", rows=2, access="top")
    assert refuses(game, "2d+5h+6c")  # 13
    game = begin("2c 6c 7d Ac", rows=2, access="top")
    assert refuses(game, "6c+7d+Ac")


def test_a_pair_makes_thirteen_and_nothing_else(begin):
    game = begin("2c 6c 6d 7c 8h", rows=2, access="top")
    assert game.legal_moves() == ["6c+7c", "6d+7c", "D"]
    assert refuses(game, "6c+6d")
    play(game, "D")
    assert refuses(game, "6c+8h")


def test_the_same_card_is_not_taken_twice(begin):
    game = begin("2c 6c Kd 7c 7d", rows=2, access="top")
    assert refuses(game, "6c+6c")
    play(game, "Kd")
    assert refuses(game, "Kd")
    play(game, "6c+7c")
    assert refuses(game, "6c+7c")
    assert refuses(game, "6c+7d")


def test_no_draw_from_an_empty_stock(begin):
    game = begin("", passes=2)
    play(game, "D " * 24)
    assert game.stock == []
    assert refuses(game, "D")


def test_no_redeal_before_the_stock_is_empty(begin):
    game = begin("", passes=2)
    assert refuses(game, "R")
    play(game, "D " * 23)
    assert refuses(game, "R")
    play(game, "D R")
    assert refuses(game, "R")


@pytest.mark.parametrize("passes", [1, 2, 3])
def test_no_redeal_once_too_often(begin, passes):
    game = begin("", passes=passes)
    play(game, "D " * 24 + ("R " + "D " * 24) * (passes - 1))
    assert refuses(game, "R")
    assert (game.passes, game.draws, game.removals) == (passes, 24 * passes, 0)


def test_no_redeal_of_nothing(begin):
    game = begin("2c 3c 4c Kc Kd Kh Ks", rows=3, draw=46, passes="unlimited")
    assert refuses(game, "R")
    game = begin("2c Kc", rows=1, draw=51, passes=2, access="top")
    for move in ("Kc", "D"):
        play(game, move)
    assert game.legal_moves()[-1:] == ["R"]


def test_the_last_draw_of_a_pass_may_be_short(begin):
    game = begin("", **builtin("finnish").parameters())
    play(game, "D " * 5)
    assert len(game.stock) == 1
    play(game, "D")
    assert (game.stock, len(game.waste[0]), game.draws) == ([], 16, 6)


def test_a_short_draw_fills_the_first_waste_piles(begin):
    game = begin("", rows=8, draw=5, waste_piles=5)
    play(game, "D " * 4)
    assert [len(pile) for pile in game.waste] == [4, 3, 3, 3, 3]
    assert game.waste[0] == game.deck[36::5]


@pytest.mark.parametrize(
    "rules",
    [
        {"draw": 1},
        {"draw": 3},
        {"draw": 5, "access": "top"},
        {"access": "hand"},
        {"draw": 3, "waste_piles": 3},
    ],
    ids=str,
)
def test_a_redeal_keeps_the_order_of_the_cards(begin, rules):
    game = begin("", passes="unlimited", **rules)
    for _ in range(3):
        assert game.stock == game.deck[28:]
        play(game, "D " * -(-24 // game.rules.draw) + "R")


def test_a_redeal_keeps_the_order_around_the_cards_that_are_gone(begin):
    game = begin("2c 3c 4c 5c 6c Kc 7c 8c Tc", rows=2, draw=3, passes=2)
    play(game, "D Kc D 3c+Tc " + "D " * 15 + "R")
    assert game.stock == [card for card in game.deck[3:] if card not in {"Kc", "Tc"}]


def test_the_hand_card_goes_on_the_waste_before_a_redeal(begin):
    game = begin("", access="hand", passes=2)
    play(game, "D " * 24)
    assert game.hand == [game.deck[51]]
    play(game, "R")
    assert (game.hand, game.stock[-1], len(game.stock)) == ([], game.deck[51], 24)


def test_taking_a_waste_card_frees_the_one_under_it_across_draws(begin):
    game = begin("2c 9s 8s Kc Kd Kh Ks", rows=1, draw=3)
    play(game, "D")
    assert refuses(game, "Kd")  # not drawn yet
    play(game, "Kc D Ks Kh Kd")
    assert game.waste == [["9s", "8s"]]


def test_only_the_top_of_the_waste_is_playable(begin):
    game = begin("2c Jh 5d", rows=1)
    play(game, "D")
    assert game.legal_moves() == ["2c+Jh", "D"]
    play(game, "D")
    assert refuses(game, "2c+Jh")


def test_the_last_two_waste_cards_that_pair_are_seen(begin):
    """They lie on each other, and nothing else is left to free the lower one."""
    pairs = [
        f"{low}{suit} {high}{suit}"
        for suit in "cdhs"
        for low, high in zip("A2345", "QJT98", strict=True)
    ]
    pairs += ["6d 7d", "6h 7h", "6s 7s"]
    cards = " ".join(["Kc 6c", *pairs, "Kd Kh Ks 7c"])
    game = begin(cards, rows=1, waste_second=True, goal="all")
    play(game, "Kc D")
    for pair in pairs:
        assert not game.won
        play(game, "D D " + "+".join(sorted(pair.split())))
    play(game, "D Kd D Kh D Ks D")
    assert game.waste == [["6c", "7c"]]
    play(game, "6c+7c")
    assert game.won


def test_without_waste_second_a_drawn_card_never_pairs_with_the_one_before(begin):
    game = begin("2c 6c 7c", rows=1)
    play(game, "D D")
    assert refuses(game, "6c+7c")


def test_no_third_waste_card_and_no_king_under_the_top_is_playable(begin):
    game = begin("2c 7c Kc 6c", rows=1, waste_second=True)
    play(game, "D D D")
    assert refuses(game, "6c+7c")
    assert refuses(game, "Kc")


def test_tops_of_two_waste_piles_pair_only_where_the_rule_says_so(begin):
    cards = "2c 6c 9h 7c"
    game = begin(cards, rows=1, draw=3, waste_piles=3)
    play(game, "D")
    assert game.legal_moves() == ["6c+7c", "D"]
    game = begin(cards, rows=1, draw=3, waste_piles=3, waste_pairs=False)
    play(game, "D")
    assert refuses(game, "6c+7c")


def test_a_face_down_card_is_turned_up_when_nothing_covers_it_and_not_before(begin):
    game = begin("6h Kc 7d", rows=2, face_down_rows=1, overlap=True)
    play(game, "Kc")
    assert game.face_up() == ["7d"]
    assert refuses(game, "6h+7d")
    game = begin("6h Kc 7d", rows=2, overlap=True)
    assert refuses(game, "6h+7d")
    play(game, "Kc 6h+7d")
    assert game.won


def test_a_face_down_card_does_not_go_with_the_king_that_covers_it(begin):
    """An unknown card must not count as a value of 0, which would make 13 with a king."""
    game = begin("6h 7d Kc 6c", rows=2, face_down_rows=1, overlap=True)
    play(game, "D 6c+7d")
    assert game.legal_moves() == ["Kc", "D"]
    assert refuses(game, "6h+Kc")


def test_draw_when_stuck_waits_for_the_last_removal(begin):
    game = begin("2c Kc", rows=1, draw_when="stuck")
    play(game, "D")
    assert refuses(game, "D")
    play(game, "Kc D")


def test_automatic_kings_of_the_tableau_come_first(begin):
    game = begin("2c 6d Kc Kd 7s", rows=2, access="top", kings="automatic")
    assert game.legal_moves() == ["Kc"]
    play(game, "Kc")
    assert game.legal_moves() == ["Kd", "D"]  # the stock's king may stay
