"""What moves do to a position: setting up, drawing, redealing, removing, turning up cards."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.moves import (
    DRAW,
    NONE,
    ONE,
    REDEAL,
    TARGET,
    cells_of,
    drawn,
    first_place,
    newly_exposed,
    second_place,
)
from pyramid_stats.engine.records import ACCESS_HAND, ACCESS_TOP, STOCK, VALUES


@kernel(inline=True)
def _value(card):  # type: ignore[no-untyped-def]
    return (np.int64(card) >> 2) + 1


@kernel(inline=True)
def _expose(rules, deck, position, cells):  # type: ignore[no-untyped-def]
    """Turn up the cards of cells that nothing covers any more."""
    position.exposed |= cells
    while cells != NONE:
        cell = lowest(cells)
        value = _value(deck[cell])
        position.values[cell] = value
        position.open_of[value] |= cells & (~cells + ONE)
        position.open_values |= ONE << np.uint64(value)
        position.wanted_values |= ONE << np.uint64(TARGET - value)
        cells &= cells - ONE


@kernel(inline=True)
def _turn_up_stock(rules, deck, position):  # type: ignore[no-untyped-def]
    """Let the stock's top card be seen, where it lies open."""
    if rules.access == ACCESS_TOP and position.stock != NONE:
        top = lowest(position.stock)
        position.values[STOCK + top] = _value(deck[rules.cells + top])


@kernel(inline=True)
def draw(rules, deck, position):  # type: ignore[no-untyped-def]
    """Turn the next cards of the stock; the last draw of a pass takes what is left."""
    if rules.access == ACCESS_HAND:
        position.waste[0] |= position.hand
        position.hand = NONE
    for index in range(rules.draw):
        card = position.stock & (~position.stock + ONE)
        if card == NONE:
            break
        position.stock ^= card
        place = lowest(card)
        position.values[STOCK + place] = _value(deck[rules.cells + place])
        if rules.access == ACCESS_HAND:
            position.hand = card
        elif rules.waste_piles == 1:
            position.waste[0] |= card
        else:
            position.waste[index] |= card
    _turn_up_stock(rules, deck, position)


@kernel()
def redeal(rules, deck, position):  # type: ignore[no-untyped-def]
    """Turn the waste over to be the stock again, in the order in which it was drawn."""
    position.stock = drawn(rules, position)
    position.hand = NONE
    for pile in range(rules.waste_piles):
        position.waste[pile] = NONE
    position.passes += 1
    position.pass_removals = 0
    _turn_up_stock(rules, deck, position)


@kernel(inline=True)
def _take_stock_card(rules, position, place):  # type: ignore[no-untyped-def]
    """Take a card from wherever it lies: stock, hand or a waste pile."""
    others = ~(ONE << np.uint64(place - STOCK))
    position.stock &= others
    position.hand &= others
    for pile in range(rules.waste_piles):
        position.waste[pile] &= others


@kernel(inline=True)
def _close(position, cell):  # type: ignore[no-untyped-def]
    """Forget an exposed cell whose card is being removed (no-op for a covered one)."""
    value = np.int64(position.values[cell])
    left = position.open_of[value] & ~(ONE << np.uint64(cell))
    position.open_of[value] = left
    if left == NONE:
        position.open_values &= ~(ONE << np.uint64(value))
        position.wanted_values &= ~(ONE << np.uint64(TARGET - value))


@kernel(inline=True)
def remove(rules, deck, position, code):  # type: ignore[no-untyped-def]
    """Take a king, or a pair, and turn up what it covered."""
    gone = cells_of(code)
    freed = newly_exposed(rules, position, code)
    position.tableau &= ~gone
    position.exposed &= ~gone
    first, second = first_place(code), second_place(code)
    if first < STOCK:
        _close(position, first)
    else:
        _take_stock_card(rules, position, first)
    if second < STOCK:
        _close(position, second)
    else:
        _take_stock_card(rules, position, second)
        _turn_up_stock(rules, deck, position)
    _expose(rules, deck, position, freed)
    position.removals += 1
    position.pass_removals += 1


@kernel()
def make(rules, deck, position, code):  # type: ignore[no-untyped-def]
    """Make a legal move."""
    if code == DRAW:
        draw(rules, deck, position)
        position.draws += 1
    elif code == REDEAL:
        redeal(rules, deck, position)
    else:
        remove(rules, deck, position, code)


@kernel()
def set_up(rules, deck, position):  # type: ignore[no-untyped-def]
    """Lay out the tableau, put the rest on the stock, and do the initial draws."""
    cells = rules.cells
    position.tableau = (ONE << np.uint64(cells)) - ONE if cells < STOCK else ~NONE
    position.stock = (ONE << np.uint64(deck.size - cells)) - ONE
    position.exposed = position.hand = NONE
    position.open_values = position.wanted_values = NONE
    for value in range(VALUES):
        position.open_of[value] = NONE
    for pile in range(rules.waste_piles):
        position.waste[pile] = NONE
    for cell in range(cells):
        position.values[cell] = _value(deck[cell])
    _hide(position, rules.face_down)
    for place in range(STOCK, STOCK + deck.size - cells):
        position.values[place] = 0
    position.removals = position.draws = position.pass_removals = 0
    position.passes = 1
    _expose(rules, deck, position, rules.exposed)
    _turn_up_stock(rules, deck, position)
    for _ in range(rules.initial_draws):
        draw(rules, deck, position)


@kernel(inline=True)
def _hide(position, cells):  # type: ignore[no-untyped-def]
    while cells != NONE:
        position.values[lowest(cells)] = 0
        cells &= cells - ONE
