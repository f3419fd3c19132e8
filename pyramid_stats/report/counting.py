"""From parts on disk to sums: games, wins, cards left, and which deals were won.

Parts are read batch by batch and only added up; of each game three bits are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import reduce
from itertools import groupby, pairwise
from operator import add, attrgetter

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.report.outcomes import Bits, Outcomes, thinned
from pyramid_stats.simulate.columns import MEASURES, SUMMARY
from pyramid_stats.simulate.parts import UNREADABLE
from pyramid_stats.simulate.places import Place, open_parquet, reading_threads
from pyramid_stats.simulate.store import Part, Run
from pyramid_stats.simulate.summaries import ChunkSummary, add_up, read_summary

MEANS = MEASURES
"""Columns of which a report gives the mean over all games, won and lost."""

Batch = tuple[tuple[str, int], int, int]
"""A generator and a seed, which together name the deals; the first deal, and one past the last."""

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
    """Of the games that are stored one by one."""
    batches: dict[Batch, tuple[int, int]] = field(default_factory=dict)
    """Wins and undecided games of each part."""
    by_game: bool = True
    """Whether all games are stored one by one."""

    def add(self, piece: _Piece, deals: tuple[str, int]) -> None:
        """Add the games of a part."""
        found = piece.summary
        self.games += found.games
        self.wins += found.wins
        self.undecided += found.undecided
        self.lost += found.lost
        for name in MEANS:
            self.sums[name] += found.sums[name]
        self.batches[deals, found.first, found.last] = found.wins, found.undecided
        if piece.bits is None:
            self.by_game = False
        else:
            won, undecided = (np.unpackbits(bits, count=found.games) for bits in piece.bits)
            self.outcomes.add(deals, found.first, won, undecided)

    def running(self, points: int) -> tuple[npt.NDArray[np.int64], ...]:
        """Return what :meth:`Outcomes.running` does; of summaries after whole chunks."""
        if self.by_game:
            return self.outcomes.running(points)
        numbers = [
            (last - first, *counts) for (_, first, last), counts in sorted(self.batches.items())
        ]
        return thinned(list(np.cumsum(np.array(numbers, np.int64), axis=0).T), points)


@dataclass
class _Piece:
    """Sums over one part, and, if it has a row a game, its bits: won, undecided."""

    summary: ChunkSummary
    bits: tuple[Bits, Bits] | None = None


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
    if part.detail == SUMMARY:
        found = read_summary(part)
        return found if isinstance(found, str) else _Piece(found)
    sums: list[ChunkSummary] = []
    bits: list[tuple[Bits, Bits]] = []
    deal = part.first
    try:
        with open_parquet(part.path, page_checksum_verification=True) as file:
            for batch in file.iter_batches(
                _BATCH, columns=["deal", "won", *MEANS], use_threads=False
            ):
                if not _follow_each_other(batch.column("deal"), deal):
                    return f"its deals are not {part.first} to {part.last - 1}, each once, in order"
                won, undecided = _results(batch.column("won"))
                measures = {name: batch.column(name).fill_null(0).to_numpy() for name in MEANS}
                sums.append(add_up(deal, measures, won, undecided))
                bits.append((won.view(np.uint8), undecided.view(np.uint8)))
                deal += batch.num_rows
    except UNREADABLE:
        return "its data can't be read"
    if deal != part.last:
        return f"{deal - part.first} rows where {part.games} belong"
    won_bits, open_bits = (np.packbits(np.concatenate(some)) for some in zip(*bits, strict=True))
    return _Piece(reduce(add, sums), (won_bits, open_bits))


def _follow_each_other(deals: pa.Array, first: int) -> bool:
    expected = np.arange(first, first + len(deals), dtype=np.uint64)
    return deals.null_count == 0 and bool(np.array_equal(deals.to_numpy(), expected))


def _results(won: pa.Array) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return which games are won, and which undecided."""
    return (
        won.fill_null(False).to_numpy(zero_copy_only=False),
        won.is_null().to_numpy(zero_copy_only=False),
    )
