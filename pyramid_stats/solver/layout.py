"""One deck as the quick search sees it: who lies where, covers whom, and can pair with whom."""

from __future__ import annotations

import numpy as np
from numba import from_dtype

from pyramid_stats.engine.bits import count, lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import BYTE, NONE, ONE, bit, without_lowest
from pyramid_stats.engine.records import ACCESS_NONE, STOCK, UNLIMITED
from pyramid_stats.rules.tableau import MAX_CELLS
from pyramid_stats.rules.variant import MAX_WASTE_PILES
from pyramid_stats.solver.families import (
    BYTES,
    EIGHT,
    FAMILIES,
    HIGH,
    KINGS,
    LOW,
    SUBSETS,
    family,
    nibble_of,
    one_of,
    partners,
    union,
)

LAYOUT = np.dtype(
    [
        # What follows from the rules.
        ("above", np.uint64, (MAX_CELLS,)),  # for each cell, all cells that have to go before it
        ("piles", np.uint64, (MAX_WASTE_PILES,)),  # stock places by the waste pile they come to
        ("neighbours_pair", np.bool_),  # the stock's or hand's open card and the waste top may pair
        ("stock_pairs", np.bool_),  # some two stock cards may pair
        ("waste_cards_pair", np.bool_),  # ... both of which lie on the waste
        ("overlap", np.bool_),  # a card and its only cover may pair
        ("kings_dropped", np.bool_),  # kings of the stock go when they turn up: never in the way
        # What follows from the deck; sets of cards, unless another word is said.
        ("covered", np.uint64, (BYTES, SUBSETS)),  # by a byte of cards: the cards that they cover
        ("order", np.uint64, (BYTES, SUBSETS)),  # ... their places in the stock, a set of places
        ("matches", np.uint8, (FAMILIES, SUBSETS)),  # whether a family's cards can all be paired
        ("paired", np.uint8, (FAMILIES, SUBSETS)),  # most pairs within the tableau, see bound
        ("in_pyramid", np.uint8, (FAMILIES, 2)),  # cards of a family's two values in the tableau
        ("pyramid", np.uint64),  # all cards of the tableau
        ("stock", np.uint64),  # all cards of the stock that matter
        ("covers", np.uint64, (64,)),  # for each card of the tableau, those that lie on it
        ("over", np.uint64, (64,)),  # ... all that have to go before it
        ("stock_card", np.uint64, (64,)),  # the card at a place of the stock, a set of one
        ("from_place", np.uint64, (65,)),  # the stock cards from a place on
        ("card_at", np.uint8, (64,)),  # the bit of the card in each cell
        ("place", np.uint8, (64,)),  # a card's place as the engine counts them
        ("may_pair", np.uint8, (64,)),  # those of its family that a card may ever pair with
    ],
    align=True,
)

layout_type = from_dtype(LAYOUT)


@kernel()
def fit_rules(rules, drop_kings, layout):  # type: ignore[no-untyped-def]
    """Write what follows from the rules into a layout; :func:`lay_out` adds a deck.

    ``drop_kings`` leaves out the kings of the stock that are never in the way: for winning they
    don't matter, for the number of moves they do.
    """
    for cell in range(rules.cells):
        layout.above[cell] = NONE
    for cell in range(rules.cells):
        beneath = rules.beneath[cell]
        while beneath != NONE:
            layout.above[lowest(beneath)] |= bit(cell)
            beneath = without_lowest(beneath)
    for pile in range(rules.waste_piles):
        layout.piles[pile] = NONE
    for place in range(STOCK):
        layout.piles[place % rules.waste_piles] |= bit(place)
    beside_waste = rules.access != ACCESS_NONE and rules.stock_waste_pairs
    layout.neighbours_pair = rules.draw > 0 and (beside_waste or rules.waste_second)
    layout.stock_pairs = rules.draw > 0 and rules.stock_pairs
    of_two_piles = rules.waste_piles > 1 and rules.waste_pairs
    layout.waste_cards_pair = rules.waste_second or of_two_piles
    layout.overlap = rules.overlap
    layout.kings_dropped = drop_kings and rules.draw == 1


@kernel()
def _place_cards(rules, deck, layout):  # type: ignore[no-untyped-def]
    """Note where each card lies."""
    layout.pyramid = layout.stock = NONE
    cells = rules.cells
    for index in range(deck.size):
        card = nibble_of(deck.card[index])
        while (layout.pyramid | layout.stock) & bit(card) != NONE:
            card += ONE
        if index < cells:
            layout.place[card] = index
            layout.card_at[index] = card
            layout.pyramid |= bit(card)
        else:
            layout.place[card] = STOCK + index - cells
            layout.stock_card[index - cells] = bit(card)
            layout.stock |= bit(card)
    layout.from_place[deck.size - cells] = NONE
    for place in range(deck.size - cells - 1, -1, -1):
        layout.from_place[place] = layout.from_place[place + 1] | layout.stock_card[place]
    for number in range(FAMILIES):
        pyramid = family(layout.pyramid, number)
        layout.in_pyramid[number, 0] = count(pyramid & LOW)
        layout.in_pyramid[number, 1] = count(pyramid & HIGH)


@kernel(inline=True)
def _cards_in(layout, cells):  # type: ignore[no-untyped-def]
    """Return the cards that lie in some cells."""
    cards = NONE
    while cells != NONE:
        cards |= bit(layout.card_at[lowest(cells)])
        cells = without_lowest(cells)
    return cards


@kernel()
def _fill_unions(rules, layout):  # type: ignore[no-untyped-def]
    """Fill the tables that :func:`~pyramid_stats.solver.families.union` reads."""
    for number in range(BYTES):
        layout.covered[number, 0] = layout.order[number, 0] = NONE
        for member in range(8):
            card = EIGHT * np.uint64(number) + np.uint64(member)
            under = order = NONE
            if layout.pyramid & bit(card) != NONE:
                cell = layout.place[card]
                cells = bit(rules.under_left[cell]) | bit(rules.under_right[cell])
                under = _cards_in(layout, cells & ~bit(cell))
                layout.covers[card] = _cards_in(layout, rules.covers[cell])
                layout.over[card] = _cards_in(layout, layout.above[cell])
            elif layout.stock & bit(card) != NONE:
                order = bit(layout.place[card] - STOCK)
            first = 1 << member
            for subset in range(first):
                layout.covered[number, first + subset] = layout.covered[number, subset] | under
                layout.order[number, first + subset] = layout.order[number, subset] | order


@kernel(inline=True)
def _may_pair(rules, layout, one, other):  # type: ignore[no-untyped-def]
    """Tell whether two cards of a family may ever pair; yes where that is not certain."""
    tableau = bit(one) & layout.pyramid | bit(other) & layout.pyramid
    if tableau == NONE:
        return layout.stock_pairs
    if without_lowest(tableau) == NONE:
        return rules.draw > 0
    cell, on_top = layout.place[one], layout.place[other]
    if cell > on_top:  # a cell is dealt before those that cover it
        cell, on_top = on_top, cell
    if layout.above[cell] & bit(on_top) == NONE:
        return True
    face_up = rules.face_down & bit(cell) == NONE
    return rules.overlap and face_up and rules.covers[cell] & bit(on_top) != NONE


@kernel()
def _fill_matches(rules, layout):  # type: ignore[no-untyped-def]
    """Tell of each set of a family whether its cards that have to go can be paired off."""
    for number in range(FAMILIES):
        first = EIGHT * np.uint64(number)
        for low in range(4):
            layout.may_pair[first + np.uint64(low)] = 0
        for high in range(4, 8):
            layout.may_pair[first + np.uint64(high)] = 0
            for low in range(4):
                one, other = first + np.uint64(low), first + np.uint64(high)
                if _may_pair(rules, layout, one, other):
                    layout.may_pair[one] |= np.uint8(1 << high)
                    layout.may_pair[other] |= np.uint8(1 << low)
        have_to_go = BYTE if rules.goal_all else family(layout.pyramid, number)
        layout.matches[number, 0] = 1
        for subset in range(1, SUBSETS):
            cards = np.uint64(subset)
            needy = cards & have_to_go
            found = needy == NONE
            if not found:
                card = lowest(needy)
                mates = cards & np.uint64(layout.may_pair[first + card])
                cards = cards & ~bit(card)
                while mates != NONE and not found:
                    found = layout.matches[number, cards & ~bit(lowest(mates))] != 0
                    mates = without_lowest(mates)
            layout.matches[number, subset] = found


@kernel()
def lay_out(rules, deck, layout):  # type: ignore[no-untyped-def]
    """Fill in a deck of 52 cards."""
    _place_cards(rules, deck, layout)
    if rules.draw == 0:  # the stock is never touched
        layout.stock = NONE
    _fill_unions(rules, layout)
    _fill_matches(rules, layout)
    if layout.kings_dropped:
        buried = rules.initial_draws - 1 if rules.passes != UNLIMITED else 0
        layout.stock &= ~(KINGS & layout.from_place[max(0, buried)])


@kernel(inline=True)
def all_match(layout, cards):  # type: ignore[no-untyped-def]
    """Tell whether the cards of each family that have to go can be paired off, one by one."""
    return (
        layout.matches[0, family(cards, 0)]
        & layout.matches[1, family(cards, 1)]
        & layout.matches[2, family(cards, 2)]
        & layout.matches[3, family(cards, 3)]
        & layout.matches[4, family(cards, 4)]
        & layout.matches[5, family(cards, 5)]
    ) != 0


@kernel(inline=True)
def exposed_cards(layout, left):  # type: ignore[no-untyped-def]
    """Return the cards of the tableau that nothing covers."""
    present = left & layout.pyramid
    return present & ~union(layout.covered, present)


@kernel(inline=True)
def lifelong_mates(layout, card):  # type: ignore[no-untyped-def]
    """Return the cards that a card may ever pair with, as far as the deal tells."""
    number = lowest(card)
    return np.uint64(layout.may_pair[number]) << (number & ~np.uint64(7))


@kernel(inline=True)
def pyramid_mates(layout, left, exposed, card):  # type: ignore[no-untyped-def]
    """Return the cards of the tableau that an exposed one can go with now."""
    mates = partners(card) & exposed
    if layout.overlap:
        covered = lifelong_mates(layout, card) & left & layout.pyramid & ~exposed
        while covered != NONE:
            under = one_of(covered)
            covered ^= under
            if layout.covers[lowest(under)] & left == card:
                mates |= under
    return mates
