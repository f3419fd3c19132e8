"""One game of a strategy again, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyramid_stats.engine.deal import deal_deck
from pyramid_stats.engine.game import Game
from pyramid_stats.replay.notation import move_text
from pyramid_stats.rules.variant import Variant

if TYPE_CHECKING:  # at run time it would load the kernels that play
    from pyramid_stats.strategies.strategy import Strategy


@dataclass(frozen=True)
class Transcript:
    """A game that was played: all that is needed to show it or to judge it."""

    variant: Variant
    deck: tuple[int, ...]
    """52 cards in the order in which they are dealt."""
    codes: tuple[int, ...]
    """The moves, as the engine codes them."""

    def start(self) -> Game:
        """Return the position before the first move."""
        return Game(self.variant, self.deck)

    def steps(self) -> Iterator[tuple[str, Game]]:
        """Yield each move as text, with the position after it: a copy that stays as it is."""
        game = self.start()
        for code in self.codes:
            text = move_text(game, code)
            game.play(code)
            yield text, game.copy()

    def texts(self) -> tuple[str, ...]:
        """Return the moves as text."""
        return tuple(text for text, _ in self.steps())


def play_again(variant: Variant, strategy: Strategy, seed: int, deal: int) -> Transcript:
    """Play one game of a strategy, exactly as a simulation plays it."""
    codes = strategy.moves(variant, seed, deal)
    return Transcript(variant, tuple(map(int, deal_deck(seed, deal))), tuple(map(int, codes)))


def outcome(game: Game, variant: Variant) -> str:
    """Say how a game ended and what is left."""
    left = f"{game.tableau_left} cards left in the pyramid"
    if variant.draw:
        left += f", {game.stock_left} in stock, hand and waste"
    left = left.replace("1 cards", "1 card") if game.tableau_left == 1 else left
    if game.won:
        return f"won: {left}"
    reason = (
        f"nothing was removed in pass {game.passes}"
        if game.stalled and game.legal_moves()
        else "no move is left"
    )
    return f"lost, {reason}: {left}"
