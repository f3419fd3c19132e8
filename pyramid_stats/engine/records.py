"""The records that kernels pass around: rules, position, moves and dice.

A *place* is where a card can lie: 0 to 63 are the tableau's cells, 64 and more the cards of the
stock in the order in which they are first drawn (wherever they lie now: stock, hand or waste).
A position holds only what a player at the table knows; the deck is another array, which only the
engine reads when a card is turned up. So no strategy that gets a position can peek.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import from_dtype, types

from pyramid_stats.rules.tableau import MAX_CELLS, MAX_UNDER
from pyramid_stats.rules.variant import DECK_SIZE, MAX_WASTE_PILES, Variant

STOCK = MAX_CELLS
"""First place of the stock."""

PLACES = 128
VALUES = 16
"""Room for the values 0 (unknown) to 13, rounded up."""

MAX_MOVES = 448
"""Two decks whose 104 cards all lie exposed have 6 * 64 + 8 removals."""

LONGEST = 255 * DECK_SIZE + 2 * DECK_SIZE
"""No game has more moves: 255 passes of at most 52 draws, and the removals."""

ACCESS = {"none": 0, "hand": 1, "top": 2}
ACCESS_NONE, ACCESS_HAND, ACCESS_TOP = ACCESS["none"], ACCESS["hand"], ACCESS["top"]
UNLIMITED = 0

RULES = np.dtype(
    [
        ("covers", np.uint64, (MAX_CELLS,)),  # for each cell, the cells that cover it
        ("under_left", np.uint8, (MAX_CELLS,)),  # a cell that it covers; itself if there is none
        ("under_right", np.uint8, (MAX_CELLS,)),  # the other one
        ("row", np.uint8, (MAX_CELLS,)),  # 1 is the apex
        ("beneath", np.uint64, (MAX_CELLS,)),  # all cells that can't be exposed before it is gone
        ("exposed", np.uint64),  # cells exposed at the start
        ("face_down", np.uint64),  # cells face down at the start
        ("cells", np.int64),
        ("cards", np.int64),  # of the whole deck
        ("access", np.int64),
        ("draw", np.int64),
        ("waste_piles", np.int64),
        ("initial_draws", np.int64),
        ("passes", np.int64),  # 0 = unlimited
        ("waste_pairs", np.bool_),
        ("waste_second", np.bool_),
        ("stock_waste_pairs", np.bool_),
        ("may_skip", np.bool_),  # drawing singly, one may go on to the next partner of the tableau
        ("stock_pairs", np.bool_),  # some pair of two cards outside the tableau is allowed
        ("overlap", np.bool_),
        ("goal_all", np.bool_),
        ("draw_when_stuck", np.bool_),
        ("kings_automatic", np.bool_),
    ],
    align=True,
)

DECK = np.dtype(
    [
        ("size", np.int64),
        ("card", np.uint8, (PLACES,)),  # in dealing order
        ("stock_of", np.uint64, (VALUES,)),  # stock cards by value, where rules.may_skip
    ],
    align=True,
)
"""What only the engine knows. A record, since Numba counts references to arrays at each call."""

POSITION = np.dtype(
    [
        ("tableau", np.uint64),  # cells that hold a card
        ("exposed", np.uint64),  # ... that nothing covers
        ("stock", np.uint64),  # stock cards not drawn in this pass
        ("hand", np.uint64),  # the hand card, if there is one
        ("waste", np.uint64, (MAX_WASTE_PILES,)),  # stock cards on each waste pile
        ("open_of", np.uint64, (VALUES,)),  # exposed cells by value
        ("open_counts", np.uint64),  # bits 4v to 4v + 3: how many cards of value v are exposed
        ("gone", np.uint64),  # bits 4v to 4v + 3: how many cards of value v are out of play
        ("values", np.uint8, (PLACES,)),  # value of the card at each place; 0 = not seen yet
        ("removals", np.int64),
        ("draws", np.int64),
        ("passes", np.int64),  # passes begun
        ("pass_removals", np.int64),  # removals in this pass
    ],
    align=True,
)

MOVES = np.dtype(
    [
        ("count", np.int64),
        ("removals", np.int64),  # how many of them are removals; these come first
        ("code", np.int64, (MAX_MOVES,)),
    ],
    align=True,
)

DICE = np.dtype(
    [
        ("key", np.uint64, (2,)),
        ("deal", np.uint64),
        ("used", np.uint64),  # words drawn so far in this game
        ("word", np.uint64, (4,)),
    ],
    align=True,
)

MAX_SETTINGS = 32

SETTINGS = np.dtype([("value", np.float64, (MAX_SETTINGS,))], align=True)
"""The values of a strategy's parameters."""

ROW = np.dtype(
    [
        ("deal", np.uint64),
        ("won", np.int8),  # 1 won, 0 lost, -1 undecided
        ("tableau_left", np.uint8),
        ("stock_left", np.uint8),
        ("removals", np.uint16),
        ("draws", np.uint16),
        ("passes", np.uint8),
    ]
)
"""One game, as CONTRACT and Parquet want it."""

rules_type, deck_type, position_type = map(from_dtype, (RULES, DECK, POSITION))
moves_type, dice_type, row_type = from_dtype(MOVES), from_dtype(DICE), from_dtype(ROW)
settings_type = from_dtype(SETTINGS)
log_type = types.Array(types.int64, 1, "C")  # the moves of a game


def new(dtype: np.dtype[Any]) -> Any:
    """Return an empty record; its fields are attributes, as in the kernels."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def deck_of(cards: Sequence[int]) -> Any:
    """Return the record of a deck."""
    deck = new(DECK)
    deck["size"] = len(cards)
    deck["card"][: len(cards)] = cards
    return deck


def rules_of(variant: Variant) -> Any:
    """Return the record that the kernels read instead of a :class:`Variant`."""
    tableau = variant.tableau
    rules = new(RULES)
    rules["covers"][: tableau.cells] = tableau.covers
    rules["row"][: tableau.cells] = tableau.row
    for cell, under in enumerate(tableau.under):
        left, right = (*under, cell, cell)[:MAX_UNDER]
        rules["under_left"][cell], rules["under_right"][cell] = left, right
        for lower in under:  # a cell is dealt before those that cover it
            rules["beneath"][cell] |= np.uint64(1 << lower) | rules["beneath"][lower]
    rules["exposed"] = tableau.exposed
    rules["face_down"] = tableau.rows_from_apex(variant.face_down_rows) & ~tableau.exposed
    rules["cells"] = tableau.cells
    rules["cards"] = DECK_SIZE
    rules["access"] = ACCESS[variant.access]
    rules["passes"] = UNLIMITED if variant.passes == "unlimited" else variant.passes
    for name in ("draw", "waste_piles", "initial_draws"):
        rules[name] = getattr(variant, name)
    for name in ("waste_pairs", "waste_second", "stock_waste_pairs", "overlap"):
        rules[name] = getattr(variant, name)
    rules["stock_pairs"] = (
        (variant.access != "none" and variant.stock_waste_pairs)
        or (variant.waste_piles > 1 and variant.waste_pairs)
        or variant.waste_second
    )
    one_by_one = variant.draw == 1 and variant.waste_piles == 1 and variant.access != "top"
    rules["may_skip"] = one_by_one and not rules["stock_pairs"]
    rules["goal_all"] = variant.goal == "all"
    rules["draw_when_stuck"] = variant.draw_when == "stuck"
    rules["kings_automatic"] = variant.kings == "automatic"
    return rules
