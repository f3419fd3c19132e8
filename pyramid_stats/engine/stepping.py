"""One game in steps, for a player that isn't compiled: the engine plays on to the next choice."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.philox import key_of
from pyramid_stats.engine.play import CHOICE, OVER, begin, keys_type, only_move, or_over, write_row
from pyramid_stats.engine.records import DECK, LONGEST, deck_type, log_type, new, row_type
from pyramid_stats.engine.table import make
from pyramid_stats.engine.view import View, new_view, view_type
from pyramid_stats.rules.variant import Variant

_STEP_TYPES = (view_type, deck_type, log_type, types.int64)


@kernel(types.void(view_type, deck_type, keys_type, types.uint64))
def _begin(view, deck, key, deal):  # type: ignore[no-untyped-def]
    begin(view, deck, (key[0], key[1]), deal)


@kernel(types.int64(*_STEP_TYPES))
def _go_on(view, deck, log, made):  # type: ignore[no-untyped-def]
    """Make moves as long as there is only one; return how many were made by now."""
    code = or_over(view, only_move(view))
    while code not in (CHOICE, OVER):
        log[made] = code
        made += 1
        make(view.rules, deck, view.position, code)
        code = or_over(view, only_move(view))
    if code == OVER:
        view.moves.count = 0
    return made


@kernel(types.int64(*_STEP_TYPES, types.int64))
def _choose(view, deck, log, made, pick):  # type: ignore[no-untyped-def]
    """Make the chosen move; return how many were made, or -1 if that is the end of the game."""
    code = or_over(view, view.moves.code[pick])
    if code == OVER:
        return -1
    log[made] = code
    make(view.rules, deck, view.position, code)
    return made + 1


@kernel(types.void(view_type, types.uint64, row_type))
def _write_row(view, deal, row):  # type: ignore[no-untyped-def]
    write_row(view.rules, view.position, deal, row)


class Steps:
    """Games of one variant, one after the other, each played from choice to choice.

    Parameters
    ----------
    variant
        The rules.
    seed
        0 to 2**64 - 1; with the deal number it names the deck.
    settings
        The values of the player's parameters.
    """

    def __init__(self, variant: Variant, seed: int, settings: list[float]) -> None:
        self.view: View = new_view(variant, settings)
        self._deck, self._key = new(DECK), key_of(seed)
        self._log, self._made = np.empty(LONGEST, np.int64), 0

    def begin(self, deal: int) -> None:
        """Lay out a deal and play on to the first choice."""
        _begin(self.view, self._deck, self._key, np.uint64(deal))
        self._made = _go_on(self.view, self._deck, self._log, 0)

    @property
    def over(self) -> bool:
        """Whether the game is over; else ``view.moves`` lists what there is to choose from."""
        return bool(self.view.moves["count"] == 0)

    def choose(self, pick: int) -> None:
        """Make the legal move of that index, and play on to the next choice."""
        made = _choose(self.view, self._deck, self._log, self._made, pick)
        if made < 0:
            self.view.moves["count"] = 0
        else:
            self._made = _go_on(self.view, self._deck, self._log, made)

    def write_row(self, deal: int, row: Any) -> None:
        """Write what came of the game (dtype ``records.ROW``)."""
        _write_row(self.view, np.uint64(deal), row)

    def codes(self) -> list[int]:
        """Return the moves that were made."""
        return [int(code) for code in self._log[: self._made]]
