"""The quick search from the beginning of a deck; see :mod:`pyramid_stats.solver.search`."""

from __future__ import annotations

import numpy as np
from numba import types

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.records import deck_type, rules_type
from pyramid_stats.solver.clock import below, hand_put_back, pointer_of, start_time
from pyramid_stats.solver.layout import lay_out, layout_type
from pyramid_stats.solver.search import new_memory, search_from, stack_type
from pyramid_stats.solver.verdicts import WON, found_type


@kernel(
    found_type(rules_type, deck_type, layout_type, stack_type, stack_type, stack_type, types.int64)
)
def quick_search(rules, deck, layout, rows, stack, path, limit):  # type: ignore[no-untyped-def]
    """Search a deck.

    Parameters
    ----------
    rules, deck, layout
        Records; the layout is filled here.
    rows, stack
        Room, shapes (:data:`~pyramid_stats.solver.uncovering.MOST`, WIDTH) and (STACK, 2).
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
    time = start_time(rules, deck.size - rules.cells)
    time = hand_put_back(rules, below(pointer_of(time)), time)  # whatever card that is
    left = layout.pyramid | layout.stock
    verdict, memory, depth = search_from(
        rules, layout, new_memory(), rows, stack, path, left, time, limit
    )
    states = memory[0][2]
    if verdict == WON:
        return WON, states + 1, np.int64(depth) + 1
    return verdict, max(states, 1), 0
