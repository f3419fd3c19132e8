"""The search for the shortest solution: best first, by moves made and a bound on those to come.

Of two ways to the same cards left, at times from which the later one can be reached by drawing,
the one is no worse that is cheaper once it has drawn so far (:func:`_advance`). With draws of
several cards the steps have to fall on the same places, too.
"""

from __future__ import annotations

import numpy as np
from numba import types

from pyramid_stats.engine.bits import count
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, ONE
from pyramid_stats.engine.records import LONGEST, deck_type, rules_type
from pyramid_stats.solver.agenda import (
    AFTER,
    BEFORE,
    COLUMNS,
    COST,
    FRONT,
    NEXT,
    NOBODY,
    PARENT,
    TIME,
    WAITING,
    line_up,
    put,
    trace,
    wait,
)
from pyramid_stats.solver.borrowed import borrowed
from pyramid_stats.solver.bound import draws_for, fill_paired, removals
from pyramid_stats.solver.clock import PASS, below, hand_put_back, pointer_of, start_time
from pyramid_stats.solver.closing import closed, goal_reached
from pyramid_stats.solver.earliest import doubled, slot_of
from pyramid_stats.solver.families import union
from pyramid_stats.solver.following import is_fresh, push, push_pairs, push_stop
from pyramid_stats.solver.layout import exposed_cards, lay_out, layout_type
from pyramid_stats.solver.reach import sifted
from pyramid_stats.solver.relaxed import ALIVE, UNKNOWN, counted, fate_of, settle_fate
from pyramid_stats.solver.search import FULL, UNKNOWN_FATE, stack_type
from pyramid_stats.solver.seen import FIRST_SLOTS, with_more_rows
from pyramid_stats.solver.uncovering import LEFT, uncover
from pyramid_stats.solver.verdicts import LOST, UNDECIDED, WON

OPEN = 4

MOST_NEXT = 1 << 12
"""Nodes that one state can lead to, and more."""

shortest_type = types.UniTuple(types.int64, 4)  # type: ignore[no-untyped-call]


@kernel(inline=True)
def _advance(rules, order, time):  # type: ignore[no-untyped-def]
    """Return the draws and redeals done by a time, had these stock cards been all from the start.

    Only differences count: what drawing takes to get from one time to another.
    """
    whole_pass = draws_for(rules, count(order)) + ONE
    ahead = draws_for(rules, count(order & ~below(pointer_of(time))))
    return np.int64((time >> PASS) * whole_pass) - np.int64(ahead)


@kernel(inline=True)
def _leads_to(rules, order, time, other):  # type: ignore[no-untyped-def]
    """Tell whether drawing leads from one time to another that is not earlier."""
    size = np.uint64(max(rules.draw, 1))
    rest = count(order & ~below(pointer_of(time))) % size
    other_rest = count(order & ~below(pointer_of(other))) % size
    aligned = rest == count(order) % size
    return time <= other and rest == other_rest and (aligned or time >> PASS == other >> PASS)


@kernel(inline=True)
def _outdone(rules, nodes, first, order, time, cost):  # type: ignore[no-untyped-def]
    """Tell whether a node of a chain, all with the same cards left, is as good as this one."""
    spent = np.int64(cost) - _advance(rules, order, time)
    node = first
    while node != NOBODY:
        other = nodes[node, TIME]
        cheaper = np.int64(nodes[node, COST]) - _advance(rules, order, other) <= spent
        if cheaper and _leads_to(rules, order, other, time):
            return True
        node = nodes[node, FRONT]
    return False


@kernel(inline=True)
def _kept(rules, layout, nodes, node, keys, firsts):  # type: ignore[no-untyped-def]
    """Keep a node unless one with the same cards left outdoes it.

    Returns (whether it was kept, 1 if it is the first with these cards).
    """
    left, new = nodes[node, AFTER], NONE
    slot = slot_of(keys, left)
    if keys[slot] != left:
        keys[slot], firsts[slot], new = left, NOBODY, ONE
    time, cost = nodes[node, TIME], nodes[node, COST]
    if _outdone(rules, nodes, firsts[slot], union(layout.order, left), time, cost):
        return False, new
    nodes[node, FRONT], firsts[slot] = firsts[slot], node
    return True, new


@kernel(inline=True)
def _opened(rules, layout, nodes, node, fronts, relaxed):  # type: ignore[no-untyped-def]
    """Take what goes at once from a new node, and tell whether it is worth going on from.

    Returns (WON and the node, UNKNOWN_FATE and the cards it is of, else OPEN or LOST and how many
    more sets of cards left are known).
    """
    before = nodes[node, BEFORE]
    left, _ = closed(layout, before)
    cost = nodes[node, COST] + removals(before & ~left)
    if not goal_reached(rules, layout, left):
        time = hand_put_back(rules, union(layout.order, left), nodes[node, TIME])
        alive, left, _ = sifted(rules, layout, left, time)
        if alive and (rules.passes != 1 or nodes[node, PARENT] == NOBODY):
            cards = counted(layout, left)
            fate = fate_of(relaxed[0], relaxed[1], cards)
            if fate == UNKNOWN:
                return UNKNOWN_FATE, cards
            alive = fate == ALIVE
        if not alive:
            return LOST, NONE
    nodes[node, AFTER], nodes[node, COST] = left, cost
    if goal_reached(rules, layout, left):
        return WON, np.uint64(node)
    kept, new = _kept(rules, layout, nodes, node, fronts[0], fronts[1])
    return OPEN if kept else LOST, new


@kernel(inline=True)
def _push_now(rules, layout, left, time, waited, rows, stack):  # type: ignore[no-untyped-def]
    """Push what can be removed at a time, and list what pairs within the tableau lead to.

    Returns (rows of the stack, rows of the list, what they open, whether there is nothing to wait
    for).
    """
    exposed, top = exposed_cards(layout, left), 0
    count, openable, goal = uncover(rules, layout, left, exposed, rows)
    if goal > 0:
        return push(stack, top, rows[goal, LEFT], time, NONE), count, openable, True
    if rules.draw > 0:
        order, fresh = union(layout.order, left), not waited or is_fresh(rules, time)
        ways = rows, count, openable
        top = push_stop(rules, layout, ways, order, time, fresh, NONE, stack, top)
    if count == 1 and not waited:
        top = push_pairs(layout, left, exposed, time, NONE, stack, top)
    return top, count, openable, rules.draw == 0


@kernel()
def _search_on(  # type: ignore[no-untyped-def]
    rules, layout, nodes, heads, fronts, relaxed, room, used, total, chains, limit
):
    """Search on until there is an answer, or a table has to change.

    Returns (WON, LOST, UNDECIDED, FULL or UNKNOWN_FATE, nodes used, moves of those in line now,
    chains of fronts, what belongs to the answer: the node of the win, or the cards whose fate is
    not known).
    """
    rows, stack = room
    while total < LONGEST and used <= limit:
        if used + MOST_NEXT > nodes.shape[0] or 2 * chains >= fronts[0].size:
            return FULL, used, total, chains, NONE
        node = heads[total]
        if node == NOBODY:
            total += 1
            continue
        time, waited = nodes[node, TIME], nodes[node, BEFORE] == WAITING
        if not waited:
            found, more = _opened(rules, layout, nodes, node, fronts, relaxed)
            if found in (WON, UNKNOWN_FATE):
                return found, used, total, chains, more
            chains += np.int64(more)
        heads[total] = nodes[node, NEXT]
        if waited:
            node = nodes[node, PARENT]
        elif found == LOST:
            continue
        left = nodes[node, AFTER]
        top, count, openable, ends = _push_now(rules, layout, left, time, waited, rows, stack)
        for row in range(top):
            used = put(rules, layout, nodes, heads, used, total, node, stack[row, 0], time)
        if not ends:
            ways = rows, count, openable
            used = wait(rules, layout, nodes, heads, used, total, node, time, ways, stack)
    return LOST if used <= limit else UNDECIDED, used, total, chains, NONE


@kernel(
    shortest_type(
        rules_type, deck_type, layout_type, stack_type, stack_type, stack_type, types.int64
    )
)
def fewest_moves(rules, deck, layout, rows, stack, path, limit):  # type: ignore[no-untyped-def]
    """Search the shortest solution of a deck.

    The parameters are those of :func:`~pyramid_stats.solver.quick.quick_search`, with a layout
    that leaves no king out.

    Returns
    -------
    verdict, states, removals, moves
        WON, LOST or UNDECIDED; nodes lined up; rows of ``path``; moves of the solution.
    """
    lay_out(rules, deck, layout)
    fill_paired(layout)
    keys, firsts = np.zeros(FIRST_SLOTS, np.uint64), np.empty(FIRST_SLOTS, np.uint64)
    relaxed, fates, asked = np.zeros(FIRST_SLOTS, np.uint64), np.empty(FIRST_SLOTS, np.uint16), 0
    nodes = np.empty((2 * MOST_NEXT, COLUMNS), np.uint64)
    heads = np.full(LONGEST, NOBODY, np.uint64)
    left, time = layout.pyramid | layout.stock, start_time(rules, deck.size - rules.cells)
    root = left, time, NONE, NOBODY
    used, total, chains = line_up(rules, layout, nodes, heads, 0, 0, left, root), 0, 0
    while True:
        fronts, fated = (borrowed(keys), borrowed(firsts)), (borrowed(relaxed), borrowed(fates))
        room = borrowed(rows), borrowed(stack)
        found, used, total, chains, more = _search_on(
            rules,
            layout,
            borrowed(nodes),
            borrowed(heads),
            fronts,
            fated,
            room,
            used,
            total,
            chains,
            limit,
        )
        if found == FULL:
            if used + MOST_NEXT > nodes.shape[0]:
                nodes = with_more_rows(nodes)
            if 2 * chains >= keys.size:
                keys, firsts = doubled(keys, firsts)
        elif found == UNKNOWN_FATE:
            relaxed, fates, asked = settle_fate(layout, relaxed, fates, asked, more, stack, 0)
        elif found == WON:
            return WON, used, trace(nodes, more, path), np.int64(nodes[more, COST])
        else:
            return found, used, 0, 0
