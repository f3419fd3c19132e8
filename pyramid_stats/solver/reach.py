"""What the last pass can still reach: which waste cards lie under one that can't go any more."""

from __future__ import annotations

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import NONE, bit
from pyramid_stats.solver.clock import below, highest, pass_left, pointer_of
from pyramid_stats.solver.families import KINGS, one_of, partners, union
from pyramid_stats.solver.layout import all_match, exposed_cards, lifelong_mates


@kernel(inline=True)
def _walk(rules, layout, drawn, mates, passed, used):  # type: ignore[no-untyped-def]
    """Go on down each waste pile as far as every card finds a partner of its own.

    ``drawn`` are places, the others cards: the partners there are, the waste cards gone past, and
    the partners that these take. Returns (cards gone past, partners taken, the card that stops
    each pile).
    """
    several, stops = rules.waste_piles > 1, NONE
    waste = drawn & ~union(layout.order, passed)
    for pile in range(rules.waste_piles):
        if several:  # of one pile all have to go, of the others perhaps none: each for itself
            waste, used = drawn & layout.piles[pile], NONE
        while waste != NONE:
            place = highest(waste)
            card = layout.stock_card[place]
            serving = partners(card) & mates & ~used
            if serving == NONE and card & KINGS == NONE:
                stops |= card
                break
            used |= one_of(serving)
            passed |= card
            waste ^= bit(place)
    return passed, used, stops


@kernel(inline=True)
def _stock_mates(layout, left, ahead):  # type: ignore[no-untyped-def]
    """Return what waste cards may pair with besides the tableau's cards."""
    if layout.waste_cards_pair:
        return left & layout.stock
    return ahead if layout.stock_pairs else NONE


@kernel(inline=True)
def stuck_waste(rules, layout, left, order, time):  # type: ignore[no-untyped-def]
    """Return the waste cards that can't go in this pass: those under a dead card.

    A card on the waste is dead where its partners are gone, or all have to serve those above it.
    """
    ahead = left & layout.from_place[pointer_of(time)]
    mates = left & layout.pyramid | _stock_mates(layout, left, ahead)
    drawn = order & below(pointer_of(time))
    passed, _, _ = _walk(rules, layout, drawn, mates, NONE, NONE)
    return left & layout.stock & ~ahead & ~passed


@kernel(inline=True)
def _spread(layout, left, gone, seen):  # type: ignore[no-untyped-def]
    """Let every exposed tableau card go that finds a partner among those seen, which all stay.

    Returns (cards of the tableau that may be gone, those exposed that may not).
    """
    while True:
        exposed = exposed_cards(layout, left & ~gone)
        within = left & layout.pyramid if layout.overlap else gone | exposed
        found, new = exposed & (KINGS | partners(seen | within)), NONE
        while found != NONE:
            card = one_of(found)
            found ^= card
            if (KINGS & card) | (lifelong_mates(layout, card) & (seen | within)) != NONE:
                new |= card
        if new == NONE:
            return gone, exposed
        gone |= new


@kernel(inline=True)
def reached(rules, layout, left, order, time):  # type: ignore[no-untyped-def]
    """Let tableau and waste go as far as each opens the other, nothing ever being used up.

    Only the partners of waste cards are counted. Returns (tableau cards that may be gone, waste
    cards that can't go).
    """
    ahead = left & layout.from_place[pointer_of(time)]
    drawn = order & below(pointer_of(time))
    more = _stock_mates(layout, left, ahead)
    gone, exposed = _spread(layout, left, NONE, ahead)
    seen, passed, used = ahead, NONE, NONE
    while True:
        passed, used, stops = _walk(rules, layout, drawn, gone | exposed | more, passed, used)
        now_seen = ahead | passed | stops
        if now_seen == seen:
            return gone, left & layout.stock & ~ahead & ~passed
        seen = now_seen
        gone, exposed = _spread(layout, left, gone, seen)


@kernel(inline=True)
def _in_last_pass(rules, layout, left, order, time):  # type: ignore[no-untyped-def]
    """Tell whether a position may be won in this pass; return that and the cards that may go."""
    stuck = stuck_waste(rules, layout, left, order, time)
    reach = left & ~stuck
    if (rules.goal_all and stuck != NONE) or not all_match(layout, reach):
        return False, reach
    gone, stuck = reached(rules, layout, reach, union(layout.order, reach), time)
    if gone != left & layout.pyramid or (rules.goal_all and stuck != NONE):
        return False, reach
    reach &= ~stuck
    return all_match(layout, reach), reach


@kernel(inline=True)
def sifted(rules, layout, left, time):  # type: ignore[no-untyped-def]
    """Tell whether a position may still be won, but for the relaxed game.

    Returns (whether it may, cards that may still go, the places of its stock cards).
    """
    order = union(layout.order, left)
    if pass_left(rules, time):
        return all_match(layout, left), left, order
    alive, reach = _in_last_pass(rules, layout, left, order, time)
    return alive, reach, union(layout.order, reach)
