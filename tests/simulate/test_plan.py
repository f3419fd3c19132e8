from __future__ import annotations

from itertools import islice

import pytest

from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate.experiment import Experiment
from pyramid_stats.simulate.plan import chunk_count, chunks, game_count
from pyramid_stats.strategies.registry import get

VARIANTS = (builtin("classic"), builtin("swedish"))
PLAYERS = (get("first"), get("greedy"))


def make(games, chunk, variants=VARIANTS, strategies=PLAYERS):
    return Experiment("", 13, games, chunk, variants, strategies)


@pytest.mark.parametrize("games", [0, 1, 7, 332, 333, 334, 1000])
@pytest.mark.parametrize("chunk", [1, 333, 100_000])
def test_every_deal_is_played_once_by_everybody(games, chunk):
    experiment = make(games, chunk)
    plan = list(chunks(experiment))
    assert len(plan) == chunk_count(experiment)
    for variant in VARIANTS:
        for strategy in PLAYERS:
            mine = [each for each in plan if (each.variant, each.strategy) == (variant, strategy)]
            deals = [deal for each in mine for deal in range(each.first, each.last)]
            assert deals == list(range(games))
            assert all(0 < each.games <= chunk for each in mine)


def test_the_order_is_that_of_the_config():
    plan = [(each.variant.name, each.strategy.name, each.first) for each in chunks(make(4, 2))]
    assert plan == [
        (variant, strategy, first)
        for variant in ("classic", "swedish")
        for strategy in ("first", "greedy")
        for first in (0, 2)
    ]


def test_a_plan_without_end_takes_no_memory():
    experiment = make(2**63, 1)
    assert [each.first for each in islice(chunks(experiment), 3)] == [0, 1, 2]
    assert chunk_count(experiment) == 4 * 2**63


def test_a_chunk_carries_the_seed():
    assert {each.seed for each in chunks(make(4, 2))} == {13}


def test_a_slow_strategy_may_play_fewer_games():
    experiment = Experiment("", 13, 1000, 100, VARIANTS, PLAYERS, at_most={"greedy": 250})
    lasts = {(each.variant.name, each.strategy.name): each.last for each in chunks(experiment)}
    assert {name: last for (_, name), last in lasts.items()} == {"first": 1000, "greedy": 250}
    assert chunk_count(experiment) == len(list(chunks(experiment))) == 2 * (10 + 3)
    assert game_count(experiment) == 2 * (1000 + 250)


def test_at_most_never_means_more():
    experiment = Experiment("", 13, 100, None, VARIANTS, PLAYERS, at_most={"greedy": 250})
    assert game_count(experiment) == 400
