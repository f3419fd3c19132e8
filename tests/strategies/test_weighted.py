"""Weights: ideas without code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from pyramid_stats.engine.deal import deal_deck
from pyramid_stats.engine.game import Game
from pyramid_stats.rules.catalog import builtin, variant_names, with_settings
from pyramid_stats.strategies.features import FEATURES
from pyramid_stats.strategies.registry import get
from pyramid_stats.strategies.weighted import tuned_weights
from tests.variants_strategy import seeds, variants

GREEDY = {"exposes": 64, "row": -1, "stock_only": -63, "draw": -1000}
"""Most exposed, then the higher row; what takes nothing from the tableau comes last."""

SEED_VARIANTS = ("classic", "classic-three-piles", "swedish", "swedish-two-passes", "finnish")


def play(name, variant, games=2000, **given):
    strategy = get(name).with_settings(given) if given else get(name)
    return strategy.play(variant, 5, 0, games)


@pytest.mark.parametrize("name", variant_names())
def test_weights_that_restate_greedy_play_like_greedy(name):
    variant = builtin(name)
    assert play("weighted", variant, **GREEDY).tolist() == play("greedy", variant).tolist()


@given(variant=variants(), seed=seeds)
@settings(max_examples=30)
def test_so_they_do_in_any_variant(variant, seed):
    weighted = get("weighted").with_settings(GREEDY)
    played = [each.play(variant, seed, 0, 50).tolist() for each in (weighted, get("greedy"))]
    assert played[0] == played[1]


def test_first_is_the_strategy_without_an_opinion():
    variant = builtin("classic")
    weighted = play("weighted", variant, draw=-1)
    assert weighted.tolist() == play("first", variant).tolist()


@pytest.mark.parametrize("feature", [feature.name for feature in FEATURES])
def test_each_feature_matters_somewhere(feature):
    """A weight that changed nothing would be a feature that isn't computed."""
    base = {"exposes": 1.0, "row": -0.01, "draw": -0.5}
    for name in ("classic", "swedish-two-passes", "finnish", "microsoft", "king-tut"):
        variant = builtin(name)
        without = play("weighted", variant, **base, games=500)
        for weight in (3.0, -3.0):
            if (
                play("weighted", variant, 500, **base | {feature: weight}).tolist()
                != without.tolist()
            ):
                return
    pytest.fail(f"{feature} changes nothing")


def test_a_threshold_lets_it_draw_instead():
    variant = builtin("classic")
    keen, lazy = (play("weighted", variant, exposes=1, draw=draw) for draw in (-5, 5))
    assert keen["removals"].mean() > lazy["removals"].mean() + 1


def test_no_redeal_ends_the_game_while_a_card_can_go():
    """However keen on drawing: after a pass without a removal another would be the end."""
    variant = with_settings(builtin("classic"), ["passes=unlimited"])
    lazy = get("weighted").with_settings({"draw": 100})
    for deal in range(30):
        game = Game(variant, deal_deck(5, deal))
        for code in lazy.moves(variant, 5, deal):
            game.play(code)
        assert not [code for code in game.legal_moves() if code >= 0]


@pytest.mark.parametrize("name", SEED_VARIANTS)
def test_the_tuned_weights_win_more_than_greedy(name):
    """On deals that no search met; the margin is many standard errors wide."""
    variant, first = builtin(name), 2**61
    ours, theirs = (
        get(each).play(variant, 3, first, first + 150_000)["won"].astype(int)
        for each in ("weighted", "greedy")
    )
    assert ours.sum() > theirs.sum()


def test_another_variant_gets_the_weights_of_the_classic():
    assert tuned_weights(builtin("king-tut")) == tuned_weights(builtin("classic"))
    assert tuned_weights(builtin("finnish")) != tuned_weights(builtin("classic"))
    renamed = builtin("finnish").model_copy(update={"name": "mine"})
    assert tuned_weights(renamed) == tuned_weights(builtin("finnish"))
