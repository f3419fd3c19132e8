"""What every strategy keeps to: each registered one is put to these tests by itself."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from pyramid_stats.engine.deal import deal_deck
from pyramid_stats.engine.game import Game
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.strategies.registry import get, names
from pyramid_stats.strategies.strategy import Chooser
from tests.players import quick_player
from tests.strategies.tables import at_random_choices

VARIANTS = ("classic", "classic-three-piles", "swedish-two-passes", "finnish", "microsoft")
SEED = 99

every_strategy = pytest.mark.parametrize("name", names())
every_variant = pytest.mark.parametrize("variant", VARIANTS)


def games_of(name):
    return 100 if get(name).quick else 4


@every_strategy
@every_variant
def test_its_moves_are_legal_and_the_game_ends_as_its_row_says(name, variant):
    rule, strategy = builtin(variant), quick_player(name)
    games = min(games_of(name), 10)
    rows = strategy.play(rule, SEED, 0, games, 20_000)
    for deal in range(games):
        game = Game(rule, deal_deck(SEED, deal))
        if rows["won"][deal] == -1:
            continue
        for code in strategy.moves(rule, SEED, deal):
            game.play(code)  # refuses an illegal one
        row = rows[deal]
        assert (row["won"], row["tableau_left"]) == (game.won, game.tableau_left)
        assert (row["removals"], row["draws"]) == (game.removals, game.draws)
        assert strategy.name == name or game.won or not game.legal_moves() or game.stalled


@every_strategy
@every_variant
def test_a_game_depends_on_seed_and_deal_alone(name, variant):
    rule, strategy, games = builtin(variant), quick_player(name), games_of(name)
    whole = strategy.play(rule, SEED, 0, games, 5_000)
    half = games // 2
    again = pickle.loads(pickle.dumps(strategy))
    assert again.play(rule, SEED, half, games, 5_000).tolist() == whole[half:].tolist()
    assert strategy.play(rule, SEED, 0, half, 5_000).tolist() == whole[:half].tolist()


@pytest.mark.parametrize("name", [name for name in names() if isinstance(get(name), Chooser)])
@every_variant
def test_it_leaves_the_table_as_it_is(name, variant):
    rule, strategy = builtin(variant), quick_player(name)
    for table in at_random_choices(rule, Random(5), 5, strategy.values(rule)):
        before = table.seen()
        pick = strategy.choose(table.view)
        after = table.seen()
        assert 0 <= pick < len(table.legal)
        assert before[:3] == after[:3]  # rules, position, moves; its dice it may throw
        assert before[4] == after[4]


@every_strategy
def test_its_name_leads_to_it(name):
    strategy = get(name)
    assert (strategy.name, get(strategy.name)) == (name, strategy)
    assert strategy.title
    assert "\n" not in strategy.title


@pytest.mark.parametrize("name", [name for name in names() if get(name).parameters])
def test_its_parameters_are_part_of_its_name(name):
    plain = get(name)
    first = plain.parameters[0]
    value = first.default + 1
    changed = plain.with_settings({first.name: value})
    assert changed.name == f"{name}({first.name}={value:g})"
    assert get(changed.name) == changed
    assert pickle.loads(pickle.dumps(changed)) == changed
    assert changed.values(builtin("classic"))[0] == value
