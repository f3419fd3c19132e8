"""The compiled engine against ``tests/naive.py``: the same games, move for move and row for row."""

from __future__ import annotations

import random
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_stats.engine.play import play_deals, transcript
from pyramid_stats.rules.catalog import builtin, variant_names
from pyramid_stats.strategies.registry import get
from tests import naive
from tests.engine.adapter import Engine, cards_in, move_text, numbers, state
from tests.variants_strategy import deals, decks, seeds, variants

ROWS = 400
STEPWISE = 10
"""Deals for each variant and strategy, of which rows and every single step are compared."""

every_variant = pytest.mark.parametrize("name", variant_names())
every_strategy = pytest.mark.parametrize("strategy", sorted(naive.STRATEGIES))


def engine_rows(variant, strategy: str, seed: int, first: int, last: int) -> list[tuple]:
    rows = play_deals(variant, get(strategy).choose, seed, first, last)
    assert rows.dtype.names == naive.COLUMNS
    return rows.tolist()


def naive_rows(variant, strategy: str, seed: int, first: int, last: int) -> list[tuple]:
    return [naive.play_deal(variant, strategy, seed, deal)[1] for deal in range(first, last)]


@every_variant
@every_strategy
def test_rows_are_equal(name, strategy):
    seed = crc32(f"{name} {strategy}".encode())  # so that no two tests play the same deals
    game = builtin(name), strategy, seed, 0, ROWS
    assert engine_rows(*game) == naive_rows(*game)


@pytest.mark.parametrize("seed", [0, 2**32, 2**64 - 1])
@pytest.mark.parametrize("first", [0, 2**32 - 5, 2**63 - 10])
def test_rows_are_equal_at_the_ends_of_seeds_and_deals(seed, first):
    game = builtin("swedish-two-passes"), "random", seed, first, first + 10
    assert engine_rows(*game) == naive_rows(*game)


def test_rows_do_not_depend_on_where_a_chunk_begins():
    whole = engine_rows(builtin("king-tut"), "random", 13, 0, 100)
    parts = [
        row for n in range(100) for row in engine_rows(builtin("king-tut"), "random", 13, n, n + 1)
    ]
    assert parts == whole
    assert engine_rows(builtin("king-tut"), "random", 13, 7, 7) == []


def follow(moves: list[str]):
    """Return a choice that makes these moves, whatever it is asked."""
    rest = iter(moves)
    return lambda game, legal: next(rest, None)


def play_in_step(variant, deck, choose):
    """Play both games, choosing from the legal moves; compare all there is to see each time."""
    engine, twin = Engine(variant, deck), naive.Game(variant, deck)
    gone: list[str] = []
    while True:
        seen = state(engine)
        assert seen == state(twin)
        assert sorted(cards_in(engine) + gone) == sorted(naive.CARDS)
        move = choose(twin, seen["legal_moves"])
        if move is None:
            return
        refused_moves_change_nothing(engine, seen)
        engine.play(move)
        twin.play(move)
        gone += [] if move in {"D", "R"} else move.split("+")


def refused_moves_change_nothing(engine, seen) -> None:
    """Try some moves that aren't legal now, among them numbers that are no moves at all."""
    codes = set(engine.game.legal_moves())
    cards = random.Random(str(seen)).sample(cards_in(engine), k=2) if engine.stock_left > 1 else []
    tries = {-1, -2, -3, 10**6, -(2**40)} | {engine.code(card) for card in cards}
    tries |= {engine.code("+".join(cards))} if cards else set()
    for code in tries - codes:
        with pytest.raises(ValueError):  # noqa: PT011 - the message is the player's, not ours
            engine.game.play(code)
    assert state(engine) == seen


@every_variant
@every_strategy
def test_every_step_is_equal(name, strategy):
    seed = crc32(f"{name} {strategy} step by step".encode())
    for deal in range(STEPWISE):
        moves = naive.play_deal(builtin(name), strategy, seed, deal)[0]
        play_in_step(
            builtin(name),
            naive.deal_deck(seed, deal),
            follow(moves),
        )


@every_variant
@every_strategy
def test_transcripts_are_equal(name, strategy):
    seed = crc32(f"{name} {strategy} transcripts".encode())
    for deal in range(STEPWISE):
        expected, row = naive.play_deal(builtin(name), strategy, seed, deal)
        engine = Engine(builtin(name), naive.deal_deck(seed, deal))
        moves = []
        for code in transcript(builtin(name), get(strategy).choose, seed, deal):
            moves.append(move_text(engine.game, code))
            engine.game.play(code)
        assert moves == expected
        assert (engine.won, engine.removals, engine.draws) == (row[1], row[4], row[5])


@settings(max_examples=100)
@given(variant=variants(), deck=decks, data=st.data())
def test_made_up_variants_are_equal_at_every_step(variant, deck, data):
    chance = data.draw(st.randoms(use_true_random=False))
    removes_gladly = data.draw(st.booleans())

    def choose(game, legal):
        if not legal or game.draws > 40:
            return None
        return chance.choice(legal[:-1] or legal) if removes_gladly else chance.choice(legal)

    play_in_step(variant, deck, choose)


@settings(max_examples=150)
@given(
    variant=variants(), strategy=st.sampled_from(sorted(naive.STRATEGIES)), seed=seeds, deal=deals
)
def test_made_up_variants_have_equal_rows(variant, strategy, seed, deal):
    game = variant, strategy, seed, deal, deal + 1
    assert engine_rows(*game) == naive_rows(*game)


@given(variant=variants(), deck=decks)
def test_a_copy_is_a_game_of_its_own(variant, deck):
    game = Engine(variant, deck)
    twin, before = game.copy(), state(game)
    while moves := twin.legal_moves()[:1]:
        if twin.stalled and moves == ["R"]:
            break
        twin.play(moves[0])
    assert state(game) == before
    assert numbers(game.deck) == [naive.CARDS.index(card) for card in deck]
