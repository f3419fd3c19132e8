"""What can be asked of a view, in a player's words; for compiled and for plain players alike.

A *move* is an index of the list of legal moves, 0 to ``view.moves.count - 1``. A *cell* is a place
of the tableau, numbered from the apex row by row. A value is 1 to 13, and 0 where there is no
card, or none that the player has seen.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count, leading_zeros, lowest
from pyramid_stats.engine.dice import below
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import (
    DRAW,
    KING,
    LAST_BIT,
    NONE,
    REDEAL,
    bit,
    cells_of,
    first_place,
    partner_of,
    second_place,
    without_lowest,
)
from pyramid_stats.engine.reading import drawn, newly_exposed
from pyramid_stats.engine.records import STOCK, UNLIMITED

__all__ = [
    "cards_left",
    "cell_value",
    "drawn_size",
    "exposed_with_value",
    "exposes",
    "first_value",
    "hand_value",
    "is_draw",
    "is_exposed",
    "is_redeal",
    "passes_left",
    "random_below",
    "row_of",
    "second_value",
    "stock_size",
    "stock_value",
    "takes_from_hand",
    "takes_from_stock",
    "takes_from_tableau",
    "takes_from_waste",
    "waste_value",
]

_FOUR, _FIFTEEN = np.uint64(4), np.uint64(15)


@kernel(inline=True)
def is_draw(view, move):  # type: ignore[no-untyped-def]
    """Tell whether a move draws from the stock."""
    return view.moves.code[move] == DRAW


@kernel(inline=True)
def is_redeal(view, move):  # type: ignore[no-untyped-def]
    """Tell whether a move begins another pass."""
    return view.moves.code[move] == REDEAL


@kernel(inline=True)
def exposes(view, move):  # type: ignore[no-untyped-def]
    """Return how many tableau cards a move newly exposes."""
    if move >= view.moves.removals:
        return 0
    return np.int64(count(newly_exposed(view.rules, view.position, view.moves.code[move])))


@kernel(inline=True)
def row_of(view, move):  # type: ignore[no-untyped-def]
    """Return the highest row that a removal takes a card from, 1 being the apex; 0 if none."""
    if move >= view.moves.removals:
        return 0
    cells = cells_of(view.moves.code[move])
    return np.int64(view.rules.row[lowest(cells)]) if cells != NONE else 0


@kernel(inline=True)
def first_value(view, move):  # type: ignore[no-untyped-def]
    """Return the value of the first card that a move removes; 0 for a draw or a redeal."""
    if move >= view.moves.removals:
        return 0
    return np.int64(view.position.values[first_place(view.moves.code[move])])


@kernel(inline=True)
def second_value(view, move):  # type: ignore[no-untyped-def]
    """Return the value of the second card; 0 if there is none."""
    return np.int64(partner_of(np.uint64(first_value(view, move)))) % KING


@kernel(inline=True)
def _taken_from(view, move, stock_cards):  # type: ignore[no-untyped-def]
    """Return how many of some stock cards a move takes."""
    if move >= view.moves.removals:
        return 0
    code = view.moves.code[move]
    first, second = first_place(code), second_place(code)
    taken = bit(first & LAST_BIT) if first >= STOCK else NONE
    if second >= STOCK:
        taken |= bit(second & LAST_BIT)
    return np.int64(count(taken & stock_cards))


@kernel(inline=True)
def takes_from_tableau(view, move):  # type: ignore[no-untyped-def]
    """Return how many cards a move takes from the tableau: 0, 1 or 2."""
    if move >= view.moves.removals:
        return 0
    return np.int64(count(cells_of(view.moves.code[move])))


@kernel(inline=True)
def takes_from_waste(view, move):  # type: ignore[no-untyped-def]
    """Return how many cards a move takes from the waste."""
    return _taken_from(view, move, drawn(view.rules, view.position) & ~view.position.hand)


@kernel(inline=True)
def takes_from_hand(view, move):  # type: ignore[no-untyped-def]
    """Return how many cards a move takes from the hand."""
    return _taken_from(view, move, view.position.hand)


@kernel(inline=True)
def takes_from_stock(view, move):  # type: ignore[no-untyped-def]
    """Return how many cards a move takes from the stock's open top."""
    return _taken_from(view, move, view.position.stock)


@kernel(inline=True)
def cell_value(view, cell):  # type: ignore[no-untyped-def]
    """Return the value of the card in a cell; 0 if it is gone or face down."""
    present = view.position.tableau & bit(cell) != NONE
    return np.int64(view.position.values[cell]) if present else 0


@kernel(inline=True)
def is_exposed(view, cell):  # type: ignore[no-untyped-def]
    """Tell whether a cell holds a card that nothing covers."""
    return view.position.exposed & bit(cell) != NONE


@kernel(inline=True)
def exposed_with_value(view, value):  # type: ignore[no-untyped-def]
    """Return how many exposed tableau cards have a value."""
    return np.int64(count(view.position.open_of[np.uint64(value)]))


@kernel(inline=True)
def cards_left(view, value):  # type: ignore[no-untyped-def]
    """Return how many cards of a value are still in play, wherever they lie."""
    gone = view.position.gone >> _FOUR * np.uint64(value) & _FIFTEEN
    return view.rules.cards // KING - np.int64(gone)


@kernel(inline=True)
def hand_value(view):  # type: ignore[no-untyped-def]
    """Return the value of the card in the hand."""
    if view.position.hand == NONE:
        return 0
    return np.int64(view.position.values[np.uint64(STOCK) + lowest(view.position.hand)])


@kernel(inline=True)
def waste_value(view, depth, pile=0):  # type: ignore[no-untyped-def]
    """Return the value of a card of a waste pile; depth 0 is its top."""
    cards = view.position.waste[pile]
    for _ in range(depth):
        if cards != NONE:
            cards &= ~bit(LAST_BIT - leading_zeros(cards))
    if cards == NONE:
        return 0
    return np.int64(view.position.values[np.uint64(STOCK) + LAST_BIT - leading_zeros(cards)])


@kernel(inline=True)
def stock_value(view, ahead):  # type: ignore[no-untyped-def]
    """Return the value of a card of the stock, 0 if it wasn't seen in an earlier pass.

    ``ahead`` 0 is the next card to be drawn.
    """
    cards = view.position.stock
    for _ in range(ahead):
        cards = without_lowest(cards) if cards != NONE else NONE
    if cards == NONE:
        return 0
    return np.int64(view.position.values[np.uint64(STOCK) + lowest(cards)])


@kernel(inline=True)
def stock_size(view):  # type: ignore[no-untyped-def]
    """Return how many cards are still to be drawn in this pass."""
    return np.int64(count(view.position.stock))


@kernel(inline=True)
def drawn_size(view):  # type: ignore[no-untyped-def]
    """Return how many cards lie on the waste and in the hand."""
    return np.int64(count(drawn(view.rules, view.position)))


@kernel(inline=True)
def passes_left(view):  # type: ignore[no-untyped-def]
    """Return how many passes may follow this one; -1 if there is no limit."""
    if view.rules.passes == UNLIMITED:
        return -1
    return view.rules.passes - view.position.passes


@kernel(inline=True)
def random_below(view, bound):  # type: ignore[no-untyped-def]
    """Return a random number from 0 to ``bound - 1``, from the strategy's own stream."""
    return below(view.dice, bound)
