"""Workers of a Dask cluster, on as many machines as there are; or of one that is started here.

A task plays a chunk and writes its file where it sees the run, which it knows by its ``run.json``;
where it doesn't, it sends the file back. Dask hands the tasks of a lost worker to another one.
Tasks travel as bytes that only workers open, so the scheduler never runs a user's strategy.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any

from pyramid_stats.errors import PyramidStatsError, UsageError, foreign
from pyramid_stats.simulate.parts import write_part
from pyramid_stats.simulate.places import Place, reason
from pyramid_stats.simulate.plan import Chunk
from pyramid_stats.simulate.runners import Engine, Notice, Outcome, Result, ignore
from pyramid_stats.simulate.tasks import (
    SAME_HINT,
    Job,
    mismatch_of_worker,
    play_task,
    task_of,
)
from pyramid_stats.simulate.workers import MOST_DEATHS, too_many_deaths

AHEAD = 2
"""Tasks a thread that wait or are in play: enough that no worker waits for this process."""

RETRIES = 2
"""Of a task that fails, as when a disk on the network doesn't answer for a moment."""

PATIENCE = "10s"
"""For the scheduler to answer."""

_MERCY = 0.1  # seconds that a worker of this machine has to end
_LOOK_AGAIN = 1.0  # seconds after which the workers are counted anew
_GO_ON = "start it again, and go on with --resume"


def dask(scheduler: str | None, workers: int) -> Engine:
    """Return an engine that plays on a Dask cluster.

    Parameters
    ----------
    scheduler
        Its address, as ``tcp://host:8786``, or its scheduler file; None: processes are started on
        this machine.
    workers
        How many processes these are.

    Raises
    ------
    UsageError
        Dask's ``distributed`` is not installed, or there is no such file.
    """
    _refuse_early(scheduler)

    def play(
        run: Place, chunks: Iterator[Chunk], notice: Notice = ignore
    ) -> Generator[Result, None, None]:
        first = next(chunks, None)
        if first is None:  # so nobody need be waited for
            return
        run = run.resolve() if isinstance(run, Path) else run
        with _client(scheduler, workers) as client:
            crew = _Crew(run, client, scheduler or "the local cluster")
            crew.prepare(first, notice)
            yield from crew.play(chain([first], chunks))

    return play


def _refuse_early(scheduler: str | None) -> None:
    try:
        import distributed  # noqa: F401, PLC0415  (an extra, and half a second)
    except ImportError:
        raise UsageError(
            "Dask is not installed, which plays on clusters",
            "take the extra 'distributed', as in pip install 'pyramid-stats[distributed]'",
        ) from None
    if scheduler is not None and "://" not in scheduler and not Path(scheduler).is_file():
        raise UsageError(
            f"--scheduler: {scheduler}: no such file",
            "give an address, as in tcp://host:8786, or the file that dask scheduler wrote",
        )


@contextmanager
def _client(scheduler: str | None, workers: int) -> Iterator[Any]:
    """Return a client of a scheduler, or of a cluster that lasts as long as the block."""
    from dask import config  # noqa: PLC0415  (an extra)
    from distributed import Client, LocalCluster  # noqa: PLC0415

    for name in ("distributed", "distributed.client"):  # what matters is told by us
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if scheduler is None:
        few = {"distributed.scheduler.allowed-failures": MOST_DEATHS - 1}
        with (
            config.set(few),
            LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            ) as cluster,
            Client(cluster) as client,
        ):
            client.register_plugin(_leaves_ctrl_c_to_us())
            try:
                yield client
            finally:  # what is in play is dropped: to wait for it takes seconds
                for nanny in cluster.workers.values():
                    nanny.auto_restart = False
                    cluster.sync(nanny.kill, timeout=_MERCY)
        return
    place = {"address": scheduler} if "://" in scheduler else {"scheduler_file": scheduler}
    try:
        client = Client(**place, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        raise PyramidStatsError(
            f"{scheduler}: no scheduler answers: {reason(error)}",
            "start one with: dask scheduler",
        ) from None
    with client:
        yield client


def _leaves_ctrl_c_to_us() -> Any:
    """Return a plugin by which workers, now and later, pass over the Ctrl-C of our terminal."""
    from distributed import WorkerPlugin  # noqa: PLC0415  (an extra)

    class Plugin(WorkerPlugin):  # type: ignore[misc] # of a class that mypy doesn't see
        def setup(self, worker: Any) -> None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    return Plugin()


class _Crew:
    """The workers of a cluster, and what they have in hand."""

    def __init__(self, run: Place, client: Any, name: str) -> None:
        from distributed import as_completed  # noqa: PLC0415  (an extra)

        self._run, self._client, self._name = run, client, name
        self._job = Job.of(run).packed()
        self._in_hand: dict[Any, Chunk] = {}
        self._done = as_completed(with_results=True, raise_errors=False)
        self._window, self._looked = 0, float("-inf")

    def prepare(self, chunk: Chunk, notice: Notice) -> None:
        """Wait for a worker; see that all of them play as this process would, and let them compile.

        Raises
        ------
        PyramidStatsError
            One of them plays with other kernels or versions; names it and the difference.
        """
        if not self._threads():
            notice(f"waiting for a worker of {self._name} ...")
            self._client.wait_for_workers(1)
        task = task_of(self._job, chunk)
        answers = self._client.run(mismatch_of_worker, task, on_error="return")
        for worker, answer in sorted(answers.items()):
            if isinstance(answer, OSError):  # it has left; others play
                continue
            if answer is not None:
                told = foreign(answer) if isinstance(answer, Exception) else answer
                raise PyramidStatsError(f"worker {worker}: {told}", SAME_HINT)
        notice(f"playing on {self._name}: {len(answers)} workers, {self._threads()} threads")

    def play(self, chunks: Iterator[Chunk]) -> Iterator[Result]:
        """Yield what comes of the chunks, in the order in which they end."""
        while self._hand_out(chunks):
            found = next(self._done, None)
            if found is None:
                raise self._lost()
            future, result = found
            yield Result(self._in_hand[future], self._outcome(future, result))
            del self._in_hand[future]

    def _hand_out(self, chunks: Iterator[Chunk]) -> bool:
        """Keep the window full while there are chunks; tell whether one is in hand."""
        if monotonic() - self._looked > _LOOK_AGAIN:
            self._window = AHEAD * max(1, self._threads())
            self._looked = monotonic()
        while len(self._in_hand) < self._window:
            chunk = next(chunks, None)
            if chunk is None:
                break
            task = task_of(self._job, chunk)
            future = self._client.submit(play_task, task, pure=False, retries=RETRIES)
            self._in_hand[future] = chunk
            self._done.add(future)
        return bool(self._in_hand)

    def _outcome(self, future: Any, result: Any) -> Outcome | Exception:
        from distributed import KilledWorker  # noqa: PLC0415  (an extra)

        if future.status == "finished":
            outcome, data = result
            if data is not None:
                write_part(data, self._in_hand[future].path(self._run))
            return outcome  # type: ignore[no-any-return]
        if future.status != "error":
            raise self._lost()
        error = result[1]
        if isinstance(error, KilledWorker):
            how = f"the last one was {error.last_worker.address}"
            return too_many_deaths(self._in_hand[future], error.allowed_failures + 1, how)
        if isinstance(error, PyramidStatsError):
            return error
        what = f"{self._in_hand[future].what}: {foreign(error)}"
        return PyramidStatsError(f"{self._name}: {what}", SAME_HINT)

    def _threads(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            raise self._lost() from None

    def _lost(self) -> PyramidStatsError:
        return PyramidStatsError(f"{self._name}: the scheduler is gone", _GO_ON)
