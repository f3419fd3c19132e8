"""The compiled game with the words of the readable one: cards and moves are text.

``Engine`` can stand wherever ``naive.Game`` can, so that one test holds for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from pyramid_stats.engine.game import Game
from pyramid_stats.engine.places import DRAW, REDEAL
from pyramid_stats.engine.records import STOCK
from tests.naive import CARDS

CODES = {"D": DRAW, "R": REDEAL}


def numbers(cards: Iterable[str]) -> list[int]:
    """Return the engine's numbers of cards."""
    return [CARDS.index(card) for card in cards]


def texts(cards: Iterable[int | None]) -> list[str]:
    return [CARDS[card] for card in cards if card is not None]


def move_text(game: Game, code: int) -> str:
    """Write a move of the engine's as text."""
    if code in CODES.values():
        return "D" if code == DRAW else "R"
    return "+".join(sorted(texts(game.cards(code))))


class Engine:
    """The compiled game; a subset of what ``naive.Game`` can do, under the same names."""

    def __init__(self, variant: Any, deck: Sequence[str], game: Game | None = None) -> None:
        self.rules, self.deck = variant, list(deck)
        self.game = game or Game(variant, numbers(deck))
        self.cells = [(row, place) for row in range(1, variant.rows + 1) for place in range(row)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)  # won, stalled, stock_left, removals, draws, passes

    def copy(self) -> Engine:
        return Engine(self.rules, self.deck, self.game.copy())

    @property
    def tableau(self) -> dict[tuple[int, int], str]:
        cards = zip(self.cells, self.game.tableau_cards(), strict=True)
        return {cell: CARDS[card] for cell, card in cards if card is not None}

    def exposed(self) -> set[tuple[int, int]]:
        exposed = self.game.exposed
        return {cell for bit, cell in enumerate(self.cells) if exposed >> bit & 1}

    def face_up(self) -> list[str]:
        cards, face_up = self.game.tableau_cards(), self.game.face_up
        return texts(card for bit, card in enumerate(cards) if face_up >> bit & 1)

    @property
    def stock(self) -> list[str]:
        return texts(self.game.stock())

    @property
    def hand(self) -> list[str]:
        return texts([self.game.hand])

    @property
    def waste(self) -> list[list[str]]:
        return [texts(pile) for pile in self.game.waste()]

    def legal_moves(self) -> list[str]:
        return [move_text(self.game, code) for code in self.game.legal_moves()]

    def code(self, move: str) -> int:
        """Return the code of any move, legal or not: a byte for each place, a king's twice."""
        for code in self.game.legal_moves():
            if move_text(self.game, code) == move:
                return code
        if move in CODES:
            return CODES[move]
        cards, cells = move.split("+"), len(self.cells)
        indices = sorted(self.deck.index(card) for card in cards * (1 + (len(cards) == 1)))
        places = [index if index < cells else STOCK + index - cells for index in indices]
        return sum(place << 8 * byte for byte, place in enumerate(places))

    def play(self, move: str) -> None:
        self.game.play(self.code(move))


def state(game: Any) -> dict[str, Any]:
    """Return all there is to see of a game; ``stalled`` only where it matters."""
    moves = game.legal_moves()
    return {
        "legal_moves": moves,
        "tableau": dict(game.tableau),
        "exposed": game.exposed(),
        "face_up": list(game.face_up()),
        "stock": list(game.stock),
        "hand": list(game.hand),
        "waste": [list(pile) for pile in game.waste],
        "stalled": "R" in moves and game.stalled,
        **{key: getattr(game, key) for key in ("won", "stock_left", "removals", "draws", "passes")},
    }


def cards_in(game: Any) -> list[str]:
    """Return every card that is still in play, wherever it lies, sorted."""
    return sorted(chain(game.tableau.values(), game.stock, game.hand, *game.waste))


def play(game: Any, moves: str) -> None:
    """Make moves, written with spaces between them."""
    for move in moves.split():
        game.play(move)


def refuses(game: Any, move: str) -> bool:
    """Tell whether a move is refused and everything stays as it was."""
    before = state(game)
    try:
        game.play(move)
    except ValueError:
        return move not in before["legal_moves"] and state(game) == before
    return False
