"""What a cluster's worker does: it sees that it is the same program, plays, and writes or sends."""

from __future__ import annotations

import asyncio
import hashlib
import os
import pickle
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pyramid_stats.engine.jit import kernel_hash
from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.manifest import MANIFEST_NAME
from pyramid_stats.simulate.parts import write_part
from pyramid_stats.simulate.places import Place
from pyramid_stats.simulate.plan import Chunk
from pyramid_stats.simulate.provenance import versions
from pyramid_stats.simulate.runners import Outcome, played
from pyramid_stats.simulate.workers import sendable
from pyramid_stats.strategies.files import bring, source_of

SAME_HINT = "the scheduler and every worker need the same Python, package and constraints.txt"


class Job(NamedTuple):
    """What the tasks of a run have in common.

    Parameters
    ----------
    run
        Its place, as the driver sees it.
    digest
        Of its ``run.json``, by which a worker knows whether what it sees there is the same run.
    program
        The versions and the hash of the kernels that the driver has.
    """

    run: Place
    digest: str
    program: dict[str, str]

    @classmethod
    def of(cls, run: Place) -> Job:
        """Return the job of a run whose manifest is written."""
        return cls(run, _digest(run), _program())

    def packed(self) -> bytes:
        """Return it as bytes, to be sent."""
        return pickle.dumps(self)

    @property
    def mismatch(self) -> str | None:
        """How this process differs from the driver, None if it would play and write the same."""
        mine = _program()
        for key, there in self.program.items():
            if mine[key] != there:
                return f"not the same program: {key} {mine[key]} there, {there} here"
        return None

    def is_here(self) -> bool:
        """Tell whether this process sees the run and may write there."""
        writable = not isinstance(self.run, Path) or os.access(self.run, os.W_OK)
        return writable and _digest(self.run) == self.digest


class Task(NamedTuple):
    """A chunk for a worker. It is opened in two steps: the chunk may need the sources."""

    job: bytes
    sources: Mapping[Path, bytes]
    chunk: bytes


def task_of(job: bytes, chunk: Chunk) -> bytes:
    """Return a task as bytes."""
    task = Task(job, source_of(chunk.strategy.origin), pickle.dumps(chunk))
    return pickle.dumps(task)


async def mismatch_of_worker(task: bytes) -> str | None:
    """Let a worker compile what a task needs; return how it differs from the driver.

    In a thread, so that meanwhile the worker can tell the scheduler that it lives.
    """
    return await asyncio.to_thread(_warm_up, task)


def _warm_up(task: bytes) -> str | None:
    opened = Task(*pickle.loads(task))
    mismatch = _opened(opened.job).mismatch
    if mismatch is None:
        with suppress(Exception):  # it will come again where it is reported
            chunk = _chunk(opened)
            chunk.strategy.play(chunk.variant, chunk.seed, chunk.first, chunk.first + 1, 1)
    return mismatch


def play_task(task: bytes) -> tuple[Outcome, bytes | None]:
    """Play a chunk; return what came of it, and its file if it couldn't be put into the run.

    Raises
    ------
    Exception
        Whatever the strategy raises, in a form that can be sent; or the worker came later than
        the others were looked at, and plays with other versions.
    """
    opened = Task(*pickle.loads(task))
    job = _opened(opened.job)
    if job.mismatch is not None:
        raise PyramidStatsError(f"worker {_address()}: {job.mismatch}", SAME_HINT)
    try:
        chunk = _chunk(opened)
        outcome, data = played(chunk)
    except Exception as error:
        raise sendable(error) from None
    if not job.is_here():  # asked now: the run may have been replaced meanwhile
        return outcome, data
    write_part(data, chunk.path(job.run))
    return outcome, None


def _chunk(task: Task) -> Chunk:
    bring(task.sources)
    chunk: Chunk = pickle.loads(task.chunk)
    return chunk


@lru_cache(maxsize=4)
def _opened(job: bytes) -> Job:
    opened: Job = pickle.loads(job)
    return opened


@lru_cache(maxsize=1)
def _program() -> dict[str, str]:
    return versions() | {"kernels": kernel_hash()}


def _digest(run: Place) -> str:
    """Return the hash of a run's manifest, empty if it can't be read."""
    try:
        return hashlib.sha256((run / MANIFEST_NAME).read_bytes()).hexdigest()
    except OSError:
        return ""


def _address() -> str:
    from distributed import get_worker  # noqa: PLC0415  (an extra)

    return str(get_worker().address)
