"""The tableau as cells and who covers whom: the only shape the engine knows.

Cells are numbered from 0 in the order in which their cards are dealt. A set of cells is an
integer whose bit ``c`` stands for cell ``c``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

MAX_CELLS = 64

MAX_UNDER = 2
"""In every layout of the family a card covers at most two others."""


@dataclass(frozen=True)
class Tableau:
    """A layout of overlapping cards.

    Parameters
    ----------
    covers
        For each cell the set of cells that cover it.
    row
        For each cell its row, 1 for the apex.
    """

    covers: tuple[int, ...]
    row: tuple[int, ...]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.covers)

    @property
    def exposed(self) -> int:
        """The cells that nothing covers when the game starts."""
        return sum(1 << cell for cell, above in enumerate(self.covers) if not above)

    @property
    def under(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that it covers, at most two (the inverse of ``covers``)."""
        cells = range(self.cells)
        under = tuple(tuple(c for c in cells if self.covers[c] >> cell & 1) for cell in cells)
        if max(map(len, under)) > MAX_UNDER:
            raise ValueError(f"a card covers more than {MAX_UNDER} others")
        return under

    def rows_from_apex(self, rows: int) -> int:
        """Return the set of cells in the first ``rows`` rows."""
        return sum(1 << cell for cell, row in enumerate(self.row) if row <= rows)


@cache
def pyramid(rows: int) -> Tableau:
    """Lay out a pyramid: row r has r cards, each covered by two neighbours of row r + 1."""
    covers: list[int] = []
    row_of: list[int] = []
    for row in range(1, rows + 1):
        for place in range(row):
            lower_left = row * (row + 1) // 2 + place
            covers.append(3 << lower_left if row < rows else 0)
            row_of.append(row)
    return Tableau(tuple(covers), tuple(row_of))
