"""Worker processes: each plays a chunk at a time, and one that dies is replaced.

Each worker has a pipe of its own and shares no lock with another, so that one may be killed at any
moment, by the system for want of memory or by us, and the others play on.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_any

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.places import Place, Remote
from pyramid_stats.simulate.plan import Chunk
from pyramid_stats.simulate.runners import Engine, Notice, Outcome, Result, ignore, play_chunk

START_METHODS = ("fork", "spawn", "forkserver")
MOST_DEATHS = 3
"""After so many deaths of workers on one chunk it is the chunk's fault."""

_SIGNALS = {signal.SIGINT, signal.SIGTERM}


def processes(workers: int, start_method: str | None = None) -> Engine:
    """Return an engine that plays in processes of this machine.

    Parameters
    ----------
    workers
        Number of processes.
    start_method
        ``fork``, ``spawn`` or ``forkserver``; None for this system's (:func:`usual_start_method`).
    """

    def play(
        run: Place, chunks: Iterator[Chunk], notice: Notice = ignore
    ) -> Generator[Result, None, None]:
        crew = _Crew(run, start_method or usual_start_method(run), notice)
        try:
            yield from crew.play(chunks, workers)
        finally:
            crew.stop()

    return play


class _Worker:
    """A process that plays, and this end of the pipe to it."""

    def __init__(self, run: Place, start_method: str) -> None:
        context = multiprocessing.get_context(start_method)
        self.pipe, end = context.Pipe()
        self.process = context.Process(target=_work, args=(run, end), daemon=True)  # type: ignore[attr-defined]
        self.chunk: Chunk | None = None
        with _signals_held_back():
            self.process.start()
        end.close()

    def begin(self, chunk: Chunk) -> None:
        self.chunk = chunk
        with suppress(OSError):  # it is dead, as will be noticed
            self.pipe.send(chunk)

    def outcome(self) -> Outcome | Exception | None:
        """Return what came of the chunk, None if the process died over it."""
        try:
            return self.pipe.recv() if self.pipe.poll() else None
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class _Crew:
    """The workers, those at work by their chunk."""

    def __init__(self, run: Place, start_method: str, notice: Notice) -> None:
        self._run, self._start_method, self._notice = run, start_method, notice
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._again: list[Chunk] = []
        self._deaths: Counter[tuple[tuple[str, str], int]] = Counter()

    def play(self, chunks: Iterator[Chunk], workers: int) -> Iterator[Result]:
        while self._hand_out(chunks, workers):
            ready = wait_for_any(
                [worker.pipe for worker in self._busy]
                + [worker.process.sentinel for worker in self._busy]
            )
            for worker in list(self._busy):
                if worker.pipe in ready or worker.process.sentinel in ready:
                    self._busy.remove(worker)
                    yield from self._result(worker)

    def stop(self) -> None:
        for worker in self._busy + self._idle:
            worker.stop()

    def _hand_out(self, chunks: Iterator[Chunk], workers: int) -> bool:
        """Give every worker a chunk while there are any; tell whether one is in play."""
        while len(self._busy) < workers:
            chunk = self._again.pop() if self._again else next(chunks, None)
            if chunk is None:
                break
            worker = self._idle.pop() if self._idle else _Worker(self._run, self._start_method)
            self._busy.append(worker)
            worker.begin(chunk)
        return bool(self._busy)

    def _result(self, worker: _Worker) -> Iterator[Result]:
        chunk, outcome = worker.chunk, worker.outcome()
        assert chunk is not None  # it is at work
        if outcome is not None:
            self._idle.append(worker)
            yield Result(chunk, outcome)
            return
        worker.stop()
        place = chunk.cell, chunk.first
        self._deaths[place] += 1
        how = _cause(worker.process.exitcode)
        if self._deaths[place] < MOST_DEATHS:
            self._notice(f"a worker process died ({how}); played again: {chunk.what}")
            self._again.append(chunk)
            return
        yield Result(chunk, too_many_deaths(chunk, MOST_DEATHS, how))


def too_many_deaths(chunk: Chunk, deaths: int, how: str) -> PyramidStatsError:
    """Return the error of a chunk that nobody survives."""
    return PyramidStatsError(
        f"{chunk.what}: {deaths} worker processes died over these games ({how})",
        "if for want of memory, take fewer --workers or a smaller --chunk",
    )


def _cause(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        return signal.Signals(-exit_code).name
    return f"exit code {exit_code}"


def _work(run: Place, pipe: Connection) -> None:
    """Play the chunks that come through the pipe, until this process is killed."""
    prepare_worker()
    while True:
        chunk = pipe.recv()
        outcome: Outcome | Exception
        try:
            outcome = play_chunk(run, chunk)
        except Exception as error:  # whatever a strategy raises is the caller's to judge
            outcome = sendable(error)
        pipe.send(outcome)


def sendable(error: Exception) -> Exception:
    """Return an error, or its text where it can't go through a pipe."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return PyramidStatsError(f"{type(error).__name__}: {error}")
    return error


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Hold back what would end a process, in this one and in one that is started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prepare_worker() -> None:
    """Leave Ctrl-C to the parent, and don't outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_any([parent.sentinel])
        os._exit(1)


def usual_start_method(run: Place | None = None) -> str:
    """Return ``fork`` on Linux, where it is safe and takes no time, elsewhere ``spawn``.

    Who talks to an object store has threads that a fork would miss.
    """
    return "fork" if sys.platform == "linux" and not isinstance(run, Remote) else "spawn"


def usual_workers() -> int:
    """Return the number of CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
