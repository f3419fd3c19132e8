"""Playing chunks: here, or in several processes. Either way the files come out the same."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import wait as wait_for_any
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.parts import UNDECIDED, part_path, write_part
from pyramid_stats.simulate.plan import Chunk

START_METHODS = ("fork", "spawn", "forkserver")


@dataclass(frozen=True)
class Outcome:
    """What came of a chunk: all that a worker sends back, the games are in their file."""

    variant: str
    strategy: str
    games: int
    wins: int
    undecided: int


class Result(NamedTuple):
    """A chunk that was played, or that failed."""

    chunk: Chunk
    outcome: Outcome | Exception


def play_chunk(run: Path, chunk: Chunk) -> Outcome:
    """Play a chunk and write its file."""
    name, strategy = chunk.variant.name, chunk.strategy
    rows = strategy.play(chunk.variant, chunk.seed, chunk.first, chunk.last, chunk.limit)
    write_part(rows, part_path(run, name, strategy.name, chunk.first, chunk.last))
    wins = int(np.count_nonzero(rows["won"] == 1))
    undecided = int(np.count_nonzero(rows["won"] == UNDECIDED))
    return Outcome(name, strategy.name, chunk.games, wins, undecided)


def serial(run: Path, chunks: Iterator[Chunk]) -> Generator[Result, None, None]:
    """Play chunk after chunk in this process; the first one that fails raises its error."""
    for chunk in chunks:
        yield Result(chunk, play_chunk(run, chunk))


def processes(
    run: Path, chunks: Iterator[Chunk], workers: int, start_method: str | None = None
) -> Generator[Result, None, None]:
    """Play chunks in worker processes; yield the results as they come.

    A chunk's error is a result, too: whether it matters is for the caller to say, who may find
    that the games before it were enough.

    Parameters
    ----------
    run
        The run's folder; each worker writes its own files there.
    chunks
        Taken one by one, when the results before have been dealt with: only as many as keep the
        workers busy wait at any time.
    workers
        Number of processes.
    start_method
        ``fork``, ``spawn`` or ``forkserver``; None for this system's (:func:`usual_start_method`).

    Raises
    ------
    PyramidStatsError
        A worker died. Chunks that were being played are finished first, and so it is when the
        caller closes the iterator or Ctrl-C ends it.
    """
    context = multiprocessing.get_context(start_method or usual_start_method())
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker)
    try:
        yield from _rolling(pool, run, chunks, workers + 1)
    except BrokenProcessPool:
        raise PyramidStatsError(
            "a worker process died, perhaps for want of memory",
            "take fewer --workers, or a smaller --chunk",
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _rolling(
    pool: ProcessPoolExecutor, run: Path, chunks: Iterator[Chunk], window: int
) -> Iterator[Result]:
    """Keep ``window`` chunks with the pool: the workers' own, and one that waits its turn."""

    def submit(count: int) -> dict[Future[Outcome], Chunk]:
        return {pool.submit(play_chunk, run, chunk): chunk for chunk in islice(chunks, count)}

    pending = submit(window)
    while pending:
        done, _ = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield Result(pending.pop(future), _outcome(future))
        pending |= submit(len(done))


def _outcome(future: Future[Outcome]) -> Outcome | Exception:
    """Return what came of a chunk; what isn't the chunk's own failure is raised."""
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, BrokenProcessPool) or not isinstance(error, Exception):
        raise error
    return error


def usual_start_method() -> str:
    """Return ``fork`` on Linux, where it is safe and takes no time, elsewhere ``spawn``."""
    return "fork" if sys.platform == "linux" else "spawn"


def usual_workers() -> int:
    """Return the number of CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def prepare_worker() -> None:
    """Leave Ctrl-C to the parent, and don't outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_any([parent.sentinel])
        os._exit(1)
