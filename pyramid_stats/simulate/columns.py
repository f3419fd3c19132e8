"""The columns of a part's file, for either detail: a row a game, or a row for all of its games.

They are a contract with other programs.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa

GAMES, SUMMARY = "games", "summary"
"""What a run may store: each game, or of each chunk only the sums that a report needs."""

SCHEMA = pa.schema(
    [
        pa.field("deal", pa.uint64()),
        pa.field("won", pa.bool_()),  # null: undecided within the limits of the player
        pa.field("tableau_left", pa.uint8()),
        pa.field("stock_left", pa.uint8()),
        pa.field("removals", pa.uint16()),
        pa.field("draws", pa.uint16()),
        pa.field("passes", pa.uint8()),
    ]
)
UNDECIDED = -1  # in the rows that the engine returns

MEASURES = ("tableau_left", "stock_left", "removals", "draws", "passes")
"""Columns that are added up, over all games, won and lost."""

HIGHEST = {name: int(np.iinfo(SCHEMA.field(name).type.to_pandas_dtype()).max) for name in MEASURES}
"""No game has more of a measure."""

LOST = "lost_by_tableau_left"
"""The column of a summary that counts the lost games by the cards left in the tableau."""

SUMMARY_SCHEMA = pa.schema(
    [
        *(pa.field(name, pa.uint64()) for name in ("first", "last", "games", "wins", "undecided")),
        *(pa.field(f"sum_{name}", pa.uint64()) for name in MEASURES),
        pa.field(LOST, pa.list_(pa.uint64())),  # at place n those that left n; no zeros at the end
    ]
)
