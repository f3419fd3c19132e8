"""What players who guess the unseen cards share: what needs no guess, and playing one out."""

from __future__ import annotations

from pyramid_stats.engine.bits import count
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import DRAW, first_place, second_place
from pyramid_stats.engine.play import OVER, next_move
from pyramid_stats.engine.reading import is_won
from pyramid_stats.engine.records import STOCK
from pyramid_stats.engine.skipping import draw_while_stuck
from pyramid_stats.engine.table import make
from pyramid_stats.strategies.weighted import ROOM, best_move

STEEPNESS = 4
"""The last cards are the hardest: half the tableau cleared is far from half a win."""


@kernel(inline=True)
def takes_free_king(view):  # type: ignore[no-untyped-def]
    """Tell whether the first move takes a king that is never worth keeping.

    One in the tableau is not, nor one on the waste where cards are drawn singly: several at a
    time come in other groups when a card between them is gone.
    """
    code = view.moves.code[0]
    king = view.moves.removals > 0 and first_place(code) == second_place(code)
    return king and (view.rules.draw <= 1 or first_place(code) < STOCK)


@kernel()
def _weigh(view):  # type: ignore[no-untyped-def]
    return best_move(view, view.settings.value[ROOM:])


@kernel()
def play_out(view, deck):  # type: ignore[no-untyped-def]
    """Play a game to its end by weights; ``view`` is of a guess, and changes."""
    code = DRAW
    while code != OVER:
        draw_while_stuck(view.rules, deck, view.position)
        code = next_move(view, _weigh)
        if code != OVER:
            make(view.rules, deck, view.position, code)


@kernel(inline=True)
def worth(view, cleared):  # type: ignore[no-untyped-def]
    """Return what the end of a game is worth: 1 if it is won, else at most ``cleared``."""
    if is_won(view.rules, view.position):
        return 1.0
    return cleared * (1.0 - count(view.position.tableau) / view.rules.cells) ** STEEPNESS
