"""Cards and decks as numbers and as text.

A card is a number from 0 to 51, ``4 * (value - 1) + suit``: its value is 1 (ace) to 13 (king),
its suit 0 to 3 in the order ``cdhs``. A deck is the cards in the order in which they are dealt.

As text a card is a rank and a suit in either order and any case, ``10`` or ``T``, a suit's letter
or its sign. No character is both a rank and a suit, so at most one card can be meant.
"""

from __future__ import annotations

import re

RANKS = "A23456789TJQK"
SUITS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"
_OUTLINED_SIGNS = "♧♢♡♤"
_SELECTORS = "\ufe0e\ufe0f"  # "as text" and "as emoji", which phones put after a sign

# Both cases are spelt out: under re.IGNORECASE, the long s and the Kelvin sign would match too.
RANK_PATTERN = f"(?:10|[{RANKS}{RANKS.lower()}])"
SUIT_PATTERN = f"(?:[{SUITS}{SUITS.upper()}]|[{SUIT_SIGNS}{_OUTLINED_SIGNS}][{_SELECTORS}]?)"
_CARD = re.compile(
    f"(?P<rank>{RANK_PATTERN})(?P<suit>{SUIT_PATTERN})|"
    f"(?P<suit_first>{SUIT_PATTERN})(?P<rank_last>{RANK_PATTERN})"
)


def value(card: int) -> int:
    """Return the value of a card, 1 for an ace to 13 for a king."""
    return card // 4 + 1


def card_text(card: int) -> str:
    """Write a card as rank and suit, as in ``Th``."""
    return RANKS[card // 4] + SUITS[card % 4]


def parse_card(text: str) -> int | None:
    """Read one card in any spelling; None if the text is anything else."""
    found = _CARD.fullmatch(text)
    if not found:
        return None
    rank = (found["rank"] or found["rank_last"]).upper()
    suit = (found["suit"] or found["suit_first"])[0].lower()
    suits = next(alphabet for alphabet in (SUITS, SUIT_SIGNS, _OUTLINED_SIGNS) if suit in alphabet)
    return 4 * RANKS.index("T" if rank == "10" else rank) + suits.index(suit)
