"""Playing what the quick search found by the engine's rules, which proves it."""

from __future__ import annotations

import numpy as np
from numba import types

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.moves import list_moves
from pyramid_stats.engine.places import NONE, bit, first_place, second_place, without_lowest
from pyramid_stats.engine.reading import drawn, is_won
from pyramid_stats.engine.records import (
    STOCK,
    UNLIMITED,
    deck_type,
    log_type,
    moves_type,
    position_type,
    rules_type,
)
from pyramid_stats.engine.table import make, set_up
from pyramid_stats.solver.clock import PASS, below, pointer_of
from pyramid_stats.solver.families import KINGS
from pyramid_stats.solver.layout import exposed_cards, layout_type
from pyramid_stats.solver.search import stack_type
from pyramid_stats.solver.uncovering import FROM, LEFT, OPENED, uncover

WRONG = -1
"""Stands for a length where the engine disagrees with the search. It never should."""


@kernel(inline=True)
def _card_at(layout, place):  # type: ignore[no-untyped-def]
    """Return the card that lies at a place, as a set."""
    if place >= STOCK:
        return layout.stock_card[np.int64(place) - STOCK]
    return bit(layout.card_at[place])


@kernel(inline=True)
def _cards_of(layout, code):  # type: ignore[no-untyped-def]
    """Return the cards that a removal takes."""
    return _card_at(layout, first_place(code)) | _card_at(layout, second_place(code))


@kernel(inline=True)
def _find(layout, moves, wanted, spare):  # type: ignore[no-untyped-def]
    """Return the index of the removal of all wanted cards, else of one that takes spare ones."""
    found = -1
    for index in range(moves.removals):
        cards = _cards_of(layout, moves.code[index])
        if cards == wanted:
            return index
        if cards & ~spare == NONE:
            found = index
    return found


@kernel(inline=True)
def _is_time(rules, position, time):  # type: ignore[no-untyped-def]
    """Tell whether a removal may come now. Drawing singly, the sooner the better."""
    if rules.draw <= 1:
        return True
    undrawn = below(pointer_of(time))
    if (position.stock & undrawn) | (drawn(rules, position) & ~undrawn) != NONE:
        return False
    return rules.passes == UNLIMITED or np.uint64(position.passes) == time >> PASS


@kernel()
def _remove_soon(rules, deck, layout, position, moves, gone, time, log, made):  # type: ignore[no-untyped-def]
    """Draw until some cards can be removed at their time, and remove them; 0 for none: never.

    Kings that the search leaves out go when they are met: they may lie in the way.
    """
    dropped = KINGS & ~(layout.stock | layout.pyramid)
    while made < log.size:
        in_time = gone & ~layout.pyramid == NONE or _is_time(rules, position, time)
        wanted = gone if in_time else NONE
        list_moves(rules, position, moves)
        index = _find(layout, moves, wanted, dropped)
        if index < 0 and moves.count > moves.removals:
            index = moves.count - 1
        if index < 0:
            return WRONG
        code = moves.code[index]
        removed = code >= 0 and _cards_of(layout, code) == gone
        make(rules, deck, position, code)
        log[made] = code
        made += 1
        if removed or is_won(rules, position):
            return made
    return WRONG


@kernel()
def _remove_now(rules, deck, layout, position, moves, gone, log, made):  # type: ignore[no-untyped-def]
    """Remove cards that all may go at once."""
    while gone != NONE:
        list_moves(rules, position, moves)
        index = _find(layout, moves, NONE, gone)
        if index < 0:
            return WRONG
        code = moves.code[index]
        gone &= ~_cards_of(layout, code)
        make(rules, deck, position, code)
        log[made] = code
        made += 1
    return made


@kernel(inline=True)
def _row_before(layout, rows, count, after):  # type: ignore[no-untyped-def]
    """Return the row that leaves ``after``, or from which a removal with a stock card does."""
    for row in range(count):
        last = rows[row, LEFT] & ~after
        mate = last & layout.pyramid
        fits = mate & ~rows[row, OPENED] == NONE and without_lowest(mate) == NONE
        if rows[row, LEFT] & after == after and (last == NONE or (fits and last != mate)):
            return row
    return 0


@kernel()
def _remove_pairs(rules, deck, layout, rows, position, moves, before, after, log, made):  # type: ignore[no-untyped-def]
    """Remove the pairs of the tableau that were put off until the next removal.

    Returns (cards left then, moves made or WRONG).
    """
    count, _, _ = uncover(rules, layout, before, exposed_cards(layout, before), rows)
    last, row = _row_before(layout, rows, count, after), 0
    while row != last and made != WRONG:
        following = last
        while np.int64(rows[following, FROM]) != row:
            following = np.int64(rows[following, FROM])
        gone = rows[row, LEFT] & ~rows[following, LEFT]
        made = _remove_now(rules, deck, layout, position, moves, gone, log, made)
        row = following
    return rows[last, LEFT], made


@kernel(
    types.int64(
        rules_type,
        deck_type,
        layout_type,
        stack_type,
        stack_type,
        types.int64,
        position_type,
        moves_type,
        log_type,
    )
)
def play_path(rules, deck, layout, rows, path, steps, position, moves, log):  # type: ignore[no-untyped-def]
    """Play the way that a search found, from the beginning.

    Parameters
    ----------
    rules, deck, layout
        As the search left them.
    rows
        Room for :func:`~pyramid_stats.solver.uncovering.uncover`.
    path, steps
        The way, and how many rows of it there are; see
        :func:`~pyramid_stats.solver.quick.quick_search`.
    position, moves
        Records to work in; the position is the last one afterwards.
    log
        Gets the moves, shape (LONGEST,).

    Returns
    -------
    length
        How many moves it took to win, or WRONG.
    """
    set_up(rules, deck, position)
    made = 0
    for step in range(steps):
        if step > 0:
            left, after, time = path[step - 1, 2], path[step, 0], path[step, 1]
            left, made = _remove_pairs(
                rules, deck, layout, rows, position, moves, left, after, log, made
            )
            if made != WRONG and left != after:
                gone = left & ~after
                made = _remove_soon(rules, deck, layout, position, moves, gone, time, log, made)
        if made != WRONG:
            gone = path[step, 0] & ~path[step, 2] & layout.pyramid
            made = _remove_now(rules, deck, layout, position, moves, gone, log, made)
        if made == WRONG:
            return WRONG
    while made != WRONG and not is_won(rules, position):  # what is left are kings of the stock
        made = _remove_soon(rules, deck, layout, position, moves, NONE, NONE, log, made)
    return made
