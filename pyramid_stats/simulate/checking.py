"""Whether the games of a stored part are whole, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pyramid_stats.engine.records import ROW
from pyramid_stats.simulate.columns import SCHEMA, SUMMARY, UNDECIDED
from pyramid_stats.simulate.parts import Part, encoded, read_columns
from pyramid_stats.simulate.runners import Outcome
from pyramid_stats.simulate.summaries import ChunkSummary, encoded_summary, read_summary


def count_part(part: Part) -> Outcome | str:
    """Return what came of a part's games, or what is wrong with it."""
    if part.detail == SUMMARY:
        return check_part(part, bytewise=False)  # a single row is read whole
    table = read_part(part, ("deal", "won"))
    return table if isinstance(table, str) else _counted(part, table)


def check_part(part: Part, bytewise: bool) -> Outcome | str:
    """Return what came of a part's games, or what is wrong with any of its columns.

    Parameters
    ----------
    part
        Of any run.
    bytewise
        Whether it was written by these versions of pandas and pyarrow: then its rows, written
        once more, have to give the same bytes, so that no changed bit goes unnoticed.
    """
    found = read_summary(part) if part.detail == SUMMARY else read_part(part)
    if isinstance(found, str):
        return found
    if bytewise and _bytes_of(found) != part.path.read_bytes():
        return "its bytes are not those that its rows give"
    return _counted(part, found)


def _bytes_of(found: pa.Table | ChunkSummary) -> bytes:
    return encoded_summary(found) if isinstance(found, ChunkSummary) else encoded(as_rows(found))


def as_rows(table: pa.Table) -> npt.NDArray[np.void]:
    """Return rows as the engine returns them (dtype ``records.ROW``)."""
    rows = np.zeros(table.num_rows, ROW)
    for name in SCHEMA.names:
        column = table[name]
        if name == "won":
            column = pc.fill_null(pc.cast(column, pa.int8()), UNDECIDED)
        rows[name] = column.to_numpy()
    return rows


def _counted(part: Part, found: pa.Table | ChunkSummary) -> Outcome:
    if isinstance(found, ChunkSummary):
        wins, undecided = found.wins, found.undecided
    else:
        wins, undecided = pc.sum(found["won"]).as_py() or 0, found["won"].null_count
    return Outcome(part.variant, part.strategy, part.games, wins, undecided)


def read_part(part: Part, columns: Sequence[str] = tuple(SCHEMA.names)) -> pa.Table | str:
    """Return the rows of a part, ``deal`` among the columns, or what is wrong with them."""
    table = read_columns(part, columns)
    if isinstance(table, str):
        return table
    if table.num_rows != part.games:  # before so many deals are listed
        return f"{table.num_rows} rows where {part.games} belong"
    for name in columns:
        if name != "won" and table[name].null_count:
            return f"{name}: a value is missing"
    deals = np.arange(part.first, part.last, dtype=np.uint64)
    if not np.array_equal(table["deal"].to_numpy(), deals):
        return f"its deals are not {part.first} to {part.last - 1}, each once, in order"
    return table
