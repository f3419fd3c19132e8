"""The nodes of the search for the shortest solution, in line by the moves of a win through them.

A node is a row, a position that a removal led to. To go on from it the search waits until a stock
card can be removed: then the node stands in line once more, at a later time (:func:`wait`).
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, ONE
from pyramid_stats.solver.bound import NO_WIN, draws_for, moves_needed, removals
from pyramid_stats.solver.clock import NEVER, PASS, below, pointer_of
from pyramid_stats.solver.families import union
from pyramid_stats.solver.following import is_fresh, last_stop, next_time, push_stop

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
def _cost_at(rules, layout, nodes, node, time):  # type: ignore[no-untyped-def]
    """Return the moves made by a time, for a node that only draws and redeals until then."""
    order = union(layout.order, nodes[node, AFTER])
    return nodes[node, COST] + _draws_between(rules, order, nodes[node, TIME], time)


@kernel()
def line_up(rules, layout, nodes, heads, used, total, left, node):  # type: ignore[no-untyped-def]
    """Put a node in line by the least moves that a win through it takes, unless there is none.

    Parameters
    ----------
    rules, layout
        See :func:`~pyramid_stats.solver.bound.moves_needed`.
    nodes, heads, used
        The nodes, with room for one more; the first in line by moves; how many nodes there are.
    total
        The moves of those in line now; no node comes before them.
    left
        Cards left.
    node
        (BEFORE, TIME, COST, PARENT) of the new node.

    Returns
    -------
    used
    """
    before, time, cost, parent = node
    to_come = moves_needed(rules, layout, left, union(layout.order, left), time)
    if to_come >= NO_WIN:
        return used
    used += 1
    total = max(total, np.int64(cost) + to_come)
    nodes[used, BEFORE], nodes[used, TIME] = before, time
    nodes[used, COST], nodes[used, PARENT] = cost, parent
    nodes[used, NEXT] = heads[total]
    heads[total] = used
    return used


@kernel(inline=True)
def put(rules, layout, nodes, heads, used, total, parent, left, time):  # type: ignore[no-untyped-def]
    """Line up a position that a removal led to, and pairs put off before it; return ``used``."""
    cost = _cost_at(rules, layout, nodes, parent, time) + removals(nodes[parent, AFTER] & ~left)
    return line_up(rules, layout, nodes, heads, used, total, left, (left, time, cost, parent))


@kernel(inline=True)
def wait(rules, layout, nodes, heads, used, total, node, time, ways, stack):  # type: ignore[no-untyped-def]
    """Line up a node for the next time at which a stock card can be removed; return ``used``."""
    left = nodes[node, AFTER]
    order, last = union(layout.order, left), last_stop(rules, nodes[node, TIME])
    top = 0
    while top == 0:
        time = next_time(rules, order, time, last)
        if time == NEVER:
            return used
        fresh = is_fresh(rules, time)
        top = push_stop(rules, layout, ways, order, time, fresh, NONE, stack, top)
    cost = _cost_at(rules, layout, nodes, node, time)
    return line_up(rules, layout, nodes, heads, used, total, left, (WAITING, time, cost, node))


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
