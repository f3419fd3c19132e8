"""A lower bound on the moves that a win still takes, which guides the search for the shortest.

Of each family only so many cards of the tableau can pair with each other
(:func:`fill_paired`); every other one needs a card of the stock, and for the last of those one
has to draw, and perhaps redeal, so far.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count, lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, ONE, bit, without_lowest
from pyramid_stats.engine.records import ACCESS_TOP
from pyramid_stats.solver.clock import below, hand_put_back, pass_left, pointer_of
from pyramid_stats.solver.closing import cards_at, stuck_waste
from pyramid_stats.solver.families import (
    EIGHT,
    FAMILIES,
    HIGH,
    KINGS,
    LOW,
    SUBSETS,
    family,
    one_of,
    partners,
)
from pyramid_stats.solver.layout import exposed_cards

NO_WIN = 1 << 30


@kernel()
def fill_paired(layout, paired):  # type: ignore[no-untyped-def]
    """Fill a table, shape (FAMILIES, SUBSETS): the most pairs of tableau cards of each set."""
    for number in range(FAMILIES):
        pyramid = family(layout.pyramid, number)
        first = EIGHT * np.uint64(number)
        paired[number, 0] = 0
        for subset in range(1, SUBSETS):
            cards = np.uint64(subset) & pyramid
            if cards != np.uint64(subset):
                paired[number, subset] = paired[number, cards]
                continue
            card = lowest(cards)
            rest = without_lowest(cards)
            most = paired[number, rest]
            mates = rest & np.uint64(layout.may_pair[first + card])
            while mates != NONE:
                most = max(most, np.uint8(1) + paired[number, rest & ~bit(lowest(mates))])
                mates = without_lowest(mates)
            paired[number, subset] = most


@kernel(inline=True)
def draws_for(rules, cards):  # type: ignore[no-untyped-def]
    """Return how many draws turn so many cards."""
    size = np.uint64(max(rules.draw, 1))
    return (cards + size - ONE) // size


@kernel(inline=True)
def _up_to(places, nth):  # type: ignore[no-untyped-def]
    """Return the places up to the nth of a set that has so many."""
    for _ in range(nth - 1):
        places = without_lowest(places)
    return below(lowest(places) + ONE)


@kernel(inline=True)
def _to_draw(layout, left, paired, ahead, stuck):  # type: ignore[no-untyped-def]
    """Return which cards lie no further than those needed: (of this pass, of the next, enough).

    For each value the nearest ones are taken: those at hand, then those ahead, then those that
    are stuck until the next pass.
    """
    this_pass, next_pass = NONE, NONE
    for number in range(FAMILIES):
        cards = family(left, number)
        tableau = cards & family(layout.pyramid, number)
        if tableau == NONE:
            continue
        pairs = np.int64(paired[number, tableau])
        for side in range(2):
            mine, other = (LOW, HIGH) if side == 0 else (HIGH, LOW)
            needed = np.int64(count(tableau & mine)) - pairs
            if needed <= 0:
                continue
            places = layout.order[number, cards & other & ~tableau]
            needed -= np.int64(count(places & ~ahead & ~stuck))
            if needed <= 0:
                continue
            undrawn = np.int64(count(places & ahead))
            if needed <= undrawn:
                this_pass |= _up_to(places & ahead, needed)
                continue
            needed -= undrawn
            if needed > np.int64(count(places & stuck)):
                return this_pass, next_pass, False
            next_pass |= _up_to(places & stuck, needed)
    return this_pass, next_pass, True


@kernel(inline=True)
def _spread(layout, left, gone, seen):  # type: ignore[no-untyped-def]
    """Let every exposed tableau card go that finds a partner among those seen, which all stay.

    Returns (cards of the tableau that may be gone, those exposed that may not).
    """
    while True:
        exposed = exposed_cards(layout, left & ~gone)
        within = left & layout.pyramid if layout.overlap else gone | exposed
        new = exposed & (KINGS | partners(seen | within))
        if new == NONE:
            return gone, exposed
        gone |= new


@kernel(inline=True)
def _turn_up(layout, left, gone, exposed, seen, places):  # type: ignore[no-untyped-def]
    """Turn up stock cards one by one and let the tableau's go, as :func:`_spread` does.

    Returns (tableau cards that may be gone, those exposed, the places up to where the last one
    goes, the places of cards that find a partner when they are turned up).
    """
    useful, needed, drawn = NONE, NONE, NONE
    while places != NONE:
        place = one_of(places)
        places ^= place
        drawn |= place
        card = layout.stock_card[lowest(place)]
        seen |= card
        if partners(card) & exposed != NONE:
            gone, exposed = _spread(layout, left, gone, seen)
            needed = drawn
        if partners(card) & (gone | exposed) != NONE:
            useful |= place
    return gone, exposed, needed, useful


@kernel(inline=True)
def _fewest_saved(layout, left, paired, useful):  # type: ignore[no-untyped-def]
    """Return the least of removals less draws saved, over what pairs within the tableau.

    A card that is taken from the open top of the stock is not drawn. ``useful`` holds the places
    of those counted as draws that may find a partner there.
    """
    total = NONE
    for number in range(FAMILIES):
        cards = family(left, number)
        tableau = cards & family(layout.pyramid, number)
        if tableau == NONE:
            continue
        stock = cards & ~tableau
        low, high = np.int64(count(tableau & LOW)), np.int64(count(tableau & HIGH))
        spare_low = np.int64(count(layout.order[number, stock & LOW] & useful))
        spare_high = np.int64(count(layout.order[number, stock & HIGH] & useful))
        best = np.int64(NO_WIN)
        for pairs in range(np.int64(paired[number, tableau]) + 1):
            saved = min(spare_high, low - pairs) + min(spare_low, high - pairs)
            best = min(best, low + high - pairs - saved)
        total += np.uint64(best)
    return total


@kernel(inline=True)
def _fewest_removals(layout, left, paired):  # type: ignore[no-untyped-def]
    total = NONE
    for number in range(FAMILIES):
        tableau = family(left & layout.pyramid, number)
        total += count(tableau) - np.uint64(paired[number, tableau])
    return total


@kernel(inline=True)
def _draws_needed(rules, layout, left, time, places, needs):  # type: ignore[no-untyped-def]
    """Return what has to be drawn, and what of it may be useful at once.

    ``places`` are those of the stock cards (ahead, stuck, near) and ``needs`` those that
    :func:`_to_draw` returns. Returns (whether all can be had, redeals, places to be drawn in this
    pass and in the next, places of those that may find a partner when they are turned up).
    """
    ahead, stuck, near = places
    this_pass, next_pass, enough = needs
    tableau = left & layout.pyramid
    seen = cards_at(layout, near)
    gone, exposed = _spread(layout, left, NONE, seen)
    gone, exposed, needed, useful = _turn_up(layout, left, gone, exposed, seen, ahead)
    if next_pass == NONE and gone == tableau:
        this_pass = (this_pass & ahead) | needed
        return enough, 0, this_pass, NONE, useful & this_pass
    seen |= cards_at(layout, ahead)
    gone, exposed, needed, more = _turn_up(layout, left, gone, exposed, seen, stuck)
    next_pass = (next_pass & stuck) | needed
    enough &= pass_left(rules, time) and gone == tableau
    return enough, 1, ahead, next_pass, useful | (more & next_pass)


@kernel(inline=True)
def moves_needed(rules, layout, paired, left, order, time):  # type: ignore[no-untyped-def]
    """Return a lower bound on the moves to the goal, or NO_WIN where that is certain.

    Parameters
    ----------
    rules, layout
        Records.
    paired
        See :func:`fill_paired`.
    left, order, time
        The cards left, the places of the stock's among them, and the time.
    """
    if rules.goal_all:
        return np.int64(count(left & KINGS) + (count(left & ~KINGS) >> ONE))
    ahead = order & ~below(pointer_of(time))
    stuck = stuck_waste(rules, layout, left, order, hand_put_back(rules, order, time))
    places = ahead, stuck, order & ~ahead & ~stuck
    needs = _to_draw(layout, left, paired, ahead, stuck)
    enough, redeals, this_pass, next_pass, useful = _draws_needed(
        rules, layout, left, time, places, needs
    )
    if not enough:
        return NO_WIN
    moves = redeals + np.int64(count(left & KINGS & layout.pyramid))
    if rules.access == ACCESS_TOP and rules.draw == 1:
        others = _fewest_saved(layout, left, paired, useful)
        return moves + np.int64(count(this_pass) + count(next_pass) + others)
    removals = np.int64(_fewest_removals(layout, left, paired))
    if rules.access == ACCESS_TOP:  # what is taken from the stock's top is not drawn
        return moves + removals
    draws = draws_for(rules, count(this_pass)) + draws_for(rules, count(next_pass))
    return moves + removals + np.int64(draws)
