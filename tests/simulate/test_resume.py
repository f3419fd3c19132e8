from __future__ import annotations

import os
import random
import signal
import subprocess
import sys

import pytest

from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.simulate.lock import locked
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run
from pyramid_stats.statistics.stopping import Stopping

from .test_run import make
from .test_runners import content


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    run = tmp_path_factory.mktemp("whole")
    play_experiment(make(), run)
    return run


def resume(folder, experiment=None, **how):
    lines = []
    counts = play_experiment(experiment or make(), folder, resume=True, notice=lines.append, **how)
    return counts, lines


def played_again(monkeypatch):
    """Return a list that fills with the chunks that are played."""
    from pyramid_stats.simulate import runners

    usual, chunks = runners.play_chunk, []
    monkeypatch.setattr(runners, "play_chunk", lambda *a: chunks.append(a[1]) or usual(*a))
    return chunks


def test_only_what_is_missing_is_played(tmp_path, whole, monkeypatch):
    first = play_experiment(make(), tmp_path)
    gone = sorted(tmp_path.glob("**/*.parquet"))[::3]
    for path in gone:
        path.unlink()
    chunks = played_again(monkeypatch)
    counts, lines = resume(tmp_path)
    assert len(chunks) == len(gone) > 0
    assert (counts, lines) == (first, [])
    assert content(tmp_path) == content(whole)
    assert open_run(tmp_path).manifest.finished


def test_a_finished_run_gains_nothing(tmp_path, whole, monkeypatch):
    first = play_experiment(make(), tmp_path)
    chunks = played_again(monkeypatch)
    for _ in range(2):
        assert resume(tmp_path) == (first, [])
    assert chunks == []
    assert content(tmp_path) == content(whole)


def test_an_empty_folder_begins_the_run(tmp_path, whole):
    resume(tmp_path / "new")
    assert content(tmp_path / "new") == content(whole)


def test_damaged_parts_are_named_and_played_again(tmp_path, whole):
    play_experiment(make(), tmp_path)
    cut, swapped, other, *_ = sorted(tmp_path.glob("**/*.parquet"))
    cut.write_bytes(cut.read_bytes()[:-20])
    swapped.write_bytes(other.read_bytes())
    _, lines = resume(tmp_path)
    assert lines[0] == f"played again: {cut}: not a whole Parquet file"
    assert lines[1].startswith(f"played again: {swapped}: its deals are not 7 to 13") or (
        str(swapped) in lines[1]
    )
    assert len(lines) == 2
    assert content(tmp_path) == content(whole)


def test_a_part_of_another_plan_is_set_aside(tmp_path, whole):
    play_experiment(make(), tmp_path)
    part = next(tmp_path.glob("**/deals-*7-*14.parquet"))
    (short := tmp_path / "short").mkdir()
    play_experiment(make(8, chunk=8), short)
    foreign = part.with_name(next(short.glob("**/*.parquet")).name)
    foreign.write_bytes(next(short.glob("**/strategy=first/*.parquet")).read_bytes())
    for path in part.parent.glob("deals-*0-*7.parquet"):
        path.unlink()
    import shutil

    shutil.rmtree(short)
    _, lines = resume(tmp_path)
    assert [line.partition(":")[0] for line in lines] == ["set aside"]
    assert content(tmp_path).keys() - content(whole).keys() == {
        str(foreign.with_name(f"_{foreign.name}").relative_to(tmp_path))
    }
    assert not open_run(tmp_path).foreign


def test_what_a_killed_writer_left_goes(tmp_path):
    play_experiment(make(), tmp_path)
    part = next(tmp_path.glob("**/*.parquet"))
    left = part.with_name(f".{part.name}.17-0a0b0c0d.tmp")
    left.write_bytes(b"half")
    resume(tmp_path)
    assert not left.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seed": 14}, "seed"),
        ({"games": 21}, "games"),
        ({"chunk": 8}, "chunk"),
        ({"limit": 9}, "limit"),
        ({"variants": ("swedish",)}, "variants"),
        ({"strategies": ("greedy", "first")}, "strategies"),
        ({"stopping": Stopping(precision=0.1)}, "stopping"),
    ],
)
def test_another_run_is_refused_by_name(tmp_path, changes, field):
    play_experiment(make(), tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.glob("**/*") if path.is_file()}
    with pytest.raises(UsageError, match=f"not the same run: {field} "):
        resume(tmp_path, make(**changes))
    assert {path: path.read_bytes() for path in tmp_path.glob("**/*") if path.is_file()} == before


@pytest.mark.parametrize("key", ["kernel_hash", "rule_hash", "generator"])
def test_other_code_or_rules_are_refused_by_name(tmp_path, key):
    play_experiment(make(), tmp_path)
    path = tmp_path / "run.json"
    text = path.read_text()
    start = text.index(f'"{key}": "') + len(key) + 5
    path.write_text(f"{text[:start]}x{text[start:]}")
    with pytest.raises(UsageError, match=key):
        resume(tmp_path)


def test_a_run_that_stops_by_precision_loses_its_surplus(tmp_path):
    stopping = Stopping(precision=0.05, min_games=100, max_games=5000)
    experiment = make(5000, chunk=100, strategies=("greedy",), stopping=stopping)
    first = play_experiment(experiment, tmp_path)
    before = content(tmp_path)
    assert 0 < len(before) < 50
    # As if the run had been killed with two workers ahead of the place where it stops.
    play_experiment(make(5000, chunk=100, strategies=("greedy",)), tmp_path / "all")
    for name, data in content(tmp_path / "all").items():
        (tmp_path / name).write_bytes(data)
    import shutil

    shutil.rmtree(tmp_path / "all")
    counts, _ = resume(tmp_path, experiment)
    assert counts == first
    assert {name: data for name, data in content(tmp_path).items() if "/_" not in name} == before


def test_a_locked_run_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("pyramid_stats.simulate.lock.PATIENCE", 0.1)
    with locked(tmp_path), pytest.raises(PyramidStatsError, match="another process plays"):
        play_experiment(make(), tmp_path)
    play_experiment(make(), tmp_path)


COMMAND = ["simulate", "--variant", "finnish", "--strategy", "greedy", "--strategy", "random"]


def start(folder):
    words = [*COMMAND, "--games", "200_000", "--chunk", "4_000", "--workers", "2", "--resume"]
    command = [sys.executable, "-m", "pyramid_stats", *words, "--out", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def test_a_driver_killed_again_and_again_loses_nothing(tmp_path):
    undisturbed = start(tmp_path / "undisturbed")
    assert undisturbed.wait(120) == 0
    luck, killed = random.Random(13), 0
    for _ in range(20):
        process = start(tmp_path / "killed")
        try:
            process.wait(luck.uniform(0.5, 2.0))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            killed += 1
        process.wait()
    process = start(tmp_path / "killed")
    _, complaint = process.communicate(timeout=120)
    assert process.returncode == 0, complaint
    assert killed > 0
    assert content(tmp_path / "killed") == content(tmp_path / "undisturbed")
