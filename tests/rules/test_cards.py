from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_stats.rules.cards import RANKS, SUITS, card_text, parse_card, value
from tests.rules.spelling import spell


def test_cards_are_numbered_by_value_then_suit() -> None:
    assert [card_text(card) for card in (0, 3, 4, 39, 51)] == ["Ac", "As", "2c", "Ts", "Ks"]
    assert [value(card) for card in (0, 3, 4, 39, 51)] == [1, 1, 2, 10, 13]


@given(st.integers(0, 51), st.randoms())
def test_any_spelling_is_read(card: int, chance: Random) -> None:
    assert parse_card(spell(card, chance)) == card


def test_rank_and_suit_share_no_character() -> None:
    assert not set((RANKS + "10").lower()) & set(SUITS)


LOOK_ALIKES = ["ſA", "Aſ", "\N{KELVIN SIGN}h", "Th\ufe0f", "♥\ufe0f\ufe0f5"]
NO_CARDS = "|T|h|1h|0h|10|11h|Xh|Tx|Thh|TTh|T h| Th|Th\n|??|joker"


@pytest.mark.parametrize("text", [*NO_CARDS.split("|"), *LOOK_ALIKES])
def test_nothing_else_is_a_card(text: str) -> None:
    assert parse_card(text) is None
