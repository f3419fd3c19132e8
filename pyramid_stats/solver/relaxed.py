"""The relaxed game: every stock card is playable at any time. What can't be won here can't be won.

Stock cards of one value are all the same here, so a state is a set of cards in which the first
ones stand for the others (:func:`counted`). There are few, and each keeps its fate for the deal.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, ONE, without_lowest
from pyramid_stats.solver.earliest import doubled, slot_of
from pyramid_stats.solver.families import (
    COUNTED,
    EIGHT,
    FAMILIES,
    FREE,
    KINGS,
    family,
    last_of,
    one_of,
    partners,
)
from pyramid_stats.solver.layout import all_match, exposed_cards, pyramid_mates

UNKNOWN, DEAD, ALIVE, OPEN = range(4)


@kernel(inline=True)
def _by_family(layout, table, cards):  # type: ignore[no-untyped-def]
    """Return what a table of :mod:`~pyramid_stats.solver.families` says of each family."""
    found = NONE
    for number in range(FAMILIES):
        low, high = layout.in_pyramid[number, 0], layout.in_pyramid[number, 1]
        found |= np.uint64(table[low, high, family(cards, number)]) << EIGHT * np.uint64(number)
    return found


@kernel(inline=True)
def counted(layout, cards):  # type: ignore[no-untyped-def]
    """Let the first stock cards of a value stand for any others of it; drop the stock's kings."""
    return cards & KINGS & layout.pyramid | _by_family(layout, COUNTED, cards)


@kernel(inline=True)
def _served(layout, cards, card):  # type: ignore[no-untyped-def]
    """Take an exposed card with the last partner in the stock; a king alone."""
    return cards & ~(card | last_of(partners(card) & cards & layout.stock))


@kernel(inline=True)
def _settled(layout, cards):  # type: ignore[no-untyped-def]
    """Take what may go at once: kings, and families that the stock can serve whole."""
    while True:
        exposed = exposed_cards(layout, cards)
        gone = exposed & (KINGS | _by_family(layout, FREE, cards))
        if gone == NONE:
            return cards, exposed
        while gone != NONE:
            cards = _served(layout, cards, one_of(gone))
            gone = without_lowest(gone)


@kernel(inline=True)
def _list_next(layout, cards, exposed, stack, top):  # type: ignore[no-untyped-def]
    """Put the states that can follow on the stack."""
    rest = exposed
    while rest != NONE:
        card = one_of(rest)
        rest ^= card
        if partners(card) & cards & layout.stock != NONE:
            stack[top, 0], stack[top, 1] = _served(layout, cards, card), NONE
            top += 1
        mates = pyramid_mates(layout, cards, exposed, card) & ~(exposed & ~rest)
        while mates != NONE:
            stack[top, 0], stack[top, 1] = cards & ~(card | one_of(mates)), NONE
            top += 1
            mates = without_lowest(mates)
    return top


@kernel(inline=True)
def fate_of(keys, fates, cards):  # type: ignore[no-untyped-def]
    """Return ALIVE or DEAD if it is known of the cards left, :func:`counted`, else UNKNOWN."""
    slot = slot_of(keys, cards)
    if cards == NONE:  # free slots hold it
        return ALIVE
    return np.int64(fates[slot]) if keys[slot] == cards else UNKNOWN


@kernel()
def settle_fate(layout, keys, fates, known, cards, stack, base):  # type: ignore[no-untyped-def]
    """Find the fate of the cards left, and of all that it takes to know it.

    Parameters
    ----------
    layout
        The deck.
    keys, fates, known
        A table of the states whose fate is known, and how many it has.
    cards
        What is left, :func:`counted`; its fate isn't known yet.
    stack, base
        Rows of two words, free from ``base`` on. A row (cards, 1) below those of its successors
        is reached when all of them have failed.

    Returns
    -------
    keys, fates, known
    """
    top = base + 1
    stack[base, 0], stack[base, 1] = cards, NONE
    won = False
    while top > base and not won:
        top -= 1
        cards = stack[top, 0]
        if stack[top, 1] == ONE:
            fates[slot_of(keys, cards)] = DEAD
            continue
        slot = slot_of(keys, cards)
        if keys[slot] == cards:
            won = cards == NONE or fates[slot] == ALIVE
            continue
        keys[slot], fates[slot] = cards, OPEN
        known += 1
        if 2 * known > keys.size:
            keys, fates = doubled(keys, fates)
        stack[top, 1] = ONE
        top += 1
        rest, exposed = _settled(layout, cards)
        won = rest & layout.pyramid == NONE
        if not won and all_match(layout, rest):
            top = _list_next(layout, rest, exposed, stack, top)
    while top > base:
        top -= 1
        if stack[top, 1] == ONE:
            fates[slot_of(keys, stack[top, 0])] = ALIVE
    return keys, fates, known
