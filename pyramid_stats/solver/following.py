"""What can follow: the removals that are possible from now on, each with its earliest time."""

from __future__ import annotations

from pyramid_stats.engine.bits import lowest
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, bit, without_lowest
from pyramid_stats.engine.records import ACCESS_NONE, ACCESS_TOP
from pyramid_stats.solver.clock import (
    FIRST_PASS,
    NEVER,
    POINTER,
    below,
    held,
    highest,
    next_stop,
    pass_left,
    pointer_of,
    when_open,
    when_paired,
)
from pyramid_stats.solver.families import EIGHT, KINGS, one_of, partners, union
from pyramid_stats.solver.layout import pyramid_mates
from pyramid_stats.solver.uncovering import LEFT, OPENED


@kernel(inline=True)
def push(stack, top, left, time, depth):  # type: ignore[no-untyped-def]
    """Put a state on the stack."""
    stack[top, 0] = left
    stack[top, 1] = time << EIGHT | depth
    return top + 1


@kernel(inline=True)
def _push_with(left, card, mates, time, depth, stack, top):  # type: ignore[no-untyped-def]
    """Push the removals of one card with each of its mates."""
    while mates != NONE:
        top = push(stack, top, left & ~(card | one_of(mates)), time, depth)
        mates = without_lowest(mates)
    return top


@kernel(inline=True)
def push_pairs(layout, left, exposed, time, depth, stack, top):  # type: ignore[no-untyped-def]
    """Push the pairs within the tableau, each for itself."""
    cards = exposed & ~KINGS
    while cards != NONE:
        card = one_of(cards)
        cards ^= card
        mates = pyramid_mates(layout, left, exposed, card) & ~(exposed & ~cards)
        top = _push_with(left, card, mates, time, depth, stack, top)
    return top


@kernel(inline=True)
def _push_card(ways, card, time, depth, stack, top):  # type: ignore[no-untyped-def]
    """Push the removals of a stock card with each card of the tableau that is, or can be, exposed.

    ``ways`` are (what :func:`~pyramid_stats.solver.uncovering.uncover` lists, how many rows, what
    they open).
    """
    rows, count, openable = ways
    if card & KINGS != NONE:
        return push(stack, top, rows[0, LEFT] & ~card, time, depth)
    if partners(card) & openable == NONE:
        return top
    for row in range(count - 1, -1, -1):
        mates = partners(card) & rows[row, OPENED]
        top = _push_with(rows[row, LEFT], card, mates, time, depth, stack, top)
    return top


@kernel(inline=True)
def push_single(rules, layout, ways, order, time, depth, stack, top):  # type: ignore[no-untyped-def]
    """Push the removals that take stock cards, where cards are drawn singly; the latest first."""
    left = ways[0][0, LEFT]
    cards = left & layout.stock
    wanted = partners(ways[2]) | KINGS
    if layout.neighbours_pair:
        wanted |= partners(cards)
    places = union(layout.order, cards & wanted)
    while places != NONE:
        place = highest(places)
        places ^= bit(place)
        card = layout.stock_card[place]
        at = when_open(rules, order, time, place)
        if at != NEVER:
            top = _push_card(ways, card, at, depth, stack, top)
        before = order & below(place)
        if layout.neighbours_pair and before != NONE:
            mate = layout.stock_card[highest(before)] & partners(card)
            at = when_paired(rules, order, time, place)
            if mate != NONE and at != NEVER:
                top = push(stack, top, left & ~(card | mate), at, depth)
    return top


@kernel(inline=True)
def open_card(rules, layout, order, time):  # type: ignore[no-untyped-def]
    """Return the card in the hand, or open on the stock; empty if there is none."""
    place = held(rules, order, time)
    if rules.access == ACCESS_TOP:
        place = one_of(order & ~below(pointer_of(time)))
    return layout.stock_card[lowest(place)] if place != NONE else NONE


@kernel(inline=True)
def is_fresh(rules, time):  # type: ignore[no-untyped-def]
    """Tell whether the waste tops are new to the player after a draw, or were open before it."""
    return rules.draw > 1 or rules.access == ACCESS_NONE or pointer_of(time) == NONE


@kernel(inline=True)
def push_stop(rules, layout, ways, order, time, fresh, depth, stack, top):  # type: ignore[no-untyped-def]
    """Push the removals that take stock cards at one time, without a draw.

    ``fresh`` tells whether the waste tops may be new: else they only pair with another open card.
    """
    left = ways[0][0, LEFT]
    drawn = order & below(pointer_of(time)) & ~held(rules, order, time)
    opened = NONE
    for pile in range(rules.waste_piles):
        waste = drawn & layout.piles[pile] if rules.waste_piles > 1 else drawn
        if waste != NONE:
            place = highest(waste)
            card = layout.stock_card[place]
            mates = opened if rules.waste_pairs else NONE
            under = waste ^ bit(place)
            if rules.waste_second and under != NONE:
                mates |= layout.stock_card[highest(under)]
            if fresh:
                top = _push_card(ways, card, time, depth, stack, top)
            top = _push_with(left, card, partners(card) & mates, time, depth, stack, top)
            opened |= card
    card = open_card(rules, layout, order, time)
    top = _push_card(ways, card, time, depth, stack, top)
    mates = opened if rules.stock_waste_pairs else NONE
    return _push_with(left, card, partners(card) & mates, time, depth, stack, top)


@kernel(inline=True)
def last_stop(rules, time):  # type: ignore[no-untyped-def]
    """Return the time after which no stock card is new: in the next pass, if there is one.

    Drawing singly, what can be reached in this pass is not tried again in the next.
    """
    if not pass_left(rules, time):
        return time | POINTER
    return (time & ~POINTER) + FIRST_PASS | (pointer_of(time) if rules.draw == 1 else POINTER)


@kernel(inline=True)
def next_time(rules, order, time, last):  # type: ignore[no-untyped-def]
    """Return the time after one more draw or redeal, or NEVER if that is after the last stop."""
    following = NEVER
    if order & ~below(pointer_of(time)) != NONE:
        following = time & ~POINTER | next_stop(rules, order, pointer_of(time))
    elif order != NONE:
        following = (time & ~POINTER) + FIRST_PASS
    return following if following <= last else NEVER


@kernel(inline=True)
def push_stops(rules, layout, ways, order, time, depth, stack, top):  # type: ignore[no-untyped-def]
    """Push the removals that take stock cards, stop by stop through this pass and the next."""
    begin, last, fresh = top, last_stop(rules, time), True
    while time != NEVER:
        top = push_stop(rules, layout, ways, order, time, fresh, depth, stack, top)
        time = next_time(rules, order, time, last)
        fresh = is_fresh(rules, time)
    end = top - 1
    while begin < end:  # the earliest comes to lie on top
        for column in range(2):
            stack[begin, column], stack[end, column] = stack[end, column], stack[begin, column]
        begin += 1
        end -= 1
    return top
