"""A strategy's own random stream: never the deal's."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import multiply_high
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.philox import STRATEGY, WORDS, block


@kernel(inline=True)
def start_dice(dice, key, deal):  # type: ignore[no-untyped-def]
    """Begin the stream of one game."""
    dice.key[0], dice.key[1] = key[0], key[1]
    dice.deal = deal
    dice.used = 0


@kernel()
def next_word(dice):  # type: ignore[no-untyped-def]
    """Return the next 64 random bits."""
    index = np.int64(dice.used) % WORDS
    if index == 0:
        number = dice.used // np.uint64(WORDS) + np.uint64(1)
        word = block((dice.key[0], dice.key[1]), number, STRATEGY, dice.deal)
        dice.word[0], dice.word[1], dice.word[2], dice.word[3] = word
    dice.used += np.uint64(1)
    return dice.word[index]


@kernel()
def below(dice, bound):  # type: ignore[no-untyped-def]
    """Return a number from 0 to ``bound - 1``, each equally likely (D. Lemire, 2019)."""
    size = np.uint64(bound)
    word = next_word(dice)
    if word * size < size:  # only then can the draw be a biased one
        reject = (~size + np.uint64(1)) % size  # 2**64 mod size
        while word * size < reject:
            word = next_word(dice)
    return np.int64(multiply_high(word, size))
