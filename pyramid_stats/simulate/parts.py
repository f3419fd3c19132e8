"""One chunk of games as one Parquet file: its name, writing it, judging it.

The layout is a contract with other programs: any Parquet reader may read ``RUN/**/*.parquet``
without this package.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from pyramid_stats.simulate.atomic import GO_ON, write_bytes
from pyramid_stats.simulate.columns import GAMES, SCHEMA, SUMMARY, SUMMARY_SCHEMA, UNDECIDED
from pyramid_stats.simulate.places import Place, open_parquet, place_in

LARGEST_CHUNK = 10**8
"""Games in one part: a file that claims more would only fill the memory of whoever reads it."""

# Deal numbers rise by one, so their differences pack to nothing; the other columns take few
# values each, so a dictionary packs them to 3 to 5 bits. Against the defaults of pyarrow this
# halves both the time and the size. Only statistics of `deal` help a reader to skip anything.
_ENCODING: dict[str, Any] = {
    "compression": "zstd",
    "compression_level": 1,
    "use_dictionary": ["tableau_left", "stock_left", "removals", "draws", "passes"],
    "column_encoding": {"deal": "DELTA_BINARY_PACKED"},
    "write_statistics": ["deal"],
    "write_page_checksum": True,
}

NAME = r"[A-Za-z0-9][A-Za-z0-9._+-]*"
"""What a variant may be called: it names a folder on every system."""

STRATEGY = rf"{NAME}(?::[A-Za-z_][A-Za-z0-9_]*)?(?:\([A-Za-z0-9._+=,-]*\))?"
"""What a strategy may be called: ``greedy``, ``determinized(samples=50)``, ``mine.py:choose``."""

_PLAIN_IN_FOLDERS = "()+,"
"""What stays as it is in a folder's name; other signs are written as Hive does, ``%3D`` for =."""

_DIGITS = 19  # deal numbers go up to 2**63
_PLACE = re.compile(
    rf"variant=(?P<variant>{NAME})/strategy=(?P<strategy>[^/=:]+)/"
    rf"(?P<prefix>deals|summary)-(?P<first>\d{{{_DIGITS}}})-(?P<last>\d{{{_DIGITS}}})\.parquet"
)
_PREFIX = {GAMES: "deals", SUMMARY: "summary"}

_NOT_WHOLE = "not a whole Parquet file"
UNREADABLE = (OSError, ValueError, pa.ArrowException)
"""What pyarrow raises for a damaged file; a name of a column may have become no UTF-8."""

FITTING_STRATEGY = re.compile(STRATEGY)
LONGEST_NAME = 200  # "strategy=" and the name make a folder; file systems allow 255 bytes


@dataclass(frozen=True, order=True)
class Part:
    """The games of one variant and strategy on the deals ``first`` to ``last - 1``."""

    variant: str
    strategy: str
    first: int
    last: int
    path: Place
    detail: str = GAMES
    """Whether it holds a row a game, or one for all of them (``columns.SUMMARY``)."""

    @property
    def games(self) -> int:
        """Number of games that the file has to be of."""
        return self.last - self.first


def part_path(
    run: Place, variant: str, strategy: str, first: int, last: int, detail: str = GAMES
) -> Place:
    """Return where the part of the deals ``first`` to ``last - 1`` lies in a run."""
    name = f"{_PREFIX[detail]}-{first:0{_DIGITS}}-{last:0{_DIGITS}}.parquet"
    return run / f"variant={variant}" / f"strategy={quote(strategy, _PLAIN_IN_FOLDERS)}" / name


def parse_part(run: Place, path: Place) -> Part | None:
    """Return the part that a file in a run is by its place and name, or None."""
    match = _PLACE.fullmatch(place_in(run, path))
    if match is None or int(match["first"]) >= int(match["last"]):
        return None
    strategy = unquote(match["strategy"])
    as_written = quote(strategy, _PLAIN_IN_FOLDERS) == match["strategy"]
    if not as_written or not FITTING_STRATEGY.fullmatch(strategy):
        return None
    detail = next(each for each in _PREFIX if _PREFIX[each] == match["prefix"])
    return Part(match["variant"], strategy, int(match["first"]), int(match["last"]), path, detail)


def write_part(data: bytes, path: Place) -> None:
    """Write the file of one chunk, which is there whole or not at all.

    Parameters
    ----------
    data
        As :func:`encoded` returns it, or of a summary.
    path
        Where the file goes, see :func:`part_path`; the run's folder has to be there.

    Raises
    ------
    PyramidStatsError
        The file can't be written.
    """
    write_bytes(path, data, GO_ON, within=path.parent.parent.parent)


def encoded(rows: npt.NDArray[np.void]) -> bytes:
    """Return the bytes of a part's file: the same for the same rows, pyarrow and pandas.

    Parameters
    ----------
    rows
        Structured array, one record a game, with the fields of :data:`SCHEMA`; ``won`` is 1, 0 or
        -1 (undecided), as :func:`pyramid_stats.engine.play.play_deals` returns it.
    """
    import pandas as pd  # noqa: PLC0415  (0.4 s that those who only read a run need not pay)

    columns: dict[str, Any] = {name: np.ascontiguousarray(rows[name]) for name in SCHEMA.names}
    won = columns["won"]
    columns["won"] = pd.arrays.BooleanArray(won == 1, won == UNDECIDED)
    frame = pd.DataFrame(columns, copy=False)
    data: bytes = frame.to_parquet(None, engine="pyarrow", index=False, schema=SCHEMA, **_ENCODING)
    return data


def part_problem(part: Part) -> str | None:
    """Say what is wrong with a part as far as its footer tells, or return None.

    Notices a truncated file, columns that are missing or of another type, and a number of rows
    that is not the one in the file's name. Further columns are allowed.
    """
    try:
        with open_parquet(part.path) as file:
            return _footer_problem(part, file)
    except UNREADABLE:
        return _NOT_WHOLE


def read_columns(part: Part, columns: Sequence[str]) -> pa.Table | str:
    """Return columns of a part, or what is wrong with its footer or its data."""
    trouble = _NOT_WHOLE
    try:
        with open_parquet(part.path, page_checksum_verification=True) as file:
            problem = _footer_problem(part, file)
            trouble = "its data can't be read"
            return problem or file.read(columns=list(columns), use_threads=False)
    except UNREADABLE:
        return trouble


def _footer_problem(part: Part, file: pq.ParquetFile) -> str | None:
    if part.games > LARGEST_CHUNK:
        return f"more than the {LARGEST_CHUNK:,} games that a part may have"
    wanted, belong = (SCHEMA, part.games) if part.detail == GAMES else (SUMMARY_SCHEMA, 1)
    rows, schema = file.metadata.num_rows, file.schema_arrow
    names = schema.names
    for field in wanted:
        if field.name not in names:
            return f"has no column {field.name!r}"
        if names.count(field.name) > 1:
            return f"has several columns {field.name!r}"
        if schema.field(field.name).type != field.type:
            return f"{field.name}: {schema.field(field.name).type} where {field.type} belongs"
    return None if rows == belong else f"{rows} rows where {belong} belong"
