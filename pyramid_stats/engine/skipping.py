"""Draws that are the only legal move, many in one step: most moves of most games."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.moves import exposed_values, may_remove
from pyramid_stats.engine.places import DRAW, NONE, ONE, TARGET
from pyramid_stats.engine.table import draw_singly, make


@kernel(inline=True)
def draw_while_stuck(rules, deck, position):  # type: ignore[no-untyped-def]
    """Make the draws that are the only legal move; a removal may be legal afterwards.

    No strategy is asked where there is one legal move, so the engine, which knows the deck, may
    look ahead to the next card that matters.
    """
    if rules.overlap or rules.draw == 0 or position.tableau == NONE:
        return
    present, wanted = exposed_values(position)
    while position.stock and not may_remove(rules, position, present, wanted):
        if rules.may_skip:
            cards = _partners_of(deck, present) & position.stock
            draw_singly(rules, deck, position, position.stock & _up_to_lowest(cards))
        else:
            make(rules, deck, position, DRAW)


@kernel(inline=True)
def _partners_of(deck, present):  # type: ignore[no-untyped-def]
    """Return the stock cards that pair with one of the values ``present``, and the kings.

    Bit 0 of ``present``, always set, stands for the kings: see :func:`exposed_values`.
    """
    cards = NONE
    for value in range(TARGET):
        is_present = present >> np.uint64(4 * value) & ONE
        cards |= deck.stock_of[TARGET - value] & (NONE - is_present)
    return cards


@kernel(inline=True)
def _up_to_lowest(members):  # type: ignore[no-untyped-def]
    """Return all bits up to the lowest one of a set, it included; all there are if it is empty."""
    return members ^ (members - ONE)
