"""Move counts: how many ways there are to make n moves. One wrong move anywhere shows in them."""

from __future__ import annotations

import pytest

from pyramid_stats.rules.catalog import builtin, variant_names
from pyramid_stats.rules.variant import build_variant
from tests import naive
from tests.engine.adapter import Engine

SEED = 13
DEPTH = 5

MADE_UP = {
    "overlap": {"overlap": True, "access": "top", "passes": 2},
    "two rows": {"rows": 2, "access": "hand", "draw_when": "stuck", "passes": "unlimited"},
    "nine rows": {"rows": 9, "face_down_rows": 4, "overlap": True, "draw": 2, "waste_second": True},
    "piles": {"draw": 5, "waste_piles": 5, "access": "top", "kings": "automatic", "passes": 2},
    "no stock": {"draw": 0, "overlap": True},
}


GAMES = [pytest.param(builtin(name), id=name) for name in variant_names()] + [
    pytest.param(build_variant({"name": "made-up", **rules}, name), id=name)
    for name, rules in MADE_UP.items()
]


def paths(game, depth: int) -> int:
    """Return the number of ways to make ``depth`` moves (a game may end before)."""
    if depth == 0:
        return 1
    total = 0
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        total += paths(after, depth - 1)
    return total


def counts(game, depth: int) -> list[int]:
    return [paths(game, n) for n in range(1, depth + 1)]


@pytest.mark.parametrize("deal", [0, 1])
@pytest.mark.parametrize("variant", GAMES)
def test_move_counts_are_equal(variant, deal):
    deck = naive.deal_deck(SEED, deal)
    assert counts(Engine(variant, deck), DEPTH) == counts(naive.Game(variant, deck), DEPTH)


@pytest.mark.parametrize("variant", GAMES)
def test_move_counts_are_equal_where_the_stock_has_run_out(variant):
    deck = naive.deal_deck(SEED, 3)
    engine, twin = Engine(variant, deck), naive.Game(variant, deck)
    while twin.stock and (moves := twin.legal_moves()):
        engine.play(moves[-1])
        twin.play(moves[-1])
    assert counts(engine, DEPTH) == counts(twin, DEPTH)
