"""Guess the unseen cards many times, and ask the exact solver about each guess.

For each guess that can still be won it counts the moves after which it can; the move with the
most wins is made. Once every card was seen there is one guess, the truth, and the play is exact.

Of the variants that the quick search doesn't know (see
:func:`~pyramid_stats.solver.solve.is_quick`) it is asked all the same: its answer is then that of
a game a little different, so the play is good but not exact.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.guessing import guess, unseen_cards
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.records import DECK, MOVES, POSITION
from pyramid_stats.engine.table import make
from pyramid_stats.engine.view import View
from pyramid_stats.solver.asking import ask, state_of
from pyramid_stats.solver.layout import LAYOUT, fit_rules, lay_out
from pyramid_stats.solver.search import DEEPEST, STACK, new_memory
from pyramid_stats.solver.uncovering import MOST, WIDTH
from pyramid_stats.solver.verdicts import UNDECIDED, WON
from pyramid_stats.strategies.features import draw_score, removal_score
from pyramid_stats.strategies.parameters import Parameter
from pyramid_stats.strategies.playout import play_out, takes_free_king, worth
from pyramid_stats.strategies.weighted import ROOM, Relying

PARAMETERS = (
    Parameter("samples", 50, "guesses at each choice", 1, 1_000_000, whole=True),
    Parameter("playout", 1, "what a guess counts more if a cheap player wins it too", 0, 10),
    Parameter("states", 20_000, "states after which a guess is given up", 1, 1e9, whole=True),
)
SAMPLES, PLAYOUT, STATES = range(len(PARAMETERS))

CLEARED = 0.02
"""What a game that the cheap player loses may count beside one that it wins."""


@kernel(inline=True)
def _is_settled(values, left):  # type: ignore[no-untyped-def]
    """Tell whether guesses that count for so much can't change which move has most."""
    best = second = 0.0
    for value in values:
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    return best - second > left


@kernel(inline=True)
def _add_playouts(view, values, deck, after, lists):  # type: ignore[no-untyped-def]
    """Add, for each move, what the cheap player makes of a guess after it."""
    for index in range(view.moves.count):
        after[0] = view.position
        make(view.rules, deck, after[0], view.moves.code[index])
        play_out(View(view.rules, after[0], lists[0], view.dice, view.settings), deck)
        ahead = View(view.rules, after[0], lists[0], view.dice, view.settings)
        values[index] += view.settings.value[PLAYOUT] * worth(ahead, CLEARED)


@kernel()
def _add_answers(view, values, deck, layout, after, rows, stack, path):  # type: ignore[no-untyped-def]
    """Add 1 for each move after which a guess can be won."""
    rules, moves = view.rules, view.moves
    limit = np.int64(view.settings.value[STATES])
    lay_out(rules, deck, layout)
    left, time = state_of(rules, layout, view.position)
    verdict, memory = ask(rules, layout, new_memory(), rows, stack, path, left, time, limit)
    if verdict != WON:
        return
    for index in range(moves.count):
        after[0] = view.position
        make(rules, deck, after[0], moves.code[index])
        left, time = state_of(rules, layout, after[0])
        most = memory[0][2] + limit
        verdict, memory = ask(rules, layout, memory, rows, stack, path, left, time, most)
        if verdict == UNDECIDED:
            memory = new_memory()
        values[index] += verdict == WON


@kernel()
def _add_guesses(view, values, decks, layouts, lists, after, rows, stack, path):  # type: ignore[no-untyped-def]
    """Add up, for each move, what the guesses say of it.

    The arrays are room to work in. They come from the caller, which keeps them alive: a record
    of an array does not.
    """
    samples = 1 if unseen_cards(view) == 0 else np.int64(view.settings.value[SAMPLES])
    fit_rules(view.rules, True, layouts[0])
    for sample in range(samples):
        if _is_settled(values, (samples - sample) * (1.0 + view.settings.value[PLAYOUT])):
            break
        guess(view, decks[0])
        _add_answers(view, values, decks[0], layouts[0], after, rows, stack, path)
        if view.settings.value[PLAYOUT] > 0.0:
            _add_playouts(view, values, decks[0], after, lists)


@kernel(inline=True)
def _best(view, values, weights):  # type: ignore[no-untyped-def]
    """Return the move of most value; of equals the one that weighs most."""
    moves = view.moves
    best, most, best_score = 0, -1.0, 0.0
    for index in range(moves.count):
        if index < moves.removals:
            score = removal_score(view, moves.code[index], weights)
        else:
            score = draw_score(view, weights)
        if values[index] > most or (values[index] == most and score > best_score):
            best, most, best_score = index, values[index], score
    return best


def _choose(view):  # type: ignore[no-untyped-def]
    """Make the move after which most guesses can be won."""
    if takes_free_king(view):
        return 0
    values = np.zeros(view.moves.count)
    decks, layouts = np.empty(1, DECK), np.empty(1, LAYOUT)
    lists, after = np.empty(1, MOVES), np.empty(1, POSITION)
    rows, stack = np.empty((MOST, WIDTH), np.uint64), np.empty((STACK, 2), np.uint64)
    path = np.empty((DEEPEST, 3), np.uint64)
    _add_guesses(view, values, decks, layouts, lists, after, rows, stack, path)
    return _best(view, values, view.settings.value[ROOM:])


STRATEGY = Relying(
    name="determinized",
    title="Guess the unseen cards many times; make the move after which most guesses can be won",
    parameters=PARAMETERS,
    chunk=200,
    function=_choose,
)
