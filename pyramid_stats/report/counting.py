"""From parts on disk to sums: games, wins, cards left, and which deals were won.

Parts are read batch by batch and only added up; of each game three bits are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from operator import attrgetter

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.report.outcomes import Bits, Outcomes
from pyramid_stats.simulate.parts import UNREADABLE
from pyramid_stats.simulate.places import Place, open_parquet, reading_threads
from pyramid_stats.simulate.store import Part, Run

MEANS = ("tableau_left", "stock_left", "removals", "draws", "passes")
"""Columns of which a report gives the mean over all games, won and lost."""

_BATCH = 1 << 17  # rows; some 2 MB at a time for each thread


@dataclass
class Tally:
    """Sums over the games of one variant and strategy."""

    games: int = 0
    wins: int = 0
    undecided: int = 0
    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MEANS, 0))
    lost: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(256, np.int64))
    """Lost games by the cards left in the tableau."""
    outcomes: Outcomes = field(default_factory=Outcomes)

    def add(self, piece: _Piece, deals: tuple[str, int]) -> None:
        """Add the games of a part."""
        won, undecided = (np.unpackbits(bits, count=piece.games) for bits in piece.bits)
        self.games += piece.games
        self.wins += int(np.count_nonzero(won))
        self.undecided += int(np.count_nonzero(undecided))
        self.lost += piece.lost
        for name in MEANS:
            self.sums[name] += piece.sums[name]
        self.outcomes.add(deals, piece.first, won, undecided)


@dataclass
class _Piece:
    """Sums over one part, and its bits: won, undecided."""

    first: int
    games: int
    sums: dict[str, int]
    lost: npt.NDArray[np.int64]
    bits: tuple[Bits, Bits]


Cell = tuple[str, str]
"""The names of a variant and a strategy."""


def count_games(runs: Sequence[Run]) -> tuple[dict[Cell, Tally], dict[Place, str]]:
    """Add up the parts of some runs by variant and strategy, several files at a time.

    Returns
    -------
    tallies : dict
        Only what was played is there.
    damaged : dict
        Parts left out, and why.

    Raises
    ------
    PyramidStatsError
        Two runs hold the same games.
    """
    parts, damaged = _whole_parts(runs)
    tallies: dict[Cell, Tally] = {}
    with ThreadPoolExecutor(max(reading_threads(run.path) for run in runs)) as pool:
        pieces = pool.map(_read_part, [part for _, part in parts])
        for (deals, part), found in zip(parts, pieces, strict=True):
            if isinstance(found, str):
                damaged[part.path] = found
            else:
                tallies.setdefault((part.variant, part.strategy), Tally()).add(found, deals)
    return tallies, damaged


def _whole_parts(
    runs: Sequence[Run],
) -> tuple[list[tuple[tuple[str, int], Part]], dict[Place, str]]:
    """Return the parts that can be read and whose deals they are; refuse games given twice."""
    parts: dict[tuple[str, int], list[Part]] = {}
    damaged: dict[Place, str] = {}
    for run in runs:
        whole, broken = run.split_damaged()
        damaged |= broken
        parts.setdefault(run.manifest.deals, []).extend(whole)
    for (_, seed), same_deals in parts.items():
        _refuse_overlap(seed, same_deals)
    return [(deals, part) for deals, some in parts.items() for part in some], damaged


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


def _read_part(part: Part) -> _Piece | str:
    """Return the sums over a part, or what is wrong with it."""
    sums = dict.fromkeys(MEANS, 0)
    lost = np.zeros(256, np.int64)
    bits: list[tuple[Bits, Bits]] = []
    deal = part.first
    try:
        with open_parquet(part.path, page_checksum_verification=True) as file:
            for batch in file.iter_batches(
                _BATCH, columns=["deal", "won", *MEANS], use_threads=False
            ):
                if not _follow_each_other(batch.column("deal"), deal):
                    return f"its deals are not {part.first} to {part.last - 1}, each once, in order"
                deal += batch.num_rows
                bits.append(_add_batch(batch, sums, lost))
    except UNREADABLE:
        return "its data can't be read"
    if deal != part.last:
        return f"{deal - part.first} rows where {part.games} belong"
    won, undecided = (np.concatenate(some) for some in zip(*bits, strict=True))
    return _Piece(part.first, part.games, sums, lost, (np.packbits(won), np.packbits(undecided)))


def _follow_each_other(deals: pa.Array, first: int) -> bool:
    expected = np.arange(first, first + len(deals), dtype=np.uint64)
    return deals.null_count == 0 and bool(np.array_equal(deals.to_numpy(), expected))


def _add_batch(
    batch: pa.RecordBatch, sums: dict[str, int], lost: npt.NDArray[np.int64]
) -> tuple[Bits, Bits]:
    """Add some rows up; return which are won, and which undecided."""
    for name in MEANS:
        sums[name] += pc.sum(batch.column(name)).as_py() or 0
    column = batch.column("won")
    won = column.fill_null(False).to_numpy(zero_copy_only=False)
    undecided = column.is_null().to_numpy(zero_copy_only=False)
    left = batch.column("tableau_left").fill_null(0).to_numpy()
    lost += np.bincount(left[~(won | undecided)], minlength=256)
    return won.view(np.uint8), undecided.view(np.uint8)
