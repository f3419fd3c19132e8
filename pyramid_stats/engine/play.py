"""Whole games: one strategy plays deal after deal, a row each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from pyramid_stats.engine.bits import count
from pyramid_stats.engine.deal import shuffle
from pyramid_stats.engine.dice import start_dice
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.moves import list_moves
from pyramid_stats.engine.philox import key_of
from pyramid_stats.engine.places import DRAW, REDEAL
from pyramid_stats.engine.reading import drawn, is_stalled, is_won
from pyramid_stats.engine.records import (
    DECK,
    DICE,
    LONGEST,
    MOVES,
    POSITION,
    ROW,
    deck_type,
    dice_type,
    log_type,
    moves_type,
    new,
    position_type,
    row_type,
    rules_of,
    rules_type,
)
from pyramid_stats.engine.skipping import draw_while_stuck
from pyramid_stats.engine.table import make, set_up
from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.rules.variant import Variant

choose_signature = types.int64(rules_type, position_type, moves_type, dice_type)
"""What a strategy is to the engine: it picks an index of the list of legal moves."""

choose_type = types.FunctionType(choose_signature)
keys_type = types.Array(types.uint64, 1, "C")
rows_type = types.Array(row_type, 1, "C")

_WORK_TYPES = (deck_type, position_type, moves_type, dice_type)
_PLAY_TYPES = (rules_type, choose_type, keys_type, types.uint64, *_WORK_TYPES)

OVER = -4
"""Stands for a move where the game is over. (Not 0: that takes a king from the apex.)"""

ILLEGAL = -3
"""Stands for a move where the strategy answered with no move of the list."""


@kernel(inline=True)
def next_move(rules, position, moves, dice, choose):  # type: ignore[no-untyped-def]
    """Return the move to be made, or OVER or ILLEGAL.

    A single legal move is made without asking the strategy. Unlimited passes always end: a redeal
    after a pass without a removal is the end of the game.
    """
    if is_won(rules, position):
        return OVER
    list_moves(rules, position, moves)
    pick = 0
    if moves.count == 0:
        return OVER
    if moves.count > 1:
        pick = choose(rules, position, moves, dice)
        if pick < 0 or pick >= moves.count:
            return ILLEGAL
    code = moves.code[pick]
    return OVER if code == REDEAL and is_stalled(rules, position) else code


@kernel(inline=True)
def write_row(rules, position, deal, row):  # type: ignore[no-untyped-def]
    """Write what came of a game."""
    row.deal = deal
    row.won = is_won(rules, position)
    row.tableau_left = count(position.tableau)
    row.stock_left = count(position.stock | drawn(rules, position))
    row.removals = position.removals
    row.draws = position.draws
    row.passes = position.passes


@kernel(types.int64(*_PLAY_TYPES, rows_type))
def _play_chunk(rules, choose, key, first, deck, position, moves, dice, rows):  # type: ignore[no-untyped-def]
    """Play ``rows.size`` deals from ``first`` on; return how many rows are sound."""
    keys = key[0], key[1]
    for index in range(rows.size):
        deal = first + np.uint64(index)
        shuffle(keys, deal, deck)
        start_dice(dice, keys, deal)
        set_up(rules, deck, position)
        code = DRAW
        while code != OVER:
            draw_while_stuck(rules, deck, position)
            code = next_move(rules, position, moves, dice, choose)
            if code == ILLEGAL:
                return index
            if code != OVER:
                make(rules, deck, position, code)
        write_row(rules, position, deal, rows[index])
    return rows.size


@kernel(types.int64(*_PLAY_TYPES, log_type))
def _play_logged(rules, choose, key, deal, deck, position, moves, dice, log):  # type: ignore[no-untyped-def]
    """Play one deal, writing its moves to ``log``; return how many there were, -1 if illegal."""
    keys = key[0], key[1]
    shuffle(keys, deal, deck)
    start_dice(dice, keys, deal)
    set_up(rules, deck, position)
    made = 0
    code = next_move(rules, position, moves, dice, choose)
    while code != OVER:
        if code == ILLEGAL:
            return -1
        log[made] = code
        made += 1
        make(rules, deck, position, code)
        code = next_move(rules, position, moves, dice, choose)
    return made


def _workspace() -> tuple[Any, ...]:
    """Return the deck, position, moves and dice that a kernel works in."""
    return new(DECK), new(POSITION), new(MOVES), new(DICE)


def _illegal(deal: int) -> PyramidStatsError:
    return PyramidStatsError(
        f"deal {deal}: the strategy chose no legal move",
        "a strategy returns an index from 0 to moves.count - 1",
    )


def play_deals(variant: Variant, choose: Any, seed: int, first: int, last: int) -> NDArray[Any]:
    """Play the deals ``first`` to ``last - 1`` and return a row each (dtype ``records.ROW``).

    Parameters
    ----------
    variant
        The rules.
    choose
        A strategy's compiled function, of :data:`choose_signature`.
    seed
        0 to 2**64 - 1; with the deal number it names the deck.
    first, last
        Deal numbers, 0 to 2**63.

    Raises
    ------
    PyramidStatsError
        If the strategy chose no legal move.
    """
    rows = np.empty(last - first, ROW)
    work = _workspace()
    sound = _play_chunk(rules_of(variant), choose, key_of(seed), np.uint64(first), *work, rows)
    if sound < rows.size:
        raise _illegal(first + sound)
    return rows


def transcript(variant: Variant, choose: Any, seed: int, deal: int) -> list[int]:
    """Return the move codes of one game; the parameters are those of :func:`play_deals`."""
    log = np.empty(LONGEST, np.int64)
    work = _workspace()
    made = _play_logged(rules_of(variant), choose, key_of(seed), np.uint64(deal), *work, log)
    if made < 0:
        raise _illegal(deal)
    return [int(code) for code in log[:made]]
