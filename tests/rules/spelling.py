"""The many ways in which people write a card."""

from __future__ import annotations

from random import Random

from pyramid_stats.rules.cards import RANKS, SUITS

SUIT_SPELLINGS = {
    suit: [suit, suit.upper(), sign, sign + "\ufe0f", sign + "\ufe0e", outlined]
    for suit, sign, outlined in zip(SUITS, "♣♦♥♠", "♧♢♡♤", strict=True)
}


def spell(card: int, chance: Random) -> str:
    """Write a card in one of its spellings, any of which may come up."""
    rank = RANKS[card // 4]
    ranks = [rank, rank.lower()] + ["10"] * (rank == "T")
    written = [chance.choice(ranks), chance.choice(SUIT_SPELLINGS[SUITS[card % 4]])]
    return "".join(written if chance.random() < 0.5 else reversed(written))
