"""What moves do to a position: setting up, drawing, redealing, removing, turning up cards."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count, leading_zeros, lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import (
    DRAW,
    LAST_BIT,
    NONE,
    ONE,
    REDEAL,
    bit,
    cell_bit,
    first_place,
    nibble,
    second_place,
    without_lowest,
)
from pyramid_stats.engine.reading import drawn, newly_exposed, value_at
from pyramid_stats.engine.records import ACCESS_HAND, ACCESS_TOP, STOCK, VALUES

SEEN = np.repeat(np.array([255, 0], np.uint8), STOCK)
"""From place 64 - n on: a mask for each stock card, the first n of which were seen."""


@kernel(inline=True)
def _value(card):  # type: ignore[no-untyped-def]
    return (np.uint64(card) >> np.uint64(2)) + ONE


@kernel(inline=True)
def _expose(deck, position, cells):  # type: ignore[no-untyped-def]
    """Turn up the cards of cells that nothing covers any more."""
    rest = cells
    while rest != NONE:
        position.values[lowest(rest)] = _value(deck.card[lowest(rest)])
        rest = without_lowest(rest)
    _open(position, cells)


@kernel(inline=True)
def _open(position, cells):  # type: ignore[no-untyped-def]
    """Let cards lie exposed; one that was never seen has value 0, and pairs with none."""
    position.exposed |= cells
    while cells != NONE:
        cell = lowest(cells)
        value = np.uint64(position.values[cell])
        position.open_of[value] |= bit(cell)
        position.open_counts += nibble(value)
        cells = without_lowest(cells)


@kernel(inline=True)
def _see_stock_card(rules, deck, position, card):  # type: ignore[no-untyped-def]
    """Let a card of the stock be known, from now on."""
    value = _value(deck.card[np.uint64(rules.cells) + card])
    position.values[np.uint64(STOCK) + card] = value


@kernel(inline=True)
def _see_stock_up_to(rules, deck, position, end):  # type: ignore[no-untyped-def]
    """Let the first ``end`` cards of the stock be known: a loop of fixed length, a few wide steps.

    In a pass cards are turned in the order of their places, so what was seen comes first.
    """
    first, veil = np.uint64(rules.cells), np.uint64(STOCK) - end
    for card in range(np.uint64(STOCK)):
        value = (deck.card[first + card] >> np.uint8(2)) + np.uint8(1)
        position.values[np.uint64(STOCK) + card] |= value & SEEN[veil + card]


@kernel(inline=True)
def _turn_up_stock(rules, deck, position):  # type: ignore[no-untyped-def]
    """Let the stock's top card be seen, where it lies open."""
    if rules.access == ACCESS_TOP and position.stock != NONE:
        top = lowest(position.stock)
        _see_stock_card(rules, deck, position, top)


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
        _see_stock_card(rules, deck, position, place)
        if rules.access == ACCESS_HAND:
            position.hand = card
        elif rules.waste_piles == 1:
            position.waste[0] |= card
        else:
            position.waste[index] |= card
    _turn_up_stock(rules, deck, position)


@kernel(inline=True)
def draw_singly(rules, deck, position, cards):  # type: ignore[no-untyped-def]
    """Make the draws that turn these cards, the stock's next ones, onto the one waste pile."""
    position.stock ^= cards
    after_last = np.uint64(STOCK) - leading_zeros(cards)
    if rules.access == ACCESS_HAND:
        last = bit(after_last - ONE)
        position.waste[0] |= position.hand | (cards ^ last)
        position.hand = last
    else:
        position.waste[0] |= cards
    _see_stock_up_to(rules, deck, position, after_last)
    position.draws += count(cards)


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
def _take(rules, position, place):  # type: ignore[no-untyped-def]
    """Take a card from wherever it lies: tableau, stock, hand or a waste pile."""
    stock_card = bit(place & LAST_BIT) if place >= STOCK else NONE
    position.stock &= ~stock_card
    position.hand &= ~stock_card
    for pile in range(rules.waste_piles):
        position.waste[pile] &= ~stock_card
    open_cell = cell_bit(place) & position.exposed
    value = value_at(position, place)
    position.open_of[value] &= ~open_cell
    position.open_counts -= nibble(value) if open_cell != NONE else NONE
    position.gone += nibble(value)
    position.exposed &= ~open_cell
    position.tableau &= ~cell_bit(place)


@kernel(inline=True)
def remove(rules, deck, position, code):  # type: ignore[no-untyped-def]
    """Take a king, or a pair, and turn up what it covered."""
    freed = newly_exposed(rules, position, code)
    _take(rules, position, first_place(code))
    if first_place(code) != second_place(code):
        _take(rules, position, second_place(code))
    _expose(deck, position, freed)
    _turn_up_stock(rules, deck, position)
    position.removals += 1
    position.pass_removals += 1


@kernel(inline=True)
def remove_unseen(rules, position, code):  # type: ignore[no-untyped-def]
    """Take a king, or a pair, as far as a player can foresee it: what turns up stays unknown."""
    freed = newly_exposed(rules, position, code)
    _take(rules, position, first_place(code))
    if first_place(code) != second_place(code):
        _take(rules, position, second_place(code))
    _open(position, freed)
    position.removals += 1
    position.pass_removals += 1


@kernel(inline=True)
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
    position.exposed = position.hand = position.open_counts = position.gone = NONE
    for value in range(VALUES):
        position.open_of[value] = NONE
    for pile in range(rules.waste_piles):
        position.waste[pile] = NONE
    for cell in range(cells):
        position.values[cell] = _value(deck.card[cell])
    _hide(position, rules.face_down)
    if rules.may_skip:
        sort_stock(rules, deck)
    for place in range(STOCK, STOCK + deck.size - cells):
        position.values[place] = 0
    position.removals = position.draws = position.pass_removals = 0
    position.passes = 1
    _expose(deck, position, rules.exposed)
    _turn_up_stock(rules, deck, position)
    for _ in range(rules.initial_draws):
        draw(rules, deck, position)


@kernel(inline=True)
def _hide(position, cells):  # type: ignore[no-untyped-def]
    while cells != NONE:
        position.values[lowest(cells)] = 0
        cells = without_lowest(cells)


@kernel(inline=True)
def sort_stock(rules, deck):  # type: ignore[no-untyped-def]
    """Note which stock cards have which value."""
    for value in range(VALUES):
        deck.stock_of[value] = NONE
    first = np.uint64(rules.cells)
    for card in range(np.uint64(deck.size) - first):
        deck.stock_of[_value(deck.card[first + card])] |= bit(card)
