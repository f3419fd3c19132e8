"""A position drawn with characters, for a terminal of 40 columns or more."""

from __future__ import annotations

from dataclasses import dataclass

import click

from pyramid_stats.engine.game import Game
from pyramid_stats.rules.cards import RANKS, SUIT_SIGNS, SUITS
from pyramid_stats.rules.variant import Variant

FACE_DOWN = "##"
GONE = "  "
WASTE_SHOWN = 6
"""Cards of a waste pile that are drawn, the top last."""


@dataclass(frozen=True)
class Pen:
    """How cards are drawn: with the signs of the suits or their letters, in red or not."""

    signs: bool = False
    colour: bool = False

    def card(self, card: int) -> str:
        """Draw a card, two columns wide."""
        suit = (SUIT_SIGNS if self.signs else SUITS)[card % 4]
        text = RANKS[card // 4] + suit
        return click.style(text, fg="red") if self.colour and SUITS[card % 4] in "dh" else text


def draw_position(game: Game, variant: Variant, pen: Pen) -> str:
    """Draw a position: the tableau by rows, then stock, hand and waste."""
    return "\n".join([*_tableau_lines(game, variant, pen), *_stock_lines(game, variant, pen)])


def _tableau_lines(game: Game, variant: Variant, pen: Pen) -> list[str]:
    """Draw each row in the middle; a removed card leaves a blank, a face-down one is ``##``."""
    rows: dict[int, list[str]] = {}
    for cell, card in enumerate(game.tableau_cards()):
        face_up = game.face_up >> cell & 1
        text = GONE if card is None else pen.card(card) if face_up else FACE_DOWN
        rows.setdefault(variant.tableau.row[cell], []).append(text)
    widest = max(map(len, rows.values()))
    return [(" " * 2 * (widest - len(row)) + "  ".join(row)).rstrip() for row in rows.values()]


def _stock_lines(game: Game, variant: Variant, pen: Pen) -> list[str]:
    if variant.draw == 0:
        return []
    stock = game.stock()
    line = f"stock {len(stock)}"
    if variant.access == "top" and stock:
        line += f", open {pen.card(stock[0])}"
    if variant.access == "hand":
        line += f"   hand {'--' if game.hand is None else pen.card(game.hand)}"
    if variant.passes != 1:
        line += f"   pass {game.passes}" + f" of {variant.passes}" * (variant.passes != "unlimited")
    return [line, *_waste_lines(game, pen)]


def _waste_lines(game: Game, pen: Pen) -> list[str]:
    """Draw the topmost cards of each pile, the top last."""
    piles = game.waste()
    lines = []
    for number, pile in enumerate(piles, start=1):
        name = "waste" if len(piles) == 1 else f"waste {number}"
        cards = ["..."] * (len(pile) > WASTE_SHOWN) + list(map(pen.card, pile[-WASTE_SHOWN:]))
        lines.append(f"{name} ({len(pile)})  {' '.join(cards)}".rstrip())
    return lines
