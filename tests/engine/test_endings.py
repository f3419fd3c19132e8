"""When a game is won, and that every game ends: of both games, and of compiled play."""

from __future__ import annotations

import pytest

from pyramid_stats.rules.catalog import builtin, variant_names
from pyramid_stats.rules.variant import build_variant
from pyramid_stats.strategies.registry import get, names
from tests import naive
from tests.engine.adapter import play, refuses
from tests.players import HONEST

every_variant = pytest.mark.parametrize("name", variant_names())
every_strategy = pytest.mark.parametrize("strategy", HONEST)
every_quick_strategy = pytest.mark.parametrize("strategy", names(honest=True, quick=True))


def play_some(variant, strategy: str, seed: int, games: int):
    """Play so many games, or as many as a slow strategy plays in a moment."""
    player = get(strategy)
    return player.play(variant, seed, 0, min(games, player.chunk // 50))


def test_all_but_one_card_is_no_win(begin):
    """A game without a draw; the apex is a king."""
    pairs = [
        f"{high}{suit} {low}{suit}"
        for suit in "dc"
        for high, low in zip("789TJQ", "65432A", strict=True)
    ]
    game = begin(" ".join(["Kd Kc Qh Ah", *pairs]))
    for move in [*reversed(pairs), "Qh Ah", "Kc"]:
        assert not game.won
        play(game, "+".join(sorted(move.split())))
    assert (len(game.tableau), game.won) == (1, False)
    play(game, "Kd")
    assert (len(game.tableau), game.won, game.stock_left) == (0, True, 24)


def test_where_all_cards_are_the_goal_an_empty_tableau_is_no_win(begin):
    game = begin("Kc 2c", rows=1, goal="all")
    play(game, "Kc")
    assert not game.won
    assert game.legal_moves() == ["D"]


def test_once_the_goal_is_reached_there_is_no_draw_and_no_redeal(begin):
    game = begin("Kc Kd Kh", rows=1, access="top", passes=2)
    play(game, "Kc")
    assert game.won
    assert game.legal_moves() == ["Kd"]
    assert refuses(game, "D")


@every_variant
@every_strategy
def test_a_game_is_won_exactly_where_nothing_is_left(name, strategy):
    variant = builtin(name)
    rows = play_some(variant, strategy, 3, 5000)
    left = rows["tableau_left"].astype(int) + (rows["stock_left"] if variant.goal == "all" else 0)
    assert ((rows["won"] == 1) == (left == 0)).all()
    assert (rows["tableau_left"] <= variant.tableau.cells).all()


@pytest.mark.parametrize("goal", ["pyramid", "all"])
@pytest.mark.parametrize("access", ["none", "hand", "top"])
@every_strategy
def test_a_game_of_unlimited_passes_ends(access, goal, strategy):
    """All passes but the last see a removal, so there can't be more than removals and one."""
    rules = {"name": "endless", "access": access, "goal": goal, "passes": "unlimited"}
    rows = play_some(build_variant(rules, "test"), strategy, 4, 2000)
    assert (rows["passes"] <= rows["removals"] + 1).all()
    assert (rows["passes"] > 2).any()


@every_quick_strategy
def test_the_most_passes_there_can_be_are_counted(strategy):
    rules = {"name": "long", "access": "hand", "passes": 255, "goal": "all"}
    rows = play_some(build_variant(rules, "test"), strategy, 5, 50)
    lost = rows[(rows["won"] == 0) & (rows["stock_left"] > 0)]
    assert (lost["passes"] == 255).all()
    assert lost["draws"].max() > 1000


@every_strategy
def test_an_apex_that_is_a_king_can_be_taken(strategy):
    """The move's code is that of the first place twice: nothing else may have that number."""
    variant = build_variant({"name": "one-card", "rows": 1}, "test")
    kings = [deal for deal in range(200) if naive.deal_deck(6, deal)[0][0] == "K"]
    assert len(kings) > 5
    for deal in kings:
        assert get(strategy).play(variant, 6, deal, deal + 1)["won"] == [1]
