"""What a search finds: a verdict, the states that it kept, the length of the way to the win."""

from __future__ import annotations

from numba import types

WON, LOST, UNDECIDED = 1, 0, -1

found_type = types.UniTuple(types.int64, 3)  # type: ignore[no-untyped-call]
