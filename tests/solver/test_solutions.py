"""The solver's solutions, judged by the referee from their text."""

from __future__ import annotations

import numpy as np
import pytest

from pyramid_stats.engine.deal import deal_decks
from pyramid_stats.replay.notation import parse_moves
from pyramid_stats.replay.referee import judge
from pyramid_stats.rules.catalog import builtin, variant_names
from pyramid_stats.solver.solve import Solver
from pyramid_stats.solver.uncovering import WIDTH
from tests.solver.solutions import play_to_win

SEED = 20
MOST_DEALS, WINS = 3000, 250
"""Of each of the twelve variants: thousands of solutions in all."""

FEW = 40


def answers(solve, deals):
    """Yield the decks and the answers."""
    for deck in deal_decks(SEED, 0, deals).tolist():
        yield deck, solve(deck)


@pytest.mark.parametrize("name", variant_names())
def test_the_referee_accepts_every_solution(name):
    variant, won = builtin(name), 0
    for deck, answer in answers(Solver(variant).winnable, MOST_DEALS):
        if answer.winnable:
            moves = " ".join(play_to_win(variant, deck, answer.codes))
            verdict = judge(variant, deck, parse_moves(moves))
            assert (verdict.legal, bool(verdict.game.won)) == (True, True), verdict.reason
            won += 1
        if won == WINS:
            return
    assert won > FEW


@pytest.mark.parametrize("name", ["classic", "microsoft", "relaxed", "classic-three-piles"])
def test_pairs_are_tried_for_themselves_where_they_cannot_all_be_listed(name):
    """The list of what pairs within the tableau lead to has little room here."""
    variant = builtin(name)
    usual, cramped = (Solver(variant, fewest=True) for _ in range(2))
    for drop_kings in (False, True):
        room = cramped._room(drop_kings=drop_kings)
        room.rows = np.empty((2, WIDTH), np.uint64)
        room.work = room.layout, room.rows, room.stack, room.path
    more_states = 0
    for deck, answer in answers(usual.shortest, FEW):
        again = cramped.shortest(deck)
        assert (again.winnable, len(again.codes)) == (answer.winnable, len(answer.codes))
        more_states += again.states - answer.states
    assert more_states > 0
