"""``make bench``: measures the figures and prints them with their bars and aims."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from benchmarks import engines, kernel, players, process, solver
from benchmarks.figure import Figure, markdown, text_header, text_line
from benchmarks.scale import FULL, QUICK, Scale

GROUPS: dict[str, Callable[[Scale], Iterator[Figure]]] = {
    "engine": kernel.engine,
    "naive": kernel.twin,
    "players": players.players,
    "overhead": process.overhead,
    "many": process.many,
    "engines": engines.engines,
    "resume": engines.resuming,
    "solver": solver.solver,
}


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="benchmarks.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer games: a look, not a measure")
    parser.add_argument("--only", choices=GROUPS, action="append", help="only this group")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument("--check", action="store_true", help="fail if a bar is missed")
    return parser.parse_args()


def machine() -> str:
    """Return a line that says what was measured on."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "pyarrow"))
    python = f"Python {platform.python_version()}"
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}; {python}, {packages}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def main() -> int:
    """Measure, print, and return the exit code."""
    wanted = arguments()
    scale = QUICK if wanted.quick else FULL
    print(machine(), end="\n\n", flush=True)
    if not wanted.markdown:
        print(text_header(), flush=True)
    figures = []
    for name in wanted.only or GROUPS:
        for figure in GROUPS[name](scale):
            figures.append(figure)
            if not wanted.markdown:
                print(text_line(figure), flush=True)
    if wanted.markdown:
        print(markdown(figures))
    missed = [figure.what for figure in figures if not figure.meets(figure.bar)]
    return 1 if wanted.check and missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
