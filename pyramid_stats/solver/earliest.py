"""A table of sets of cards, and the earliest time at which each was reached."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, ONE
from pyramid_stats.solver.seen import mixed


@kernel(inline=True)
def slot_of(keys, key):  # type: ignore[no-untyped-def]
    """Return the slot where a key is, or belongs. No key is 0."""
    last = np.uint64(keys.size - 1)
    slot = mixed(key) & last
    while keys[slot] != key and keys[slot] != NONE:
        slot = (slot + ONE) & last
    return slot


@kernel()
def doubled(keys, times):  # type: ignore[no-untyped-def]
    """Return a copy of the table, keys and what belongs to each, with twice the room."""
    more_keys = np.zeros(2 * keys.size, np.uint64)
    more_times = np.empty(2 * keys.size, times.dtype)
    for slot in range(keys.size):
        if keys[slot] != NONE:
            place = slot_of(more_keys, keys[slot])
            more_keys[place] = keys[slot]
            more_times[place] = times[slot]
    return more_keys, more_times
