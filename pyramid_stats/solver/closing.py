"""What a position comes down to: cards that may go at once, and cards that can't go any more."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count, lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, bit, without_lowest
from pyramid_stats.solver.clock import below, highest, pass_left, pointer_of
from pyramid_stats.solver.families import (
    EIGHT,
    FAMILIES,
    KINGS,
    LOW,
    NIBBLE,
    family,
    one_of,
    partners,
    whole_families,
)
from pyramid_stats.solver.layout import exposed_cards


@kernel(inline=True)
def _whole_and_even(left, exposed):  # type: ignore[no-untyped-def]
    """Return the families all of whose cards lie exposed, as many of one value as of the other.

    Uneven is one whose surplus was dropped (:func:`in_reach`): its pairing is still to be chosen.
    """
    gone = whole_families(left, exposed)
    if gone != NONE:
        for number in range(FAMILIES):
            cards = family(gone, number)
            if count(cards & LOW) != count(cards >> NIBBLE):
                gone &= ~(cards << EIGHT * np.uint64(number))
    return gone


@kernel(inline=True)
def closed(layout, left):  # type: ignore[no-untyped-def]
    """Take what may go at once: exposed kings, and families that only need themselves.

    Returns (cards left, those of the tableau that lie exposed).
    """
    while True:
        exposed = exposed_cards(layout, left)
        gone = exposed & KINGS | _whole_and_even(left, exposed)
        if gone == NONE:
            return left, exposed
        left &= ~gone


@kernel(inline=True)
def goal_reached(rules, layout, left):  # type: ignore[no-untyped-def]
    """Tell whether the cards left are none that have to go."""
    return left == NONE or (not rules.goal_all and left & layout.pyramid == NONE)


@kernel(inline=True)
def cards_at(layout, places):  # type: ignore[no-untyped-def]
    """Return the cards at some places of the stock."""
    cards = NONE
    while places != NONE:
        cards |= layout.stock_card[lowest(places)]
        places = without_lowest(places)
    return cards


@kernel(inline=True)
def stuck_waste(rules, layout, left, order, time):  # type: ignore[no-untyped-def]
    """Return the places of the waste cards that can't go in this pass: those under a dead card.

    A card on the waste is dead where its partners are gone, or all have to serve those above it.
    """
    mates = left & layout.pyramid
    if layout.waste_cards_pair:
        mates = left
    elif layout.stock_pairs:
        mates |= left & layout.from_place[pointer_of(time)]
    drawn = order & below(pointer_of(time))
    stuck = NONE
    for pile in range(rules.waste_piles):
        waste, free = drawn, mates
        if rules.waste_piles > 1:
            waste &= layout.piles[pile]
        while waste != NONE:
            place = highest(waste)
            card = layout.stock_card[place]
            serving = partners(card) & free
            if card & KINGS == NONE:
                if serving == NONE:
                    stuck |= waste
                    break
                free ^= one_of(serving)
            waste ^= bit(place)
    return stuck


@kernel(inline=True)
def in_reach(rules, layout, left, order, time):  # type: ignore[no-untyped-def]
    """Return the cards that may still go: in the last pass, not those that are stuck."""
    if pass_left(rules, time):
        return left
    return left & ~cards_at(layout, stuck_waste(rules, layout, left, order, time))
