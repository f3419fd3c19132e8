"""A deck that fits all that a player has seen, each equally likely."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.dice import below
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import KING
from pyramid_stats.engine.records import STOCK
from pyramid_stats.engine.table import sort_stock


@kernel(inline=True)
def _place_of(rules, index):  # type: ignore[no-untyped-def]
    """Return the place of a card of the deck."""
    return index if index < rules.cells else STOCK + index - rules.cells


@kernel()
def unseen_cards(view):  # type: ignore[no-untyped-def]
    """Return how many cards the player hasn't seen."""
    unseen = 0
    for index in range(view.rules.cards):
        unseen += view.position.values[_place_of(view.rules, index)] == 0
    return unseen


@kernel()
def guess(view, deck):  # type: ignore[no-untyped-def]
    """Fill the record ``deck`` with what was seen, and a random order of what was not.

    Suits are made up: they don't matter. The strategy's own dice decide.
    """
    rules, values = view.rules, view.position.values
    copies = rules.cards // KING
    used = np.zeros(KING, np.uint8)
    deck.size = rules.cards
    for index in range(rules.cards):
        seen = np.int64(values[_place_of(rules, index)])
        if seen > 0:
            deck.card[index] = 4 * (seen - 1) + used[seen - 1]
            used[seen - 1] += 1
    bag, size = np.empty(rules.cards, np.uint8), 0
    for value in range(KING):
        for suit in range(used[value], copies):
            bag[size] = 4 * value + suit
            size += 1
    for index in range(rules.cards):
        if values[_place_of(rules, index)] == 0:
            pick = below(view.dice, size)
            size -= 1
            deck.card[index] = bag[pick]
            bag[pick] = bag[size]
    if rules.may_skip:
        sort_stock(rules, deck)
