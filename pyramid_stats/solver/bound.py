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
from pyramid_stats.solver.clock import hand_put_back, pass_left, pointer_of
from pyramid_stats.solver.families import (
    EIGHT,
    FAMILIES,
    HIGH,
    KINGS,
    LOW,
    SUBSETS,
    family,
    partners,
)
from pyramid_stats.solver.layout import exposed_cards
from pyramid_stats.solver.reach import reached

NO_WIN = 1 << 30


def _saved_table() -> np.ndarray:
    """Return what a family takes, by its tableau's low and high cards, pairs, and useful cards."""
    low, high, most, spare_low, spare_high, pairs = np.indices((5, 5, 5, 5, 5, 5))
    saved = np.minimum(spare_high, low - pairs) + np.minimum(spare_low, high - pairs)
    moves: np.ndarray = np.where(
        pairs <= np.minimum(most, np.minimum(low, high)), low + high - pairs - saved, 99
    )
    return np.asarray(moves.min(axis=-1), np.uint8)


_LEAST_SAVED = _saved_table()


@kernel()
def fill_paired(layout):  # type: ignore[no-untyped-def]
    """Fill the layout's table of the most pairs of tableau cards in each set."""
    for number in range(FAMILIES):
        pyramid = family(layout.pyramid, number)
        first = EIGHT * np.uint64(number)
        layout.paired[number, 0] = 0
        for subset in range(1, SUBSETS):
            cards = np.uint64(subset) & pyramid
            if cards != np.uint64(subset):
                layout.paired[number, subset] = layout.paired[number, cards]
                continue
            card = lowest(cards)
            rest = without_lowest(cards)
            most = layout.paired[number, rest]
            mates = rest & np.uint64(layout.may_pair[first + card])
            while mates != NONE:
                most = max(most, np.uint8(1) + layout.paired[number, rest & ~bit(lowest(mates))])
                mates = without_lowest(mates)
            layout.paired[number, subset] = most


@kernel(inline=True)
def removals(gone):  # type: ignore[no-untyped-def]
    """Return how many removals take some cards."""
    kings = count(gone & KINGS)
    return kings + (count(gone) - kings >> ONE)


@kernel(inline=True)
def draws_for(rules, cards):  # type: ignore[no-untyped-def]
    """Return how many draws turn so many cards."""
    size = np.uint64(max(rules.draw, 1))
    return (cards + size - ONE) // size


@kernel(inline=True)
def _after_nth(places, nth):  # type: ignore[no-untyped-def]
    """Return the place after the nth of a set that has so many."""
    for _ in range(nth - 1):
        places = without_lowest(places)
    return lowest(places) + ONE


@kernel(inline=True)
def _to_draw(layout, left, ahead, stuck):  # type: ignore[no-untyped-def]
    """Return up to which places to draw for the cards needed: (in this pass, the next, enough).

    For each value the nearest ones are taken: those at hand, then those ahead, then those that
    are stuck until the next pass.
    """
    this_pass, next_pass = NONE, NONE
    for number in range(FAMILIES):
        cards = family(left, number)
        tableau = cards & family(layout.pyramid, number)
        if tableau == NONE:
            continue
        pairs = np.int64(layout.paired[number, tableau])
        stock = cards ^ tableau
        undrawn, waiting = stock & family(ahead, number), stock & family(stuck, number)
        for side in range(2):
            mine, other = (LOW, HIGH) if side == 0 else (HIGH, LOW)
            needed = np.int64(count(tableau & mine)) - pairs
            needed -= np.int64(count(stock & other & ~undrawn & ~waiting))
            if needed <= 0:
                continue
            mates = undrawn & other
            if needed <= np.int64(count(mates)):
                this_pass = max(this_pass, _after_nth(layout.order[number, mates], needed))
                continue
            needed -= np.int64(count(mates))
            mates = waiting & other
            if needed > np.int64(count(mates)):
                return this_pass, next_pass, False
            next_pass = max(next_pass, _after_nth(layout.order[number, mates], needed))
    return this_pass, next_pass, True


@kernel(inline=True)
def _fewest_saved(layout, left, useful):  # type: ignore[no-untyped-def]
    """Return the least of removals less draws saved, over what pairs within the tableau.

    A card that is taken from the open top of the stock is not drawn. ``useful`` are those counted
    as draws that may find a partner there.
    """
    total = NONE
    for number in range(FAMILIES):
        tableau = family(left & layout.pyramid, number)
        if tableau != NONE:
            spare = family(useful, number)
            total += np.uint64(
                _LEAST_SAVED[
                    count(tableau & LOW),
                    count(tableau & HIGH),
                    layout.paired[number, tableau],
                    count(spare & LOW),
                    count(spare & HIGH),
                ]
            )
    return total


@kernel(inline=True)
def _fewest_removals(layout, left):  # type: ignore[no-untyped-def]
    total = NONE
    for number in range(FAMILIES):
        tableau = family(left & layout.pyramid, number)
        total += count(tableau) - np.uint64(layout.paired[number, tableau])
    return total


@kernel(inline=True)
def _draws_needed(rules, layout, left, time, ahead, reach):  # type: ignore[no-untyped-def]
    """Return what has to be drawn, and what of it may be useful at once.

    ``ahead`` are the cards of the stock, ``reach`` is what
    :func:`~pyramid_stats.solver.reach.reached` returns: where this pass does not do, the next one
    begins when all of them are drawn. Returns (whether all can be had, redeals, cards to be drawn
    in this pass and in the next, those of them that may find a partner when they are turned up).
    """
    gone, stuck = reach
    this_pass, next_pass, enough = _to_draw(layout, left, ahead, stuck)
    useful = ahead & partners(gone | exposed_cards(layout, left & ~gone))
    if next_pass == NONE and gone == left & layout.pyramid:
        drawn = ahead & ~layout.from_place[this_pass]
        return enough, 0, drawn, NONE, useful & drawn
    drawn = stuck & ~layout.from_place[next_pass]
    return enough and pass_left(rules, time), 1, ahead, drawn, useful | drawn


@kernel(inline=True)
def moves_needed(rules, layout, left, order, time):  # type: ignore[no-untyped-def]
    """Return a lower bound on the moves to the goal, or NO_WIN where that is certain.

    Parameters
    ----------
    rules, layout
        Records.
    left, order, time
        The cards left, the places of the stock's among them, and the time.
    """
    if rules.goal_all:
        return np.int64(removals(left))
    ahead = left & layout.from_place[pointer_of(time)]
    reach = reached(rules, layout, left, order, hand_put_back(rules, order, time))
    enough, redeals, this_pass, next_pass, useful = _draws_needed(
        rules, layout, left, time, ahead, reach
    )
    if not enough:
        return NO_WIN
    moves = redeals + np.int64(count(left & KINGS & layout.pyramid))
    if rules.access == ACCESS_TOP and rules.draw == 1:
        others = _fewest_saved(layout, left, useful)
        return moves + np.int64(count(this_pass) + count(next_pass) + others)
    needed = np.int64(_fewest_removals(layout, left))
    if rules.access == ACCESS_TOP:  # what is taken from the stock's top is not drawn
        return moves + needed
    draws = draws_for(rules, count(this_pass)) + draws_for(rules, count(next_pass))
    return moves + needed + np.int64(draws)
