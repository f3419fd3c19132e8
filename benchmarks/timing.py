"""Clocks: how long a call takes, and how much a whole process takes of time and memory."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEBIBYTE = 2**20
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


def seconds(call: Callable[[], Any]) -> float:
    """Return how long a call takes."""
    before = time.perf_counter()
    call()
    return time.perf_counter() - before


def median_ratio(
    rounds: int, above: Callable[[], float], below: Callable[[], float]
) -> tuple[float, list[float]]:
    """Return the median of ``above() / below()`` over interleaved rounds, and all of them.

    ``below`` is measured before and after ``above``, and its mean taken: so a machine that slows
    down meanwhile slows both.
    """
    ratios = []
    before = below()
    for _ in range(rounds):
        value, after = above(), below()
        ratios.append(2 * value / (before + after))
        before = after
    return statistics.median(ratios), ratios


def own_peak() -> float:
    """Return this process's resident memory at its highest, in MiB.

    Linux counts into ``ru_maxrss`` what the parent had when it started the process.
    """
    status = Path("/proc/self/status")
    if status.exists():
        fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(fields["VmHWM"].split()[0]) * 1024 / MEBIBYTE
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MAXRSS_UNIT / MEBIBYTE


@dataclass(frozen=True)
class Ran:
    """What a process took."""

    seconds: float
    peak: float
    """Resident memory at its highest, in MiB: the process's own, or its largest child's."""


def run(arguments: Sequence[str]) -> Ran:
    """Run ``pyramid-stats`` with these arguments as a new process; RuntimeError if it fails."""
    before = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "pyramid_stats", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stderr is not None
        complaint = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    elapsed = time.perf_counter() - before
    if process.returncode != 0:
        raise RuntimeError(f"pyramid-stats {' '.join(arguments)}: {complaint.strip()}")
    return Ran(elapsed, usage.ru_maxrss * MAXRSS_UNIT / MEBIBYTE)
