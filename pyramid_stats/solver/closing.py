"""What a position comes down to: cards that may go at once, and the goal."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE
from pyramid_stats.solver.families import (
    EIGHT,
    FAMILIES,
    KINGS,
    LOW,
    NIBBLE,
    family,
    whole_families,
)
from pyramid_stats.solver.layout import exposed_cards


@kernel(inline=True)
def _whole_and_even(left, exposed):  # type: ignore[no-untyped-def]
    """Return the families all of whose cards lie exposed, as many of one value as of the other.

    Uneven is one whose surplus was dropped (:mod:`~pyramid_stats.solver.reach`): its pairing is
    still to be chosen.
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
