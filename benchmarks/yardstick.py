"""The yardstick: shuffling 52 cards in the plainest way, on one thread.

Other figures are given as multiples of it, so that they mean the same on any machine. A place in
the deck is a remainder, as in most textbooks: slightly biased, which doesn't matter here. (Timed on
one machine: remainder of 32 bits 0.10 us, of 64 bits 0.17, wide multiply 0.06.)
"""

from __future__ import annotations

import numba
import numpy as np

CARDS = 52
STEP = np.uint64(0x9E3779B97F4A7C15)
MIX1 = np.uint64(0xBF58476D1CE4E5B9)
MIX2 = np.uint64(0x94D049BB133111EB)


@numba.njit(nogil=True)
def _splitmix64(counter):  # type: ignore[no-untyped-def]
    """Return the counter's random word (Steele, Lea and Flood, OOPSLA 2014)."""
    word = counter * STEP
    word = (word ^ (word >> np.uint64(30))) * MIX1
    word = (word ^ (word >> np.uint64(27))) * MIX2
    return word ^ (word >> np.uint64(31))


@numba.njit(nogil=True)
def shuffles(times, first):  # type: ignore[no-untyped-def]
    """Shuffle a deck ``times`` times, a word a card; return a sum, so that it has to be done."""
    deck = np.arange(CARDS).astype(np.uint8)
    counter = np.uint64(first)
    total = np.uint64(0)
    for _ in range(times):
        for bound in range(CARDS, 1, -1):
            counter += np.uint64(1)
            place = np.uint32(_splitmix64(counter) >> np.uint64(32)) % np.uint32(bound)
            deck[bound - 1], deck[place] = deck[place], deck[bound - 1]
        total += np.uint64(deck[0])
    return total
