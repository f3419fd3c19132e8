"""Sets of cards in the order that the search reads them in: by family.

A set of cards is a ``uint64`` whose bytes 0 to 5 are the six *families*, the values that pair with
each other (A and Q, 2 and J, ... 6 and 7): a family's low nibble holds the four cards of its lower
value, its high nibble their partners. Bits 48 to 51 are the kings. Suits don't matter: within a
nibble the cards stand in the order of the deck, so those of the pyramid come before those of the
stock. What a family still needs is one byte, and a union over cards takes seven tables of a byte.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import BYTE, NONE, ONE, without_lowest

FAMILIES = 6
BYTES = 7
SUBSETS = 256
MOST_IN_NIBBLE = 5
"""0 to 4 cards of a value may lie in the pyramid."""

KINGS = np.uint64(0b1111 << 48)
LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F)
LOW, HIGH = np.uint64(0x0F), np.uint64(0xF0)
NIBBLE = np.uint64(4)
EIGHT = np.uint64(8)
_PAIRING = np.uint64((1 << 48) - 1)
_UNITS = np.uint64(0x111111111111)
_TOPS = np.uint64(0x808080808080)
_BELOW_TOPS = np.uint64(0x7F7F7F7F7F7F)
_TWO, _THREE, _SEVEN = np.uint64(2), np.uint64(3), np.uint64(7)


def _free_stock_tables() -> tuple[np.ndarray, np.ndarray]:
    """Return, by cards of each value in the pyramid and set of a family, what a free stock sees.

    First the set in which the first stock cards of a value stand for any others of it, then
    whether the stock can serve every pyramid card of the family.
    """
    counted = np.zeros((MOST_IN_NIBBLE, MOST_IN_NIBBLE, SUBSETS), np.uint8)
    free = np.zeros((MOST_IN_NIBBLE, MOST_IN_NIBBLE, SUBSETS), np.uint8)
    for low in range(MOST_IN_NIBBLE):
        for high in range(MOST_IN_NIBBLE):
            for subset in range(SUBSETS):
                pyramid, stock = [], []
                same = 0
                for first, laid in ((0, low), (4, high)):
                    tableau = subset >> first & ((1 << laid) - 1)
                    rest = (subset >> first & 15) >> laid
                    pyramid.append(tableau.bit_count())
                    stock.append(rest.bit_count())
                    same |= (tableau | ((1 << rest.bit_count()) - 1) << laid) << first
                counted[low, high, subset] = same
                served = stock[0] >= pyramid[1] and stock[1] >= pyramid[0]
                free[low, high, subset] = 255 * served
    return counted, free


COUNTED, FREE = _free_stock_tables()


@kernel(inline=True)
def nibble_of(card):  # type: ignore[no-untyped-def]
    """Return the first bit of the nibble of a card's value; ``card`` is 4 * (value - 1) + suit."""
    value = np.uint64(card) >> _TWO  # 0 is the ace
    if value == np.uint64(12):
        return np.uint64(48)
    if value < np.uint64(FAMILIES):
        return value * EIGHT
    return (np.uint64(11) - value) * EIGHT + NIBBLE


@kernel(inline=True)
def family(cards, number):  # type: ignore[no-untyped-def]
    """Return the byte of one family; number 6 is that of the kings."""
    return (cards >> (EIGHT * np.uint64(number))) & BYTE


@kernel(inline=True)
def union(table, cards):  # type: ignore[no-untyped-def]
    """Return the union of what a table says of each byte of a set of cards."""
    return (
        table[0, family(cards, 0)]
        | table[1, family(cards, 1)]
        | table[2, family(cards, 2)]
        | table[3, family(cards, 3)]
        | table[4, family(cards, 4)]
        | table[5, family(cards, 5)]
        | table[6, family(cards, 6)]
    )


@kernel(inline=True)
def partners(cards):  # type: ignore[no-untyped-def]
    """Return all cards of a deck that pair with one of these; kings have none."""
    cards &= _PAIRING
    values = (cards | cards >> ONE | cards >> _TWO | cards >> _THREE) & _UNITS
    same = values * np.uint64(15)
    return (same & LOW_NIBBLES) << NIBBLE | (same >> NIBBLE) & LOW_NIBBLES


@kernel(inline=True)
def whole_families(left, exposed):  # type: ignore[no-untyped-def]
    """Return the families, not empty, of which all cards that are left lie exposed."""
    other = (left ^ exposed) & _PAIRING
    covered = ((other & _BELOW_TOPS) + _BELOW_TOPS | other) & _TOPS
    some = ((exposed & _BELOW_TOPS) + _BELOW_TOPS | exposed) & _TOPS
    return ((some & ~covered) >> _SEVEN) * BYTE & left


@kernel(inline=True)
def one_of(cards):  # type: ignore[no-untyped-def]
    """Return the lowest card of a set, as a set."""
    return cards & (NONE - cards)


@kernel(inline=True)
def last_of(cards):  # type: ignore[no-untyped-def]
    """Return the highest card of a set of few, as a set."""
    while cards & (cards - ONE) != NONE:
        cards = without_lowest(cards)
    return cards
