"""Deal after deal, a row each: as a strategy that wins whatever can be won."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from pyramid_stats.engine.deal import deal_deck, shuffle
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.philox import key_of
from pyramid_stats.engine.play import keys_type, rows_type, write_row
from pyramid_stats.engine.records import (
    DECK,
    POSITION,
    ROW,
    deck_of,
    deck_type,
    log_type,
    moves_type,
    new,
    position_type,
    row_type,
    rules_of,
    rules_type,
)
from pyramid_stats.engine.table import make, set_up
from pyramid_stats.rules.variant import Variant
from pyramid_stats.solver.layout import layout_type
from pyramid_stats.solver.playing import WRONG, play_path
from pyramid_stats.solver.quick import quick_search
from pyramid_stats.solver.search import stack_type
from pyramid_stats.solver.solve import Room, Solver, is_quick, usual_limit
from pyramid_stats.solver.verdicts import UNDECIDED, WON

_ROOM_TYPES = (
    deck_type,
    layout_type,
    stack_type,
    stack_type,
    stack_type,
    position_type,
    moves_type,
    log_type,
)


@kernel(types.int64(rules_type, keys_type, types.uint64, *_ROOM_TYPES, types.int64, rows_type))
def _solve_chunk(  # type: ignore[no-untyped-def]
    rules, key, first, deck, layout, ways, stack, path, position, moves, log, limit, rows
):
    """Decide ``rows.size`` deals from ``first`` on; return how many rows are sound."""
    for index in range(rows.size):
        deal = first + np.uint64(index)
        shuffle((key[0], key[1]), deal, deck)
        verdict, _, steps = quick_search(rules, deck, layout, ways, stack, path, limit)
        if verdict == WON:
            if play_path(rules, deck, layout, ways, path, steps, position, moves, log) == WRONG:
                return index
        else:
            set_up(rules, deck, position)
        write_row(rules, position, deal, rows[index])
        if verdict == UNDECIDED:
            rows[index].won = UNDECIDED
    return rows.size


@kernel(types.void(rules_type, deck_type, position_type, log_type, types.uint64, row_type))
def _row_of(rules, deck, position, codes, deal, row):  # type: ignore[no-untyped-def]
    """Make some moves and write the row of the game."""
    set_up(rules, deck, position)
    for code in codes:
        make(rules, deck, position, code)
    write_row(rules, position, deal, row)


def solve_deals(
    variant: Variant, seed: int, first: int, last: int, limit: int | None = None
) -> NDArray[Any]:
    """Decide the deals ``first`` to ``last - 1`` and return a row each (dtype ``records.ROW``).

    Of a deal that can be won the row tells of a solution, the one found first. Of any other it
    tells of the untouched deal, and ``won`` is -1 where the search gave up.

    Parameters
    ----------
    variant
        The rules.
    seed
        0 to 2**64 - 1; with the deal number it names the deck.
    first, last
        Deal numbers, 0 to 2**63.
    limit
        States after which to give a deal up; default:
        :func:`~pyramid_stats.solver.solve.usual_limit`.
    """
    if not is_quick(variant):
        return _solve_plainly(variant, seed, range(first, last), limit)
    rows, room = np.empty(last - first, ROW), Room(variant, drop_kings=True)
    most = usual_limit(variant) if limit is None else limit
    work = new(DECK), *room.work, room.position, room.moves, room.log
    sound = _solve_chunk(rules_of(variant), key_of(seed), np.uint64(first), *work, most, rows)
    if sound < rows.size:
        raise AssertionError(f"deal {first + sound}: the engine can't play the solution found")
    return rows


def _solve_plainly(variant: Variant, seed: int, deals: range, limit: int | None) -> NDArray[Any]:
    rows = np.empty(len(deals), ROW)
    solver, rules, position = Solver(variant, limit), rules_of(variant), new(POSITION)
    for index, deal in enumerate(deals):
        cards = deal_deck(seed, deal).tolist()
        answer = solver.winnable(cards)
        codes = np.array(answer.codes, np.int64)
        _row_of(rules, deck_of(cards), position, codes, np.uint64(deal), rows[index])
        if answer.winnable is None:
            rows[index]["won"] = UNDECIDED
    return rows
