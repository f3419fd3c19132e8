"""Places, moves as codes, and sets of places: the alphabet of the kernels.

A move is an ``int64`` code: :data:`DRAW`, :data:`REDEAL`, or a removal ``first + 256 * second``
of two places (see :mod:`pyramid_stats.engine.records`); a king, removed alone, names its place
twice.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.records import PLACES, STOCK

DRAW = -1
REDEAL = -2

TARGET = 13
KING = 13

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
def partner_of(value):  # type: ignore[no-untyped-def]
    """Return the value that makes 13; 0, which no card has, for a king."""
    return np.uint64(TARGET) - value


@kernel(inline=True)
def nibble(value):  # type: ignore[no-untyped-def]
    """Return the unit of a value in a word that counts values, four bits each."""
    return ONE << (value << np.uint64(2))
