"""The game once more, for the tests to hold the compiled engine against: plain, short and slow.

Nothing here comes from the package. A card is its text (``"Th"``), and so is a move: ``"D"``
a draw, ``"R"`` a redeal, ``"Kd"`` a king, ``"4h+9d"`` a pair (sorted by text). A variant is any
object that has the parameters of the rule page as attributes.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from math import prod
from typing import Any

import numpy as np

RANKS = "A23456789TJQK"
CARDS = [rank + suit for rank in RANKS for suit in "cdhs"]
PARTNER = dict(zip("A23456789TJQ", "QJT98765432A", strict=True))  # the ranks that make 13
BATCHES = ((52, 43), (42, 32), (31, 20), (19, 2))  # bounds that share a random word
COLUMNS = ("deal", "won", "tableau_left", "stock_left", "removals", "draws", "passes")


class Game:
    """One game. Each move builds new lists instead of changing old ones."""

    def __init__(self, variant: Any, deck: Sequence[str]) -> None:
        self.rules = variant
        self.deck = list(deck)
        cells = [(row, place) for row in range(1, variant.rows + 1) for place in range(row)]
        self.tableau = dict(zip(cells, deck, strict=False))
        self.stock = self.deck[len(cells) :]
        self.hand: list[str] = []
        self.waste: list[list[str]] = [[] for _ in range(variant.waste_piles)]
        self.removals, self.draws, self.passes, self.removals_before_pass = 0, 0, 1, 0
        for _ in range(variant.initial_draws):
            self._draw()

    def copy(self) -> Game:
        return copy.copy(self)

    @property
    def stock_left(self) -> int:
        return len(self.stock) + len(self.hand) + sum(len(pile) for pile in self.waste)

    @property
    def won(self) -> bool:
        return not self.tableau and (self.rules.goal == "pyramid" or self.stock_left == 0)

    @property
    def stalled(self) -> bool:
        """A game without a last pass goes round in circles: nothing was removed in this one."""
        return self.rules.passes == "unlimited" and self.removals == self.removals_before_pass

    def covers(self, row: int, place: int) -> list[str]:
        """Return the cards that lie on a cell: its two neighbours in the row below."""
        below = (row + 1, place), (row + 1, place + 1)
        return [self.tableau[cell] for cell in below if cell in self.tableau]

    def exposed(self) -> set[tuple[int, int]]:
        """Return the cells whose card has no other on it."""
        cards = self.tableau
        return {
            (row, place)
            for row, place in cards
            if (row + 1, place) not in cards and (row + 1, place + 1) not in cards
        }

    def face_up(self) -> list[str]:
        """Return the tableau's cards that the player sees."""
        down, exposed = self.rules.face_down_rows, self.exposed()
        return [card for cell, card in self.tableau.items() if cell in exposed or cell[0] > down]

    def places(self) -> list[tuple[str, str, list[str]]]:
        """Return (kind of place, card, cards that cover it) for each card that may be playable.

        P an exposed tableau card, p a covered one, H the hand card, S the stock's open top, W
        the top of a waste pile, w the card under it.
        """
        exposed, found = self.exposed(), []
        for cell, card in self.tableau.items():
            if cell in exposed:
                found.append(("P", card, []))
            elif self.rules.overlap and cell[0] > self.rules.face_down_rows:
                found.append(("p", card, self.covers(*cell)))
        found += [("H", card, []) for card in self.hand]
        if self.rules.access == "top":
            found += [("S", card, []) for card in self.stock[:1]]
        found += [("W", pile[-1], []) for pile in self.waste if pile]
        if self.rules.waste_second:
            found += [("w", card, []) for card in self.waste[0][-2:-1]]
        return found

    def pair_kinds(self) -> set[str]:
        """Return which places may pair, in the order in which ``places`` lists them."""
        kinds = {"PP", "PH", "PS", "PW", "Ww", "pP"}
        if self.rules.stock_waste_pairs:
            kinds |= {"HW", "SW"}
        if self.rules.waste_pairs:
            kinds |= {"WW"}
        return kinds

    def legal_removals(self) -> list[str]:
        places, kinds = self.places(), self.pair_kinds()
        kings = [card for kind, card, _ in places if card[0] == "K" and kind in "PHSW"]
        pairs = [
            "+".join(sorted((first, second)))
            for (kind, first, covers), (other_kind, second, _) in combinations(places, 2)
            if PARTNER.get(first[0]) == second[0]
            and kind + other_kind in kinds
            and (kind != "p" or covers == [second])
        ]
        return kings + pairs

    def legal_moves(self) -> list[str]:
        removals = self.legal_removals()
        kings = [card for card in removals if "+" not in card and card in self.tableau.values()]
        if self.rules.kings == "automatic" and kings:
            return kings
        if self.won or self.rules.draw == 0 or (self.rules.draw_when == "stuck" and removals):
            return removals
        if self.stock:
            return [*removals, "D"]
        pass_left = self.rules.passes == "unlimited" or self.passes < self.rules.passes
        return [*removals, "R"] if pass_left and self.stock_left else removals

    def play(self, move: str) -> None:
        if move not in self.legal_moves():
            raise ValueError(move)
        self.make(move)

    def make(self, move: str) -> None:
        """Make a move that is known to be legal."""
        if move == "D":
            self._draw()
            self.draws += 1
        elif move == "R":
            # Turned over, the cards lie again as they were drawn: in the order of the deck.
            self.stock = sorted(chain(self.hand, *self.waste), key=self.deck.index)
            self.hand, self.waste = [], [[] for _ in self.waste]
            self.passes, self.removals_before_pass = self.passes + 1, self.removals
        else:
            self._remove(move.split("+"))
            self.removals += 1

    def _draw(self) -> None:
        drawn, self.stock = self.stock[: self.rules.draw], self.stock[self.rules.draw :]
        if self.rules.access == "hand":
            drawn, self.hand = self.hand, drawn
        piles = [list(pile) for pile in self.waste]
        for number, card in enumerate(drawn):
            piles[number % len(piles)].append(card)
        self.waste = piles

    def _remove(self, taken: list[str]) -> None:
        self.tableau = {cell: card for cell, card in self.tableau.items() if card not in taken}
        self.stock = [card for card in self.stock if card not in taken]
        self.hand = [card for card in self.hand if card not in taken]
        self.waste = [[card for card in pile if card not in taken] for pile in self.waste]

    def score(self, move: str) -> tuple[int, int]:
        """Return how many cells a removal exposes, and minus the highest row it takes from."""
        after = self.copy()
        after.make(move)
        rows = [row for row, _ in self.tableau.keys() - after.tableau.keys()]
        return len(after.exposed() - self.exposed()), -min(rows, default=99)


def play_first(game: Game, moves: list[str], words: Iterator[int]) -> str:
    return moves[0]


def play_random(game: Game, moves: list[str], words: Iterator[int]) -> str:
    return moves[numbers_below([len(moves)], words)[0]]


def play_greedy(game: Game, moves: list[str], words: Iterator[int]) -> str:
    removals = [move for move in moves if move not in {"D", "R"}]
    return max(removals, key=game.score) if removals else moves[-1]


def play_cautious(game: Game, moves: list[str], words: Iterator[int]) -> str:
    tableau = set(game.tableau.values())
    removals = [move for move in moves if move not in {"D", "R"}]
    kept_back = [move for move in removals if "+" in move and tableau.isdisjoint(move.split("+"))]
    if len(kept_back) < len(removals):
        return play_greedy(game, [move for move in removals if move not in kept_back], words)
    draw = moves[-1] == "D" or (moves[-1] == "R" and not game.stalled)
    return moves[-1] if draw else kept_back[0]


STRATEGIES: dict[str, Callable[[Game, list[str], Iterator[int]], str]] = {
    "cautious": play_cautious,
    "first": play_first,
    "greedy": play_greedy,
    "random": play_random,
}


def random_words(seed: int, purpose: int, deal: int) -> Iterator[int]:
    """Yield 64-bit words: purpose 0 shuffles the deck, 1 is the strategy's own chance."""
    key = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    philox = np.random.Philox(key=key, counter=[0, 0, purpose, deal])
    while True:
        yield int(philox.random_raw())


def numbers_below(bounds: Sequence[int], words: Iterator[int]) -> list[int]:
    """Cut one word into a uniform number below each bound, or try the next word."""
    while True:
        word, numbers = next(words), []
        for bound in bounds:
            number, word = divmod(word * bound, 2**64)
            numbers.append(number)
        if word >= 2**64 % prod(bounds):
            return numbers


def deal_deck(seed: int, deal: int) -> list[str]:
    """Shuffle (Fisher and Yates): each place from the last gets one of the cards up to it."""
    words, deck = random_words(seed, 0, deal), list(CARDS)
    for first, last in BATCHES:
        bounds = range(first, last - 1, -1)
        for bound, place in zip(bounds, numbers_below(bounds, words), strict=True):
            deck[bound - 1], deck[place] = deck[place], deck[bound - 1]
    return deck


def steps(game: Game, strategy: str, words: Iterator[int]) -> Iterator[tuple[list[str], str]]:
    """Play a game to its end; before each move yield the legal moves and the one chosen."""
    while not game.won and (moves := game.legal_moves()):
        move = moves[0] if len(moves) == 1 else STRATEGIES[strategy](game, moves, words)
        if move == "R" and game.stalled:
            return
        yield moves, move
        game.make(move)


def play_deal(variant: Any, strategy: str, seed: int, deal: int) -> tuple[list[str], tuple]:
    """Play one deal; return its moves and its row, in the order of ``COLUMNS``."""
    game = Game(variant, deal_deck(seed, deal))
    transcript = [move for _, move in steps(game, strategy, random_words(seed, 1, deal))]
    left = len(game.tableau), game.stock_left
    row = (deal, int(game.won), *left, game.removals, game.draws, game.passes)
    return transcript, row
