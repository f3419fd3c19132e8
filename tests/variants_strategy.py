"""Variants and decks that nobody thought of, made up by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from pyramid_stats.rules.variant import Variant, build_variant
from tests import naive

decks = st.permutations(naive.CARDS)
seeds = st.integers(0, 2**64 - 1)
deals = st.integers(0, 2**63 - 1)
passes = st.integers(1, 4) | st.just("unlimited")


@st.composite
def _stock_rules(draw_from, stock_size: int) -> dict:
    """Make up how the stock is used; parameters that don't go together are never drawn."""
    access = draw_from(st.sampled_from(["none", "hand", "top"]))
    draw = 1 if access == "hand" else draw_from(st.integers(1, 4) | st.integers(1, 51))
    piles = draw_from(st.sampled_from([1, draw])) if draw <= 8 else 1
    return {
        "access": access,
        "draw": draw,
        "waste_piles": piles,
        "waste_second": piles == 1 and draw_from(st.booleans()),
        "initial_draws": draw_from(st.integers(0, min(3, -(-stock_size // draw)))),
        "passes": draw_from(passes),
        "goal": draw_from(st.sampled_from(["pyramid", "all"])),
    }


@st.composite
def variants(draw_from) -> Variant:
    """Make up a valid variant; its rules are any that the parameters can say."""
    rows = draw_from(st.integers(1, 9))
    without_stock = st.just({"draw": 0})
    stock_rules = _stock_rules(52 - rows * (rows + 1) // 2)
    rules = {
        "name": "made-up",
        "rows": rows,
        "face_down_rows": draw_from(st.integers(0, rows - 1)),
        "waste_pairs": draw_from(st.booleans()),
        "stock_waste_pairs": draw_from(st.booleans()),
        "overlap": draw_from(st.booleans()),
        "draw_when": draw_from(st.sampled_from(["any", "stuck"])),
        "kings": draw_from(st.sampled_from(["optional", "automatic"])),
        **draw_from(st.one_of(stock_rules, stock_rules, stock_rules, without_stock)),
    }
    return build_variant(rules, "made-up")
