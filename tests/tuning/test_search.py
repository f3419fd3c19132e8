"""The search for weights: the same for everybody, and to be gone on with."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.strategies.features import FEATURES
from pyramid_stats.tuning import search as searching
from pyramid_stats.tuning.journal import Journal
from pyramid_stats.tuning.playing import Players, with_weights
from pyramid_stats.tuning.search import Plan, search

VARIANT = builtin("swedish-two-passes")
PLAN = Plan(games=300, generations=4, population=6, seed=5)


def run(path, plan=PLAN, *, workers=1, resume=False):
    with Players(VARIANT, plan.seed, workers) as players:
        settings = {**asdict(plan), "generations": 0}
        return search(plan, players, Journal(path, settings, resume=resume))


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    path = tmp_path_factory.mktemp("search") / "journal.jsonl"
    return run(path), path.read_text()


def test_it_finds_weights_that_win_more_than_those_it_starts_from(reference):
    weights, _ = reference
    start = [searching.START.get(feature.name, 0.0) for feature in FEATURES]
    with Players(VARIANT, 1, 1) as players:
        found, begun = players.won([with_weights(weights), with_weights(start)], range(20_000))
    assert np.count_nonzero(found) > np.count_nonzero(begun)


def test_the_number_of_workers_does_not_matter(reference, tmp_path):
    path = tmp_path / "journal.jsonl"
    assert (run(path, workers=2), path.read_text()) == reference


def test_a_search_goes_on_where_it_stopped(reference, tmp_path, monkeypatch):
    path = tmp_path / "journal.jsonl"
    run(path, replace(PLAN, generations=2))
    path.write_text(path.read_text() + '{"candidates": [[0.1')  # killed while it wrote
    played = []
    won = Players.won
    monkeypatch.setattr(
        Players, "won", lambda self, *args: played.append(args[1]) or won(self, *args)
    )
    assert (run(path, resume=True), path.read_text()) == reference
    assert played == [range(600, 900), range(900, 1200)]


def test_each_generation_meets_deals_of_its_own(reference):
    _, text = reference
    assert len(text.splitlines()) == 1 + PLAN.generations
    assert PLAN.generations * PLAN.games < searching.FRESH


def test_a_search_is_not_begun_over_another(reference, tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_text(reference[1])
    with pytest.raises(UsageError, match="a search was begun here"):
        run(path)
    with pytest.raises(UsageError, match="games: 300 there, 301 here"):
        run(path, replace(PLAN, games=301), resume=True)
    assert path.read_text() == reference[1]


def test_the_journal_of_another_search_is_noticed(reference, tmp_path):
    path = tmp_path / "journal.jsonl"
    lines = reference[1].splitlines()
    first = json.loads(lines[1])
    first["candidates"][0][0] += 1
    path.write_text("\n".join([lines[0], json.dumps(first)]) + "\n")
    with pytest.raises(PyramidStatsError, match="generation 1"):
        run(path, resume=True)


def test_a_damaged_journal_is_named(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_text("not a journal\n")
    with pytest.raises(PyramidStatsError, match=r"journal\.jsonl: not a journal"):
        run(path, resume=True)
    path.write_text("")
    with pytest.raises(PyramidStatsError, match="empty"):
        run(path, resume=True)


def test_the_search_leaves_numpy_s_own_chance_alone(tmp_path):
    np.random.seed(1)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    run(tmp_path / "journal.jsonl", replace(PLAN, generations=1))
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002
