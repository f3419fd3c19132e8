"""Asking of one deck, again and again, whether the game can still be won.

Of a deck that is asked about often, what one search learns serves the next.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, bit, without_lowest
from pyramid_stats.engine.reading import drawn
from pyramid_stats.solver.clock import NEVER, PASS, settled_time
from pyramid_stats.solver.earliest import slot_of
from pyramid_stats.solver.families import union
from pyramid_stats.solver.search import key_at, search_from
from pyramid_stats.solver.verdicts import WON


@kernel(inline=True)
def state_of(rules, layout, position):  # type: ignore[no-untyped-def]
    """Return (cards left, time) of a position; see :mod:`pyramid_stats.solver.clock`."""
    left = NONE
    cells = position.tableau
    while cells != NONE:
        left |= bit(layout.card_at[lowest(cells)])
        cells = without_lowest(cells)
    places = position.stock | drawn(rules, position)
    while places != NONE:
        left |= layout.stock_card[lowest(places)]
        places = without_lowest(places)
    to_come = position.hand | position.stock
    pointer = lowest(to_come) if to_come != NONE else np.uint64(rules.cards - rules.cells)
    left &= layout.pyramid | layout.stock
    return left, np.uint64(position.passes) << PASS | pointer


@kernel(inline=True)
def _forget_way(rules, layout, memory, path, depth):  # type: ignore[no-untyped-def]
    """Forget the states on the way to a win: all others in memory are lost."""
    keys, times, _ = memory[0]
    for step in range(depth):
        left, time = path[step, 2], path[step, 1]
        order = union(layout.order, left)
        time = settled_time(rules, order, time)
        times[slot_of(keys, key_at(rules, left, order, time))] = NEVER


@kernel()
def ask(rules, layout, memory, rows, stack, path, left, time, limit):  # type: ignore[no-untyped-def]
    """Tell whether a game can still be won.

    The parameters are those of :func:`~pyramid_stats.solver.search.search_from`. Returns (WON,
    LOST or UNDECIDED, what is known now); after UNDECIDED the memory is no good any more.
    """
    verdict, memory, depth = search_from(
        rules, layout, memory, rows, stack, path, left, time, limit
    )
    if verdict == WON:
        _forget_way(rules, layout, memory, path, depth)
    return verdict, memory
