"""Move counts: how many ways there are to make n moves. One wrong move anywhere shows in them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pyramid_stats.rules.catalog import builtin, variant_names
from pyramid_stats.rules.variant import build_variant
from tests import naive
from tests.engine.adapter import Engine

SEED = 13
DEPTH = 6

MADE_UP = {
    "overlap": {"overlap": True, "access": "top", "passes": 2},
    "two rows": {"rows": 2, "access": "hand", "draw_when": "stuck", "passes": "unlimited"},
    "nine rows": {"rows": 9, "face_down_rows": 4, "overlap": True, "draw": 2, "waste_second": True},
    "piles": {"draw": 5, "waste_piles": 5, "access": "top", "kings": "automatic", "passes": 2},
    "no stock": {"draw": 0, "overlap": True},
}


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


def counts(play_with, variant, deal: int, depth: int) -> list[int]:
    game = play_with(variant, naive.deal_deck(SEED, deal))
    return [paths(game, n) for n in range(1, depth + 1)]


def games() -> Iterator:
    for name in variant_names():
        yield pytest.param(builtin(name), id=name)
    for name, rules in MADE_UP.items():
        yield pytest.param(build_variant({"name": "made-up", **rules}, name), id=name)


@pytest.mark.parametrize("deal", [0, 1])
@pytest.mark.parametrize("variant", games())
def test_move_counts_are_equal(variant, deal):
    assert counts(Engine, variant, deal, DEPTH) == counts(naive.Game, variant, deal, DEPTH)
