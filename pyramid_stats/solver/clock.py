"""Time in a game: the pass, and how far the stock is drawn; what it lets the player reach.

A time is ``pass << 6 | pointer``: the stock cards at places below the pointer lie on the waste, the
others in the stock. With access "hand" the quick search counts the hand card as the stock's open
top, which for winning is the same game (:func:`hand_put_back`). Drawing and redealing only move
time on, so whoever has certain cards left at some time can have them left at any later one that
the draws lead to.
"""

from __future__ import annotations

import numpy as np

from pyramid_stats.engine.bits import count, leading_zeros, lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, ONE, bit, without_lowest
from pyramid_stats.engine.records import ACCESS_HAND, UNLIMITED

PASS = np.uint64(6)
POINTER = np.uint64(63)
FIRST_PASS = ONE << PASS
NEVER = np.uint64(0xFFFF)
LANE = np.uint64(52)
MOST_LANES = 1 << 12
"""What fits above the 52 cards in a key."""


@kernel(inline=True)
def pointer_of(time):  # type: ignore[no-untyped-def]
    """Return how far the stock is drawn."""
    return time & POINTER


@kernel(inline=True)
def below(place):  # type: ignore[no-untyped-def]
    """Return the places below one."""
    return bit(place) - ONE


@kernel(inline=True)
def highest(places):  # type: ignore[no-untyped-def]
    """Return the highest place of a set that is not empty."""
    return POINTER - leading_zeros(places)


@kernel(inline=True)
def pass_left(rules, time):  # type: ignore[no-untyped-def]
    """Tell whether there is a pass after this one."""
    return rules.passes == UNLIMITED or time >> PASS < np.uint64(rules.passes)


@kernel(inline=True)
def held(rules, order, time):  # type: ignore[no-untyped-def]
    """Return the place of the hand card, as a set: with access "hand", the last card drawn."""
    if rules.access != ACCESS_HAND:
        return NONE
    return order & below(pointer_of(time)) & ~(below(pointer_of(time)) >> ONE)


@kernel(inline=True)
def hand_put_back(rules, order, time):  # type: ignore[no-untyped-def]
    """Return a time that counts the hand card as drawn as one that counts it as the stock's."""
    return time - count(held(rules, order, time))


@kernel(inline=True)
def start_time(rules, stock_cards):  # type: ignore[no-untyped-def]
    """Return the time of the first move, the hand card counted as drawn."""
    return FIRST_PASS | np.uint64(min(rules.draw * rules.initial_draws, stock_cards))


@kernel(inline=True)
def in_next_pass(rules, time, place):  # type: ignore[no-untyped-def]
    """Return the time in the next pass at which the pointer is at a place, or NEVER."""
    if not pass_left(rules, time):
        return NEVER
    return (time & ~POINTER) + FIRST_PASS | place


@kernel(inline=True)
def when_open(rules, order, time, place):  # type: ignore[no-untyped-def]
    """Return the earliest time at which a card can be played, drawing singly, or NEVER.

    ``order`` holds the places of the stock cards that are left. Drawn, a card lies on top of those
    drawn before it; once it is gone, the pointer may as well stand at its place as after it.
    """
    pointer = pointer_of(time)
    if place >= pointer:
        return time & ~POINTER | place
    if order & below(pointer) & ~below(place + ONE) == NONE:
        return time
    return in_next_pass(rules, time, place)


@kernel(inline=True)
def when_paired(rules, order, time, place):  # type: ignore[no-untyped-def]
    """Return the earliest time at which a card and the one before it are both in reach."""
    pointer = pointer_of(time)
    if place >= pointer:
        return time & ~POINTER | place
    if rules.waste_second and order & below(pointer) & ~below(place + ONE) == NONE:
        return time
    return in_next_pass(rules, time, place)


@kernel(inline=True)
def next_stop(rules, order, pointer):  # type: ignore[no-untyped-def]
    """Return the pointer after one more draw."""
    rest = order & ~below(pointer)
    for _ in range(rules.draw - 1):
        if without_lowest(rest) != NONE:
            rest = without_lowest(rest)
    return lowest(rest) + ONE


@kernel(inline=True)
def lane_of(rules, order, time):  # type: ignore[no-untyped-def]
    """Return the lane of a time: within one, an earlier time leads to every later one.

    Drawing singly, there is one lane. Drawing several, the pointer moves in steps: what is left to
    draw keeps its remainder until the next pass, which begins with a remainder of its own.
    """
    if rules.draw <= 1 or rules.waste_piles > 1:
        return NONE
    size = np.uint64(rules.draw)
    rest = count(order & ~below(pointer_of(time)))
    if rest % size == count(order) % size:
        return NONE
    number = NONE if rules.passes == UNLIMITED else time >> PASS
    return ONE + number * size + rest % size


@kernel(inline=True)
def settled_time(rules, order, time):  # type: ignore[no-untyped-def]
    """Return the time to remember: with unlimited passes only what another pass can't change."""
    if rules.passes != UNLIMITED:
        return time
    if rules.draw <= 1:
        return FIRST_PASS
    pointer = NONE if lane_of(rules, order, time) == NONE else pointer_of(time)
    return FIRST_PASS | pointer
