"""The quick search: depth first over the sets of cards that may be left.

Whoever has certain cards left at some time can wait, so of two ways to the same cards the earlier
one is at least as good: a set of cards is searched again only where it is reached earlier.
"""

from __future__ import annotations

import numpy as np
from numba import types

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import BYTE, NONE, ONE
from pyramid_stats.solver.clock import (
    LANE,
    lane_of,
    settled_time,
)
from pyramid_stats.solver.closing import closed, goal_reached
from pyramid_stats.solver.earliest import doubled, slot_of
from pyramid_stats.solver.families import EIGHT
from pyramid_stats.solver.following import push, push_pairs, push_single, push_stops
from pyramid_stats.solver.reach import sifted
from pyramid_stats.solver.relaxed import ALIVE, UNKNOWN, counted, fate_of, settle_fate
from pyramid_stats.solver.seen import FIRST_SLOTS
from pyramid_stats.solver.uncovering import LEFT, uncover
from pyramid_stats.solver.verdicts import LOST, UNDECIDED, WON

FULL, UNKNOWN_FATE = 2, 3
"""Why the search stops before it has an answer."""

STACK = 1 << 14
DEEPEST = 1 << 8
"""Removals of a game, and more."""

stack_type = types.Array(types.uint64, 2, "C")


@kernel(inline=True)
def key_at(rules, left, order, time):  # type: ignore[no-untyped-def]
    """Return what a state is remembered by."""
    return left | lane_of(rules, order, time) << LANE


@kernel(inline=True)
def _reached_earlier(keys, times, key, time):  # type: ignore[no-untyped-def]
    """Return (slot of a key, whether it is there with no later time, whether it is there)."""
    slot = slot_of(keys, key)
    known = keys[slot] == key
    return slot, known and times[slot] <= time, known


@kernel(inline=True)
def _push_next(rules, layout, left, order, exposed, time, depth, rows, stack, top):  # type: ignore[no-untyped-def]
    """Put what can follow a state on the stack; what is to be tried first comes to lie on top."""
    count, openable, goal = uncover(rules, layout, left, exposed, rows)
    if goal > 0:
        return push(stack, top, rows[goal, LEFT], time, depth)
    ways = rows, count, openable
    if rules.draw == 1:
        top = push_single(rules, layout, ways, order, time, depth, stack, top)
    elif rules.draw > 0:
        top = push_stops(rules, layout, ways, order, time, depth, stack, top)
    if count == 1:
        top = push_pairs(layout, left, exposed, time, depth, stack, top)
    return top


@kernel()
def _search_on(rules, layout, seen, relaxed, rows, stack, path, top, states, limit):  # type: ignore[no-untyped-def]
    """Search on until there is an answer, or a table has to change.

    No array is ever bound anew here: that would count references at every state.

    Returns (WON, LOST, UNDECIDED, FULL or UNKNOWN_FATE, rows on the stack, states visited, what
    belongs to the answer: the depth of the win, or the cards whose fate is not known).
    """
    (keys, times), (relaxed_keys, fates) = seen, relaxed
    while top > 0:
        if 2 * states >= keys.size:
            return FULL, top, states, NONE
        top -= 1
        left, time, depth = stack[top, 0], stack[top, 1] >> EIGHT, stack[top, 1] & BYTE
        path[depth, 0], path[depth, 1] = left, time
        left, exposed = closed(layout, left)
        path[depth, 2] = left
        if goal_reached(rules, layout, left):
            return WON, top, states, depth
        alive, left, order = sifted(rules, layout, left, time)
        # With one pass it is the order of the stock that decides: the relaxed game seldom helps.
        if alive and (rules.passes != 1 or depth == NONE):
            cards = counted(layout, left)
            fate = fate_of(relaxed_keys, fates, cards)
            if fate == UNKNOWN:
                return UNKNOWN_FATE, top + 1, states, cards
            alive = fate == ALIVE
        if not alive:
            continue
        time = settled_time(rules, order, time)
        key = key_at(rules, left, order, time)
        slot, earlier, known = _reached_earlier(keys, times, key, time)
        if earlier:
            continue
        keys[slot], times[slot] = key, time
        if not known:
            states += 1
            if states > limit:
                return UNDECIDED, top, limit, NONE
        path[depth, 2] = left
        top = _push_next(rules, layout, left, order, exposed, time, depth + ONE, rows, stack, top)
    return LOST, top, states, NONE


@kernel()
def new_memory():  # type: ignore[no-untyped-def]
    """Return room for what is learnt of one deck: (states seen, fates in the relaxed game).

    The states are (keys, times, how many), the fates (keys, fates, how many).
    """
    keys, times = np.zeros(FIRST_SLOTS, np.uint64), np.empty(FIRST_SLOTS, np.uint16)
    relaxed, fates = np.zeros(FIRST_SLOTS, np.uint64), np.empty(FIRST_SLOTS, np.uint16)
    return (keys, times, 0), (relaxed, fates, 0)


@kernel()
def search_from(rules, layout, memory, rows, stack, path, left, time, limit):  # type: ignore[no-untyped-def]
    """Search from where certain cards are left at a time.

    Parameters
    ----------
    rules, layout
        Records; the layout knows the deck.
    memory
        See :func:`new_memory`. After a search that found no win, all states in it are lost, and
        another search of the same deck may go on from it.
    rows, stack, path
        As in :func:`quick_search`.
    left, time
        The cards left; the time, a hand card counted as the stock's.
    limit
        States in memory after which to give up.

    Returns
    -------
    verdict, memory, depth
        WON, LOST or UNDECIDED; what is known now; the depth of the win.
    """
    (keys, times, states), (relaxed, fates, asked) = memory
    top = push(stack, 0, left, time, NONE)
    while True:
        found, top, states, more = _search_on(
            rules, layout, (keys, times), (relaxed, fates), rows, stack, path, top, states, limit
        )
        if found == FULL:
            keys, times = doubled(keys, times)
        elif found == UNKNOWN_FATE:
            relaxed, fates, asked = settle_fate(layout, relaxed, fates, asked, more, stack, top)
        else:
            return found, ((keys, times, states), (relaxed, fates, asked)), more
