"""Guess the unseen cards many times, and ask the exact solver about each guess.

For each guess that can still be won it counts the moves after which it can; the move with the
most wins is made. Once every card was seen there is one guess, the truth, and the play is exact.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.guessing import guess, unseen_cards
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import first_place, second_place
from pyramid_stats.engine.records import DECK, POSITION, STOCK
from pyramid_stats.engine.table import make
from pyramid_stats.solver.asking import ask, state_of
from pyramid_stats.solver.layout import LAYOUT, fit_rules, lay_out
from pyramid_stats.solver.search import DEEPEST, STACK, new_memory
from pyramid_stats.solver.uncovering import MOST, WIDTH
from pyramid_stats.solver.verdicts import UNDECIDED, WON
from pyramid_stats.strategies.features import draw_score, removal_score
from pyramid_stats.strategies.parameters import Parameter
from pyramid_stats.strategies.weighted import Relying

PARAMETERS = (
    Parameter("samples", 50, "guesses at each choice", 1, 1_000_000, whole=True),
    Parameter("states", 20_000, "states after which a guess is given up", 1, 1e9, whole=True),
)
SAMPLES, STATES, WEIGHTS = range(len(PARAMETERS) + 1)
"""Where the parameters stand in ``view.settings.value``; the weights of ties come last."""


@kernel(inline=True)
def takes_free_king(view):  # type: ignore[no-untyped-def]
    """Tell whether the first move takes a king that is never worth keeping.

    One in the tableau is not, nor one on the waste where cards are drawn singly: several at a
    time come in other groups when a card between them is gone.
    """
    code = view.moves.code[0]
    king = view.moves.removals > 0 and first_place(code) == second_place(code)
    return king and (view.rules.draw <= 1 or first_place(code) < STOCK)


@kernel(inline=True)
def _is_settled(wins, left):  # type: ignore[no-untyped-def]
    """Tell whether the guesses that are left can't change which move has most wins."""
    best = second = 0
    for won in wins:
        if won > best:
            best, second = won, best
        elif won > second:
            second = won
    return best - second > left


@kernel()
def _count_wins(view, wins, decks, layouts, after, rows, stack, path):  # type: ignore[no-untyped-def]
    """Count for each move the guesses that can be won after it.

    The arrays are room to work in. They come from the caller, which keeps them alive: a record
    of an array does not.
    """
    rules, position, moves = view.rules, view.position, view.moves
    deck, layout = decks[0], layouts[0]
    limit = np.int64(view.settings.value[STATES])
    samples = 1 if unseen_cards(view) == 0 else np.int64(view.settings.value[SAMPLES])
    fit_rules(rules, True, layout)
    for sample in range(samples):
        if _is_settled(wins, samples - sample):
            break
        guess(view, deck)
        lay_out(rules, deck, layout)
        left, time = state_of(rules, layout, position)
        verdict, memory = ask(rules, layout, new_memory(), rows, stack, path, left, time, limit)
        if verdict != WON:
            continue
        for index in range(moves.count):
            after[0] = position
            make(rules, deck, after[0], moves.code[index])
            left, time = state_of(rules, layout, after[0])
            most = memory[0][2] + limit
            verdict, memory = ask(rules, layout, memory, rows, stack, path, left, time, most)
            if verdict == UNDECIDED:
                memory = new_memory()
            wins[index] += verdict == WON


@kernel(inline=True)
def best_by_wins(view, wins, weights):  # type: ignore[no-untyped-def]
    """Return the move with most wins; of equals, and without any, the one that weighs most."""
    moves = view.moves
    best, most, best_score = 0, -1, 0.0
    for index in range(moves.count):
        if index < moves.removals:
            score = removal_score(view, moves.code[index], weights)
        else:
            score = draw_score(view, weights)
        if wins[index] > most or (wins[index] == most and score > best_score):
            best, most, best_score = index, wins[index], score
    return best


def _choose(view):  # type: ignore[no-untyped-def]
    """Make the move after which most guesses can be won."""
    if takes_free_king(view):
        return 0
    wins = np.zeros(view.moves.count, np.int64)
    decks, layouts, after = np.empty(1, DECK), np.empty(1, LAYOUT), np.empty(1, POSITION)
    rows, stack = np.empty((MOST, WIDTH), np.uint64), np.empty((STACK, 2), np.uint64)
    path = np.empty((DEEPEST, 3), np.uint64)
    _count_wins(view, wins, decks, layouts, after, rows, stack, path)
    return best_by_wins(view, wins, view.settings.value[WEIGHTS:])


STRATEGY = Relying(
    name="determinized",
    title="Guess the unseen cards many times; make the move after which most guesses can be won",
    parameters=PARAMETERS,
    chunk=200,
    function=_choose,
)
