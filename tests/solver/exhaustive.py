"""The fewest moves to win a deck, found by trying everything. Only for small decks.

Built on ``tests/naive.py`` and nothing of the package: plain, slow and easy to check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests import naive


class TooLarge(Exception):  # noqa: N818 - a test may leave such a deck out, but has to say so
    """There are more positions than the search may look at."""


def position(game: naive.Game) -> tuple:
    """Return all that decides what can still happen; where passes don't run out, not the pass."""
    pass_number = None if game.rules.passes == "unlimited" else game.passes
    piles = tuple(map(tuple, game.waste))
    return tuple(game.tableau), tuple(game.stock), tuple(game.hand), piles, pass_number


def following(game: naive.Game) -> Iterator[naive.Game]:
    """Yield the game after each legal move."""
    for move in game.legal_moves():
        after = game.copy()
        after.make(move)
        yield after


def fewest_moves(variant: Any, deck: Sequence[str], most_positions: int) -> int | None:
    """Return the length of a shortest solution, None if there is none: breadth first."""
    start = naive.Game(variant, deck)
    layer, seen, moves = [start], {position(start)}, 0
    while layer:
        if any(game.won for game in layer):
            return moves
        reached = {position(after): after for game in layer for after in following(game)}
        layer = [game for key, game in reached.items() if key not in seen]
        seen.update(reached)
        moves += 1
        if len(seen) > most_positions:
            raise TooLarge
    return None
