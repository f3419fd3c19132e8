"""Features of a move: what a player may weigh, each a number.

A strategy of weights (:mod:`pyramid_stats.strategies.weighted`) gives each feature a weight; the
move with the highest sum is made.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count, lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import (
    KING,
    LAST_BIT,
    NO_PLACE,
    NONE,
    REDEAL,
    bit,
    cells_of,
    first_place,
    partner_of,
    second_place,
    without_lowest,
)
from pyramid_stats.engine.reading import newly_exposed, open_top, top_of, value_at
from pyramid_stats.engine.records import STOCK, UNLIMITED
from pyramid_stats.strategies.parameters import Parameter

FEATURES = tuple(
    Parameter(name, 0, text)
    for name, text in (
        ("exposes", "cards of the tableau that the removal newly exposes"),
        ("half_exposes", "cards of the tableau of which it takes one of two covers"),
        ("beneath", "cards of the tableau that lie anywhere beneath the cards it takes"),
        ("row", "the highest row that it takes a card from; the apex is 1"),
        ("uses_tableau", "cards that it takes from the tableau"),
        ("uses_waste", "cards that it takes from the waste"),
        ("uses_hand", "cards that it takes from the hand"),
        ("uses_stock", "cards that it takes from the open stock"),
        ("stock_only", "1 if it takes no card of the tableau"),
        ("king", "1 if it takes a king"),
        ("frees_pair", "newly exposed cards that then find a partner, or are kings"),
        ("twins", "exposed cards of the values that it takes which stay behind"),
        ("unblocks", "partners of the cards it takes that lie face up beneath them"),
        ("pairs_left", "pairs of these values still in play"),
        ("draw", "a draw or redeal: the score that a removal has to beat"),
        ("draw_buries", "a draw: 1 if it covers or ends a card that can be removed now"),
        ("draw_stock", "a draw or redeal: cards still to be drawn in this pass"),
        ("draw_passes", "a draw or redeal: passes after this one (3 if there is no limit)"),
    )
)
"""In the order of ``view.settings.value``."""

(
    EXPOSES,
    HALF_EXPOSES,
    BENEATH,
    ROW,
    USES_TABLEAU,
    USES_WASTE,
    USES_HAND,
    USES_STOCK,
    STOCK_ONLY,
    IS_KING,
    FREES_PAIR,
    TWINS,
    UNBLOCKS,
    PAIRS_LEFT,
    A_DRAW,
    DRAW_BURIES,
    DRAW_STOCK,
    DRAW_PASSES,
) = range(len(FEATURES))

ENDLESS_PASSES = 3
_FOUR, _FIFTEEN = np.uint64(4), np.uint64(15)


@kernel(inline=True)
def _under(rules, place):  # type: ignore[no-untyped-def]
    """Return the cells that a card lies on; none for a card of the stock."""
    cell = place & LAST_BIT
    both = bit(rules.under_left[cell]) | bit(rules.under_right[cell])
    return both & ~bit(cell) if place < STOCK else NONE


@kernel(inline=True)
def _beneath(view, place):  # type: ignore[no-untyped-def]
    """Return the cells anywhere beneath a card that still hold one."""
    if place >= STOCK:
        return NONE
    return view.rules.beneath[place] & view.position.tableau


@kernel(inline=True)
def _of_value(view, cells, value):  # type: ignore[no-untyped-def]
    """Return how many cards of some cells are known to have a value."""
    found = 0
    while cells != NONE:
        found += value_at(view.position, lowest(cells)) == value
        cells = without_lowest(cells)
    return found


@kernel(inline=True)
def _finds_partner(view, value, cells, open_place):  # type: ignore[no-untyped-def]
    """Tell whether a card goes at once when some cells are empty; an unknown one doesn't."""
    if value == KING:
        return True
    if value == NONE:
        return False
    partner = partner_of(value)
    if view.position.open_of[partner] & ~cells != NONE:
        return True
    found = value_at(view.position, open_place) == partner
    for pile in range(view.rules.waste_piles):
        if view.position.waste[pile] != NONE:
            found |= value_at(view.position, top_of(view.position.waste[pile])) == partner
    return found


@kernel(inline=True)
def _freed_pairs(view, code, freed):  # type: ignore[no-untyped-def]
    """Return how many newly exposed cards find a partner when a removal is made."""
    open_place = open_top(view.rules, view.position)
    if open_place == first_place(code) or open_place == second_place(code):
        open_place = NO_PLACE
    found = 0
    while freed != NONE:
        value = value_at(view.position, lowest(freed))
        found += _finds_partner(view, value, cells_of(code), open_place)
        freed = without_lowest(freed)
    return found


@kernel(inline=True)
def _stock_score(view, code, weights):  # type: ignore[no-untyped-def]
    """Score what a removal takes from stock, hand and waste."""
    first, second = first_place(code), second_place(code)
    cards = bit(first & LAST_BIT) if first >= STOCK else NONE
    if second >= STOCK:
        cards |= bit(second & LAST_BIT)
    if cards == NONE:
        return 0.0
    in_hand, in_stock = cards & view.position.hand, cards & view.position.stock
    score = weights[USES_HAND] * count(in_hand) + weights[USES_STOCK] * count(in_stock)
    return score + weights[USES_WASTE] * count(cards & ~(in_hand | in_stock))


@kernel(inline=True)
def _tableau_score(view, code, cells, weights):  # type: ignore[no-untyped-def]
    """Score what a removal does to the tableau."""
    rules, position = view.rules, view.position
    first, second = first_place(code), second_place(code)
    freed = newly_exposed(rules, position, code)
    halves = (_under(rules, first) | _under(rules, second)) & position.tableau & ~freed & ~cells
    deep = _beneath(view, first) | _beneath(view, second)
    score = weights[EXPOSES] * count(freed) + weights[HALF_EXPOSES] * count(halves)
    score += weights[BENEATH] * count(deep) + weights[USES_TABLEAU] * count(cells)
    score += weights[ROW] * rules.row[lowest(cells)]
    if weights[FREES_PAIR] != 0.0 and freed != NONE:
        score += weights[FREES_PAIR] * _freed_pairs(view, code, freed)
    if weights[UNBLOCKS] != 0.0:
        blocked = _of_value(view, _beneath(view, first), partner_of(value_at(position, first)))
        blocked += _of_value(view, _beneath(view, second), partner_of(value_at(position, second)))
        score += weights[UNBLOCKS] * blocked
    return score


@kernel(inline=True)
def removal_score(view, code, weights):  # type: ignore[no-untyped-def]
    """Return the sum of a removal's features, each times its weight."""
    position, cells = view.position, cells_of(code)
    value = value_at(position, first_place(code))
    score = _stock_score(view, code, weights)
    if cells != NONE:
        score += _tableau_score(view, code, cells, weights)
    else:
        score += weights[STOCK_ONLY]
    twins = position.open_of[value] & ~cells
    if value == KING:
        score += weights[IS_KING]
    else:
        twins |= position.open_of[partner_of(value)] & ~cells
    gone = position.gone >> _FOUR * value & _FIFTEEN
    pairs = view.rules.cards // KING - np.int64(gone)
    return score + weights[TWINS] * count(twins) + weights[PAIRS_LEFT] * pairs


@kernel(inline=True)
def _takes_stock_card(code):  # type: ignore[no-untyped-def]
    return first_place(code) >= STOCK or second_place(code) >= STOCK


@kernel(inline=True)
def draw_score(view, weights):  # type: ignore[no-untyped-def]
    """Return what a draw, or a redeal, is worth: the last move of the list."""
    rules, position, moves = view.rules, view.position, view.moves
    passes = ENDLESS_PASSES if rules.passes == UNLIMITED else rules.passes - position.passes
    score = weights[A_DRAW] + weights[DRAW_PASSES] * passes
    if moves.code[moves.count - 1] == REDEAL:
        return score
    buries = False
    for index in range(moves.removals):
        buries |= _takes_stock_card(moves.code[index])
    return score + weights[DRAW_BURIES] * buries + weights[DRAW_STOCK] * count(position.stock)
