"""The search: CMA-ES over the weights of the features (N. Hansen and A. Ostermeier, 2001).

All candidates of a generation meet the same deals, each generation new ones: no candidate wins by
luck with the deals, and no set of deals is learnt by heart. The answer is the centre of the last
generation, not the best of many, which looks better than it is; what it is worth is measured on
deals that the search never met.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.strategies.features import FEATURES
from pyramid_stats.tuning.journal import Journal
from pyramid_stats.tuning.playing import Players, with_weights

FRESH = 2**62
"""First deal of the final estimate: no search comes so far."""

START = {"exposes": 1.0, "row": -0.1, "stock_only": -1.0, "draw": -2.0}
"""Nearly greedy."""

SCALE = {"beneath": 0.1, "row": 0.2, "draw_stock": 0.05, "pairs_left": 0.3}
"""The step of a weight, where its feature has larger values than others."""

STEP = 0.5


@dataclass(frozen=True)
class Plan:
    """How to search.

    Parameters
    ----------
    games
        That each candidate plays.
    generations
        How many.
    population
        Candidates of each generation.
    seed
        Of the deals, and of the search's own chance.
    """

    games: int
    generations: int
    population: int
    seed: int


Progress = Callable[[int, float], None]


def search(
    plan: Plan, players: Players, journal: Journal, progress: Progress = lambda _done, _best: None
) -> tuple[float, ...]:
    """Return the weights found, in the order of FEATURES.

    Parameters
    ----------
    plan, players
        How to search, and who plays.
    journal
        Keeps each generation; those that it has are not played again.
    progress
        Called after each generation with how many are done, and the best win rate in it.
    """
    scale = np.array([SCALE.get(feature.name, 1.0) for feature in FEATURES])
    evolution = _evolution(plan, [START.get(each.name, 0.0) for each in FEATURES] / scale)
    for generation in range(plan.generations):
        points = evolution.ask()
        candidates = [[round(float(weight), 4) for weight in point * scale] for point in points]
        wins = _wins(plan, players, journal, generation, candidates)
        evolution.tell(points, [-won / plan.games for won in wins])
        progress(generation + 1, max(wins) / plan.games)
    return tuple(round(float(weight), 4) for weight in evolution.mean * scale)


def _wins(
    plan: Plan,
    players: Players,
    journal: Journal,
    generation: int,
    candidates: list[list[float]],
) -> list[int]:
    """Return the wins of each candidate: those in the journal, else they play."""
    if generation < len(journal.past):
        past = journal.past[generation]
        if past.get("candidates") != candidates:
            raise PyramidStatsError(
                f"generation {generation + 1} of the journal is not the one of this search",
                "it was written by other versions; begin anew with another --out",
            )
        return [int(won) for won in past["wins"]]
    deals = range(generation * plan.games, (generation + 1) * plan.games)
    won = players.won([with_weights(each) for each in candidates], deals)
    wins = [int(np.count_nonzero(each)) for each in won]
    journal.add(candidates, wins)
    return wins


def _evolution(plan: Plan, start: Any) -> Any:
    """Return the evolution, whose chance is its own: it neither reads nor sets numpy's global."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of optional parts that are not installed
        import cma  # noqa: PLC0415  (a second)

    chance = np.random.default_rng(plan.seed)
    options = {
        "popsize": plan.population,
        "randn": lambda *shape: chance.standard_normal(shape),
        "seed": np.nan,
        "verbose": -10,
        "verb_log": 0,
        "verb_disp": 0,
    }
    return cma.CMAEvolutionStrategy(start, STEP, options)
