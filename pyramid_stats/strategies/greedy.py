"""Uncover as much as possible, now."""

from __future__ import annotations

from pyramid_stats.engine.bits import count, lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import cells_of
from pyramid_stats.engine.reading import newly_exposed
from pyramid_stats.strategies.strategy import strategy

LOWEST_ROW = 63


@kernel(inline=True)
def exposure_score(rules, position, code):  # type: ignore[no-untyped-def]
    """Score a removal: newly exposed cards first, then the higher row (row 1 is the apex).

    Cells are numbered from the apex, so the lowest one lies in the highest row. A removal that
    takes nothing from the tableau comes after all others that expose nothing.
    """
    cells = cells_of(code)
    row = rules.row[lowest(cells)] if cells else LOWEST_ROW
    return count(newly_exposed(rules, position, code)) * (LOWEST_ROW + 1) + LOWEST_ROW - row


@strategy("greedy")
def STRATEGY(view):  # type: ignore[no-untyped-def]  # noqa: N802
    """Remove what exposes most, ties by the higher row, then the first found; else draw."""
    if view.moves.removals == 1:
        return 0
    best, best_score = 0, -1
    for index in range(view.moves.removals):
        score = exposure_score(view.rules, view.position, view.moves.code[index])
        if score > best_score:
            best, best_score = index, score
    return best
