"""Win whatever can be won: with every card known, by the exact solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from pyramid_stats.engine.deal import deal_deck
from pyramid_stats.rules.variant import Variant
from pyramid_stats.strategies import THOUGHTFUL
from pyramid_stats.strategies.strategy import Strategy


@dataclass(frozen=True, kw_only=True)
class Thoughtful(Strategy):
    """A player that sees every card and thinks to the end.

    A deal that can't be won, or that the search gave up, stays untouched. The solver's kernels
    are only loaded when it plays.
    """

    @property
    def kernels(self) -> str:
        """The solver's."""
        return "many"

    def prepare(self) -> None:
        """Load the solver."""

    def _play(self, variant: Variant, seed: int, deals: range, limit: int | None) -> NDArray[Any]:
        """Decide deals; those that the limit leaves undecided have ``won`` = -1."""
        from pyramid_stats.solver.many import solve_deals  # noqa: PLC0415  (compiles)

        return solve_deals(variant, seed, deals.start, deals.stop, limit)

    def _moves(self, variant: Variant, seed: int, deal: int) -> list[int]:
        """Return a solution; no moves if there is none."""
        from pyramid_stats.solver.solve import winnable  # noqa: PLC0415  (compiles)

        return list(winnable(deal_deck(seed, deal).tolist(), variant).codes)


STRATEGY = Thoughtful(
    name=THOUGHTFUL,
    title="Win whatever can be won, seeing every card",
    honest=False,
    chunk=5_000,
)
