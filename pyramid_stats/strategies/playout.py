"""Playing a guess of the unseen cards to its end, as the strategy of weights would."""

from __future__ import annotations

from pyramid_stats.engine.bits import count
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import DRAW
from pyramid_stats.engine.play import OVER, next_move
from pyramid_stats.engine.reading import is_won
from pyramid_stats.engine.skipping import draw_while_stuck
from pyramid_stats.engine.table import make
from pyramid_stats.strategies.weighted import ROOM, best_move

STEEPNESS = 4
"""The last cards are the hardest: half the tableau cleared is far from half a win."""


@kernel()
def _weigh(view):  # type: ignore[no-untyped-def]
    return best_move(view, view.settings.value[ROOM:])


@kernel()
def play_out(view, deck):  # type: ignore[no-untyped-def]
    """Play a game to its end; ``view`` is of a guess, and changes."""
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
