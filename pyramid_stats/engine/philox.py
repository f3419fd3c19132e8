"""Philox4x64-10: random words as a pure function of (key, counter).

J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC11). Bit for bit the stream of
``numpy.random.Philox(key=key, counter=[0, 0, purpose, deal])``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramid_stats.engine.bits import multiply_high
from pyramid_stats.engine.jit import kernel

M0 = np.uint64(0xD2E7470EE14C6C93)
M1 = np.uint64(0xCA5A826395121157)
W0 = np.uint64(0x9E3779B97F4A7C15)
W1 = np.uint64(0xBB67AE8584CAA73B)

WORDS = 4
"""Words in a block."""

ROUNDS = 10

DEAL = np.uint64(0)
"""Purpose of the words that shuffle a deal."""

STRATEGY = np.uint64(1)
"""Purpose of the words that a strategy may draw."""


def key_of(seed: int) -> NDArray[np.uint64]:
    """Return the key (two uint64) that NumPy derives from a seed."""
    return np.random.SeedSequence(seed).generate_state(2, np.uint64).astype(np.uint64)


@kernel(inline=True)
def block(key, number, purpose, deal):  # type: ignore[no-untyped-def]
    """Return the four words of a block; blocks are numbered from 1, as NumPy counts them."""
    c0, c1, c2, c3 = number, np.uint64(0), purpose, deal
    k0, k1 = key[0], key[1]
    for _ in range(ROUNDS):
        high0, low0 = multiply_high(M0, c0), M0 * c0
        high1, low1 = multiply_high(M1, c2), M1 * c2
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 += W0
        k1 += W1
    return c0, c1, c2, c3
