"""What a position tells: tops, covers, the goal, whether one may draw. Nothing here changes it."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import leading_zeros, lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import (
    DRAW,
    KING,
    LAST_BIT,
    NO_PLACE,
    NONE,
    REDEAL,
    cells_of,
    first_place,
    second_place,
)
from pyramid_stats.engine.records import ACCESS_HAND, ACCESS_TOP, STOCK, UNLIMITED


@kernel(inline=True)
def value_at(position, place):  # type: ignore[no-untyped-def]
    """Return the value of the card at a place, 0 if it was never seen."""
    return np.uint64(position.values[place])


@kernel(inline=True)
def top_of(pile):  # type: ignore[no-untyped-def]
    """Return the place of a waste pile's top: of its cards, the one drawn last."""
    return np.uint64(STOCK) + LAST_BIT - leading_zeros(pile)


@kernel(inline=True)
def open_top(rules, position):  # type: ignore[no-untyped-def]
    """Return the place of the card in the hand, or open on the stock, or NO_PLACE."""
    card = NONE
    if rules.access == ACCESS_HAND:
        card = position.hand
    elif rules.access == ACCESS_TOP:
        card = position.stock
    return np.uint64(STOCK) + lowest(card) if card != NONE else NO_PLACE


@kernel(inline=True)
def _freed_under(rules, left, place):  # type: ignore[no-untyped-def]
    """Return the cells under a place whose covers are gone, where only ``left`` are left.

    No branch depends on the cards: a mispredicted one costs more than all of this.
    """
    cell = place & LAST_BIT
    one, other = np.uint64(rules.under_left[cell]), np.uint64(rules.under_right[cell])
    freed = np.uint64(rules.covers[one] & left == NONE) << one
    freed |= np.uint64(rules.covers[other] & left == NONE) << other
    return freed & left if place < STOCK else NONE


@kernel(inline=True)
def newly_exposed(rules, position, code):  # type: ignore[no-untyped-def]
    """Return the set of cells that a removal uncovers."""
    left = position.tableau & ~cells_of(code)
    freed = _freed_under(rules, left, first_place(code))
    return freed | _freed_under(rules, left, second_place(code))


@kernel(inline=True)
def drawn(rules, position):  # type: ignore[no-untyped-def]
    """Return the set of stock cards that lie in the hand or on the waste."""
    cards = position.hand
    for pile in range(rules.waste_piles):
        cards |= position.waste[pile]
    return cards


@kernel(inline=True)
def is_won(rules, position):  # type: ignore[no-untyped-def]
    """Tell whether the goal is reached."""
    if position.tableau != NONE:
        return False
    return not rules.goal_all or (position.stock | drawn(rules, position)) == NONE


@kernel(inline=True)
def is_stalled(rules, position):  # type: ignore[no-untyped-def]
    """Tell whether a redeal would end the game: unlimited passes, nothing removed in this one."""
    return rules.passes == UNLIMITED and position.pass_removals == 0


@kernel(inline=True)
def draw_or_redeal(rules, position):  # type: ignore[no-untyped-def]
    """Return DRAW or REDEAL if the stock allows it, else 0."""
    if rules.draw == 0:
        return 0
    if position.stock != NONE:
        return DRAW
    if rules.passes != UNLIMITED and position.passes >= rules.passes:
        return 0
    return REDEAL if drawn(rules, position) != NONE else 0


@kernel(inline=True)
def must_take_king(rules, position):  # type: ignore[no-untyped-def]
    """Tell whether an exposed king has to go before anything else (``kings = "automatic"``)."""
    return rules.kings_automatic and position.open_of[np.uint64(KING)] != NONE
