from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sys
import threading
import time
from contextlib import suppress

import pytest

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate import runners, workers
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run
from pyramid_stats.simulate.workers import MOST_DEATHS, processes

from .test_run import make
from .test_runners import content

needs_fork = pytest.mark.skipif(
    sys.platform != "linux", reason="the workers have to inherit the patch"
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    run = tmp_path_factory.mktemp("whole")
    play_experiment(make(300), run)
    return run


def dies(monkeypatch, where, times):
    """Let a worker die over the chunk that begins at a deal; count the times in a pipe."""
    usual, counter = runners.play_chunk, multiprocessing.get_context("fork").Value("i", 0)

    def play(run, chunk):
        if chunk.first == where and counter.value < times:
            counter.value += 1
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(run, chunk)

    monkeypatch.setattr(workers, "play_chunk", play)


@needs_fork
def test_a_worker_that_dies_is_replaced(tmp_path, whole, monkeypatch):
    dies(monkeypatch, 21, MOST_DEATHS - 1)
    told = []
    play_experiment(make(300), tmp_path, engine=processes(2, "fork"), notice=told.append)
    assert content(tmp_path) == content(whole)
    line = "a worker process died (SIGKILL); played again: classic first, deals 21 to 27"
    assert told == [line] * (MOST_DEATHS - 1)


@needs_fork
@pytest.mark.parametrize("count", [1, 3])
def test_a_chunk_that_workers_die_over_is_named(tmp_path, whole, monkeypatch, count):
    dies(monkeypatch, 21, 99)
    with pytest.raises(PyramidStatsError) as caught:
        play_experiment(make(300), tmp_path, engine=processes(count, "fork"))
    assert caught.value.message == (
        "classic first, deals 21 to 27: 3 worker processes died over these games (SIGKILL)"
    )
    assert "--workers" in caught.value.hint
    assert open_run(tmp_path).manifest.finished is None
    kept = content(tmp_path)
    assert kept.items() <= content(whole).items()
    assert len(kept) >= 3


def test_workers_killed_at_random_moments(tmp_path, whole):
    """Twenty of them, and the run is the one that nobody disturbed."""
    luck, killed = random.Random(13), []
    done = threading.Event()

    def kill_some():
        while not done.is_set():
            time.sleep(luck.uniform(0, 0.05))
            for child in multiprocessing.active_children():
                if len(killed) < 20 and luck.random() < 0.5:
                    killed.append(child.pid)
                    child.kill()

    killer = threading.Thread(target=kill_some)
    killer.start()
    try:
        while len(killed) < 20:
            with suppress(PyramidStatsError):  # three deaths on one chunk
                play_experiment(make(300), tmp_path, engine=processes(3), overwrite=True)
    finally:
        done.set()
        killer.join()
    play_experiment(make(300), tmp_path, engine=processes(3), resume=True)
    assert content(tmp_path) == content(whole)
    assert not list(tmp_path.glob("**/.*.tmp"))


def test_no_more_processes_than_chunks(tmp_path):
    results = processes(8)(tmp_path, iter([]), runners.ignore)
    assert list(results) == []
    assert not multiprocessing.active_children()


class UnsendableError(Exception):
    def __init__(self, _one, _two):
        super().__init__("both")


@needs_fork
def test_an_error_that_cannot_be_sent_arrives_as_text(tmp_path, monkeypatch):
    def play(_run, _chunk):
        raise UnsendableError(1, 2)

    monkeypatch.setattr(workers, "play_chunk", play)
    with pytest.raises(PyramidStatsError, match="UnsendableError: both"):
        play_experiment(make(10), tmp_path, engine=processes(2, "fork"))
