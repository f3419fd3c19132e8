"""One writer at a time: a run that is being played is locked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.places import Place, Remote, reason

LOCK_NAME = ".lock"
PATIENCE = 3.0
"""Seconds: the workers of a driver that was killed hold its lock until they notice."""


@contextmanager
def locked(run: Place) -> Iterator[None]:
    """Hold the lock of a run's folder, which is made if it is missing.

    The system gives the lock back when the process ends, however it ends; the file itself stays.

    Raises
    ------
    PyramidStatsError
        Another process plays the run, or the folder can't be written.
    """
    if isinstance(run, Remote):  # has no locks; two writers write the same bytes
        yield
        return
    lock = FileLock(run / LOCK_NAME, timeout=PATIENCE)
    try:
        run.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise PyramidStatsError(
            f"{run}: another process plays this run", "wait for it, or name another --out"
        ) from None
    except OSError as error:
        raise PyramidStatsError(
            f"{error.filename or run}: can't be written: {reason(error)}",
            "name another folder with --out",
        ) from None
    try:
        yield
    finally:
        lock.release()
