"""Pairs within the tableau, put off until something needs what they uncover.

A pair of tableau cards can wait: it may go at any later time as well. So a search need not try it
for itself, but only together with the removal that takes a card which it uncovers, or where such
pairs lead to the goal.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, without_lowest
from pyramid_stats.solver.closing import goal_reached
from pyramid_stats.solver.families import KINGS, one_of, partners
from pyramid_stats.solver.layout import exposed_cards, pyramid_mates

LEFT, OPENED, FROM, WIDTH = range(4)
"""Columns: cards left; the cards exposed for which all that went was needed; the row before."""

MOST = 128
"""Rows of a list. Where they don't do, each pair is tried for itself after all."""


@kernel(inline=True)
def without_kings(layout, left):  # type: ignore[no-untyped-def]
    """Take exposed kings; return the cards left."""
    while True:
        kings = exposed_cards(layout, left) & KINGS
        if kings == NONE:
            return left
        left ^= kings


@kernel(inline=True)
def _over(layout, cards):  # type: ignore[no-untyped-def]
    """Return all cards of the tableau that have to go before these can."""
    over = NONE
    while cards != NONE:
        over |= layout.over[lowest(cards)]
        cards = without_lowest(cards)
    return over


@kernel(inline=True)
def _all_needed(layout, gone, card):  # type: ignore[no-untyped-def]
    """Tell whether a card may need each of the pairs that went, or what one of them uncovers."""
    over, rest = layout.over[lowest(card)], gone & ~KINGS
    while True:
        needed = rest & over
        needed |= rest & partners(needed)
        if needed == NONE:
            return rest == NONE
        rest ^= needed
        over |= _over(layout, needed)


@kernel(inline=True)
def _opened(layout, left, exposed, after):  # type: ignore[no-untyped-def]
    """Return the cards uncovered on the way, of those for which all pairs were needed."""
    opened, new = NONE, exposed_cards(layout, after) & ~exposed
    while new != NONE:
        card = one_of(new)
        new ^= card
        if _all_needed(layout, left & ~after, card):
            opened |= card
    return opened


@kernel(inline=True)
def _take_pairs(layout, left, rows, row, count):  # type: ignore[no-untyped-def]
    """Add a row for what each pair of a row's leads to, if it is new; return the rows there are."""
    exposed = exposed_cards(layout, left)
    cards = exposed
    while cards != NONE:
        card = one_of(cards)
        cards ^= card
        mates = pyramid_mates(layout, left, exposed, card) & ~(exposed & ~cards)
        while mates != NONE and count < rows.shape[0]:
            after = without_kings(layout, left & ~(card | one_of(mates)))
            mates = without_lowest(mates)
            known = 0
            while known < count and rows[known, LEFT] != after:
                known += 1
            if known == count:
                rows[count, LEFT], rows[count, FROM] = after, np.uint64(row)
                count += 1
    return count


@kernel()
def uncover(rules, layout, left, exposed, rows):  # type: ignore[no-untyped-def]
    """List what pairs within the tableau lead to, the start in row 0.

    Parameters
    ----------
    rules, layout
        Records.
    left, exposed
        Cards left, and those of the tableau that lie exposed; no king does.
    rows
        Shape (n, WIDTH), is filled.

    Returns
    -------
    count, openable, goal
        How many rows there are, 1 where they might not do; the union of what they open; the row
        of the goal, or 0.
    """
    rows[0, LEFT], rows[0, FROM] = left, NONE
    rows[0, OPENED] = openable = exposed
    row, count = 0, 1
    while row < count:
        after = rows[row, LEFT]
        if row > 0:
            rows[row, OPENED] = _opened(layout, left, exposed, after)
            openable |= rows[row, OPENED]
            if goal_reached(rules, layout, after):
                return count, openable, row
        count = _take_pairs(layout, after, rows, row, count)
        if count == rows.shape[0]:
            return 1, exposed, 0
        row += 1
    return count, openable, 0
