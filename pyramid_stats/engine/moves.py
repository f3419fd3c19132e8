"""The legal moves of a position: the one generator that everybody uses.

A move is an ``int64`` code: :data:`DRAW`, :data:`REDEAL`, or a removal ``first + 256 * second``
of two places; a king, removed alone, names its place twice. The list's order is fixed: kings,
then pairs by (first place, second place), then the draw or the redeal. Places are ordered:
tableau cells, hand card, the stock's open top, the waste tops pile by pile, the card under the top.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import leading_zeros, lowest, swap_bytes
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.records import (
    ACCESS_HAND,
    ACCESS_TOP,
    PLACES,
    STOCK,
    UNLIMITED,
    VALUES,
)

DRAW = -1
REDEAL = -2

TARGET = 13
KING = 13

UNITS = np.uint64(0x1111111111111111)
LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
KINGS = np.uint64(1 << 4 * KING | 1)
PAIRING = np.uint64(0x0001111111111110)
"""The values that pair with another, 1 to 12: a bit in the nibble of each."""

ONE = np.uint64(1)
NONE = np.uint64(0)
ALL = ~NONE
LAST_BIT = np.uint64(63)
BYTE = np.uint64(255)
NO_PLACE = np.uint64(PLACES - 1)
"""Stands for a card that isn't there: no stock is so large, so its value is always 0."""


@kernel(inline=True)
def bit(index):  # type: ignore[no-untyped-def]
    """Return the set of one element."""
    return ONE << np.uint64(index)


@kernel(inline=True)
def without_lowest(members):  # type: ignore[no-untyped-def]
    """Return a set less its lowest element."""
    return members & (members - ONE)


@kernel(inline=True)
def first_place(code):  # type: ignore[no-untyped-def]
    """Return the first place that a removal takes a card from."""
    return np.uint64(code) & BYTE


@kernel(inline=True)
def second_place(code):  # type: ignore[no-untyped-def]
    """Return the second place; a king's is its first."""
    return np.uint64(code) >> np.uint64(8)


@kernel(inline=True)
def cell_bit(place):  # type: ignore[no-untyped-def]
    """Return the set of a place's cell; the empty set for a place of the stock."""
    return ONE << place if place < STOCK else NONE


@kernel(inline=True)
def cells_of(code):  # type: ignore[no-untyped-def]
    """Return the set of tableau cells that a removal empties."""
    return cell_bit(first_place(code)) | cell_bit(second_place(code))


@kernel(inline=True)
def value_at(position, place):  # type: ignore[no-untyped-def]
    """Return the value of the card at a place, 0 if it was never seen."""
    return np.uint64(position.values[place])


@kernel(inline=True)
def partner_of(value):  # type: ignore[no-untyped-def]
    """Return the value that makes 13; 0, which no card has, for a king."""
    return np.uint64(TARGET) - value


@kernel(inline=True)
def top_of(pile):  # type: ignore[no-untyped-def]
    """Return the place of a waste pile's top: of its cards, the one drawn last."""
    return np.uint64(STOCK) + LAST_BIT - leading_zeros(pile)


@kernel(inline=True)
def open_top(rules, position):  # type: ignore[no-untyped-def]
    """Return the place of the card in the hand, or open on the stock, or NO_PLACE."""
    card = NONE
    if rules.access == ACCESS_HAND:
        card = position.hand
    elif rules.access == ACCESS_TOP:
        card = position.stock
    return np.uint64(STOCK) + lowest(card) if card != NONE else NO_PLACE


@kernel(inline=True)
def _freed_under(rules, left, place):  # type: ignore[no-untyped-def]
    """Return the cells under a place whose covers are gone, where only ``left`` are left.

    No branch depends on the cards: a mispredicted one costs more than all of this.
    """
    cell = place & LAST_BIT
    one, other = np.uint64(rules.under_left[cell]), np.uint64(rules.under_right[cell])
    freed = np.uint64(rules.covers[one] & left == NONE) << one
    freed |= np.uint64(rules.covers[other] & left == NONE) << other
    return freed & left if place < STOCK else NONE


@kernel(inline=True)
def newly_exposed(rules, position, code):  # type: ignore[no-untyped-def]
    """Return the set of cells that a removal uncovers."""
    left = position.tableau & ~cells_of(code)
    freed = _freed_under(rules, left, first_place(code))
    return freed | _freed_under(rules, left, second_place(code))


@kernel(inline=True)
def drawn(rules, position):  # type: ignore[no-untyped-def]
    """Return the set of stock cards that lie in the hand or on the waste."""
    cards = position.hand
    for pile in range(rules.waste_piles):
        cards |= position.waste[pile]
    return cards


@kernel(inline=True)
def is_won(rules, position):  # type: ignore[no-untyped-def]
    """Tell whether the goal is reached."""
    if position.tableau != NONE:
        return False
    return not rules.goal_all or (position.stock | drawn(rules, position)) == NONE


@kernel(inline=True)
def is_stalled(rules, position):  # type: ignore[no-untyped-def]
    """Tell whether a redeal would end the game: unlimited passes, nothing removed in this one."""
    return rules.passes == UNLIMITED and position.pass_removals == 0


@kernel(inline=True)
def draw_or_redeal(rules, position):  # type: ignore[no-untyped-def]
    """Return DRAW or REDEAL if the stock allows it, else 0."""
    if rules.draw == 0:
        return 0
    if position.stock != NONE:
        return DRAW
    if rules.passes != UNLIMITED and position.passes >= rules.passes:
        return 0
    return REDEAL if drawn(rules, position) != NONE else 0


@kernel(inline=True)
def _add_if(legal, moves, count, first, second):  # type: ignore[no-untyped-def]
    """Write a removal behind the ``count`` first ones; return how many there are if it counts."""
    moves.code[count] = np.int64(first | second << np.uint64(8))
    return count + np.uint64(legal)


@kernel(inline=True)
def _list_kings(rules, position, moves, open_place):  # type: ignore[no-untyped-def]
    count = NONE
    kings = position.open_of[np.uint64(KING)]
    while kings != NONE:
        count = _add_if(True, moves, count, lowest(kings), lowest(kings))
        kings = without_lowest(kings)
    if rules.kings_automatic and count > NONE:
        return count
    is_king = value_at(position, open_place) == KING
    count = _add_if(is_king, moves, count, open_place, open_place)
    for pile in range(rules.waste_piles):
        if position.waste[pile] != NONE:
            top = top_of(position.waste[pile])
            count = _add_if(value_at(position, top) == KING, moves, count, top, top)
    return count


@kernel(inline=True)
def nibble(value):  # type: ignore[no-untyped-def]
    """Return the unit of a value in a word that counts values, four bits each."""
    return ONE << (value << np.uint64(2))


@kernel(inline=True)
def _mirrored(present):  # type: ignore[no-untyped-def]
    """Move the bit of each value v to the place of its partner, 13 - v."""
    swapped = swap_bytes(present)
    swapped = (swapped & LOW_NIBBLES) << np.uint64(4) | swapped >> np.uint64(4) & LOW_NIBBLES
    return swapped >> np.uint64(4 * (VALUES - 1 - TARGET))


@kernel(inline=True)
def _matched_values(rules, position, open_place):  # type: ignore[no-untyped-def]
    """Return which values have an exposed cell that can be removed, one bit in each nibble.

    Bit 0 is set if a king can be taken from the stock or the waste. All is done by values and
    not card by card: most positions have nothing to remove, and this is how they are told.
    """
    counts = position.open_counts
    counts |= counts >> np.uint64(1)
    counts |= counts >> np.uint64(2)
    present = counts & UNITS
    wanted = _mirrored(present) & ~ONE | nibble(np.uint64(KING))
    if open_place != NO_PLACE:
        wanted |= nibble(partner_of(value_at(position, open_place)))
    for pile in range(rules.waste_piles):
        if position.waste[pile] != NONE:
            wanted |= nibble(partner_of(value_at(position, top_of(position.waste[pile]))))
    return (present | ONE) & wanted


@kernel(inline=True)
def _cells_of_values(position, matched):  # type: ignore[no-untyped-def]
    """Return the exposed cells of the values that ``matched`` has a bit for; no kings."""
    cells = NONE
    matched &= PAIRING
    while matched != NONE:
        cells |= position.open_of[lowest(matched) >> np.uint64(2)]
        matched = without_lowest(matched)
    return cells


@kernel(inline=True)
def _list_partners(rules, position, moves, count, cell, open_place):  # type: ignore[no-untyped-def]
    """List the pairs whose first card lies in an exposed cell."""
    partner = partner_of(value_at(position, cell))
    others = position.open_of[partner] & (ALL << cell)
    count = _add_if(others != NONE, moves, count, cell, lowest(others))
    others = without_lowest(others)
    while others != NONE:
        count = _add_if(True, moves, count, cell, lowest(others))
        others = without_lowest(others)
    pairs = value_at(position, open_place) == partner
    count = _add_if(pairs, moves, count, cell, open_place)
    for pile in range(rules.waste_piles):
        if position.waste[pile] != NONE:
            top = top_of(position.waste[pile])
            count = _add_if(value_at(position, top) == partner, moves, count, cell, top)
    return count


@kernel(inline=True)
def _list_overlapping(rules, position, moves, count, cell):  # type: ignore[no-untyped-def]
    """List the pair of a face-up covered cell and the exposed one that alone covers it."""
    covers = rules.covers[cell] & position.tableau
    if covers & position.exposed == NONE or without_lowest(covers) != NONE:
        return count
    value = value_at(position, cell)
    pairs = value != NONE and value_at(position, lowest(covers)) == partner_of(value)
    return _add_if(pairs, moves, count, cell, lowest(covers))


@kernel(inline=True)
def _list_cells(rules, position, moves, count, cells, open_place):  # type: ignore[no-untyped-def]
    """List the pairs whose first card lies in one of ``cells``."""
    while cells != NONE:
        cell = lowest(cells)
        cells = without_lowest(cells)
        if not rules.overlap or position.exposed & bit(cell) != NONE:
            count = _list_partners(rules, position, moves, count, cell, open_place)
        else:
            count = _list_overlapping(rules, position, moves, count, cell)
    return count


@kernel(inline=True)
def _add_if_pair(position, moves, count, first, second):  # type: ignore[no-untyped-def]
    legal = value_at(position, first) + value_at(position, second) == TARGET
    return _add_if(legal, moves, count, first, second)


@kernel(inline=True)
def _list_waste_pairs(rules, position, moves, count):  # type: ignore[no-untyped-def]
    """List the pairs of two waste tops."""
    for pile in range(rules.waste_piles - 1):
        for other in range(pile + 1, rules.waste_piles):
            if position.waste[pile] != NONE and position.waste[other] != NONE:
                first, second = top_of(position.waste[pile]), top_of(position.waste[other])
                count = _add_if_pair(position, moves, count, first, second)
    return count


@kernel(inline=True)
def _list_stock_pairs(rules, position, moves, count, open_place):  # type: ignore[no-untyped-def]
    """List the pairs of two cards neither of which lies in the tableau."""
    if open_place != NO_PLACE and rules.stock_waste_pairs:
        for pile in range(rules.waste_piles):
            if position.waste[pile] != NONE:
                top = top_of(position.waste[pile])
                count = _add_if_pair(position, moves, count, open_place, top)
    if rules.waste_pairs and rules.waste_piles > 1:
        count = _list_waste_pairs(rules, position, moves, count)
    if rules.waste_second and position.waste[0] != NONE:
        top = top_of(position.waste[0])
        under = position.waste[0] & ~bit(top - np.uint64(STOCK))
        if under != NONE:
            count = _add_if_pair(position, moves, count, top, top_of(under))
    return count


@kernel(inline=True)
def list_removals(rules, position, moves):  # type: ignore[no-untyped-def]
    """Fill ``moves`` with the legal removals; return how many there are."""
    count = NONE
    open_place = open_top(rules, position)
    matched = _matched_values(rules, position, open_place)
    if matched & KINGS != NONE:
        count = _list_kings(rules, position, moves, open_place)
    if not must_take_king(rules, position):
        cells = _cells_of_values(position, matched)
        if rules.overlap:
            cells |= position.tableau & ~position.exposed
        count = _list_cells(rules, position, moves, count, cells, open_place)
        if rules.stock_pairs:
            count = _list_stock_pairs(rules, position, moves, count, open_place)
    moves.removals = count
    moves.count = count
    return count


@kernel(inline=True)
def must_take_king(rules, position):  # type: ignore[no-untyped-def]
    """Tell whether an exposed king has to go before anything else (``kings = "automatic"``)."""
    return rules.kings_automatic and position.open_of[np.uint64(KING)] != NONE


@kernel(inline=True)
def list_moves(rules, position, moves):  # type: ignore[no-untyped-def]
    """Fill ``moves`` with the legal moves, in the order that this module's head states."""
    removals = list_removals(rules, position, moves)
    if removals > NONE and (rules.draw_when_stuck or must_take_king(rules, position)):
        return
    if not is_won(rules, position):
        other = draw_or_redeal(rules, position)
        if other != 0:
            moves.code[removals] = other
            moves.count += 1
