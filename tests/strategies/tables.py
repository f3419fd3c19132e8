"""A game in play, as a strategy sees it, on a deck of one's own."""

from __future__ import annotations

from random import Random
from typing import Any

from pyramid_stats.engine.dice import start_dice
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.moves import list_moves
from pyramid_stats.engine.philox import key_of
from pyramid_stats.engine.places import REDEAL
from pyramid_stats.engine.reading import is_stalled, is_won
from pyramid_stats.engine.records import DECK, STOCK, deck_of, new
from pyramid_stats.engine.table import make, set_up
from pyramid_stats.engine.view import View, new_view
from pyramid_stats.rules.variant import Variant


@kernel()
def _begin(view, deck, key, deal):
    start_dice(view.dice, (key[0], key[1]), deal)
    set_up(view.rules, deck, view.position)


@kernel()
def _list(view):
    view.moves.count = 0
    if not is_won(view.rules, view.position):
        list_moves(view.rules, view.position, view.moves)


@kernel()
def _make(view, deck, code):
    make(view.rules, deck, view.position, code)


@kernel()
def _stalled(view):
    return is_stalled(view.rules, view.position)


class Table:
    """A game on a given deck; ``view`` is what a strategy would be shown."""

    def __init__(self, variant: Variant, deck: list[int], settings=(), deal: int = 7) -> None:
        self.variant, self.deck = variant, list(deck)
        self.view: View = new_view(variant, settings)
        self._deck = deck_of(deck) if deck else new(DECK)
        _begin(self.view, self._deck, key_of(13), deal)
        self.made: list[int] = []
        _list(self.view)

    @property
    def legal(self) -> list[int]:
        """The codes of the legal moves; none if the game is over."""
        codes = [int(code) for code in self.view.moves["code"][: self.view.moves["count"]]]
        over = codes == [REDEAL] and _stalled(self.view)
        return [] if over else codes

    def play(self, code: int) -> None:
        assert code in self.legal
        _make(self.view, self._deck, code)
        self.made.append(code)
        _list(self.view)

    def unseen(self) -> list[int]:
        """Return the indices of the deck whose card was never turned up."""
        cells, values = self.variant.tableau.cells, self.view.position["values"]
        places = [index if index < cells else STOCK + index - cells for index in range(52)]
        return [index for index, place in enumerate(places) if values[place] == 0]

    def with_unseen_shuffled(self, random: Random) -> Table:
        """Return a table that looks the same to the player, its unseen cards being others."""
        deck, unseen = list(self.deck), self.unseen()
        for place, card in zip(unseen, random.sample(unseen, len(unseen)), strict=True):
            deck[place] = self.deck[card]
        twin = Table(self.variant, deck, list(self.view.settings["value"]))
        for code in self.made:
            twin.play(code)
        return twin

    def seen(self) -> list[bytes]:
        """Return all that the view shows, as bytes."""
        return [record.tobytes() for record in self.view]


def at_random_choices(
    variant: Variant, random: Random, choices: int, settings: Any = ()
) -> list[Table]:
    """Return tables at random positions where there is something to choose."""
    found: list[Table] = []
    while len(found) < choices:
        table = Table(variant, random.sample(range(52), 52), settings)
        for _ in range(random.randrange(40)):
            if not table.legal:
                break
            table.play(random.choice(table.legal))
        while len(table.legal) == 1:
            table.play(table.legal[0])
        if len(table.legal) > 1:
            found.append(table)
    return found
