"""From the parts of one or more runs to one row for each variant and strategy.

Parts are read batch by batch and only added up, so memory does not grow with the number of games.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.report.merging import merge_strategies, merge_variants
from pyramid_stats.simulate.store import Manifest, Part, Run
from pyramid_stats.statistics.intervals import wilson

MEANS = ("tableau_left", "stock_left", "removals", "draws", "passes")
"""Columns of which a report gives the mean over all games, won and lost."""

_BATCH = 1 << 17  # rows; some 2 MB at a time for each thread
_THREADS = min(8, os.cpu_count() or 1)


@dataclass(frozen=True)
class Row:
    """What came of one variant and strategy; the fields are the columns of every format.

    ``win_rate`` is wins / games: an undecided game is no win. The interval allows for either
    result of it. Means are taken over all games. No games: all of these are None.
    """

    variant: str
    strategy: str
    honest: bool
    games: int
    wins: int
    undecided: int
    win_rate: float | None
    ci_low: float | None
    ci_high: float | None
    confidence: float
    mean_tableau_left: float | None
    mean_stock_left: float | None
    mean_removals: float | None
    mean_draws: float | None
    mean_passes: float | None


@dataclass(frozen=True)
class Summary:
    """Everything that a table or a figure needs."""

    runs: tuple[tuple[Path, Manifest], ...]
    rows: tuple[Row, ...]
    """By variant, then strategy, both in the order of the manifests."""
    confidence: float
    damaged: dict[Path, str] = field(default_factory=dict)
    """Parts left out, and why."""

    @property
    def variants(self) -> tuple[str, ...]:
        """Names of the variants, in order."""
        return tuple(dict.fromkeys(row.variant for row in self.rows))

    @property
    def strategies(self) -> tuple[str, ...]:
        """Names of the strategies, in order."""
        return tuple(dict.fromkeys(row.strategy for row in self.rows))

    @property
    def titles(self) -> tuple[str, ...]:
        """Titles of the runs, each once."""
        return tuple(dict.fromkeys(manifest.title for _, manifest in self.runs if manifest.title))

    @property
    def seeds(self) -> tuple[int, ...]:
        """Seeds of the runs, each once."""
        return tuple(dict.fromkeys(manifest.seed for _, manifest in self.runs))

    @property
    def games(self) -> int:
        """Games in all rows together."""
        return sum(row.games for row in self.rows)


@dataclass
class _Totals:
    """Sums over some games."""

    games: int = 0
    wins: int = 0
    undecided: int = 0
    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MEANS, 0))

    def add_batch(self, batch: pa.RecordBatch) -> None:
        won = batch.column("won")
        self.games += batch.num_rows
        self.undecided += won.null_count
        self.wins += pc.sum(won).as_py() or 0
        for name in MEANS:
            self.sums[name] += pc.sum(batch.column(name)).as_py() or 0

    def add(self, other: _Totals) -> None:
        self.games += other.games
        self.wins += other.wins
        self.undecided += other.undecided
        for name in MEANS:
            self.sums[name] += other.sums[name]


def summarize(runs: Sequence[Run], confidence: float = 0.95) -> Summary:
    """Add up the games of some runs.

    A damaged part is left out and named in the result. The same variant and strategy in several
    runs are added together.

    Parameters
    ----------
    runs
        As :func:`pyramid_stats.simulate.store.open_run` returns them.
    confidence
        Of the Wilson intervals, between 0 and 1.

    Raises
    ------
    PyramidStatsError
        Two runs hold the same games, or mean different things by the same name.
    """
    variants = merge_variants(runs)
    strategies = merge_strategies(runs)
    parts, damaged = _whole_parts(runs)
    totals, unreadable = _add_up(parts)
    cells = {
        (variant.name, strategy.name)
        for run in runs
        for variant in run.manifest.variants
        for strategy in run.manifest.strategies
    }
    rows = [
        _row(variant, strategy, honest, totals.get((variant, strategy), _Totals()), confidence)
        for variant in variants
        for strategy, honest in strategies.items()
        if (variant, strategy) in cells
    ]
    sources = tuple((run.path, run.manifest) for run in runs)
    return Summary(sources, tuple(rows), confidence, damaged | unreadable)


def _whole_parts(runs: Sequence[Run]) -> tuple[list[Part], dict[Path, str]]:
    """Return the parts that can be read, after refusing games that are there twice."""
    parts: list[Part] = []
    damaged: dict[Path, str] = {}
    by_seed: dict[int, list[Part]] = {}
    for run in runs:
        whole, broken = run.split_damaged()
        parts += whole
        damaged |= broken
        by_seed.setdefault(run.manifest.seed, []).extend(whole)
    for seed, same_deals in by_seed.items():
        _refuse_overlap(seed, same_deals)
    return parts, damaged


def _refuse_overlap(seed: int, parts: Iterable[Part]) -> None:
    cell = attrgetter("variant", "strategy")
    for _, group in groupby(sorted(parts), key=cell):
        for one, other in pairwise(group):
            if other.first < one.last:
                raise PyramidStatsError(
                    f"{other.path}: deals {other.first} to {min(one.last, other.last) - 1} of "
                    f"seed {seed} are also in {one.path}",
                    "leave one of the two out: no game may count twice",
                )


def _add_up(parts: Sequence[Part]) -> tuple[dict[tuple[str, str], _Totals], dict[Path, str]]:
    """Add the parts up by variant and strategy, several files at a time.

    Also returns the parts whose data turn out to be damaged, and how.
    """
    totals: dict[tuple[str, str], _Totals] = {}
    damaged: dict[Path, str] = {}
    with ThreadPoolExecutor(_THREADS) as pool:
        for part, found in zip(parts, pool.map(_read_part, parts), strict=True):
            if isinstance(found, str):
                damaged[part.path] = found
            else:
                totals.setdefault((part.variant, part.strategy), _Totals()).add(found)
    return totals, damaged


def _read_part(part: Part) -> _Totals | str:
    """Return the sums over a part, or what is wrong with it."""
    totals = _Totals()
    try:
        with pq.ParquetFile(part.path) as file:
            for batch in file.iter_batches(_BATCH, columns=["won", *MEANS], use_threads=False):
                totals.add_batch(batch)
    except (OSError, pa.ArrowException):
        return "its data can't be read"
    return totals


def _row(variant: str, strategy: str, honest: bool, totals: _Totals, confidence: float) -> Row:
    games, wins, undecided = totals.games, totals.wins, totals.undecided
    interval = wilson(wins, games, confidence, undecided=undecided)
    means = {f"mean_{name}": totals.sums[name] / games if games else None for name in MEANS}
    return Row(
        variant=variant,
        strategy=strategy,
        honest=honest,
        games=games,
        wins=wins,
        undecided=undecided,
        win_rate=wins / games if games else None,
        ci_low=interval.low if interval else None,
        ci_high=interval.high if interval else None,
        confidence=confidence,
        **means,
    )
