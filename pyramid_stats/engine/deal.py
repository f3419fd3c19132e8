"""Deals: a shuffled deck as a pure function of (seed, deal number).

An unbiased Fisher-Yates shuffle. A word of 64 bits serves several draws: multiplying it by the
bound gives the draw in the high word and a new word in the low one (N. Brackett-Rozinsky and
D. Lemire, "Batched ranged random integer generation", 2024). So one Philox block shuffles a deck.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from pyramid_stats.engine.bits import multiply_high
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.philox import DEAL, WORDS, block, key_of
from pyramid_stats.engine.records import DECK, new

CARDS = 52

BATCHES = ((52, 43), (42, 32), (31, 20), (19, 2))
"""Bounds (first, last) that one word serves; each product is below 2**58, all nearly equal."""

_FIRST = tuple(first for first, _ in BATCHES)
_LAST = tuple(last for _, last in BATCHES)
_PRODUCT = tuple(np.uint64(prod(range(last, first + 1))) for first, last in BATCHES)
_REJECT = tuple(np.uint64(2**64 % int(product)) for product in _PRODUCT)
"""A word is rejected if its low product is below this: else some draws were likelier."""


@kernel(inline=True)
def _is_biased(word, batch):  # type: ignore[no-untyped-def]
    return word * _PRODUCT[batch] < _REJECT[batch]


@kernel()
def _accepted_words(key, deal):  # type: ignore[no-untyped-def]
    """Return the words of the four batches where some word was rejected: the stream's next ones."""
    chosen = np.empty(WORDS, np.uint64)
    batch, number = 0, np.uint64(0)
    while batch < WORDS:
        number += np.uint64(1)
        for word in block(key, number, DEAL, deal):
            if batch < WORDS and not _is_biased(word, batch):
                chosen[batch] = word
                batch += 1
    return chosen[0], chosen[1], chosen[2], chosen[3]


@kernel(inline=True)
def _swap_batch(deck, word, first, last):  # type: ignore[no-untyped-def]
    for bound in range(first, last - 1, -1):
        size = np.uint64(bound)
        other = np.intp(multiply_high(word, size))
        word *= size
        card = deck.card[bound - 1]
        deck.card[bound - 1] = deck.card[other]
        deck.card[other] = card


@kernel()
def shuffle(key, deal, deck):  # type: ignore[no-untyped-def]
    """Fill the record ``deck`` with the cards of a deal; ``key`` is two uint64."""
    deck.size = CARDS
    for card in range(CARDS):
        deck.card[card] = card
    words = block(key, np.uint64(1), DEAL, deal)
    biased = False
    for batch in range(WORDS):
        biased |= _is_biased(words[batch], batch)
    if biased:
        words = _accepted_words(key, deal)
    for batch in range(WORDS):
        _swap_batch(deck, words[batch], _FIRST[batch], _LAST[batch])


@kernel()
def _shuffle_many(key, first, deck, decks):  # type: ignore[no-untyped-def]
    for index in range(decks.shape[0]):
        shuffle((key[0], key[1]), first + np.uint64(index), deck)
        for card in range(CARDS):
            decks[index, card] = deck.card[card]


def deal_decks(seed: int, first: int, last: int) -> NDArray[np.uint8]:
    """Return the decks of the deals ``first`` to ``last - 1``, shape (last - first, 52)."""
    decks = np.empty((last - first, CARDS), np.uint8)
    _shuffle_many(key_of(seed), np.uint64(first), new(DECK), decks)
    return decks


def deal_deck(seed: int, deal: int) -> NDArray[np.uint8]:
    """Return the deck of one deal: 52 cards in dealing order."""
    deck: NDArray[np.uint8] = deal_decks(seed, deal, deal + 1)[0]
    return deck
