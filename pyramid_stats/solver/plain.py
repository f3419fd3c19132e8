"""The plain search: depth first over whole positions, each visited once.

It knows nothing of the game but the engine's moves, so it holds for every variant. It decides the
variants that the quick search doesn't know, and is what that one is measured against.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from pyramid_stats.engine.bits import lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.moves import list_moves
from pyramid_stats.engine.reading import is_won
from pyramid_stats.engine.records import (
    LONGEST,
    MAX_MOVES,
    MOVES,
    POSITION,
    UNLIMITED,
    deck_type,
    moves_type,
    new,
    position_type,
    rules_type,
)
from pyramid_stats.engine.table import make, set_up
from pyramid_stats.solver.seen import FIRST_SLOTS, add
from pyramid_stats.solver.verdicts import LOST, UNDECIDED, WON, found_type

FIXED_WORDS = 3

_room_types = (
    types.Array(position_type, 1, "C"),
    types.Array(types.int64, 2, "C"),
    types.Array(types.int64, 2, "C"),
)
_PLAIN_TYPES = (rules_type, deck_type, moves_type, *_room_types, types.int64)


@kernel(inline=True)
def write_key(rules, position, words, row):  # type: ignore[no-untyped-def]
    """Write all that decides what can still happen into a row of words."""
    passes = 0 if rules.passes == UNLIMITED else position.passes
    words[row, 0] = position.tableau
    words[row, 1] = position.stock
    words[row, 2] = np.uint64(passes) << np.uint64(8) | lowest(position.hand)
    for pile in range(rules.waste_piles):
        words[row, FIXED_WORDS + pile] = position.waste[pile]


@kernel(found_type(*_PLAIN_TYPES))
def _search(rules, deck, moves, positions, codes, turns, limit):  # type: ignore[no-untyped-def]
    """Return (WON, LOST or UNDECIDED, states visited, length of the path).

    ``codes[d]`` lists the moves at depth d, ``turns[d]`` is (how many, how many were tried).
    """
    slots = np.full(FIRST_SLOTS, -1, np.int64)
    words = np.empty((FIRST_SLOTS, FIXED_WORDS + rules.waste_piles), np.uint64)
    set_up(rules, deck, positions[0])
    depth, states = 0, 0
    while depth >= 0:
        position = positions[depth]
        if turns[depth, 0] < 0:  # a new position
            if is_won(rules, position):
                return WON, states + 1, depth
            before = states
            write_key(rules, position, words, states)
            slots, words, states = add(slots, words, states)
            if states > limit:
                return UNDECIDED, limit, 0
            moves.count = 0
            if states > before:
                list_moves(rules, position, moves)
            turns[depth, 0], turns[depth, 1] = moves.count, 0
            for index in range(moves.count):
                codes[depth, index] = moves.code[index]
        if turns[depth, 1] == turns[depth, 0]:
            depth -= 1
            continue
        code = codes[depth, turns[depth, 1]]
        turns[depth, 1] += 1
        depth += 1
        positions[depth] = position
        make(rules, deck, positions[depth], code)
        turns[depth, 0] = -1
    return LOST, states, 0


def plain_search(rules: Any, deck: Any, limit: int) -> tuple[int, int, list[int]]:
    """Search all that can happen.

    Parameters
    ----------
    rules, deck
        Records, see :func:`~pyramid_stats.engine.records.rules_of` and ``deck_of``.
    limit
        States after which to give up.

    Returns
    -------
    verdict, states, path
        WON, LOST or UNDECIDED; how many states were visited; the moves of a solution.
    """
    positions = np.zeros(LONGEST, POSITION)
    codes = np.empty((LONGEST, MAX_MOVES), np.int64)
    turns = np.empty((LONGEST, 2), np.int64)
    turns[0, 0] = -1
    verdict, states, length = _search(rules, deck, new(MOVES), positions, codes, turns, limit)
    path = [int(codes[depth, turns[depth, 1] - 1]) for depth in range(length)]
    return verdict, states, path
