"""Look a few removals ahead, as far as the face-up cards allow.

A card that turns up on the way stays unknown, and nothing is drawn: so much a player can see
without a guess. A line of removals is worth the sum of their weights, later ones a little less.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.moves import list_removals
from pyramid_stats.engine.places import REDEAL
from pyramid_stats.engine.reading import is_stalled
from pyramid_stats.engine.records import MOVES, POSITION
from pyramid_stats.engine.table import remove_unseen
from pyramid_stats.engine.view import View
from pyramid_stats.strategies.features import draw_score, removal_score
from pyramid_stats.strategies.parameters import Parameter
from pyramid_stats.strategies.weighted import ROOM, Relying

PARAMETERS = (
    Parameter("depth", 3, "removals that it looks ahead", 1, 12, whole=True),
    Parameter("discount", 0.7, "what a later removal's score is worth, a step", 0, 1),
)
DEPTH, DISCOUNT = range(len(PARAMETERS))

FEWEST_LINES = 5_000
"""Removals that are looked at; more are only cut off in positions that hardly occur."""


@kernel()
def _best_line(view, weights, positions, lists, turns, scores):  # type: ignore[no-untyped-def]
    """Return the best first removal and what its line is worth.

    Row d of the arrays belongs to the position after d removals: the next removal to be tried,
    what the line up to there is worth, and the best of all lines from there.
    """
    depth, deepest = 0, np.int64(view.settings.value[DEPTH])
    discount = view.settings.value[DISCOUNT]
    positions[0] = view.position
    best, best_score, factor, seen = 0, -1e300, 1.0, 0
    list_removals(view.rules, positions[0], lists[0])
    turns[0], scores[0] = 0, 0.0
    while depth >= 0:
        here = View(view.rules, positions[depth], lists[depth], view.dice, view.settings)
        if turns[depth] == lists[depth].count or seen > FEWEST_LINES:
            depth -= 1
            factor /= discount
            continue
        code = lists[depth].code[turns[depth]]
        turns[depth] += 1
        seen += 1
        score = scores[depth] + factor * removal_score(here, code, weights)
        if score > best_score:
            best, best_score = turns[0] - 1, score
        if depth + 1 < deepest:
            depth += 1
            factor *= discount
            positions[depth] = positions[depth - 1]
            remove_unseen(view.rules, positions[depth], code)
            list_removals(view.rules, positions[depth], lists[depth])
            turns[depth], scores[depth] = 0, score
    return best, best_score


def _choose(view):  # type: ignore[no-untyped-def]
    """Make the first removal of the best line that can be foreseen, or draw."""
    moves, weights = view.moves, view.settings.value[ROOM:]
    last, size = moves.count - 1, np.int64(view.settings.value[DEPTH]) + 1
    if moves.removals == 0:
        return last
    positions, lists = np.empty(size, POSITION), np.empty(size, MOVES)
    turns, scores = np.empty(size, np.int64), np.empty(size)
    best, score = _best_line(view, weights, positions, lists, turns, scores)
    if last < moves.removals or draw_score(view, weights) <= score:
        return best
    return best if moves.code[last] == REDEAL and is_stalled(view.rules, view.position) else last


STRATEGY = Relying(
    name="lookahead",
    title="Look a few removals ahead, as far as the face-up cards allow",
    parameters=PARAMETERS,
    function=_choose,
)
