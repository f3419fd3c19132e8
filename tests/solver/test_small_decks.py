"""The solver against an exhaustive search, on decks so small that everything can be tried."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import event, given, reject, settings
from hypothesis import strategies as st

from pyramid_stats.rules.variant import Variant, build_variant
from pyramid_stats.solver.solve import shortest, winnable
from tests import naive
from tests.engine.adapter import numbers
from tests.solver.exhaustive import TooLarge, fewest_moves
from tests.solver.solutions import check, play_to_win

MOST_POSITIONS = 4000
DECKS = 200
"""Decks of each kind of variant; three times as many without a stock, where few can be won."""

ENOUGH = 3
"""Decks that have to be won, and to be lost, with each value of each parameter."""

BOTH = (False, True)
CHOICES = {
    "rows": (2, 3, 4, 5),
    "face_down_rows": (0, 1, 2),
    "waste_pairs": BOTH,
    "stock_waste_pairs": BOTH,
    "overlap": BOTH,
    "draw_when": ("any", "stuck"),
    "kings": ("optional", "automatic"),
    "goal": ("pyramid", "all"),
    "passes": (1, 2, 3, 4, "unlimited"),
    "initial_draws": (0, 1, 2),
}
KINDS = {
    "no-stock": {"draw": (0,), "goal": ("pyramid",), "passes": (1,), "initial_draws": (0,)},
    "singly": {"access": ("none",), "draw": (1,), "waste_second": BOTH},
    "hand": {"access": ("hand",), "draw": (1,), "waste_second": BOTH},
    "top": {"access": ("top",), "draw": (1,), "waste_second": BOTH},
    "several": {"access": ("none", "top"), "draw": (2, 3, 4), "waste_second": BOTH},
    "piles": {"access": ("none", "top"), "draw": (2, 3, 4)},
}
MOST_STOCK = {2: 14, 3: 12, 4: 11, 5: 7}
"""Cards in the stock, by rows."""


def small_game(chance: Random, kind: str) -> tuple[Variant, list[str]]:
    """Make up a variant and a deck for it."""
    rules = {key: chance.choice(values) for key, values in (CHOICES | KINDS[kind]).items()}
    rows, draw = rules["rows"], rules["draw"]
    stock = chance.randint(0, MOST_STOCK[rows])
    rules["face_down_rows"] = min(rules["face_down_rows"], rows - 1)
    if draw:
        rules["initial_draws"] = min(rules["initial_draws"], -(-stock // draw))
    if kind == "piles":
        rules["waste_piles"] = draw
    variant = build_variant({"name": "made-up", **rules}, "test")
    return variant, small_deck(chance, rows * (rows + 1) // 2 + stock)


def small_deck(chance: Random, size: int) -> list[str]:
    """Lay out pairs from few values side by side, so that many can be removed; then swap some."""
    kings = ["K" + suit for suit in chance.sample("cdhs", size % 2 + 2 * chance.randint(0, 1))]
    values = chance.sample("A23456", min(6, size // 8 + chance.randint(1, 2)))
    pairs = [(value + suit, naive.PARTNER[value] + suit) for value in values for suit in "cdhs"]
    units = [*chance.sample(pairs, (size - len(kings)) // 2), *((king,) for king in kings)]
    chance.shuffle(units)
    if chance.randint(0, 1):
        units.sort(key=len)  # kings near the apex: a pair there seldom goes
    deck = [card for unit in units for card in unit][:size]
    pool = deck + [card for pair in pairs for card in pair if card not in deck]
    for _ in range(chance.choice((0, 1, 2, 4, size))):
        here, there = chance.randrange(size), chance.randrange(len(pool))
        pool[here], pool[there] = pool[there], pool[here]
    return pool[:size]


def agree(variant: Variant, deck: list[str], fewest: int | None) -> None:
    """Check the solver's answers against the number of moves that a win takes."""
    cards = numbers(deck)
    for solve in (winnable, shortest):
        answer = solve(cards, variant)
        assert answer.winnable is (fewest is not None)
        check(answer, variant, cards)
        if answer.winnable:
            assert len(answer.codes) >= fewest
            assert not answer.shortest or len(answer.codes) == fewest
            replayed = naive.Game(variant, deck)
            for move in play_to_win(variant, cards, answer.codes):
                replayed.play(move)
            assert replayed.won
    assert answer.shortest is (fewest is not None)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_variant_agrees_with_an_exhaustive_search(kind):
    chance, outcomes, decided = Random(kind), Counter(), 0
    while decided < DECKS * (3 if kind == "no-stock" else 1):
        variant, deck = small_game(chance, kind)
        try:
            fewest = fewest_moves(variant, deck, MOST_POSITIONS)
        except TooLarge:
            continue
        agree(variant, deck, fewest)
        decided += 1
        outcomes.update(
            (key, rule, fewest is not None) for key, rule in variant.parameters().items()
        )
    for key, values in (CHOICES | KINDS[kind]).items():
        for rule in values:
            assert outcomes[key, rule, True] >= ENOUGH, (key, rule)
            assert outcomes[key, rule, False] >= ENOUGH, (key, rule)


@settings(max_examples=150)
@given(chance=st.randoms(use_true_random=False), kind=st.sampled_from(sorted(KINDS)))
def test_made_up_variants_agree_with_an_exhaustive_search(chance, kind):
    variant, deck = small_game(chance, kind)
    try:
        fewest = fewest_moves(variant, deck, MOST_POSITIONS)
    except TooLarge:
        reject()
    event(f"winnable: {fewest is not None}")
    agree(variant, deck, fewest)


CLASSIC = {}
TWO_OF_THE_WASTE = {
    "access": "hand",
    "waste_second": True,
    "stock_waste_pairs": False,
    "goal": "all",
}
BY_HAND = [
    # A tableau and a stock, the rules, and the moves of the shortest solution.
    ("Kc", "", CLASSIC, 1),  # K
    ("Ac", "", CLASSIC, None),
    ("Ac", "Qd", CLASSIC, 2),  # D A+Q
    ("Ac", "Qd", {"access": "top"}, 1),  # A+Q
    ("Ac", "Qd", {"draw": 0}, None),
    ("Ac", "Qd Kc", {"goal": "all"}, 4),  # D A+Q D K
    ("Ac", "Qd 2h", {"draw": 2}, None),  # 2 lies on Q
    ("Ac", "Qd 2h", {"draw": 2, "waste_piles": 2}, 2),  # D A+Q
    ("Ac", "Qd 2h", {"initial_draws": 1}, 1),  # A+Q
    ("Ac", "Qd 2h", {"initial_draws": 2}, None),
    ("Ac", "Qd 2h", {"initial_draws": 2, "passes": 2}, 3),  # R D A+Q
    ("Kc 6c 7d", "", CLASSIC, 2),  # 6+7 K
    ("6c 7d Kc", "", CLASSIC, None),
    ("6c 7d Kc", "", {"overlap": True}, 2),  # K 6+7
    ("6c 7d Kc", "", {"overlap": True, "face_down_rows": 1}, None),
    ("Ac 2c 3c", "Qd Jd Td", CLASSIC, 6),  # D D 2+J D 3+T A+Q
    ("Ac 2c 3c", "Qd 4h Jd Td", CLASSIC, None),  # 4 lies on Q
    ("Ac 2c 3c", "Qd 4h Jd Td", {"passes": 2}, 9),  # ... R D A+Q
    ("Ac 2c 3c", "Qd 4h Jd Td", {"passes": "unlimited"}, 9),
    ("Kc", "5c 8d", {"goal": "all"}, None),
    ("Kc", "5c 8d", {"goal": "all", "waste_second": True}, 4),  # K D D 5+8
    ("Kc", "5c 8d", {"goal": "all", "access": "hand"}, 4),  # K D D 5+8
    ("Kc", "5c 8d", {"goal": "all", "access": "top"}, 3),  # K D 5+8
    ("Kc", "5c 8d", {"goal": "all", "access": "top", "stock_waste_pairs": False}, None),
    ("Kc", "5c 8d", {"goal": "all", "draw": 2, "waste_piles": 2}, 3),  # K D 5+8
    ("Kc", "5c 8d", {"goal": "all", "draw": 2, "waste_piles": 2, "waste_pairs": False}, None),
    ("Kd", "5c 8c", TWO_OF_THE_WASTE, None),  # 8 stays in the hand
    ("Kd", "5c 8c", {**TWO_OF_THE_WASTE, "passes": 2}, None),
    ("Kd", "5c 8c Kc", TWO_OF_THE_WASTE, 6),  # K D D D 5+8 K
    ("Kc 4d Kd 3d Td 9d", "4s 9s 3c", {"draw": 0}, 4),  # 3+T 4+9 K K
    ("6c 2d 3d", "7d 6h Jc Tc", {"waste_second": True, "passes": 2}, 9),  # D D D 2+J D 3+T R D 6+7
    # Who has to remove what can be removed wastes the 7 on the 6 of the stock.
    ("6c 2d 3d", "7d 6h Jc Tc", {"waste_second": True, "passes": 2, "draw_when": "stuck"}, None),
]


@pytest.mark.parametrize(("tableau", "stock", "rules", "fewest"), BY_HAND)
def test_both_searches_agree_with_what_is_found_by_hand(tableau, stock, rules, fewest):
    deck = f"{tableau} {stock}".split()
    rows = {1: 1, 3: 2, 6: 3}[len(tableau.split())]
    variant = build_variant({"name": "by-hand", "rows": rows, **rules}, "test")
    assert fewest_moves(variant, deck, MOST_POSITIONS) == fewest
    agree(variant, deck, fewest)


def test_a_deck_that_is_too_large_is_not_passed_over_in_silence():
    variant = build_variant({"name": "too-large", "rows": 2}, "test")
    deck = ["Ac", "2c", "3c", "Qd", "4h", "Jd", "Td"]
    assert fewest_moves(variant, deck, 9) is None
    with pytest.raises(TooLarge):
        fewest_moves(variant, deck, 8)
