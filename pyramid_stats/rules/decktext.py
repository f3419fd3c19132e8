"""Decks as people type them: read in any spelling, checked card by card, never guessed.

Text is cut at separators into runs of characters, and a run into cards. A run may hold many
cards (``ThJsQd``): as no character is both a rank and a suit, there is at most one way to read
the whole of it. If there is none, what can't be read is reported, and nothing moves up to fill
the gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pyramid_stats.errors import UsageError
from pyramid_stats.rules.cards import RANK_PATTERN, SUIT_PATTERN, card_text, parse_card
from pyramid_stats.rules.variant import DECK_SIZE, Variant

UNKNOWN = "??"
MOST_CARDS = 2 * DECK_SIZE
"""A text of more cards is not one faulty deck, so its faults are not named one by one."""

_HINT = "a deck is 52 cards such as Th or 10h: the tableau row by row, then the stock"
_SEPARATORS = re.compile(r"[\s,/\-\u2010-\u2015\u2212\ufeff]+")
_RANK_FIRST = RANK_PATTERN + SUIT_PATTERN
_SUIT_FIRST = SUIT_PATTERN + RANK_PATTERN
_EITHER = f"{_RANK_FIRST}|{_SUIT_FIRST}"


class Token(NamedTuple):
    """What stands in one place of a deck."""

    text: str
    card: int | None
    """None for an unknown or unreadable card."""
    place: str
    """Where it stands, for messages: ``31``, or ``31 on line 2`` if there are several lines."""

    @property
    def unknown(self) -> bool:
        """Whether it is ``??``, a card that the writer doesn't know."""
        return self.text == UNKNOWN


def parse_deck(text: str, where: str = "deck") -> tuple[int, ...]:
    """Read a deck of 52 cards, in the order in which they are dealt.

    Parameters
    ----------
    text
        Cards in any spelling that :func:`~pyramid_stats.rules.cards.parse_card` reads, separated
        by blanks, commas, dashes, slashes or line ends of any kind, or by nothing.
    where
        A file or flag, which begins the error message.

    Raises
    ------
    UsageError
        Names every missing, doubled, unknown and unreadable card and where it stands.
    """
    tokens = read_tokens(text)
    cards = tuple(token.card for token in tokens if token.card is not None)
    if len(tokens) == len(cards) == len(set(cards)) == DECK_SIZE:
        return cards
    raise _explain(tokens, where)


def read_tokens(text: str) -> list[Token]:
    """Return what stands in each place of a text, readable or not."""
    lines = text.splitlines()
    several = sum(1 for line in lines if _SEPARATORS.sub("", line)) > 1
    tokens: list[Token] = []
    for number, line in enumerate(lines, start=1):
        for piece in _pieces(line):
            place = f"{len(tokens) + 1}" + f" on line {number}" * several
            tokens.append(Token(piece, parse_card(piece), place))
    return tokens


def _pieces(line: str) -> Iterator[str]:
    for run in _SEPARATORS.split(line):
        if run:
            yield from _split_run(run)


def _split_run(run: str) -> list[str]:
    """Cut a run of characters without separators into cards and what can't be read."""
    if re.fullmatch(rf"(?:{_EITHER}|\?\?)+", run):
        return re.findall(rf"{_EITHER}|\?\?", run)
    readings = [_scan(run, pattern) for pattern in (_RANK_FIRST, _SUIT_FIRST)]
    best = min(readings, key=_unread_characters)
    # A word such as "expected" is no card, though there is a "ct" in it.
    return best if 2 * _unread_characters(best) <= len(run) else [run]


def _scan(run: str, pattern: str) -> list[str]:
    """Cut out the cards of one spelling; what stands between them stays as it is."""
    return [piece for piece in re.split(rf"({pattern}|\?\?)", run) if piece]


def _unread_characters(pieces: Iterable[str]) -> int:
    return sum(len(piece) for piece in pieces if parse_card(piece) is None and piece != UNKNOWN)


def _explain(tokens: Sequence[Token], where: str) -> UsageError:
    """Say in one line everything that is wrong with a deck."""
    if len(tokens) > MOST_CARDS:
        return UsageError(f"{where}: {len(tokens)} words, so this is not one deck", _HINT)
    unknown = [token for token in tokens if token.unknown]
    complaints = [
        f"{_count(len(tokens))} instead of {DECK_SIZE}" if len(tokens) != DECK_SIZE else "",
        _unreadable(tokens),
        _count(len(unknown), "unknown ") + _places(unknown) if unknown else "",
        _doubled(tokens),
        _missing(tokens),
    ]
    hint = f"put the missing cards in the place of {UNKNOWN}" if unknown else _HINT
    return UsageError(f"{where}: {'; '.join(filter(None, complaints))}", hint)


def _unreadable(tokens: Sequence[Token]) -> str:
    bad = [token for token in tokens if token.card is None and not token.unknown]
    named = [f"{_short(token.text)}{_places([token])}" for token in bad]
    return "unreadable " + ", ".join(named) if bad else ""


def _doubled(tokens: Sequence[Token]) -> str:
    by_card: dict[int, list[Token]] = {}
    for token in tokens:
        if token.card is not None:
            by_card.setdefault(token.card, []).append(token)
    doubled = [card_text(card) + _places(same) for card, same in by_card.items() if len(same) > 1]
    return "doubled " + ", ".join(doubled) if doubled else ""


def _missing(tokens: Sequence[Token]) -> str:
    missing = sorted(set(range(DECK_SIZE)) - {token.card for token in tokens})
    if len(missing) == DECK_SIZE:
        return "no card that can be read" if tokens else ""
    return "missing " + " ".join(map(card_text, missing)) if missing else ""


def _count(number: int, kind: str = "") -> str:
    return f"{number} {kind}card{'s' * (number != 1)}"


def _places(tokens: Sequence[Token]) -> str:
    """Say where tokens stand: `` (card 3)``, `` (cards 3 and 7)``."""
    places = [token.place for token in tokens]
    if len(places) == 1:
        return f" (card {places[0]})"
    return f" (cards {', '.join(places[:-1])} and {places[-1]})"


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")


def deck_text(cards: Iterable[int]) -> str:
    """Write a deck on one line: ``Th Js ...``."""
    return " ".join(map(card_text, cards))


def deck_lines(cards: Sequence[int], variant: Variant) -> list[str]:
    """Write a deck for people: a line for each row of the tableau, then one for the stock."""
    row = variant.tableau.row
    rows: dict[int, list[int]] = {}
    for number, card in enumerate(cards):
        rows.setdefault(row[number] if number < len(row) else 0, []).append(card)
    return [deck_text(line) for line in rows.values()]
