"""Why a move isn't legal, in words."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from pyramid_stats.engine.game import Game
from pyramid_stats.engine.places import DRAW, REDEAL
from pyramid_stats.replay.notation import DEAL_TEXT, DRAW_TEXT, Move, move_text
from pyramid_stats.rules.cards import card_text, value
from pyramid_stats.rules.variant import Variant
from pyramid_stats.rules.words import allowed_pairs

TARGET = 13
PLAYABLE = "PHSW"


class Position:
    """Where each card lies, in words and as the letter of ``allowed_pairs``.

    P an exposed card of the tableau, p a covered one, H the hand card, S the stock's open top,
    W a waste top, w the card under it; a blank for a card that is nowhere to be played from.
    """

    def __init__(self, game: Game, variant: Variant) -> None:
        self.game = game
        self.variant = variant
        self.pairs = allowed_pairs(variant)
        self.cells = {
            card: cell for cell, card in enumerate(game.tableau_cards()) if card is not None
        }
        self.letters = {
            card: "P" if game.exposed >> cell & 1 else "p" for card, cell in self.cells.items()
        }
        self._add_stock()
        self._add_waste()

    def _add_stock(self) -> None:
        if self.game.hand is not None:
            self.letters[self.game.hand] = "H"
        for number, card in enumerate(self.game.stock()):
            self.letters[card] = "S" if number == 0 and self.variant.access == "top" else " "
        self.in_stock = set(self.game.stock())

    def _add_waste(self) -> None:
        self.upon: dict[int, int] = {}
        for pile in self.game.waste():
            for depth, card in enumerate(reversed(pile)):
                self.letters[card] = "Ww"[depth] if depth < 2 else " "
            self.upon.update(pairwise(pile))

    def covers(self, card: int) -> list[int]:
        """Return the cards that lie on a tableau card."""
        above = self.variant.tableau.covers[self.cells[card]]
        return [other for other, cell in self.cells.items() if above >> cell & 1]

    def face_down(self, card: int) -> bool:
        """Tell whether a tableau card lies face down."""
        return not self.game.face_up >> self.cells[card] & 1

    def why_not_playable(self, card: int) -> str:
        """Say why a card can't be taken from where it lies; empty if it can."""
        name = card_text(card)
        if card not in self.letters:
            return f"{name} is not available: it was removed before"
        if self.letters[card] in PLAYABLE:
            return ""
        if card in self.cells:
            return f"{name} is covered by {' and '.join(map(card_text, self.covers(card)))}"
        if card in self.in_stock:
            return f"{name} is not available: it lies in the stock"
        return f"{name} is not available: it lies in the waste under {card_text(self.upon[card])}"

    def covered_by_other(self, cards: tuple[int, ...]) -> int | None:
        """Return the card of a pair whose only cover is the other one, an exposed card."""
        for covered, coverer in zip(cards, reversed(cards), strict=True):
            if (
                self.letters.get(coverer) == "P"
                and self.letters.get(covered) == "p"
                and self.covers(covered) == [coverer]
            ):
                return covered
        return None

    def allows(self, cards: tuple[int, ...]) -> bool:
        """Tell whether the cards lie where this variant lets a king or a pair be taken from."""
        letters = sorted(self.letters.get(card, " ") for card in cards)
        if "p" in letters:
            covered = self.covered_by_other(cards)
            return self.variant.overlap and covered is not None and not self.face_down(covered)
        allowed = [[letter] for letter in PLAYABLE] + [sorted(p) for p in self.pairs]
        return letters in allowed

    def blocking_king(self) -> int | None:
        """Return an exposed king of the tableau that has to go first, if the rule says so."""
        if self.variant.kings != "automatic":
            return None
        kings = (card for card in self.cells if value(card) == 13 and self.letters[card] == "P")
        return next(kings, None)


def why_illegal(game: Game, variant: Variant, move: Move) -> str:
    """Say why a move that is not legal isn't."""
    position = Position(game, variant)
    if not move.word:
        return _why_no_removal(position, move)
    draws = move.word == DRAW_TEXT or (move.word == DEAL_TEXT and game.stock())
    return (_why_no_draw(position) if draws else _why_no_redeal(position)) or _why_not_now(position)


def _why_no_draw(position: Position) -> str:
    if position.variant.draw == 0:
        return "draw in a game without a stock"
    return "" if position.in_stock else "draw from an empty stock"


def _why_no_redeal(position: Position) -> str:
    game, passes = position.game, position.variant.passes
    if position.variant.draw == 0:
        return "redeal in a game without a stock"
    if position.in_stock:
        return f"redeal before the stock is empty: {len(position.in_stock)} left"
    if passes != "unlimited" and game.passes >= passes:
        return f"no redeal left: this is pass {game.passes} of {passes}"
    if game.hand is None and not any(game.waste()):
        return "redeal with nothing on the waste"
    return ""


def _why_not_now(position: Position) -> str:
    """Say why the stock must wait, though it has a card to draw or a pass left."""
    if position.game.won:
        return "the game is won already"
    removal = next(code for code in position.game.legal_moves() if code not in (DRAW, REDEAL))
    return _blocked_by_king(position) or (
        f"{move_text(position.game, removal)} can still be removed (draw_when = stuck)"
    )


def _blocked_by_king(position: Position) -> str:
    king = position.blocking_king()
    return "" if king is None else f"{card_text(king)} has to go first (kings = automatic)"


def _why_no_removal(position: Position, move: Move) -> str:
    cards = move.cards
    doubled = [card for card, times in Counter(cards).items() if times > 1]
    if doubled:
        return f"{card_text(doubled[0])} is named twice"
    if len(cards) > 2:
        return f"{len(cards)} cards in one removal"
    total = sum(map(value, cards))
    if total != TARGET:
        return f"{move.text}: the sum is {total}, not {TARGET}"
    if position.allows(cards):
        return _blocked_by_king(position)
    return (
        _face_down_partner(position, cards)
        or next(filter(None, map(position.why_not_playable, cards)), "")
        or _barred_pair(position, cards)
    )


def _face_down_partner(position: Position, cards: tuple[int, ...]) -> str:
    """Say that only lying face down keeps a card from going with its cover (overlap)."""
    covered = position.covered_by_other(cards) if position.variant.overlap else None
    return "" if covered is None else f"{card_text(covered)} lies face down"


def _barred_pair(position: Position, cards: tuple[int, ...]) -> str:
    """Say which parameter keeps two playable cards from being a pair."""
    letters = {position.letters[card] for card in cards}
    if letters == {"W"}:
        return "two waste piles don't pair with each other (waste_pairs = false)"
    place = "hand card" if "H" in letters else "stock's open card"
    return f"the {place} doesn't pair with the waste (stock_waste_pairs = false)"
