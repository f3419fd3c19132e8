"""A set of positions, kept whole: no two are taken for one because their hashes agree."""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.jit import kernel

FIRST_SLOTS = 1 << 10
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


@kernel(inline=True)
def mixed(word):  # type: ignore[no-untyped-def]
    """Spread the bits of a word; the low ones depend on all."""
    word = (word ^ (word >> _HALF)) * _MIX
    return word ^ (word >> _HALF)


@kernel(inline=True)
def _slot_of(slots, words, count):  # type: ignore[no-untyped-def]
    """Return the slot where the row ``words[count]`` is, or belongs."""
    width = words.shape[1]
    code = np.uint64(0)
    for column in range(width):
        code = mixed(code ^ words[count, column])
    last = np.uint64(slots.size - 1)
    slot = code & last
    while slots[slot] >= 0:
        same = True
        for column in range(width):
            same &= words[slots[slot], column] == words[count, column]
        if same:
            break
        slot = (slot + np.uint64(1)) & last
    return slot


@kernel()
def _double_slots(slots, words, count):  # type: ignore[no-untyped-def]
    larger = np.full(2 * slots.size, -1, np.int64)
    for row in range(count):
        larger[_slot_of(larger, words, row)] = row
    return larger


@kernel()
def with_more_rows(rows):  # type: ignore[no-untyped-def]
    """Return a copy with twice the room."""
    larger = np.empty((2 * rows.shape[0], rows.shape[1]), rows.dtype)
    larger[: rows.shape[0]] = rows
    return larger


@kernel(inline=True)
def add(slots, words, count):  # type: ignore[no-untyped-def]
    """Keep the row ``words[count]`` if it is new.

    Returns (slots, words, count), larger if there was no room; the count tells whether it was new.
    """
    slot = _slot_of(slots, words, count)
    if slots[slot] >= 0:
        return slots, words, count
    slots[slot] = count
    count += 1
    if count == words.shape[0]:
        words = with_more_rows(words)
    if 2 * count > slots.size:
        slots = _double_slots(slots, words, count)
    return slots, words, count
