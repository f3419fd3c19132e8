"""Play at random: the floor that every other strategy has to beat."""

from __future__ import annotations

from pyramid_stats.engine.dice import below
from pyramid_stats.strategies.strategy import strategy


@strategy("random")
def STRATEGY(view):  # type: ignore[no-untyped-def]  # noqa: N802
    """Any legal move, each equally likely."""
    return below(view.dice, view.moves.count)
