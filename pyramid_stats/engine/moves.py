"""The legal moves of a position: the one generator that everybody uses.

A move is an ``int64`` code: :data:`DRAW`, :data:`REDEAL`, or a removal ``first + 256 * second``
of two places; a king, removed alone, names its place twice. The list's order is fixed: kings,
then pairs by (first place, second place), then the draw or the redeal. Places are ordered:
tableau cells, hand card, the stock's open top, the waste tops pile by pile, the card under the top.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count, leading_zeros, lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.records import (
    ACCESS_HAND,
    ACCESS_TOP,
    STOCK,
    UNLIMITED,
)

DRAW = -1
REDEAL = -2

TARGET = 13
KING = 13

ONE = np.uint64(1)
NONE = np.uint64(0)


@kernel(inline=True)
def first_place(code):  # type: ignore[no-untyped-def]
    """Return the first place that a removal takes a card from."""
    return code & 255


@kernel(inline=True)
def second_place(code):  # type: ignore[no-untyped-def]
    """Return the second place; a king's is its first."""
    return code >> 8


@kernel(inline=True)
def cells_of(code):  # type: ignore[no-untyped-def]
    """Return the set of tableau cells that a removal empties."""
    cells = NONE
    if first_place(code) < STOCK:
        cells |= ONE << np.uint64(first_place(code))
    if second_place(code) < STOCK:
        cells |= ONE << np.uint64(second_place(code))
    return cells


@kernel(inline=True)
def top_of(pile):  # type: ignore[no-untyped-def]
    """Return the place of a waste pile's top: of its cards, the one drawn last."""
    return STOCK + 63 - leading_zeros(pile)


@kernel(inline=True)
def open_top(rules, position):  # type: ignore[no-untyped-def]
    """Return the place of the card in the hand, or open on the stock; -1 if there is none."""
    card = NONE
    if rules.access == ACCESS_HAND:
        card = position.hand
    elif rules.access == ACCESS_TOP:
        card = position.stock
    return STOCK + lowest(card) if card != NONE else -1


@kernel(inline=True)
def newly_exposed(rules, position, code):  # type: ignore[no-untyped-def]
    """Return the set of cells that a removal uncovers."""
    gone = cells_of(code)
    left = position.tableau & ~gone
    freed = NONE
    emptied = gone
    while emptied != NONE:
        cell = lowest(emptied)
        emptied &= emptied - ONE
        under = rules.covered_by[cell] & left & ~freed
        while under != NONE:
            other = lowest(under)
            under &= under - ONE
            if rules.covers[other] & left == NONE:
                freed |= ONE << np.uint64(other)
    return freed & ~position.exposed


@kernel(inline=True)
def is_won(rules, position):  # type: ignore[no-untyped-def]
    """Tell whether the goal is reached."""
    if position.tableau != NONE:
        return False
    return not rules.goal_all or (position.stock | drawn(rules, position)) == NONE


@kernel(inline=True)
def drawn(rules, position):  # type: ignore[no-untyped-def]
    """Return the set of stock cards that lie in the hand or on the waste."""
    cards = position.hand
    for pile in range(rules.waste_piles):
        cards |= position.waste[pile]
    return cards


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
def _add(moves, first, second):  # type: ignore[no-untyped-def]
    moves.code[moves.count] = first | second << 8
    moves.count += 1


@kernel(inline=True)
def _with_partner_below(rules, position, cell):  # type: ignore[no-untyped-def]
    """Return the face-up cells that only ``cell`` covers and that pair with it (overlap)."""
    found = NONE
    under = rules.covered_by[cell] & position.tableau
    while under != NONE:
        other = lowest(under)
        under &= under - ONE
        if (
            count(rules.covers[other] & position.tableau) == 1
            and position.values[other] + position.values[cell] == TARGET
            and position.values[other] != 0
        ):
            found |= ONE << np.uint64(other)
    return found


@kernel()
def _overlapped(rules, position):  # type: ignore[no-untyped-def]
    """Return the covered cells that may go together with their only cover."""
    found = NONE
    cells = position.exposed
    while cells != NONE:
        cell = lowest(cells)
        cells &= cells - ONE
        found |= _with_partner_below(rules, position, cell)
    return found


@kernel()
def _list_kings(rules, position, moves, open_place):  # type: ignore[no-untyped-def]
    kings = position.open_of[KING]
    while kings != NONE:
        cell = lowest(kings)
        kings &= kings - ONE
        _add(moves, cell, cell)
    if rules.kings_automatic and moves.count > 0:
        return
    if open_place >= 0 and position.values[open_place] == KING:
        _add(moves, open_place, open_place)
    for pile in range(rules.waste_piles):
        if position.waste[pile] != NONE:
            top = top_of(position.waste[pile])
            if position.values[top] == KING:
                _add(moves, top, top)


@kernel(inline=True)
def _list_partners_of_cell(rules, position, moves, cell, open_place):  # type: ignore[no-untyped-def]
    """List the pairs whose first card lies in ``cell``, an exposed one."""
    partner = TARGET - np.int64(position.values[cell])
    others = position.open_of[partner] >> np.uint64(cell) << np.uint64(cell)
    while others != NONE:
        _add(moves, cell, lowest(others))
        others &= others - ONE
    if open_place >= 0 and position.values[open_place] == partner:
        _add(moves, cell, open_place)
    for pile in range(rules.waste_piles):
        if position.waste[pile] != NONE:
            top = top_of(position.waste[pile])
            if position.values[top] == partner:
                _add(moves, cell, top)


@kernel(inline=True)
def _list_overlapping(rules, position, moves, cell):  # type: ignore[no-untyped-def]
    """List the pair of a covered cell and the exposed one that alone covers it."""
    _add(moves, cell, lowest(rules.covers[cell] & position.tableau))


@kernel()
def _list_stock_pairs(rules, position, moves, open_place):  # type: ignore[no-untyped-def]
    """List the pairs of two cards neither of which lies in the tableau."""
    piles = rules.waste_piles
    if open_place >= 0 and rules.stock_waste_pairs:
        for pile in range(piles):
            if position.waste[pile] != NONE:
                _add_if_pair(position, moves, open_place, top_of(position.waste[pile]))
    if piles > 1 and rules.waste_pairs:
        for pile in range(piles - 1):
            for other in range(pile + 1, piles):
                if position.waste[pile] != NONE and position.waste[other] != NONE:
                    tops = top_of(position.waste[pile]), top_of(position.waste[other])
                    _add_if_pair(position, moves, tops[0], tops[1])
    if rules.waste_second and count(position.waste[0]) > 1:
        top = top_of(position.waste[0])
        under = position.waste[0] & ~(ONE << np.uint64(top - STOCK))
        _add_if_pair(position, moves, top, top_of(under))


@kernel(inline=True)
def _add_if_pair(position, moves, first, second):  # type: ignore[no-untyped-def]
    if position.values[first] + position.values[second] == TARGET:
        _add(moves, first, second)


@kernel(inline=True)
def _cells_with_partner(rules, position, open_place):  # type: ignore[no-untyped-def]
    """Return the exposed cells that pair with anything, found by value and not card by card."""
    cells = NONE
    matched = position.open_values & position.wanted_values
    while matched != NONE:
        cells |= position.open_of[lowest(matched)]
        matched &= matched - ONE
    if open_place >= 0:
        cells |= position.open_of[TARGET - np.int64(position.values[open_place])]
    for pile in range(rules.waste_piles):
        if position.waste[pile] != NONE:
            top = top_of(position.waste[pile])
            cells |= position.open_of[TARGET - np.int64(position.values[top])]
    return cells


@kernel()
def list_removals(rules, position, moves):  # type: ignore[no-untyped-def]
    """Fill ``moves`` with the legal removals."""
    moves.count = 0
    open_place = open_top(rules, position)
    _list_kings(rules, position, moves, open_place)
    if rules.kings_automatic and position.open_of[KING] != NONE:
        moves.removals = moves.count
        return
    cells = _cells_with_partner(rules, position, open_place)
    overlapped = _overlapped(rules, position) if rules.overlap else NONE
    cells |= overlapped
    while cells != NONE:
        cell = lowest(cells)
        if overlapped >> np.uint64(cell) & ONE:
            _list_overlapping(rules, position, moves, cell)
        else:
            _list_partners_of_cell(rules, position, moves, cell, open_place)
        cells &= cells - ONE
    _list_stock_pairs(rules, position, moves, open_place)
    moves.removals = moves.count


@kernel(inline=True)
def list_moves(rules, position, moves):  # type: ignore[no-untyped-def]
    """Fill ``moves`` with the legal moves, in the order that this module's head states."""
    list_removals(rules, position, moves)
    if is_won(rules, position) or (moves.count > 0 and rules.draw_when_stuck):
        return
    if rules.kings_automatic and position.open_of[KING] != NONE:
        return
    other = draw_or_redeal(rules, position)
    if other != 0:
        moves.code[moves.count] = other
        moves.count += 1
