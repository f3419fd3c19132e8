"""Runs of strategies that a user wrote: stored, read, reported; and those that fail."""

from __future__ import annotations

import json
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pyramid_stats.cli import main
from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.experiment import build_experiment
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run
from tests.simulate.made_up import engine

MINE = """
from pyramid_stats.strategies.kit import compiled, random_below
@compiled(x=0)
def choose(view):
    return (int(view.settings.value[0]) + random_below(view, 2)) % view.moves.count
class Counter:
    def __init__(self):
        self.asked = 0
    def choose(self, view):
        self.asked += 1
        return self.asked % view.moves.count
"""
CONFIG = """
title = "Mine"
variants = ["classic", "swedish"]
strategies = ["mine.py:choose(x=7)", "mine.py:Counter", "careful(x=0.5)"]
strategy.careful = {base = "mine.py:choose", x = 2}
"""
NAMES = ["mine.py:choose(x=7)", "mine.py:Counter", "careful(x=0.5)"]
FOLDERS = {
    "strategy=mine.py%3Achoose(x%3D7)",
    "strategy=mine.py%3ACounter",
    "strategy=careful(x%3D0.5)",
}
START_METHODS = ["fork", "spawn"] if sys.platform == "linux" else ["spawn"]
FAILS_AT_17 = """
from pyramid_stats.strategies.kit import compiled
def plain(view):
    if view.dice.deal == 17:
        raise ValueError("no idea")
    return 0
quick = compiled(plain)
def lost(view):
    return 0 if view.dice.deal < 17 else -1
"""


@pytest.fixture(scope="module")
def experiment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("beside")
    (folder / "mine.py").write_text(MINE)
    (folder / "my.toml").write_text(CONFIG)
    return build_experiment(folder / "my.toml", {"games": 100, "chunk": 30})


@pytest.fixture(scope="module")
def run(experiment, tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    play_experiment(experiment, folder)
    return folder


def rows(folder, strategy):
    """Return what is stored of a strategy, by variant and deal."""
    parts = [part for part in open_run(folder).parts if part.strategy == strategy]
    return pa.concat_tables(pq.ParquetFile(part.path).read() for part in parts).to_pylist()


def test_a_run_is_found_again_whole(run):
    opened = open_run(run)
    assert opened.foreign == ()
    assert opened.split_damaged()[1] == {}
    games = {(part.variant, part.strategy): 0 for part in opened.parts}
    for part in opened.parts:
        games[part.variant, part.strategy] += part.games
    assert games == {(name, player): 100 for name in ("classic", "swedish") for player in NAMES}
    assert {path.name for path in run.glob("variant=classic/*")} == FOLDERS


def test_other_readers_find_the_names(run):
    table = pq.read_table(run / "variant=swedish", partitioning="hive")
    assert set(table["strategy"].unique().to_pylist()) == set(NAMES)


def test_the_manifest_says_whose_strategies_they_were(run, experiment):
    entries = json.loads((run / "run.json").read_text())["strategies"]
    assert [entry["name"] for entry in entries] == NAMES
    for entry, strategy in zip(entries, experiment.strategies, strict=True):
        assert entry["source"].endswith("mine.py")
        assert entry["digest"] == strategy.digest != ""
    assert [entry["parameters"] for entry in entries] == [{"x": 7}, {}, {"x": 0.5}]


def test_the_rows_are_the_strategy_s(run, experiment):
    for strategy in experiment.strategies:
        played = [
            dict(zip(row.dtype.names, row.tolist(), strict=True))
            for variant in experiment.variants
            for row in strategy.play(variant, experiment.seed, 0, 100)
        ]
        assert rows(run, strategy.name) == played
    assert rows(run, NAMES[0]) != rows(run, NAMES[2])


@pytest.mark.parametrize("method", START_METHODS)
def test_two_processes_store_the_same_games(run, experiment, tmp_path, method):
    play_experiment(experiment, tmp_path, engine=engine(2, method))
    assert open_run(tmp_path).foreign == ()
    for name in NAMES:
        assert rows(tmp_path, name) == rows(run, name)


def test_a_report_names_them(run, capsys):
    assert main.run(["report", str(run)]) == 0
    out = capsys.readouterr().out
    for name in NAMES:
        assert name in out


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("function", ["plain", "quick", "lost"])
def test_what_was_finished_stays_when_a_strategy_fails(tmp_path, workers, function):
    (tmp_path / "mine.py").write_text(FAILS_AT_17)
    (tmp_path / "my.toml").write_text(f'strategies = ["first", "mine.py:{function}"]')
    flags = {"games": 40, "chunk": 5, "variants": ["classic"]}
    experiment = build_experiment(tmp_path / "my.toml", flags)
    with pytest.raises(PyramidStatsError) as caught:
        play_experiment(experiment, tmp_path / "run", engine=engine(workers))
    begin = f"{tmp_path / 'mine.py'}: strategy 'mine.py:{function}': deal "
    assert caught.value.message.startswith(begin)
    deal = int(caught.value.message.removeprefix(begin).partition(":")[0])
    assert deal == 17 or (deal > 17 and workers > 1)  # two workers may fail in any order
    run = open_run(tmp_path / "run")
    assert run.manifest.finished is None
    assert [entry.name for entry in run.manifest.strategies] == ["first", f"mine.py:{function}"]
    stored = [(part.strategy, part.first) for part in run.parts]
    assert stored[:8] == [("first", first) for first in range(0, 40, 5)]
    mine = [first for strategy, first in stored[8:]]
    assert {0, 5, 10} <= set(mine)
    assert 15 not in mine
    assert run.split_damaged()[1] == {}
    assert not list(tmp_path.glob("run/**/.*.tmp"))
