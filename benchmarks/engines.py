"""What the engines that play a run lose against the bare kernel on as many threads."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from benchmarks.figure import Figure
from benchmarks.kernel import game
from benchmarks.process import VARIANT, simulate
from benchmarks.scale import SEED, Scale
from benchmarks.timing import median_ratio, run, seconds
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate.cluster import dask
from pyramid_stats.simulate.experiment import Experiment
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.runners import Engine
from pyramid_stats.simulate.workers import processes
from pyramid_stats.strategies.registry import get

WORKERS = 2
TASK_SECONDS = 2


def engines(scale: Scale) -> Iterator[Figure]:
    """Measure the local engine, and Dask with tasks of some seconds."""
    a_game = game(VARIANT, 0, scale.kernel_games)
    usual = get("greedy").chunk
    rounds = 2 * scale.rounds - 1
    for name, share, chunk, games in (
        ("local engine", 0.10, usual, scale.many_games),
        ("dask", 0.20, int(TASK_SECONDS / a_game), 2 * scale.many_games),
    ):
        with tempfile.TemporaryDirectory() as folder, _engine(name) as engine:
            played = partial(_played, engine, games, chunk, Path(folder))
            _played(engine, 1000, 500, Path(folder))  # imports what it takes
            ratio, spread = median_ratio(rounds, played, partial(_threads, games, usual))
        what = f"{name}, {WORKERS} workers, {games / 1e6:g} million games, share lost"
        yield Figure(what, 1 - 1 / ratio, share, spread=[1 - 1 / each for each in spread])


@contextmanager
def _engine(name: str) -> Iterator[Engine]:
    """Give who plays; Dask's workers are there before the clock is started."""
    if name != "dask":
        yield processes(WORKERS)
        return
    from distributed import LocalCluster  # noqa: PLC0415  (an extra)

    quiet = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL}
    with LocalCluster(n_workers=WORKERS, threads_per_worker=1, **quiet) as cluster:
        yield dask(cluster.scheduler_address, WORKERS)


def _played(engine: Engine, games: int, chunk: int, folder: Path) -> float:
    experiment = Experiment("", SEED, games, chunk, (builtin(VARIANT),), (get("greedy"),))
    return seconds(partial(play_experiment, experiment, folder, engine=engine, overwrite=True))


def _threads(games: int, chunk: int) -> float:
    """Return the seconds that threads take for the same games, of which they keep nothing."""

    def play() -> None:
        with ThreadPoolExecutor(WORKERS) as pool:
            firsts = range(0, games, chunk)
            list(pool.map(lambda first: game(VARIANT, first, min(first + chunk, games)), firsts))

    return seconds(play)


def resuming(scale: Scale) -> Iterator[Figure]:
    """Measure a resume that finds every part there."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        simulate(100 * scale.parts, WORKERS, out, strategy="first", chunk=100)
        flags = ["--variant", VARIANT, "--strategy", "first", "--games", str(100 * scale.parts)]
        again = ["simulate", *flags, "--seed", str(SEED), "--chunk", "100", "--out", str(out)]
        spread = [run([*again, "--resume"]).seconds for _ in range(scale.rounds)]
    what = f"resume of a finished run of {scale.parts:,} parts, seconds"
    yield Figure(what, sorted(spread)[len(spread) // 2], 5, spread=spread)
