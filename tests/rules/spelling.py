"""The many ways in which people write a card, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from pyramid_stats.rules.cards import RANKS, SUITS

SUIT_SPELLINGS = {
    suit: [suit, suit.upper(), sign, sign + "\ufe0f", sign + "\ufe0e", outlined]
    for suit, sign, outlined in zip(SUITS, "♣♦♥♠", "♧♢♡♤", strict=True)
}


def spellings(card: int) -> st.SearchStrategy[str]:
    rank = RANKS[card // 4]
    ranks = [rank, rank.lower()] + ["10"] * (rank == "T")
    return st.tuples(
        st.sampled_from(ranks), st.sampled_from(SUIT_SPELLINGS[SUITS[card % 4]]), st.booleans()
    ).map(lambda written: "".join(written[:2] if written[2] else written[1::-1]))
