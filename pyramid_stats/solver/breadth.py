"""The plain search for the shortest solution: breadth first over whole positions.

Like :mod:`~pyramid_stats.solver.plain` it knows only the engine's moves. A position is kept as its
key and as the move that led to it; to go on from it, the moves are made again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.moves import list_moves
from pyramid_stats.engine.reading import is_won
from pyramid_stats.engine.records import (
    LONGEST,
    MOVES,
    POSITION,
    deck_type,
    log_type,
    moves_type,
    new,
    position_type,
    rules_type,
)
from pyramid_stats.engine.table import make, set_up
from pyramid_stats.solver.plain import FIXED_WORDS, write_key
from pyramid_stats.solver.seen import FIRST_SLOTS, add, with_more_rows
from pyramid_stats.solver.verdicts import LOST, UNDECIDED, WON, found_type

_positions_type = types.Array(position_type, 1, "C")
_TYPES = (rules_type, deck_type, moves_type, _positions_type, log_type, types.int64)


@kernel(inline=True)
def _come_back(rules, deck, origins, row, position, log):  # type: ignore[no-untyped-def]
    """Make the moves that led to a row again; return how many there are."""
    length, other = 0, row
    while other > 0:
        length += 1
        other = origins[other, 0]
    for index in range(length - 1, -1, -1):
        log[index] = origins[row, 1]
        row = origins[row, 0]
    set_up(rules, deck, position)
    for index in range(length):
        make(rules, deck, position, log[index])
    return length


@kernel(found_type(*_TYPES))
def _search(rules, deck, moves, positions, log, limit):  # type: ignore[no-untyped-def]
    """Return (WON, LOST or UNDECIDED, positions kept, length of the solution in ``log``).

    ``origins[row]`` is (row of the position before, the move).
    """
    slots = np.full(FIRST_SLOTS, -1, np.int64)
    words = np.empty((FIRST_SLOTS, FIXED_WORDS + rules.waste_piles), np.uint64)
    origins = np.zeros((FIRST_SLOTS, 2), np.int64)
    position = positions[0]
    set_up(rules, deck, position)
    write_key(rules, position, words, 0)
    slots, words, kept = add(slots, words, 0)
    row = 0
    while row < kept:
        length = _come_back(rules, deck, origins, row, position, log)
        if is_won(rules, position):
            return WON, kept, length
        list_moves(rules, position, moves)
        for index in range(moves.count):
            positions[1] = positions[0]
            make(rules, deck, positions[1], moves.code[index])
            write_key(rules, positions[1], words, kept)
            before = kept
            slots, words, kept = add(slots, words, kept)
            if kept > before:
                if kept > origins.shape[0]:
                    origins = with_more_rows(origins)
                origins[before, 0], origins[before, 1] = row, moves.code[index]
        if kept > limit:
            return UNDECIDED, limit, 0
        row += 1
    return LOST, kept, 0


def breadth_first(rules: Any, deck: Any, limit: int) -> tuple[int, int, list[int]]:
    """Search all that can happen, the shorter ways first.

    Parameters
    ----------
    rules, deck
        Records, see :func:`~pyramid_stats.engine.records.rules_of` and ``deck_of``.
    limit
        Positions after which to give up.

    Returns
    -------
    verdict, states, path
        WON, LOST or UNDECIDED; how many positions were kept; the moves of a shortest solution.
    """
    positions = np.zeros(2, POSITION)
    log = np.empty(LONGEST, np.int64)
    verdict, states, length = _search(rules, deck, new(MOVES), positions, log, limit)
    return verdict, states, [int(code) for code in log[:length]]
