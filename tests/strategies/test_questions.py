"""What can be asked of a view, against the readable game of ``tests/naive.py``."""

from __future__ import annotations

import random
import re
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_stats.engine.stepping import Steps
from pyramid_stats.rules.catalog import builtin, variant_names, with_settings
from pyramid_stats.strategies import questions as ask
from pyramid_stats.strategies.plain import Plain
from pyramid_stats.strategies.registry import get
from tests import naive
from tests.engine.adapter import Engine, cards_in, move_text, texts
from tests.variants_strategy import deals, seeds, variants

VALUES = range(1, 14)


def value(card: str) -> int:
    return naive.RANKS.index(card[0]) + 1


class Follower:
    """The readable game, which makes the moves that the steps made; it knows what was seen."""

    def __init__(self, variant, seed: int, deal: int) -> None:
        deck = naive.deal_deck(seed, deal)
        self.engine, self.game = Engine(variant, deck), naive.Game(variant, deck)
        self.made = 0
        self.seen: set[str] = set()
        self._look()

    def _look(self) -> None:
        open_top = self.game.stock[:1] if self.game.rules.access == "top" else []
        self.seen.update(self.game.hand, *self.game.waste, open_top)

    def follow(self, codes: list[int]) -> None:
        for code in codes[self.made :]:
            self.game.play(move_text(self.engine.game, code))
            self.engine.game.play(code)
            self._look()
        self.made = len(codes)

    def cards(self, code: int) -> list[str]:
        """Return the cards of a move in the order of their places."""
        return texts(self.engine.game.cards(code))


def positions(variant, seed: int, deal: int, choice: random.Random):
    """Play a game at random; yield the view and the readable game wherever there is a choice."""
    steps, follower = Steps(variant, seed, []), Follower(variant, seed, deal)
    steps.begin(deal)
    while not steps.over:
        follower.follow(steps.codes())
        yield steps.view, follower
        steps.choose(choice.randrange(steps.view.moves.count))


def ask_about_moves(view, follower) -> None:
    game = follower.game
    legal = game.legal_moves()
    codes = [int(code) for code in view.moves.code[: view.moves.count]]
    assert [move_text(follower.engine.game, code) for code in codes] == legal
    places = {
        ask.takes_from_tableau: list(game.tableau.values()),
        ask.takes_from_hand: game.hand,
        ask.takes_from_stock: game.stock,
        ask.takes_from_waste: list(chain(*game.waste)),
    }
    for move, (code, text) in enumerate(zip(codes, legal, strict=True)):
        removal, cards = text not in {"D", "R"}, follower.cards(code)
        exposed, minus_row = game.score(text) if removal else (0, -99)
        assert ask.is_draw(view, move) == (text == "D")
        assert ask.is_redeal(view, move) == (text == "R")
        assert ask.exposes(view, move) == exposed
        assert ask.row_of(view, move) == (0 if minus_row == -99 else -minus_row)
        assert [ask.first_value(view, move), ask.second_value(view, move)] == [
            *map(value, cards),
            0,
            0,
        ][:2]
        for question, there in places.items():
            assert question(view, move) == len(set(cards).intersection(there)), question


def ask_about_the_tableau(view, game) -> None:
    exposed, face_up = game.exposed(), game.face_up()
    cells = [(row, place) for row in range(1, game.rules.rows + 1) for place in range(row)]
    for number, cell in enumerate(cells):
        card = game.tableau.get(cell)
        assert ask.cell_value(view, number) == (value(card) if card in face_up else 0)
        assert ask.is_exposed(view, number) == (cell in exposed)
    open_values = [value(game.tableau[cell]) for cell in exposed]
    left = [value(card) for card in cards_in(game)]
    for number in VALUES:
        assert ask.exposed_with_value(view, number) == open_values.count(number)
        assert ask.cards_left(view, number) == left.count(number)


def ask_about_the_stock(view, game, seen) -> None:
    assert ask.hand_value(view) == sum(map(value, game.hand))
    assert ask.stock_size(view) == len(game.stock)
    assert ask.drawn_size(view) == game.stock_left - len(game.stock)
    for pile, cards in enumerate(game.waste):
        expected = [*map(value, reversed(cards)), 0, 0]
        assert [ask.waste_value(view, depth, pile) for depth in range(len(expected))] == expected
    assert ask.waste_value(view, 0) == (value(game.waste[0][-1]) if game.waste[0] else 0)
    expected = [value(card) if card in seen else 0 for card in game.stock] + [0, 0]
    assert [ask.stock_value(view, ahead) for ahead in range(len(expected))] == expected
    unlimited = game.rules.passes == "unlimited"
    assert ask.passes_left(view) == (-1 if unlimited else game.rules.passes - game.passes)


def ask_everything(variant, seed: int, deal: int, choice: random.Random) -> int:
    asked = 0
    for view, follower in positions(variant, seed, deal, choice):
        ask_about_moves(view, follower)
        ask_about_the_tableau(view, follower.game)
        ask_about_the_stock(view, follower.game, follower.seen)
        asked += 1
    return asked


@pytest.mark.parametrize("name", variant_names())
def test_answers_are_right_in_the_built_in_variants(name):
    variant = with_settings(builtin(name), ["passes=3"]) if builtin(name).draw else builtin(name)
    asked = sum(ask_everything(variant, 5, deal, random.Random(deal)) for deal in range(8))
    assert asked > 40


@settings(max_examples=150)
@given(variant=variants(), seed=seeds, deal=deals, choice=st.randoms(use_true_random=False))
def test_answers_are_right_in_variants_that_nobody_thought_of(variant, seed, deal, choice):
    ask_everything(variant, seed, deal, choice)


def test_every_question_is_asked_here():
    source = Path(__file__).read_text(encoding="utf-8")
    assert set(ask.__all__) == set(re.findall(r"ask\.(\w+)[(:]", source))


def test_random_numbers_are_the_strategy_s_own():
    bounds, chances = (1, 2, 3, 10**6, 2**62), []

    def choose(view):
        chances.extend(int(ask.random_below(view, bound)) for bound in bounds)
        return 0

    Plain(name="made up", title="", start=lambda: choose).play(builtin("classic"), 13, 7, 8)
    words = naive.random_words(13, 1, 7)
    asked = len(chances) // len(bounds)
    assert asked > 5
    assert chances == [naive.numbers_below([bound], words)[0] for bound in bounds * asked]


@pytest.mark.parametrize("name", ["classic", "king-tut"])
def test_a_player_at_random_is_the_built_in_one(name):
    def choose(view):
        return ask.random_below(view, view.moves.count)

    player = Plain(name="dice", title="", start=lambda: choose)
    rows = get("random").play(builtin(name), 3, 0, 100)
    assert player.play(builtin(name), 3, 0, 100).tolist() == rows.tolist()
