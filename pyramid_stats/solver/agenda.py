"""The nodes of the search for the shortest solution, in line by the moves of a win through them.

A node is a position that a removal led to. To go on from it the search waits, draw by draw: each
time the node stands in line once more, at a later time (:func:`wait`).
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, ONE
from pyramid_stats.solver.bound import NO_WIN, draws_for, moves_needed
from pyramid_stats.solver.clock import NEVER, PASS, below, pointer_of
from pyramid_stats.solver.families import union
from pyramid_stats.solver.following import last_stop, next_time

BEFORE, AFTER, TIME, COST, PARENT, NEXT, FRONT, COLUMNS = range(8)
"""Columns of a node: cards left when it was reached, and after what goes at once; the time; moves
made; its parent; the next node in line; the next one with the same cards. Nodes count from 1."""

NOBODY = NONE
WAITING = ~NONE
"""Stands for the cards of a node that is only its parent at a later time."""


@kernel(inline=True)
def _draws_between(rules, order, start, end):  # type: ignore[no-untyped-def]
    """Return the draws and redeals from one time to a later one of this pass or the next."""
    ahead = order & ~below(pointer_of(start))
    until = below(pointer_of(end))
    if start >> PASS == end >> PASS:
        return draws_for(rules, count(ahead & until))
    return draws_for(rules, count(ahead)) + ONE + draws_for(rules, count(order & until))


@kernel(inline=True)
def line_up(nodes, used, heads, total):  # type: ignore[no-untyped-def]
    """Put the last node in line; return the nodes, with room for more, and how many are used."""
    used += 1
    nodes[used, NEXT] = heads[total]
    heads[total] = used
    if used + 1 == nodes.shape[0]:
        larger = np.empty((2 * nodes.shape[0], nodes.shape[1]), np.uint64)
        larger[: nodes.shape[0]] = nodes
        nodes = larger
    return nodes, used


@kernel()
def put(rules, layout, paired, nodes, used, heads, line, left, time):  # type: ignore[no-untyped-def]
    """Line up a position that a removal led to, by the least moves that a win through it takes.

    ``line`` is (moves of those in line now, the position's parent). Returns (nodes, how many of
    them are used).
    """
    total, parent = line
    order = union(layout.order, left)
    to_come = moves_needed(rules, layout, paired, left, order, time)
    if to_come < NO_WIN:
        before = union(layout.order, nodes[parent, AFTER])
        cost = nodes[parent, COST] + _draws_between(rules, before, nodes[parent, TIME], time) + ONE
        node = used + 1
        nodes[node, BEFORE], nodes[node, TIME] = left, time
        nodes[node, COST], nodes[node, PARENT] = cost, parent
        nodes, used = line_up(nodes, used, heads, max(total, np.int64(cost) + to_come))
    return nodes, used


@kernel()
def wait(rules, layout, paired, nodes, used, heads, line, time):  # type: ignore[no-untyped-def]
    """Line up a node once more, for what can be removed after the next draw or redeal."""
    total, node = line
    left = nodes[node, AFTER]
    order = union(layout.order, left)
    following = next_time(rules, order, time, last_stop(rules, nodes[node, TIME]))
    if following != NEVER:
        cost = nodes[node, COST] + _draws_between(rules, order, nodes[node, TIME], following)
        to_come = moves_needed(rules, layout, paired, left, order, following)
        if to_come < NO_WIN:
            other = used + 1
            nodes[other, BEFORE], nodes[other, TIME] = WAITING, following
            nodes[other, PARENT] = node
            nodes, used = line_up(nodes, used, heads, max(total, np.int64(cost) + to_come))
    return nodes, used


@kernel(inline=True)
def trace(nodes, node, path):  # type: ignore[no-untyped-def]
    """Write the way to a node into ``path``; return how many steps it has."""
    steps, other = 0, node
    while other != NOBODY:
        steps += 1
        other = nodes[other, PARENT]
    for step in range(steps - 1, -1, -1):
        path[step, 0], path[step, 1] = nodes[node, BEFORE], nodes[node, TIME]
        path[step, 2] = nodes[node, AFTER]
        node = nodes[node, PARENT]
    return steps
