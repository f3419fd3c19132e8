"""Why a deal can't be won, where the cards of one family tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pyramid_stats.engine.records import STOCK
from pyramid_stats.solver.families import FAMILIES


def blocked_cards(
    layout: Any, deck: Sequence[int], cells: int, *, goal_all: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the dead cards of a deck, and those of the first families that block themselves.

    Parameters
    ----------
    layout
        As :func:`~pyramid_stats.solver.layout.lay_out` left it.
    deck
        The cards in dealing order.
    cells
        Cards of the tableau.
    goal_all
        Whether the cards of the stock have to go, too.

    Returns
    -------
    dead, crossblocked
        Cards that no other can pair with; else, cards of two values that can't all be paired.
    """
    dead: list[int] = []
    crossed: list[int] = []
    for number in range(FAMILIES):
        present = (int(layout["pyramid"]) | int(layout["stock"])) >> 8 * number & 255
        if layout["matches"][number, present]:
            continue
        needy = dict(_needy(layout, deck, cells, number, goal_all))
        alone = [card for bit, card in needy.items() if not layout["may_pair"][bit] & present]
        dead += alone
        crossed += [] if alone else needy.values()
    return tuple(dead), tuple(crossed)


def _needy(
    layout: Any, deck: Sequence[int], cells: int, number: int, goal_all: bool
) -> Iterator[tuple[int, int]]:
    """Yield (number in the layout, card) for each card of a family that has to go."""
    for bit in range(8 * number, 8 * number + 8):
        place = int(layout["place"][bit])
        if int(layout["pyramid"]) >> bit & 1:
            yield bit, deck[place]
        elif goal_all and int(layout["stock"]) >> bit & 1:
            yield bit, deck[place - STOCK + cells]
