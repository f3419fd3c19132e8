from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_stats.rules.cards import RANKS, SUITS, card_text, parse_card, value
from tests.rules.spelling import spellings


def test_cards_are_numbered_by_value_then_suit() -> None:
    assert [card_text(card) for card in (0, 3, 4, 39, 51)] == ["Ac", "As", "2c", "Ts", "Ks"]
    assert [value(card) for card in (0, 3, 4, 39, 51)] == [1, 1, 2, 10, 13]


@given(st.data())
def test_any_spelling_is_read(data: st.DataObject) -> None:
    card = data.draw(st.integers(0, 51))
    assert parse_card(data.draw(spellings(card))) == card


def test_rank_and_suit_share_no_character() -> None:
    assert not set((RANKS + "10").lower()) & set(SUITS)


@pytest.mark.parametrize(
    "text",
    ["", "T", "h", "1h", "0h", "10", "11h", "Xh", "Tx", "Thh", "TTh", "T h", " Th", "Th\n", "??"]
    + ["ſA", "Aſ", "\u212ah", "Th\ufe0f", "♥\ufe0f\ufe0f5", "joker"],
)
def test_nothing_else_is_a_card(text: str) -> None:
    assert parse_card(text) is None
