"""Cards and decks as numbers and as text.

A card is a number from 0 to 51, ``4 * (value - 1) + suit``: its value is 1 (ace) to 13 (king),
its suit 0 to 3 in the order ``cdhs``. A deck is the cards in the order in which they are dealt.
"""

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "cdhs"


def value(card: int) -> int:
    """Return the value of a card, 1 for an ace to 13 for a king."""
    return card // 4 + 1


def card_text(card: int) -> str:
    """Write a card as rank and suit, as in ``Th``."""
    return RANKS[card // 4] + SUITS[card % 4]
