"""One game as an object: the kernels' position, driven from Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.moves import list_moves
from pyramid_stats.engine.places import DRAW, REDEAL, first_place, second_place
from pyramid_stats.engine.reading import is_stalled, is_won
from pyramid_stats.engine.records import MOVES, POSITION, STOCK, deck_of, new, rules_of
from pyramid_stats.engine.table import make, set_up
from pyramid_stats.rules.variant import Variant

__all__ = ["DRAW", "REDEAL", "Game"]


@kernel()
def _state(rules, position):  # type: ignore[no-untyped-def]
    """Return (won, stalled)."""
    return is_won(rules, position), is_stalled(rules, position)


@kernel()
def _list(rules, position, moves):  # type: ignore[no-untyped-def]
    list_moves(rules, position, moves)


class Game:
    """A game in play.

    Parameters
    ----------
    variant
        The rules.
    deck
        The cards in dealing order, tableau first; at most 64 may be left for the stock.
    """

    def __init__(self, variant: Variant, deck: Sequence[int]) -> None:
        self.variant = variant
        self.deck = tuple(int(card) for card in deck)
        self._deck = deck_of(self.deck)
        self._rules = rules_of(variant)
        self._position = new(POSITION)
        set_up(self._rules, self._deck, self._position)

    def copy(self) -> Game:
        """Return an independent game in the same position."""
        twin = Game.__new__(Game)
        twin.variant, twin.deck = self.variant, self.deck
        twin._rules, twin._deck = self._rules, self._deck
        twin._position = self._position.copy()
        return twin

    def legal_moves(self) -> list[int]:
        """Return the codes of the legal moves, in the generator's order."""
        moves = new(MOVES)
        _list(self._rules, self._position, moves)
        return [int(code) for code in moves["code"][: moves["count"]]]

    def play(self, code: int) -> None:
        """Make a move; raise ValueError, and change nothing, if it is not legal."""
        if code not in self.legal_moves():
            raise ValueError(f"move {code} is not legal here")
        make(self._rules, self._deck, self._position, code)

    def places(self, code: int) -> tuple[int, ...]:
        """Return the places that a removal takes cards from; none for a draw or a redeal."""
        if code in (DRAW, REDEAL):
            return ()
        places = (int(first_place(code)), int(second_place(code)))
        return places[:1] if places[0] == places[1] else places

    def cards(self, code: int) -> tuple[int, ...]:
        """Return the cards that a removal takes; none for a draw or a redeal."""
        return tuple(self._card(place) for place in self.places(code))

    def _card(self, place: int) -> int:
        if place >= STOCK:
            place += self.variant.tableau.cells - STOCK
        return self.deck[place]

    def tableau_cards(self) -> list[int | None]:
        """Return the card in each cell, None where it is gone."""
        present = int(self._position["tableau"])
        cells = range(self.variant.tableau.cells)
        return [self._card(cell) if present >> cell & 1 else None for cell in cells]

    @property
    def exposed(self) -> int:
        """The set of cells whose card nothing covers."""
        return int(self._position["exposed"])

    @property
    def face_up(self) -> int:
        """The set of cells whose card the player sees."""
        present, values = int(self._position["tableau"]), self._position["values"]
        cells = range(self.variant.tableau.cells)
        return sum(1 << cell for cell in cells if present >> cell & 1 and values[cell])

    def stock(self) -> list[int]:
        """Return the cards not drawn in this pass, the next one first."""
        return self._stock_cards(int(self._position["stock"]))

    @property
    def hand(self) -> int | None:
        """The card in the hand."""
        cards = self._stock_cards(int(self._position["hand"]))
        return cards[0] if cards else None

    def waste(self) -> list[list[int]]:
        """Return the cards of each waste pile, the bottom one first."""
        piles = self._position["waste"][: self.variant.waste_piles]
        return [self._stock_cards(int(pile)) for pile in piles]

    def _stock_cards(self, members: int) -> list[int]:
        return [self._card(STOCK + place) for place in range(STOCK) if members >> place & 1]

    @property
    def won(self) -> bool:
        """Whether the goal is reached."""
        return bool(_state(self._rules, self._position)[0])

    @property
    def stalled(self) -> bool:
        """Whether a redeal would end the game: unlimited passes, nothing removed in this one."""
        return bool(_state(self._rules, self._position)[1])

    @property
    def tableau_left(self) -> int:
        """Cards left in the tableau."""
        return int(self._position["tableau"]).bit_count()

    @property
    def stock_left(self) -> int:
        """Cards left in stock, hand and waste."""
        return len(self.stock()) + (self.hand is not None) + sum(map(len, self.waste()))

    @property
    def removals(self) -> int:
        """Removals made."""
        return self._count("removals")

    @property
    def draws(self) -> int:
        """Draws made, without the initial ones."""
        return self._count("draws")

    @property
    def passes(self) -> int:
        """Passes begun."""
        return self._count("passes")

    def _count(self, field: str) -> int:
        value: Any = self._position[field]
        return int(value)
