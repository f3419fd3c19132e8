"""Runs played by a Dask cluster: real ``dask scheduler`` and ``dask worker`` processes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from pyramid_stats.cli import main
from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate import cluster, tasks
from pyramid_stats.simulate.cluster import dask
from pyramid_stats.simulate.experiment import Experiment
from pyramid_stats.simulate.plan import chunks
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.runners import play_chunk
from pyramid_stats.simulate.store import open_run
from pyramid_stats.strategies import registry

from .test_run import make
from .test_runners import content

distributed = pytest.importorskip("distributed")

SLOW = """
import time
def choose(view):
    if view.dice.deal % 5 == 0:
        time.sleep(0.001)
    return 0
"""
DEADLY = """
import os
def choose(view):
    if view.dice.deal == 21:
        os._exit(9)
    return 0
"""


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder):
        self.file = folder / "scheduler.json"
        self.processes = [self._start("scheduler", "--port", "0")]
        while not self.file.exists():
            time.sleep(0.05)

    def _start(self, *words):
        where = ["--scheduler-file", self.file, "--host", "127.0.0.1", "--no-dashboard"]
        command = [sys.executable, "-m", "dask", *words, *where]
        return subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def add_worker(self):
        nobody = "--no-nanny"  # so that who is killed stays away
        self.processes.append(self._start("worker", "--nthreads", "1", nobody))
        return self.processes[-1]

    def stop(self):
        for process in self.processes:
            process.kill()
            process.wait()

    @property
    def engine(self):
        return dask(str(self.file), 1)


@pytest.fixture
def empty(tmp_path_factory):
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def crew(tmp_path_factory):
    """Return a cluster of two workers."""
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    made.add_worker()
    made.add_worker()
    with distributed.Client(scheduler_file=str(made.file)) as client:
        client.wait_for_workers(2)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    run = tmp_path_factory.mktemp("whole")
    play_experiment(make(300), run)
    return run


def mine(folder, source, games, chunk):
    """Return an experiment of a user's strategy, whose file is gone when it is played."""
    path = folder / "mine.py"
    path.write_text(source)
    found = registry.get("mine.py:choose", folder)
    experiment = Experiment("Mine", 13, games, chunk, (builtin("classic"),), (found,))
    path.unlink()
    return experiment


def test_the_same_bytes(crew, whole, tmp_path):
    told = []
    counts = play_experiment(make(300), tmp_path, engine=crew.engine, notice=told.append)
    assert content(tmp_path) == content(whole)
    assert open_run(tmp_path).manifest.counts == open_run(whole).manifest.counts
    assert sum(outcome.games for outcome in counts.values()) == 600
    assert told == [f"playing on {crew.file}: 2 workers, 2 threads"]


def test_a_relative_folder(crew, whole, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    play_experiment(make(300), Path("run"), engine=crew.engine)
    assert content(tmp_path / "run") == content(whole)


def test_only_what_is_missing_is_played(crew, whole, tmp_path):
    play_experiment(make(300), tmp_path)
    gone, *_ = sorted(tmp_path.glob("**/*.parquet"))
    gone.unlink()
    play_experiment(make(300), tmp_path, engine=crew.engine, resume=True)
    assert content(tmp_path) == content(whole)
    no_cluster = dask("tcp://127.0.0.1:9", 1)  # is not asked for what is there
    play_experiment(make(300), tmp_path, engine=no_cluster, resume=True)


def test_workers_that_do_not_see_the_run_send_the_files(crew, whole, tmp_path, monkeypatch):
    write_part, sent = cluster.write_part, []

    def write(data, path):
        sent.append(str(path.relative_to(tmp_path)))
        write_part(data, path)

    monkeypatch.setattr(cluster, "write_part", write)
    monkeypatch.setattr(tasks, "_digest", lambda _run: "of another run")
    play_experiment(make(300), tmp_path, engine=crew.engine)
    assert content(tmp_path) == content(whole)
    assert sorted(sent) == sorted(content(whole))


def test_a_file_of_the_user_reaches_the_workers(crew, tmp_path):
    for number, line in enumerate(("return 0", "return view.moves.count - 1")):
        folder = tmp_path / str(number)
        folder.mkdir()
        experiment = mine(folder, f"def choose(view):\n    {line}\n", 60, 20)
        play_experiment(experiment, folder / "there", engine=crew.engine)
        play_experiment(experiment, folder / "here")
        assert content(folder / "there") == content(folder / "here")
    assert content(tmp_path / "0" / "here") != content(tmp_path / "1" / "here")


def test_a_strategy_s_error_names_it(crew, tmp_path):
    source = "def choose(view):\n    raise ValueError('no idea')\n"
    with pytest.raises(PyramidStatsError, match=r"mine.py.*choose.*no idea"):
        play_experiment(mine(tmp_path, source, 60, 20), tmp_path / "run", engine=crew.engine)
    assert open_run(tmp_path / "run").manifest.finished is None


def test_another_program_is_refused_by_name(crew, tmp_path, monkeypatch):
    usual = tasks._program()
    monkeypatch.setattr(tasks, "_program", lambda: usual | {"kernels": "others"})
    words = rf"worker tcp://.*: not the same program: kernels {usual['kernels']} there, others here"
    with pytest.raises(PyramidStatsError, match=words):
        play_experiment(make(300), tmp_path / "early", engine=crew.engine)
    monkeypatch.setattr(cluster._Crew, "prepare", lambda *_: None)  # as if they came later
    with pytest.raises(PyramidStatsError, match=words):
        play_experiment(make(300), tmp_path / "late", engine=crew.engine)
    assert not content(tmp_path / "late")


def test_one_worker_is_killed_and_one_comes_late(empty, tmp_path):
    experiment = mine(tmp_path, SLOW, 1000, 20)
    victim = empty.add_worker()
    helpers = []

    def disturb(_news, so_far):
        if so_far.games == 200:
            helpers.append(empty.add_worker())
        if so_far.games == 400:
            victim.kill()

    play_experiment(experiment, tmp_path / "there", engine=empty.engine, progress=disturb)
    assert victim.wait() == -9
    assert helpers[0].poll() is None
    play_experiment(experiment, tmp_path / "here")
    assert content(tmp_path / "there") == content(tmp_path / "here")


def test_a_scheduler_that_dies(empty, tmp_path):
    empty.add_worker()

    def kill(_news, so_far):
        if so_far.games == 200:
            empty.processes[0].kill()

    with pytest.raises(PyramidStatsError, match="the scheduler is gone") as caught:
        play_experiment(
            mine(tmp_path, SLOW, 4000, 20), tmp_path, engine=empty.engine, progress=kill
        )
    assert "--resume" in caught.value.hint
    assert content(tmp_path)


def test_games_that_nobody_survives_are_named(tmp_path):
    words = "mine.py:choose, deals 20 to 29: 3 worker processes died over these games"
    with pytest.raises(PyramidStatsError, match=words):
        play_experiment(mine(tmp_path, DEADLY, 40, 10), tmp_path / "run", engine=dask(None, 2))


def test_a_run_that_was_replaced_meanwhile_gets_no_file(tmp_path):
    play_experiment(make(0), tmp_path)
    job = tasks.Job.of(tmp_path)
    task = tasks.task_of(job.packed(), next(chunks(make(20))))
    play_experiment(make(0, seed=14), tmp_path, overwrite=True)
    outcome, data = tasks.play_task(task)
    assert not content(tmp_path)
    assert outcome == play_chunk(tmp_path, next(chunks(make(20))))
    assert [data] == list(content(tmp_path).values())


@pytest.mark.parametrize(
    ("flags", "code", "words"),
    [
        (["--scheduler", "nowhere.json"], 2, "nowhere.json: no such file"),
        (["--scheduler", "tcp://127.0.0.1:9"], 1, "tcp://127.0.0.1:9: no scheduler answers"),
        (["--scheduler", "udp://127.0.0.1:9"], 1, "udp://127.0.0.1:9: no scheduler answers"),
        (["--scheduler", "tcp://h:9", "--workers", "2"], 2, "--workers and --scheduler"),
        (["--scheduler", "tcp://h:9", "--engine", "local"], 2, "--engine local and --scheduler"),
        (["--engine", "dusk"], 2, "'dusk'"),
    ],
)
def test_flags_that_make_no_sense(flags, code, words, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cluster, "PATIENCE", "1s")
    run = ["simulate", "--variant", "classic", "--strategy", "first", "--games", "10"]
    assert main.run([*run, *flags, "--out", str(tmp_path)]) == code
    error = capsys.readouterr().err
    assert words in error
    assert len(error.splitlines()) <= 2


def test_without_dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError) as caught:
        dask(None, 2)
    assert "pyramid-stats[distributed]" in caught.value.hint


def test_an_address_in_the_environment(crew, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", str(crew.file))
    run = ["simulate", "--variant", "classic", "--strategy", "first", "--games", "10"]
    assert main.run([*run, "--out", str(tmp_path / "there")]) == 0
    assert "playing on" in capsys.readouterr().err
    assert main.run([*run, "--engine", "local", "--out", str(tmp_path / "here")]) == 0
    assert "playing on" not in capsys.readouterr().err
