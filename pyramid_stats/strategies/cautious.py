"""Greedy, but a pair of two stock cards is kept for later: the pyramid may need them."""

from __future__ import annotations

from pyramid_stats.engine.places import REDEAL, cells_of, first_place, second_place
from pyramid_stats.engine.reading import is_stalled
from pyramid_stats.strategies.greedy import exposure_score
from pyramid_stats.strategies.strategy import strategy


@strategy("cautious")
def STRATEGY(view):  # type: ignore[no-untyped-def]  # noqa: N802
    """Greedy, but keeps a pair of two stock cards back while there is anything else to do."""
    rules, position, moves = view.rules, view.position, view.moves
    best, best_score = -1, -1
    for index in range(moves.removals):
        code = moves.code[index]
        if not cells_of(code) and first_place(code) != second_place(code):
            continue
        score = exposure_score(rules, position, code)
        if score > best_score:
            best, best_score = index, score
    if best >= 0:
        return best
    last = moves.count - 1
    may_move_on = moves.count > moves.removals
    ends_game = may_move_on and moves.code[last] == REDEAL and is_stalled(rules, position)
    # Only kept-back pairs are left: all score alike, so the first of them is taken at need.
    return last if may_move_on and not ends_game else 0
