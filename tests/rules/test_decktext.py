from __future__ import annotations

import csv
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_stats.errors import UsageError
from pyramid_stats.rules.cards import card_text
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.rules.decktext import deck_lines, deck_text, parse_deck, read_tokens
from tests.rules.spelling import spell

FORMATS = Path(__file__).parent.parent / "data" / "text-formats.tsv"
ORDERED = deck_text(range(52))
SEPARATORS = [" ", "\t", ",", ", ", "-", "--", " - ", "/", " // ", "\n", "\r\n", "\r", "\n\n", "–"]
decks = st.permutations(range(52))


def read_formats() -> dict[str, dict[str, str]]:
    with FORMATS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        row["deck"] = row["deck"].replace("\\n", "\n")
    return {row["id"]: row for row in rows}


formats = read_formats()


def complaint(text: str) -> str:
    with pytest.raises(UsageError) as error:
        parse_deck(text)
    assert "\n" not in error.value.message
    assert error.value.hint
    return error.value.message


@pytest.mark.parametrize(
    "name", [name for name, row in formats.items() if "same" in row["expected"]]
)
def test_published_spellings_of_one_deal(name: str) -> None:
    assert parse_deck(formats[name]["deck"]) == parse_deck(formats["F01"]["deck"])
    assert deck_text(parse_deck(formats[name]["deck"])).upper() == formats["F03"]["deck"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("F13", "deck: 51 cards instead of 52; missing 6d"),
        ("F15", "deck: doubled Qc (cards 11 and 47); missing Qs"),
        ("F16", "deck: unreadable 'J' (card 32); missing Jd"),
        ("F17", "deck: 2 unknown cards (cards 31 and 32); missing 7c Jd"),
    ],
)
def test_published_faults(name: str, message: str) -> None:
    assert complaint(formats[name]["deck"]) == message


def test_every_published_line_is_tested() -> None:
    same = {name for name, row in formats.items() if "same" in row["expected"]}
    assert set(formats) == same | {"F13", "F15", "F16", "F17"}


@given(decks)
def test_what_is_written_is_read(deck: list[int]) -> None:
    assert parse_deck(deck_text(deck)) == tuple(deck)


@given(decks, st.randoms(), st.sampled_from(["", "\ufeff"]))
def test_any_spelling_and_any_separator(deck: list[int], chance: Random, start: str) -> None:
    text = "".join(spell(card, chance) + chance.choice(SEPARATORS) for card in deck)
    assert parse_deck(start + text) == tuple(deck)


@given(decks, st.randoms())
def test_no_separator_at_all(deck: list[int], chance: Random) -> None:
    assert parse_deck("".join(spell(card, chance) for card in deck)) == tuple(deck)


@given(decks, st.data())
def test_a_changed_character_never_gives_another_deck(deck: list[int], data: st.DataObject) -> None:
    """A typing error is noticed unless it leaves all 52 cards there, and those two are equal."""
    text = deck_text(deck).replace(" ", data.draw(st.sampled_from(["", " "])))
    place = data.draw(st.integers(0, len(text) - 1))
    changed = (
        text[:place] + data.draw(st.sampled_from(["", "A", "h", "x", "?"])) + text[place + 1 :]
    )
    if re.sub(r"\s", "", changed).lower() == re.sub(r"\s", "", text).lower():
        assert parse_deck(changed) == tuple(deck)
    else:
        complaint(changed)


@given(decks, st.integers(0, 51), st.integers(0, 51))
def test_a_lost_card_and_a_doubled_one_are_named(deck: list[int], lost: int, place: int) -> None:
    deck.remove(lost)
    deck.insert(place, deck[0])
    message = complaint(deck_text(deck))
    assert f"doubled {card_text(deck[0])} (cards 1 and " in message
    assert f"missing {card_text(lost)}" in message


def test_places_are_counted_from_one_and_lines_are_named() -> None:
    message = complaint(
        ORDERED.replace("Ah ", "Ah\r\n\r\n").replace("4c", "xyz").replace("4d", "2c")
    )
    assert "unreadable 'xyz' (card 13 on line 3)" in message
    assert "doubled 2c (cards 5 on line 3 and 14 on line 3)" in message
    assert "missing 4c 4d" in message


@pytest.mark.parametrize(
    ("run", "pieces"),
    [
        ("ThJJh9c", ["Th", "J", "Jh", "9c"]),
        ("hTJhJc9", ["hT", "Jh", "Jc", "9"]),
        ("hTJhJc9c", ["hT", "Jh", "Jc", "9c"]),
        ("10h1s", ["10h", "1s"]),
        ("1", ["1"]),
        ("Thxx9c", ["Th", "xx", "9c"]),
        ("expected", ["expected"]),
        ("????Th", ["??", "??", "Th"]),
        ("???", ["??", "?"]),
        ("♥\ufe0f10♦2", ["♥\ufe0f10", "♦2"]),
        ("10♥\ufe0f2♦", ["10♥\ufe0f", "2♦"]),
    ],
)
def test_a_run_is_cut_as_a_whole(run: str, pieces: list[str]) -> None:
    assert [token.text for token in read_tokens(run)] == pieces


def test_a_card_is_never_put_together_across_a_separator() -> None:
    message = complaint(ORDERED.replace("Th", "1 0h"))
    assert "53 cards" in message
    assert "unreadable '1' (card 39), '0h' (card 40)" in message
    assert "missing Th" in message


@pytest.mark.parametrize("text", ["", " \n ", "\ufeff"])
def test_an_empty_text_is_no_deck(text: str) -> None:
    assert complaint(text) == "deck: 0 cards instead of 52"


def test_a_text_that_is_no_deck_at_all_gives_a_short_message() -> None:
    assert complaint("lorem ipsum " * 10_000) == "deck: 20000 words, so this is not one deck"
    assert complaint("lorem, 5d") == (
        "deck: 2 cards instead of 52; unreadable 'lorem' (card 1); missing "
        + deck_text(card for card in range(52) if card_text(card) != "5d")
    )
    assert "no card that can be read" in complaint("lorem ipsum")


def test_a_hundred_unknown_cards_give_a_short_message() -> None:
    assert len(complaint("??" * 10_000)) < 1000


def test_the_message_begins_with_the_file() -> None:
    with pytest.raises(UsageError, match=r"^mine\.txt: "):
        parse_deck("Th", where="mine.txt")


def test_rows_on_lines_are_the_same_deck() -> None:
    lines = deck_lines(range(52), builtin("finnish"))
    assert [len(line.split()) for line in lines] == [1, 2, 3, 4, 5, 6, 7, 8, 16]
    assert lines[1] == "Ad Ah"
    assert parse_deck("\n".join(lines)) == tuple(range(52))
