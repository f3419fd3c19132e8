"""Whole games: one strategy plays deal after deal, a row each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
    LONGEST,
    ROW,
    deck_type,
    log_type,
    new,
    row_type,
)
from pyramid_stats.engine.skipping import draw_while_stuck
from pyramid_stats.engine.table import make, set_up
from pyramid_stats.engine.view import View, choose_type, new_view, view_type
from pyramid_stats.errors import PyramidStatsError, foreign
from pyramid_stats.rules.variant import Variant

keys_type = types.Array(types.uint64, 1, "C")
rows_type = types.Array(row_type, 1, "C")

_PLAY_TYPES = (view_type, choose_type, keys_type, types.uint64, deck_type)

CHOICE = -5
"""Stands for a move where there are several to choose from."""

OVER = -4
"""Stands for a move where the game is over. (Not 0: that takes a king from the apex.)"""

ILLEGAL = -3
"""Stands for a move where the strategy answered with no move of the list."""


@kernel(inline=True)
def only_move(view):  # type: ignore[no-untyped-def]
    """List the moves; return the only one, or CHOICE or OVER."""
    if is_won(view.rules, view.position):
        return OVER
    list_moves(view.rules, view.position, view.moves)
    if view.moves.count == 0:
        return OVER
    return view.moves.code[0] if view.moves.count == 1 else CHOICE


@kernel(inline=True)
def or_over(view, code):  # type: ignore[no-untyped-def]
    """Return a move, or OVER if it is a redeal after a pass in which nothing was removed.

    So unlimited passes always end.
    """
    return OVER if code == REDEAL and is_stalled(view.rules, view.position) else code


@kernel(inline=True)
def next_move(view, choose):  # type: ignore[no-untyped-def]
    """Return the move to be made, or OVER or ILLEGAL.

    A single legal move is made without asking the strategy.
    """
    code = only_move(view)
    if code == CHOICE:
        pick = choose(view)
        if pick < 0 or pick >= view.moves.count:
            return ILLEGAL
        code = view.moves.code[pick]
    return or_over(view, code)


@kernel(inline=True)
def begin(view, deck, key, deal):  # type: ignore[no-untyped-def]
    """Shuffle and lay out a deal; ``key`` is two uint64."""
    shuffle(key, deal, deck)
    start_dice(view.dice, key, deal)
    set_up(view.rules, deck, view.position)


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
def _play_chunk(view, choose, key, first, deck, rows):  # type: ignore[no-untyped-def]
    """Play ``rows.size`` deals from ``first`` on; return how many rows are sound."""
    keys = key[0], key[1]
    rules, position = view.rules, view.position
    for index in range(rows.size):
        deal = first + np.uint64(index)
        begin(view, deck, keys, deal)
        code = DRAW
        while code != OVER:
            draw_while_stuck(rules, deck, position)
            code = next_move(view, choose)
            if code == ILLEGAL:
                return index
            if code != OVER:
                make(rules, deck, position, code)
        write_row(rules, position, deal, rows[index])
    return rows.size


@kernel(types.int64(*_PLAY_TYPES, log_type))
def _play_logged(view, choose, key, deal, deck, log):  # type: ignore[no-untyped-def]
    """Play one deal, writing its moves to ``log``; return how many there were, -1 if illegal."""
    begin(view, deck, (key[0], key[1]), deal)
    made = 0
    code = next_move(view, choose)
    while code != OVER:
        if code == ILLEGAL:
            return -1
        log[made] = code
        made += 1
        make(view.rules, deck, view.position, code)
        code = next_move(view, choose)
    return made


def _illegal(deal: int) -> PyramidStatsError:
    return PyramidStatsError(
        f"deal {deal}: the strategy chose no legal move",
        "a strategy returns the index of a move, from 0 to view.moves.count - 1",
    )


@contextmanager
def _failing(view: View) -> Iterator[None]:
    """Turn an error in a strategy's own code into one that names the deal."""
    try:
        yield
    except PyramidStatsError:
        raise
    except Exception as error:  # whatever a user's function raises
        text = f"deal {int(view.dice['deal'])}: {foreign(error)}"
        raise PyramidStatsError(text, "the error is in the strategy") from error


def play_deals(
    variant: Variant,
    choose: Any,
    seed: int,
    first: int,
    last: int,
    settings: Sequence[float] = (),
) -> NDArray[Any]:
    """Play the deals ``first`` to ``last - 1`` and return a row each (dtype ``records.ROW``).

    Parameters
    ----------
    variant
        The rules.
    choose
        A strategy's compiled function, of :data:`~pyramid_stats.engine.view.choose_signature`.
    seed
        0 to 2**64 - 1; with the deal number it names the deck.
    first, last
        Deal numbers, 0 to 2**63.
    settings
        The values of the strategy's parameters.

    Raises
    ------
    PyramidStatsError
        If the strategy chose no legal move, or failed.
    """
    rows = np.empty(last - first, ROW)
    view = new_view(variant, settings)
    with _failing(view):
        sound = _play_chunk(view, choose, key_of(seed), np.uint64(first), new(DECK), rows)
    if sound < rows.size:
        raise _illegal(first + sound)
    return rows


def transcript(
    variant: Variant, choose: Any, seed: int, deal: int, settings: Sequence[float] = ()
) -> list[int]:
    """Return the move codes of one game; the parameters are those of :func:`play_deals`."""
    log = np.empty(LONGEST, np.int64)
    view = new_view(variant, settings)
    with _failing(view):
        made = _play_logged(view, choose, key_of(seed), np.uint64(deal), new(DECK), log)
    if made < 0:
        raise _illegal(deal)
    return [int(code) for code in log[:made]]
