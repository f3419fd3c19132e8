"""What every answer of the solver has to keep, whatever the deck."""

from __future__ import annotations

from collections.abc import Sequence

from pyramid_stats.engine.game import Game
from pyramid_stats.rules.variant import Variant
from pyramid_stats.solver.solve import Answer
from tests.engine.adapter import move_text


def play_to_win(variant: Variant, deck: Sequence[int], codes: Sequence[int]) -> list[str]:
    """Play a solution with the engine, which refuses illegal moves; return the moves as text."""
    game, moves = Game(variant, deck), []
    for code in codes:
        assert not game.won, "moves after the win"
        moves.append(move_text(game, code))
        game.play(code)
    assert game.won
    return moves


def check(answer: Answer, variant: Variant, deck: Sequence[int]) -> None:
    """Check that a win comes with a solution that the engine plays, and nothing else does."""
    assert answer.states > 0
    if answer.winnable:
        play_to_win(variant, deck, answer.codes)
    else:
        assert answer.codes == ()
        assert not answer.shortest
