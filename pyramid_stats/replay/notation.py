"""Moves as text: ``D`` draw, ``R`` redeal, ``DEAL``, ``Kd`` a king, ``4h+9d`` a pair.

``DEAL`` is whichever of draw and redeal is possible; the two never are at once. The cards of a
pair may stand in either order and in any spelling; written, they are sorted by their text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pyramid_stats.engine.game import Game
from pyramid_stats.engine.places import DRAW, REDEAL
from pyramid_stats.errors import UsageError
from pyramid_stats.rules.cards import card_text, parse_card

DRAW_TEXT = "D"
REDEAL_TEXT = "R"
DEAL_TEXT = "DEAL"
_PLUS = re.compile(r"(?<!\s)\s*\+\s*")  # begins no match within blanks: else quadratic in them
MAX_NAMED = 20
"""A message names no more unreadable moves than this."""


@dataclass(frozen=True)
class Move:
    """A move as somebody wrote it: a word, or the cards that they want to remove."""

    text: str
    word: str
    """D, R or DEAL; empty for a removal."""
    cards: tuple[int, ...]


def parse_move(text: str) -> Move | None:
    """Read one move; None if it can't be read."""
    word = text.upper()
    if word in {DRAW_TEXT, REDEAL_TEXT, DEAL_TEXT}:
        return Move(word, word, ())
    cards = [parse_card(part) for part in text.split("+")]
    known = tuple(card for card in cards if card is not None)
    return Move(removal_text(known), "", known) if len(known) == len(cards) else None


def parse_moves(text: str, where: str = "moves") -> list[Move]:
    """Read moves separated by blanks, line ends or commas.

    Raises
    ------
    UsageError
        Names every unreadable move and where it stands.
    """
    words = [word for word in re.split(r"[\s,]+", _PLUS.sub("+", text)) if word]
    moves = [parse_move(word) for word in words]
    bad = [
        f"{word[:20]!r} (move {number})"
        for number, (word, move) in enumerate(zip(words, moves, strict=True), start=1)
        if move is None
    ]
    if bad:
        more = [f"{len(bad) - MAX_NAMED} more"] if len(bad) > MAX_NAMED else []
        raise UsageError(
            f"{where}: unreadable {', '.join(bad[:MAX_NAMED] + more)}",
            "a move is D, R, DEAL, a king as in Kd, or a pair as in 4h+9d",
        )
    return [move for move in moves if move is not None]


def removal_text(cards: Iterable[int]) -> str:
    """Write the removal of some cards, sorted by their text."""
    return "+".join(sorted(map(card_text, cards)))


def move_text(game: Game, code: int) -> str:
    """Write a move of the engine, before it is made."""
    if code in (DRAW, REDEAL):
        return DRAW_TEXT if code == DRAW else REDEAL_TEXT
    return removal_text(game.cards(code))


def find_code(game: Game, move: Move) -> int | None:
    """Return the engine's code for a move; None if it isn't legal here."""
    wanted = {
        DRAW_TEXT: {DRAW_TEXT},
        REDEAL_TEXT: {REDEAL_TEXT},
        DEAL_TEXT: {DRAW_TEXT, REDEAL_TEXT},
    }.get(move.word, {move.text})
    return next((code for code in game.legal_moves() if move_text(game, code) in wanted), None)
