"""Guess the unseen cards many times, and play each guess to its end, after each possible move.

A cheap player, the one of weights, plays; it sees no more of a guess than it would of the deal.
The move after which it wins most is made; games that it loses count by the cards it cleared.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.guessing import guess
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.records import DECK, MOVES, POSITION
from pyramid_stats.engine.table import make
from pyramid_stats.engine.view import View
from pyramid_stats.strategies.parameters import Parameter
from pyramid_stats.strategies.playout import play_out, takes_free_king, worth
from pyramid_stats.strategies.weighted import Relying

PARAMETERS = (
    Parameter("samples", 100, "guesses at each choice", 1, 1_000_000, whole=True),
    Parameter("cleared", 0.02, "what clearing the whole tableau but one card is worth", 0, 1),
)
SAMPLES, CLEARED = range(len(PARAMETERS))


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
            play_out(ahead, deck)
            values[index] += worth(ahead, view.settings.value[CLEARED])


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
