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
from pyramid_stats.solver.bound import draws_for, fill_paired
from pyramid_stats.solver.clock import PASS, below, hand_put_back, pointer_of, start_time
from pyramid_stats.solver.closing import closed, goal_reached
from pyramid_stats.solver.earliest import doubled, slot_of
from pyramid_stats.solver.families import FAMILIES, KINGS, SUBSETS, union
from pyramid_stats.solver.following import is_fresh, push_pyramid, push_stop
from pyramid_stats.solver.layout import exposed_cards, lay_out, layout_type
from pyramid_stats.solver.search import sifted, stack_type
from pyramid_stats.solver.seen import FIRST_SLOTS
from pyramid_stats.solver.verdicts import LOST, UNDECIDED, WON

OPEN = 2

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
def _removed(before, after, layout):  # type: ignore[no-untyped-def]
    """Return how many removals what goes at once takes."""
    gone = before & ~after & layout.pyramid
    kings = count(gone & KINGS)
    return kings + (count(gone) - kings) // np.uint64(2)


@kernel(inline=True)
def _kept(rules, nodes, node, left, order, fronts):  # type: ignore[no-untyped-def]
    """Keep a node unless one with the same cards left outdoes it.

    Returns (whether it was kept, fronts); the fronts are (keys, first node of each chain, chains).
    """
    keys, firsts, chains = fronts
    slot = slot_of(keys, left)
    if keys[slot] != left:
        keys[slot], firsts[slot] = left, NOBODY
        chains += 1
    elif _outdone(rules, nodes, firsts[slot], order, nodes[node, TIME], nodes[node, COST]):
        return False, fronts
    nodes[node, FRONT], firsts[slot] = firsts[slot], node
    if 2 * chains > keys.size:
        keys, firsts = doubled(keys, firsts)
    return True, (keys, firsts, chains)


@kernel(inline=True)
def _opened(rules, layout, nodes, node, fronts, table, stack):  # type: ignore[no-untyped-def]
    """Take what goes at once, and tell whether the node is worth going on from.

    Returns (its fate: WON, LOST or OPEN, fronts, the table of the relaxed game).
    """
    before, time = nodes[node, BEFORE], nodes[node, TIME]
    left, _ = closed(layout, before)
    nodes[node, AFTER] = left
    nodes[node, COST] += _removed(before, left, layout)
    if goal_reached(rules, layout, left):
        return WON, fronts, table
    time = hand_put_back(rules, union(layout.order, left), time)
    depth = nodes[node, PARENT]
    alive, left, order, table = sifted(rules, layout, left, time, depth, table, stack, 0)
    if not alive:
        return LOST, fronts, table
    nodes[node, AFTER] = left
    kept, fronts = _kept(rules, nodes, node, left, order, fronts)
    return OPEN if kept else LOST, fronts, table


@kernel(inline=True)
def _push_now(rules, layout, left, time, waited, stack):  # type: ignore[no-untyped-def]
    """Push what can be removed now; return how many rows there are."""
    order, exposed = union(layout.order, left), exposed_cards(layout, left)
    top = 0
    if rules.draw > 0:
        fresh = not waited or is_fresh(rules, time)
        top = push_stop(rules, layout, left, order, exposed, time, fresh, NONE, stack, top)
    if not waited:
        top = push_pyramid(layout, left, exposed, time, NONE, stack, top)
    return top


@kernel(shortest_type(rules_type, deck_type, layout_type, stack_type, stack_type, types.int64))
def fewest_moves(rules, deck, layout, stack, path, limit):  # type: ignore[no-untyped-def]
    """Search the shortest solution of a deck.

    The parameters are those of :func:`~pyramid_stats.solver.search.quick_search`, with a layout
    that leaves no king out.

    Returns
    -------
    verdict, states, removals, moves
        WON, LOST or UNDECIDED; nodes lined up; rows of ``path``; moves of the solution.
    """
    lay_out(rules, deck, layout)
    paired = np.empty((FAMILIES, SUBSETS), np.uint8)
    fill_paired(layout, paired)
    fronts = np.zeros(FIRST_SLOTS, np.uint64), np.empty(FIRST_SLOTS, np.uint64), 0
    table = np.zeros(FIRST_SLOTS, np.uint64), np.empty(FIRST_SLOTS, np.uint16), 0
    nodes = np.empty((FIRST_SLOTS, COLUMNS), np.uint64)
    agenda = nodes, 0, np.full(LONGEST, NOBODY, np.uint64)
    left, time = layout.pyramid | layout.stock, start_time(rules, deck.size - rules.cells)
    agenda = line_up(rules, layout, paired, agenda, 0, left, (left, time, NONE, NOBODY))
    total = 0
    while total < LONGEST and agenda[1] <= limit:
        nodes, used, heads = agenda
        node = heads[total]
        if node == NOBODY:
            total += 1
            continue
        heads[total], time = nodes[node, NEXT], nodes[node, TIME]
        waited = nodes[node, BEFORE] == WAITING
        if waited:
            node = nodes[node, PARENT]
        else:
            fate, fronts, table = _opened(rules, layout, nodes, node, fronts, table, stack)
            if fate == WON:
                return WON, used, trace(nodes, node, path), np.int64(nodes[node, COST])
            if fate == LOST:
                continue
        top = _push_now(rules, layout, nodes[node, AFTER], time, waited, stack)
        agenda = wait(rules, layout, paired, agenda, total, node, time)
        for row in range(top):
            agenda = put(rules, layout, paired, agenda, total, node, stack[row, 0], time)
    return LOST if agenda[1] <= limit else UNDECIDED, agenda[1], 0, 0
