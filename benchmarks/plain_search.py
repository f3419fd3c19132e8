"""The solver's yardstick: the search for a win that one would write first, compiled.

Depth first over (cards left, how far the stock is drawn, pass), each state visited once, the first
win ends it. It knows what a plain program knows: which pairs a deck rules out since one card lies
on the other; whether, at the start, the cards of a rank and its partner can be matched (a
"crossblock" if not) and, later on, whether each card of the tableau has a partner left; that kings
may go at once. It holds for one pyramid with a stock drawn singly to one waste pile, with every
access, and the tableau as the goal.

A card is the bit of its number in dealing order: first the tableau's cells, then the stock. So the
cards left are 52 bits, and with pointer and pass a state fits one word.
"""

from __future__ import annotations

from itertools import permutations

import numba
import numpy as np

from pyramid_stats.engine.bits import leading_zeros, lowest
from pyramid_stats.engine.records import ACCESS_HAND, ACCESS_TOP

WON, LOST, UNDECIDED = 1, 0, -1
CARDS, SUITS, KING = 52, 4, 13
STACK = 1 << 14
FIRST_SLOTS = 1 << 10
MOST_NEXT = 64
"""States that follow one: nine playable cards have at most 20 pairs."""

ONE, NONE = np.uint64(1), np.uint64(0)
DECK = (ONE << np.uint64(CARDS)) - ONE
POINTER, PASS, FIVE_BITS = np.uint64(52), np.uint64(57), np.uint64(31)
MIX = np.uint64(0x9E3779B97F4A7C15)
MATCHINGS = np.array(list(permutations(range(SUITS))))

compiled = numba.njit(nogil=True)


@compiled
def _bit(card):  # type: ignore[no-untyped-def]
    return ONE << np.uint64(card)


@compiled
def _highest(cards):  # type: ignore[no-untyped-def]
    """Return the set of the last card of a set; the empty set has none."""
    return _bit(np.uint64(63) - leading_zeros(cards)) if cards != NONE else NONE


@compiled
def _lies_on(rules):  # type: ignore[no-untyped-def]
    """Return for each cell all cells that have to go before it; later rows lie on earlier ones."""
    above = np.zeros(CARDS, np.uint64)
    for cell in range(rules.cells - 1, -1, -1):
        above[cell] = rules.covers[cell]
        for other in range(cell + 1, rules.cells):
            if rules.covers[cell] & _bit(other) != NONE:
                above[cell] |= above[other]
    return above


@compiled
def _pair_table(rules, deck):  # type: ignore[no-untyped-def]
    """Return for each card, by its number, those it makes 13 with and that don't lie on it."""
    above = _lies_on(rules)
    partners = np.zeros(CARDS, np.uint64)
    for one in range(CARDS):
        for other in range(CARDS):
            fits = deck.card[one] // SUITS + deck.card[other] // SUITS + 2 == KING
            stacked = above[one] & _bit(other) | above[other] & _bit(one)
            if fits and stacked == NONE:
                partners[one] |= _bit(other)
    return partners


@compiled
def _kings(deck):  # type: ignore[no-untyped-def]
    cards = NONE
    for card in range(CARDS):
        if deck.card[card] // SUITS + 1 == KING:
            cards |= _bit(card)
    return cards


@compiled
def _can_match(partners, low, high, pyramid):  # type: ignore[no-untyped-def]
    """Tell whether the cards of two ranks can be matched; two stock cards need not be."""
    for matching in MATCHINGS:
        fine = True
        for suit in range(SUITS):
            one, other = low[suit], high[matching[suit]]
            needed = (_bit(one) | _bit(other)) & pyramid != NONE
            fine &= not needed or partners[one] & _bit(other) != NONE
        if fine:
            return True
    return False


@compiled
def _is_blocked(partners, deck, pyramid):  # type: ignore[no-untyped-def]
    """Tell whether there is a crossblock."""
    cards = np.zeros((KING + 1, SUITS), np.int64)
    for number in range(CARDS):
        cards[deck.card[number] // SUITS + 1, deck.card[number] % SUITS] = number
    for value in range(1, KING // 2 + 1):
        if not _can_match(partners, cards[value], cards[KING - value], pyramid):
            return True
    return False


@compiled
def _has_partners(partners, left, tableau):  # type: ignore[no-untyped-def]
    """Tell whether each card left in the tableau, its kings aside, has a partner left."""
    while tableau != NONE:
        if partners[lowest(tableau)] & left == NONE:
            return False
        tableau &= tableau - ONE
    return True


@compiled
def _exposed(rules, left):  # type: ignore[no-untyped-def]
    cards, tableau = NONE, left & (_bit(rules.cells) - ONE)
    while tableau != NONE:
        cell = lowest(tableau)
        if rules.covers[cell] & left == NONE:
            cards |= _bit(cell)
        tableau &= tableau - ONE
    return cards


@compiled
def _next_card(left, pointer):  # type: ignore[no-untyped-def]
    """Return the card that is drawn next, CARDS if the stock has run out."""
    return min(lowest(left >> pointer) + pointer, np.uint64(CARDS)) if left >> pointer else CARDS


@compiled
def _in_hand(rules, left, pointer):  # type: ignore[no-untyped-def]
    """Return the hand card, the one drawn last, as a set."""
    if rules.access != ACCESS_HAND or pointer == np.uint64(rules.cells):
        return NONE
    return left & _bit(pointer - ONE)


@compiled
def _playable(rules, left, pointer):  # type: ignore[no-untyped-def]
    """Return the cards that may be removed: of the tableau, the waste, and the stock or hand."""
    hand = _in_hand(rules, left, pointer)
    drawn = left & ~hand & (_bit(pointer) - ONE) & ~(_bit(rules.cells) - ONE)
    cards = _exposed(rules, left) | hand | _highest(drawn)
    if rules.access == ACCESS_TOP:
        cards |= left & _bit(pointer) & DECK
    return cards


@compiled
def _state(rules, left, pointer, turn):  # type: ignore[no-untyped-def]
    """Return the word of a state; the pointer skips what is gone, unless a card is in the hand."""
    if _in_hand(rules, left, pointer) == NONE:
        pointer = np.uint64(_next_card(left, pointer))
    return left | (pointer - np.uint64(rules.cells)) << POINTER | turn << PASS


@compiled
def _slot_of(seen, state):  # type: ignore[no-untyped-def]
    """Return where a state is kept, or belongs."""
    last = np.uint64(seen.size - 1)
    slot = (state ^ state >> np.uint64(32)) * MIX
    slot = (slot ^ slot >> np.uint64(32)) & last
    while seen[slot] != NONE and seen[slot] != state:
        slot = slot + ONE & last
    return slot


@compiled
def _doubled(seen):  # type: ignore[no-untyped-def]
    larger = np.zeros(2 * seen.size, np.uint64)
    for state in seen:
        if state != NONE:
            larger[_slot_of(larger, state)] = state
    return larger


@compiled
def _push(seen, stack, top, state):  # type: ignore[no-untyped-def]
    """Put a state on the stack unless it was there before; return the stack's new height."""
    slot = _slot_of(seen, state)
    if seen[slot] == state:
        return top
    seen[slot] = stack[top] = state
    return top + 1


@compiled
def _push_draw(rules, seen, stack, top, left, pointer, turn):  # type: ignore[no-untyped-def]
    """Put what a draw or a redeal leads to on the stack."""
    following = np.uint64(_next_card(left, pointer))
    if following < np.uint64(CARDS):
        return _push(seen, stack, top, _state(rules, left, following + ONE, turn))
    if turn < np.uint64(rules.passes) and left >> np.uint64(rules.cells) != NONE:
        state = _state(rules, left, np.uint64(rules.cells), turn + ONE)
        return _push(seen, stack, top, state)
    return top


@compiled
def _push_pairs(rules, partners, seen, stack, top, left, cards, pointer, turn):  # type: ignore[no-untyped-def]
    """Put what the pairs of playable cards lead to on the stack."""
    while cards != NONE:
        card = lowest(cards)
        cards &= cards - ONE
        others = partners[card] & cards
        while others != NONE:
            gone = _bit(card) | _bit(lowest(others))
            top = _push(seen, stack, top, _state(rules, left & ~gone, pointer, turn))
            others &= others - ONE
    return top


@compiled
def _push_next(rules, partners, kings, seen, stack, top, left, pointer, turn):  # type: ignore[no-untyped-def]
    """Put what can follow a state on the stack; kings go at once, which never hurts."""
    cards = _playable(rules, left, pointer)
    if cards & kings != NONE:
        return _push(seen, stack, top, _state(rules, left & ~(cards & kings), pointer, turn))
    top = _push_draw(rules, seen, stack, top, left, pointer, turn)
    return _push_pairs(rules, partners, seen, stack, top, left, cards, pointer, turn)


@compiled
def plain_search(rules, deck, limit):  # type: ignore[no-untyped-def]
    """Search a deck; return (WON, LOST or UNDECIDED, states visited)."""
    pyramid, kings = _bit(rules.cells) - ONE, _kings(deck)
    partners = _pair_table(rules, deck)
    if _is_blocked(partners, deck, pyramid):
        return LOST, 1
    seen, stack = np.zeros(FIRST_SLOTS, np.uint64), np.empty(STACK, np.uint64)
    states, pushed = 0, 0
    top = _push(seen, stack, 0, _state(rules, DECK, np.uint64(rules.cells), ONE))
    while top > 0 and pushed <= limit:
        top -= 1
        left, turn = stack[top] & DECK, stack[top] >> PASS
        pointer = (stack[top] >> POINTER & FIVE_BITS) + np.uint64(rules.cells)
        states += 1
        if left & pyramid == NONE:
            return WON, states
        if not _has_partners(partners, left, left & pyramid & ~kings):
            continue
        before = top
        top = _push_next(rules, partners, kings, seen, stack, top, left, pointer, turn)
        pushed += top - before
        if 2 * pushed > seen.size - MOST_NEXT:
            seen = _doubled(seen)
    return (UNDECIDED if top > 0 else LOST), states
