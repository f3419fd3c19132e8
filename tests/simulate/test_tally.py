from __future__ import annotations

import random

import pytest

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.runners import Outcome
from pyramid_stats.simulate.tally import Tally
from tests.simulate.test_stopping import ONE_PERCENT, VARIANTS, make


def outcomes(plan):
    """Make up an outcome for each chunk: each fifth game is won."""
    return [Outcome(*chunk.cell, chunk.games, chunk.games // 5, 0) for chunk in plan]


def take_all(tally, plan, results, order):
    return [
        (news.games, so_far.games)
        for index in order
        for news, so_far in tally.take(plan[index], results[index])
    ]


@pytest.mark.parametrize("seed", range(10))
def test_chunks_may_come_in_any_order(seed):
    experiment = make(variants=VARIANTS[:1], strategies=("greedy",), chunk=100)
    tally = Tally(experiment)
    plan = list(tally.chunks())
    order = list(range(len(plan)))
    random.Random(seed).shuffle(order)
    told = take_all(tally, plan, outcomes(plan), order)
    games = tally.counts[VARIANTS[0], "greedy"].games
    assert ONE_PERCENT.is_reached(games // 5, games)
    assert not ONE_PERCENT.is_reached((games - 100) // 5, games - 100)
    assert told == [(100, so_far) for so_far in range(100, games + 1, 100)]
    assert {chunk.first for chunk in tally.surplus()} == set(range(games, 20_000, 100))
    assert list(tally.chunks()) == []


def test_a_failure_counts_only_if_the_games_before_were_not_enough():
    experiment = make(variants=VARIANTS[:1], strategies=("greedy",), chunk=2_000)
    error = PyramidStatsError("deal 13000 failed")
    for failing in range(6):
        tally = Tally(experiment)
        plan = list(tally.chunks())
        results = outcomes(plan)
        results[failing] = error
        order = [failing, *(index for index in range(len(plan)) if index != failing)]
        if failing * 2_000 < 6_150:  # so many games it takes where a fifth is won
            with pytest.raises(PyramidStatsError, match="deal 13000"):
                take_all(tally, plan, results, order)
        else:
            take_all(tally, plan, results, order)
            assert tally.counts[VARIANTS[0], "greedy"].games == 8_000


def test_no_more_chunks_are_taken_of_what_fails():
    tally = Tally(make(chunk=500))
    work = tally.chunks()
    taken = [next(work) for _ in range(3)]
    assert list(tally.take(taken[1], PyramidStatsError("no"))) == []
    assert next(work).strategy.name == "random"
