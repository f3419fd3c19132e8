"""The quick search: depth first over the sets of cards that may be left.

Whoever has certain cards left at some time can wait, so of two ways to the same cards the earlier
one is at least as good: a set of cards is searched again only where it is reached earlier.
"""

from __future__ import annotations

import numpy as np
from numba import types

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import BYTE, NONE, ONE
from pyramid_stats.engine.records import deck_type, rules_type
from pyramid_stats.solver.clock import (
    LANE,
    below,
    hand_put_back,
    lane_of,
    pointer_of,
    settled_time,
    start_time,
)
from pyramid_stats.solver.closing import closed, goal_reached, in_reach
from pyramid_stats.solver.earliest import doubled, slot_of
from pyramid_stats.solver.families import EIGHT, union
from pyramid_stats.solver.following import push, push_pyramid, push_single, push_stops
from pyramid_stats.solver.layout import all_match, lay_out, layout_type
from pyramid_stats.solver.relaxed import can_be_won, counted
from pyramid_stats.solver.seen import FIRST_SLOTS
from pyramid_stats.solver.verdicts import LOST, UNDECIDED, WON, found_type

STACK = 1 << 14
DEEPEST = 1 << 8
"""Removals of a game, and more."""

stack_type = types.Array(types.uint64, 2, "C")


@kernel(inline=True)
def _reached_earlier(keys, times, key, time):  # type: ignore[no-untyped-def]
    """Return (slot of a key, whether it is there with no later time, whether it is there)."""
    slot = slot_of(keys, key)
    known = keys[slot] == key
    return slot, known and times[slot] <= time, known


@kernel(inline=True)
def sifted(rules, layout, left, time, depth, table, stack, top):  # type: ignore[no-untyped-def]
    """Tell whether a position may still be won.

    Returns (whether it may, cards that may still go, the places of its stock cards, the table of
    the relaxed game). That game is asked everywhere, but with one pass only at the start: there
    it seldom helps, for it is the order of the stock that decides.
    """
    order = union(layout.order, left)
    reach = in_reach(rules, layout, left, order, time)
    alive = all_match(layout, reach) and (not rules.goal_all or reach == left)
    if alive and (rules.passes != 1 or depth == NONE):
        alive, table = can_be_won(layout, table, counted(layout, reach), stack, top)
    if reach != left:
        order = union(layout.order, reach)
    return alive, reach, order, table


@kernel(inline=True)
def push_next(rules, layout, left, order, exposed, time, depth, stack, top):  # type: ignore[no-untyped-def]
    """Put what can follow a state on the stack; what is to be tried first comes to lie on top."""
    if rules.draw == 1:
        top = push_single(rules, layout, left, order, exposed, time, depth, stack, top)
    elif rules.draw > 0:
        top = push_stops(rules, layout, left, order, exposed, time, depth, stack, top)
    return push_pyramid(layout, left, exposed, time, depth, stack, top)


@kernel(found_type(rules_type, deck_type, layout_type, stack_type, stack_type, types.int64))
def quick_search(rules, deck, layout, stack, path, limit):  # type: ignore[no-untyped-def]
    """Search a deck.

    Parameters
    ----------
    rules, deck, layout
        Records; the layout is filled here.
    stack
        Room, shape (STACK, 2).
    path
        Gets the way to the solution, shape (DEEPEST, 3): at each depth the cards that were left
        after a removal, the time of it, and the cards left when the next one was chosen.
    limit
        States after which to give up.

    Returns
    -------
    verdict, states, removals
        WON, LOST or UNDECIDED; states visited; rows of ``path``.
    """
    lay_out(rules, deck, layout)
    keys, times = np.zeros(FIRST_SLOTS, np.uint64), np.empty(FIRST_SLOTS, np.uint16)
    table = np.zeros(FIRST_SLOTS, np.uint64), np.empty(FIRST_SLOTS, np.uint16), 0
    states, left = 0, layout.pyramid | layout.stock
    time = start_time(rules, deck.size - rules.cells)
    time = hand_put_back(rules, below(pointer_of(time)), time)  # whatever card that is
    top = push(stack, 0, left, time, NONE)
    while top > 0:
        top -= 1
        left, time, depth = stack[top, 0], stack[top, 1] >> EIGHT, stack[top, 1] & BYTE
        path[depth, 0], path[depth, 1] = left, time
        left, exposed = closed(layout, left)
        path[depth, 2] = left
        if goal_reached(rules, layout, left):
            return WON, states + 1, np.int64(depth) + 1
        alive, left, order, table = sifted(rules, layout, left, time, depth, table, stack, top)
        if not alive:
            continue
        time = settled_time(rules, order, time)
        key = left | lane_of(rules, order, time) << LANE
        slot, earlier, known = _reached_earlier(keys, times, key, time)
        if earlier:
            continue
        keys[slot], times[slot] = key, time
        if not known:
            states += 1
            if states > limit:
                return UNDECIDED, limit, 0
            if 2 * states > keys.size:
                keys, times = doubled(keys, times)
        path[depth, 2] = left
        top = push_next(rules, layout, left, order, exposed, time, depth + ONE, stack, top)
    return LOST, max(states, 1), 0
