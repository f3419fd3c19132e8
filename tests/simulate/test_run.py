from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate.experiment import Experiment
from pyramid_stats.simulate.folder import usual_folder
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run
from pyramid_stats.strategies.registry import get

from .made_up import engine


def make(games=20, variants=("classic",), strategies=("first", "greedy"), **changes):
    found = tuple(builtin(name) for name in variants)
    values = {"title": "A test", "seed": 13, "games": games, "chunk": 7} | changes
    return Experiment(variants=found, strategies=tuple(map(get, strategies)), **values)


def test_a_run_says_what_was_played(tmp_path):
    play_experiment(make(seed=2**64 - 1), tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "run.json").read_text())
    assert (manifest["schema"], manifest["seed"], manifest["games"]) == (1, 2**64 - 1, 20)
    assert manifest["generator"] == "philox4x64-10, batched fisher-yates"
    assert manifest["variants"][0]["parameters"]["rows"] == 7
    assert manifest["variants"][0]["rule_hash"] == builtin("classic").rule_hash()
    assert {"python", "numpy", "numba", "pandas", "pyarrow", "pyramid-stats"} == set(
        manifest["versions"]
    )
    assert {"system", "processor", "cpus"} == set(manifest["machine"])
    assert manifest["started"] <= manifest["finished"]
    assert [entry["games"] for entry in manifest["counts"]] == [20, 20]


def test_counts_are_those_of_the_rows(tmp_path):
    counts = play_experiment(make(2000, ("finnish",), chunk=300), tmp_path)
    run = open_run(tmp_path)
    assert sum(part.games for part in run.parts) == 4000
    assert run.foreign == ()
    for entry in run.manifest.counts:
        outcome = counts[entry.variant, entry.strategy]
        assert (entry.games, entry.wins) == (outcome.games, outcome.wins) == (2000, outcome.wins)
        assert 0 < entry.wins < 2000


@pytest.mark.parametrize("games", [0, 1, 7])
@pytest.mark.parametrize("workers", [1, 2])
def test_few_games(tmp_path, games, workers):
    play_experiment(make(games), tmp_path, engine=engine(workers))
    run = open_run(tmp_path)
    assert sum(part.games for part in run.parts) == 2 * games
    assert [entry.games for entry in run.manifest.counts] == [games, games]
    assert run.manifest.finished is not None


def test_progress_is_told_after_each_chunk(tmp_path):
    told = []
    play_experiment(make(), tmp_path, progress=lambda news, so_far: told.append((news, so_far)))
    assert [news.games for news, _ in told] == [7, 7, 6] * 2
    assert [so_far.games for _, so_far in told] == [7, 14, 20] * 2


def test_a_run_is_not_overwritten_unasked(tmp_path):
    play_experiment(make(), tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.glob("**/*") if path.is_file()}
    with pytest.raises(UsageError, match="holds a run already") as caught:
        play_experiment(make(10), tmp_path)
    assert "--overwrite" in caught.value.hint
    assert {p: p.read_bytes() for p in tmp_path.glob("**/*") if p.is_file()} == before


def test_parts_without_a_manifest_are_a_run_too(tmp_path):
    play_experiment(make(), tmp_path)
    (tmp_path / "run.json").unlink()
    with pytest.raises(UsageError, match="holds a run already"):
        play_experiment(make(10), tmp_path)


def test_overwriting_takes_only_the_run_away(tmp_path):
    play_experiment(make(), tmp_path)
    cell = tmp_path / "variant=classic" / "strategy=greedy"
    foreign = [tmp_path / "notes.txt", tmp_path / "my.parquet", cell / "mine.parquet"]
    (tmp_path / "_report").mkdir()
    foreign.append(tmp_path / "_report" / "report.txt")
    for path in foreign:
        path.write_text("mine")
    orphan = cell / f".{next(cell.glob('deals-*')).name}.123-abcdef01.tmp"
    orphan.write_text("left by a killed writer")
    play_experiment(make(8, strategies=("first",)), tmp_path, overwrite=True)
    assert all(path.read_text() == "mine" for path in foreign)
    assert not orphan.exists()
    run = open_run(tmp_path)
    assert [(part.strategy, part.games) for part in run.parts] == [("first", 7), ("first", 1)]
    assert run.manifest.games == 8


def test_overwriting_does_not_follow_links(tmp_path):
    play_experiment(make(), tmp_path / "other")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "variant=classic").symlink_to(tmp_path / "other" / "variant=classic")
    play_experiment(make(variants=("swedish",)), tmp_path / "run", overwrite=True)
    assert len(open_run(tmp_path / "other").parts) == 6


def test_a_folder_with_other_files_may_be_used(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    play_experiment(make(), tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "run"):
        with pytest.raises(PyramidStatsError, match="can't be written"):
            play_experiment(make(), folder)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_breaks_off_says_so(tmp_path, workers):
    def stop(_news, _so_far):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_experiment(make(100, chunk=1), tmp_path, engine=engine(workers), progress=stop)
    run = open_run(tmp_path)
    assert run.manifest.finished is None
    assert 0 < len(run.parts) < 100
    assert run.split_damaged()[1] == {}
    assert not list(tmp_path.glob("**/.*.tmp"))


@pytest.mark.parametrize(
    ("title", "folder"),
    [
        ("", "run-seed5"),
        ("The five rule texts", "the-five-rule-texts-seed5"),
        ("../../etc/passwd", "etc-passwd-seed5"),
        ("???", "run-seed5"),
    ],
)
def test_the_usual_folder(title, folder):
    assert usual_folder(title, 5) == Path("results") / folder
