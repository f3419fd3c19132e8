"""The legal moves of a position: the one generator that everybody uses.

The list's order is fixed: kings, then pairs by (first place, second place), then the draw or the
redeal. Places are ordered: tableau cells, hand card, the stock's open top, the waste tops pile by
pile, the card under the top.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import lowest, swap_bytes
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import (
    ALL,
    KING,
    NO_PLACE,
    NONE,
    ONE,
    TARGET,
    bit,
    nibble,
    partner_of,
    without_lowest,
)
from pyramid_stats.engine.reading import (
    draw_or_redeal,
    is_won,
    must_take_king,
    open_top,
    top_of,
    value_at,
)
from pyramid_stats.engine.records import STOCK, VALUES

UNITS = np.uint64(0x1111111111111111)
LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
KINGS = np.uint64(1 << 4 * KING | 1)
"""The exposed kings, and those of the stock side (see :func:`exposed_values`)."""

PAIRING = np.uint64(0x0001111111111110)
"""The values that pair with another, 1 to 12: a bit in the nibble of each."""


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
def _mirrored(present):  # type: ignore[no-untyped-def]
    """Move the bit of each value v to the place of its partner, 13 - v."""
    swapped = swap_bytes(present)
    swapped = (swapped & LOW_NIBBLES) << np.uint64(4) | swapped >> np.uint64(4) & LOW_NIBBLES
    return swapped >> np.uint64(4 * (VALUES - 1 - TARGET))


@kernel(inline=True)
def exposed_values(position):  # type: ignore[no-untyped-def]
    """Return which values lie exposed and which would pair with them, a bit in each nibble.

    Bit 0 of the first is always set, so that a king, whose partner is 0, finds one; an exposed
    king is wanted as it is. What is in both can be removed. All is done by values and not card by
    card: most positions have nothing to remove, and this is how they are told.
    """
    counts = position.open_counts
    counts |= counts >> np.uint64(1)
    counts |= counts >> np.uint64(2)
    present = counts & UNITS
    return present | ONE, _mirrored(present) & ~ONE | nibble(np.uint64(KING))


@kernel(inline=True)
def wanted_by_stock(rules, position, open_place):  # type: ignore[no-untyped-def]
    """Return which values the playable cards of stock, hand and waste pair with."""
    wanted = NONE
    if open_place != NO_PLACE:
        wanted |= nibble(partner_of(value_at(position, open_place)))
    for pile in range(rules.waste_piles):
        if position.waste[pile] != NONE:
            wanted |= nibble(partner_of(value_at(position, top_of(position.waste[pile]))))
    return wanted


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
def _may_pair_stock_cards(rules, position, open_place):  # type: ignore[no-untyped-def]
    """Tell whether two cards outside the tableau may pair: exactly, or yes where that is slow."""
    if not rules.stock_pairs:
        return False
    if rules.waste_second or rules.waste_piles > 1:
        return True
    if open_place == NO_PLACE or position.waste[0] == NONE:
        return False
    top = top_of(position.waste[0])
    return value_at(position, open_place) + value_at(position, top) == TARGET


@kernel(inline=True)
def may_remove(rules, position, present, wanted):  # type: ignore[no-untyped-def]
    """Tell, faster than by listing, whether a removal may be legal, overlaps apart.

    ``present`` and ``wanted`` come from :func:`exposed_values`. False is certain.
    """
    open_place = open_top(rules, position)
    wanted |= wanted_by_stock(rules, position, open_place)
    return present & wanted != NONE or _may_pair_stock_cards(rules, position, open_place)


@kernel(inline=True)
def list_removals(rules, position, moves):  # type: ignore[no-untyped-def]
    """Fill ``moves`` with the legal removals; return how many there are."""
    count = NONE
    open_place = open_top(rules, position)
    present, wanted = exposed_values(position)
    matched = present & (wanted | wanted_by_stock(rules, position, open_place))
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
