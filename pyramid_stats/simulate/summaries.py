"""A chunk of games added up: all that a report shows of it, in one row instead of one a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from pyramid_stats.simulate.columns import HIGHEST, LOST, MEASURES, SUMMARY_SCHEMA, UNDECIDED
from pyramid_stats.simulate.parts import UNREADABLE, Part, read_columns

_NUMBERS = tuple(name for name in SUMMARY_SCHEMA.names if name != LOST)
_CARDS = HIGHEST["tableau_left"] + 1

# One row is all header: what can be left out of it is. The types are told by Parquet itself.
_ENCODING: dict[str, Any] = {
    "compression": "zstd",
    "use_dictionary": False,
    "write_statistics": False,
    "write_page_checksum": True,
    "store_schema": False,
}


@dataclass(frozen=True)
class ChunkSummary:
    """What came of the deals ``first`` to ``last - 1`` of one variant and strategy."""

    first: int
    last: int
    wins: int
    undecided: int
    sums: dict[str, int]
    """Of each of ``columns.MEASURES``, over all games."""
    lost: npt.NDArray[np.int64]
    """Lost games by the cards left in the tableau, 0 to 255."""

    @property
    def games(self) -> int:
        """Deals that were played."""
        return self.last - self.first

    def __add__(self, other: ChunkSummary) -> ChunkSummary:
        """Add the deals that follow."""
        sums = {name: self.sums[name] + other.sums[name] for name in MEASURES}
        wins, undecided = self.wins + other.wins, self.undecided + other.undecided
        return ChunkSummary(self.first, other.last, wins, undecided, sums, self.lost + other.lost)


def add_up(
    first: int,
    measures: Mapping[str, npt.NDArray[Any]],
    won: npt.NDArray[np.bool_],
    undecided: npt.NDArray[np.bool_],
) -> ChunkSummary:
    """Add up the games of the deals from ``first`` on.

    Parameters
    ----------
    first
        The first deal's number.
    measures
        The columns ``columns.MEASURES``, a value a game.
    won, undecided
        Whether each game is.
    """
    sums = {name: int(measures[name].sum(dtype=np.uint64)) for name in MEASURES}
    lost = np.bincount(measures["tableau_left"][~(won | undecided)], minlength=_CARDS)
    wins, unknown = int(np.count_nonzero(won)), int(np.count_nonzero(undecided))
    return ChunkSummary(first, first + len(won), wins, unknown, sums, lost)


def summarize_rows(rows: npt.NDArray[np.void], first: int) -> ChunkSummary:
    """Add up rows as the engine returns them, of the deals from ``first`` on."""
    measures = {name: rows[name] for name in MEASURES}
    return add_up(first, measures, rows["won"] == 1, rows["won"] == UNDECIDED)


def encoded_summary(summary: ChunkSummary) -> bytes:
    """Return the bytes of a summary's file: the same for the same numbers and pyarrow."""
    values: dict[str, Any] = {name: [getattr(summary, name)] for name in _NUMBERS[:5]}
    values |= {f"sum_{name}": [summary.sums[name]] for name in MEASURES}
    values[LOST] = [np.trim_zeros(summary.lost, "b").tolist()]
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(values, SUMMARY_SCHEMA), sink, **_ENCODING)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def read_summary(part: Part) -> ChunkSummary | str:
    """Return what a summary's file says, or what is wrong with it."""
    table = read_columns(part, SUMMARY_SCHEMA.names)
    if isinstance(table, str):
        return table
    try:
        (row,) = table.to_pylist()
    except UNREADABLE:  # more or fewer rows than the footer says
        return "its data can't be read"
    return _problem(part, row) or _summary_of(row)


def _summary_of(row: Mapping[str, Any]) -> ChunkSummary:
    lost = np.zeros(_CARDS, np.int64)
    lost[: len(row[LOST])] = row[LOST]
    sums = {name: row[f"sum_{name}"] for name in MEASURES}
    return ChunkSummary(row["first"], row["last"], row["wins"], row["undecided"], sums, lost)


def _problem(part: Part, row: Mapping[str, Any]) -> str | None:
    """Say in what a row contradicts the name of its file, or itself."""
    for name in SUMMARY_SCHEMA.names:
        if row[name] is None or (name == LOST and None in row[name]):
            return f"{name}: a value is missing"
    if (row["first"], row["last"], row["games"]) != (part.first, part.last, part.games):
        return f"it is not of the deals {part.first} to {part.last - 1}"
    if row["wins"] + row["undecided"] > part.games:
        return f"wins and undecided: more than the {part.games} games"
    for name in MEASURES:
        if row[f"sum_{name}"] > part.games * HIGHEST[name]:
            return f"sum_{name}: more than {part.games} games can have"
    return _histogram_problem(row)


def _histogram_problem(row: Mapping[str, Any]) -> str | None:
    counts = row[LOST]
    lost = row["games"] - row["wins"] - row["undecided"]
    if len(counts) > _CARDS or sum(counts) != lost:
        return f"{LOST}: not the {lost} games that are lost"
    # A won game leaves no card in the tableau; of an undecided one nobody knows how many.
    least = sum(cards * count for cards, count in enumerate(counts))
    most = least + row["undecided"] * HIGHEST["tableau_left"]
    if not least <= row["sum_tableau_left"] <= most:
        return f"sum_tableau_left: not the sum of {LOST}"
    return None
