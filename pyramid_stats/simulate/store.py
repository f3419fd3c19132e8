"""A run on disk: its manifest, its parts, and what else lies there.

::

    RUN/run.json
    RUN/variant=<name>/strategy=<name>/deals-<first>-<last>.parquet

or, where a chunk's games are stored as one row, ``summary-<first>-<last>.parquet``.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.columns import SCHEMA
from pyramid_stats.simulate.manifest import MANIFEST_NAME, Manifest, read_manifest, write_manifest
from pyramid_stats.simulate.parts import Part, parse_part, part_path, part_problem
from pyramid_stats.simulate.places import Place, reading_threads, reason

__all__ = [
    "SCHEMA",
    "Manifest",
    "Part",
    "Run",
    "open_run",
    "part_path",
    "part_problem",
    "read_manifest",
    "write_manifest",
]


@dataclass(frozen=True)
class Run:
    """What lies in a run's folder."""

    path: Place
    manifest: Manifest
    parts: tuple[Part, ...]
    """Sorted by variant, strategy and first deal."""
    foreign: tuple[Place, ...]
    """Files, and folders that hold no part, that don't belong to the run."""

    def split_damaged(self) -> tuple[tuple[Part, ...], dict[Place, str]]:
        """Return the whole parts, and for each other one what is wrong with it.

        Opens each part's footer, about 0.2 ms a part.
        """
        with ThreadPoolExecutor(reading_threads(self.path)) as pool:
            problems = dict(zip(self.parts, pool.map(part_problem, self.parts), strict=True))
        whole = tuple(part for part, problem in problems.items() if problem is None)
        return whole, {part.path: text for part, text in problems.items() if text is not None}


def open_run(path: Place) -> Run:
    """Read a run's manifest and list its parts, without opening them.

    Names that begin with ``.`` or ``_`` are passed over. A part of a variant or strategy that
    the manifest doesn't name is foreign, and so is one with a row a game where the run has a row
    a chunk, or the other way round; a link, which may lead out of the run; and what is no file:
    a pipe would be read for ever.

    Raises
    ------
    UsageError
        The folder is missing or is not a run.
    PyramidStatsError
        The manifest or a folder can't be read, or the manifest is of another schema.
    """
    manifest = read_manifest(path)
    variants = {variant.name for variant in manifest.variants}
    strategies = {strategy.name for strategy in manifest.strategies}
    try:
        entries = list(_entries(path, depth=2))
    except OSError as error:
        raise PyramidStatsError(
            f"{error.filename or path}: can't be read: {reason(error)}"
        ) from None
    parts, foreign = [], []
    for entry in entries:
        part = parse_part(path, entry)
        known = part and part.variant in variants and part.strategy in strategies
        fitting = part and known and part.detail == manifest.detail
        if part and fitting and entry.is_file() and not entry.is_symlink():
            parts.append(part)
        elif entry != path / MANIFEST_NAME:
            foreign.append(entry)
    return Run(path, manifest, tuple(sorted(parts)), tuple(sorted(foreign)))


def _entries(folder: Place, depth: int) -> Iterator[Place]:
    """Yield the files of a run's folders, and the folders that are none of a run's."""
    for entry in folder.iterdir():
        if entry.name.startswith((".", "_")):
            continue
        ours = depth and entry.name.startswith(("variant=", "strategy="))
        if ours and entry.is_dir() and not entry.is_symlink():
            yield from _entries(entry, depth - 1)
        else:
            yield entry
