from __future__ import annotations

import pickle
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pyramid_stats.engine.play import play_deals
from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate.experiment import Experiment
from pyramid_stats.simulate.plan import chunks
from pyramid_stats.simulate.runners import Outcome, play_chunk, serial
from pyramid_stats.simulate.workers import processes
from pyramid_stats.strategies import registry

FORK = sys.platform == "linux"


def plan(games, chunk, strategies=("greedy", "random")):
    players = tuple(map(registry.get, strategies))
    return chunks(Experiment("", 13, games, chunk, (builtin("finnish"),), players))


def files(run):
    return {str(path.relative_to(run)): path for path in sorted(run.glob("**/*.parquet"))}


def content(run):
    return {name: path.read_bytes() for name, path in files(run).items()}


def rows(run):
    """Return the rows of each strategy as bytes, sorted by deal."""
    found = {}
    for folder in sorted(run.glob("variant=*/strategy=*")):
        tables = [pq.ParquetFile(path).read() for path in folder.glob("*.parquet")]
        table = pa.concat_tables(tables).sort_by("deal").combine_chunks()
        found[folder.name] = [column.to_pylist() for column in table.columns]
    return found


def play(run, games, chunk, workers=1, method=None, **changes):
    work = plan(games, chunk, **changes)
    if not run.exists():
        run.mkdir()
    results = serial(run, work) if workers == 1 else processes(workers, method)(run, work)
    return [result.outcome for result in results]


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    run = tmp_path_factory.mktemp("reference")
    play(run, 1000, 333)
    return run


def test_the_rows_are_the_engine_s(reference):
    played = play_deals(builtin("finnish"), registry.get("random").choose, 13, 0, 1000)
    stored = rows(reference)["strategy=random"]
    for index, name in enumerate(("deal", "won", "tableau_left", "stock_left", "removals")):
        assert np.array_equal(stored[index], played[name])


@pytest.mark.parametrize(
    ("workers", "method"), [(2, "spawn"), *((count, "fork") for count in (2, 7) if FORK)]
)
def test_files_are_the_same_whoever_plays(reference, tmp_path, workers, method):
    outcomes = play(tmp_path, 1000, 333, workers, method)
    assert content(tmp_path) == content(reference)
    assert sum(outcome.games for outcome in outcomes) == 2000


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_rows_are_the_same_in_chunks_of_any_size(reference, tmp_path, workers):
    play(tmp_path / "one", 70, 1, workers)
    play(tmp_path / "all", 1000, 100_000, workers)
    assert rows(tmp_path / "all") == rows(reference)
    head = {
        name: [column[:70] for column in table] for name, table in rows(tmp_path / "all").items()
    }
    assert rows(tmp_path / "one") == head


@pytest.mark.parametrize("games", [0, 1, 7])
@pytest.mark.parametrize("workers", [1, 2])
def test_few_games(tmp_path, games, workers):
    outcomes = play(tmp_path, games, 3, workers, strategies=("greedy",))
    stored = sum(pq.ParquetFile(path).metadata.num_rows for path in files(tmp_path).values())
    assert stored == games == sum(outcome.games for outcome in outcomes)


def test_an_outcome_counts_wins(tmp_path):
    chunk = next(plan(5000, 5000))
    played = play_deals(chunk.variant, registry.get("greedy").choose, 13, 0, 5000)
    wins = int((played["won"] == 1).sum())
    assert wins > 0
    assert play_chunk(tmp_path, chunk) == Outcome("finnish", "greedy", 5000, wins, 0)


def test_chunks_are_taken_as_they_are_needed(tmp_path):
    taken = []

    def watched():
        for chunk in plan(100, 1, strategies=("first",)):
            taken.append(chunk)
            yield chunk

    outcomes = processes(2)(tmp_path, watched())
    next(outcomes)
    assert len(taken) == 2
    outcomes.close()
    assert len(files(tmp_path)) <= len(taken)
    assert not list(tmp_path.glob("**/.*.tmp"))


@pytest.mark.parametrize("kind", [PyramidStatsError, UsageError])
def test_an_error_survives_pickling(kind):
    copy = pickle.loads(pickle.dumps(kind("what", "and how")))
    assert type(copy) is kind
    assert (copy.message, copy.hint, copy.args) == ("what", "and how", ("what",))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_worker_arrives_whole(tmp_path, workers):
    (tmp_path / "file").write_text("in the way")
    try:
        error = play(tmp_path / "file", 10, 5, workers)[0]
    except PyramidStatsError as raised:  # by the one that plays here
        error = raised
    assert isinstance(error, PyramidStatsError)
    assert "can't be written" in error.message
    assert error.hint == "make room and go on with --resume, or name another folder with --out"


def test_the_chunks_are_taken_after_the_results_were_dealt_with(tmp_path):
    """So that whoever stops by what came need not play one more round."""
    taken, limit = [], 6

    def watched():
        for chunk in plan(1000, 5, strategies=("first",)):
            if len(taken) == limit:
                return
            taken.append(chunk)
            yield chunk

    for number, _ in enumerate(processes(2)(tmp_path, watched())):
        if number == 0:
            limit = len(taken)
    assert len(taken) == 2
