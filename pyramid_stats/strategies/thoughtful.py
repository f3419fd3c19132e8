"""Win whatever can be won: with every card known, by the exact solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from pyramid_stats.engine.deal import deal_deck
from pyramid_stats.rules.variant import Variant
from pyramid_stats.strategies import THOUGHTFUL
from pyramid_stats.strategies.strategy import Strategy


@dataclass(frozen=True)
class Thoughtful(Strategy):
    """A player that sees every card and thinks to the end.

    A deal that can't be won, or that the search gave up, stays untouched. The solver's kernels
    are only loaded when it plays.
    """

    def play(
        self, variant: Variant, seed: int, first: int, last: int, limit: int | None = None
    ) -> NDArray[Any]:
        """Decide deals; those that the limit leaves undecided have ``won`` = -1."""
        from pyramid_stats.solver.many import solve_deals  # noqa: PLC0415  (compiles)

        return solve_deals(variant, seed, first, last, limit)

    def moves(self, variant: Variant, seed: int, deal: int) -> list[int]:
        """Return a solution; no moves if there is none."""
        from pyramid_stats.solver.solve import winnable  # noqa: PLC0415  (compiles)

        return list(winnable(deal_deck(seed, deal).tolist(), variant).codes)


STRATEGY = Thoughtful(THOUGHTFUL, "Win whatever can be won, seeing every card", honest=False)
