"""Guess the unseen cards many times, and play each guess to its end, after each possible move.

A cheap player, the one of weights, plays; it sees no more of a guess than it would of the deal.
The move after which it wins most is made; games that it loses count by the cards it cleared.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count
from pyramid_stats.engine.guessing import guess
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import DRAW
from pyramid_stats.engine.play import OVER, next_move
from pyramid_stats.engine.reading import is_won
from pyramid_stats.engine.records import DECK, MOVES, POSITION
from pyramid_stats.engine.skipping import draw_while_stuck
from pyramid_stats.engine.table import make
from pyramid_stats.engine.view import View
from pyramid_stats.strategies.determinized import takes_free_king
from pyramid_stats.strategies.parameters import Parameter
from pyramid_stats.strategies.weighted import Relying, best_move

PARAMETERS = (
    Parameter("samples", 100, "guesses at each choice", 1, 1_000_000, whole=True),
    Parameter("cleared", 0.02, "what clearing the whole tableau but one card is worth", 0, 1),
)
SAMPLES, CLEARED, WEIGHTS = range(len(PARAMETERS) + 1)


@kernel()
def _weigh(view):  # type: ignore[no-untyped-def]
    return best_move(view, view.settings.value[WEIGHTS:])


@kernel()
def _play_on(view, deck):  # type: ignore[no-untyped-def]
    """Play a game to its end by weights."""
    code = DRAW
    while code != OVER:
        draw_while_stuck(view.rules, deck, view.position)
        code = next_move(view, _weigh)
        if code != OVER:
            make(view.rules, deck, view.position, code)


@kernel(inline=True)
def _value(view):  # type: ignore[no-untyped-def]
    """Return what the end of a game is worth: 1 if it is won, less for cards that are left."""
    if is_won(view.rules, view.position):
        return 1.0
    cleared = 1.0 - count(view.position.tableau) / view.rules.cells
    return view.settings.value[CLEARED] * cleared**4


@kernel()
def _add_values(view, values, decks, positions, lists):  # type: ignore[no-untyped-def]
    """Add up, for each move, what the games after it are worth."""
    deck, moves = decks[0], view.moves
    for _ in range(np.int64(view.settings.value[SAMPLES])):
        guess(view, deck)
        for index in range(moves.count):
            positions[0] = view.position
            make(view.rules, deck, positions[0], moves.code[index])
            ahead = View(view.rules, positions[0], lists[0], view.dice, view.settings)
            _play_on(ahead, deck)
            values[index] += _value(ahead)


def _choose(view):  # type: ignore[no-untyped-def]
    """Make the move after which a cheap player does best on guesses of the unseen cards."""
    if takes_free_king(view):
        return 0
    values = np.zeros(view.moves.count)
    _add_values(view, values, np.empty(1, DECK), np.empty(1, POSITION), np.empty(1, MOVES))
    return np.int64(np.argmax(values))


STRATEGY = Relying(
    name="rollout",
    title="Guess the unseen cards many times; make the move after which a cheap player does best",
    parameters=PARAMETERS,
    chunk=200,
    function=_choose,
)
