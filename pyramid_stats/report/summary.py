"""From one or more runs to everything that a table, a figure or a page needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from pyramid_stats.report.batches import Method, about_batches, method_of
from pyramid_stats.report.comparisons import (
    Equality,
    StrategyComparison,
    VariantComparison,
    compare,
    equalities,
)
from pyramid_stats.report.counting import MEANS, Cell, Tally, count_games
from pyramid_stats.report.merging import merge_deals, merge_strategies, merge_variants
from pyramid_stats.simulate.manifest import VariantEntry
from pyramid_stats.simulate.places import Place
from pyramid_stats.simulate.store import Manifest, Run
from pyramid_stats.statistics.intervals import wilson

WIN_RATE = "win rate of a strategy"
WINNABLE = "share of winnable deals"


@dataclass(frozen=True)
class Row:
    """What came of one variant and strategy; the fields are the columns of every format.

    ``win_rate`` is wins / games: an undecided game is no win. The interval allows for either
    result of it. Means are taken over all games, the last one over the lost games. No games: all
    of these are None.
    """

    variant: str
    strategy: str
    honest: bool
    rate_is: str
    """A strategy's win rate, or, for a player who sees every card, the share of winnable deals."""
    games: int
    wins: int
    undecided: int
    win_rate: float | None
    ci_low: float | None
    ci_high: float | None
    confidence: float
    mean_tableau_left: float | None
    mean_stock_left: float | None
    mean_removals: float | None
    mean_draws: float | None
    mean_passes: float | None
    mean_tableau_left_lost: float | None


@dataclass(frozen=True)
class Summary:
    """Everything that a table, a figure or a page needs."""

    runs: tuple[tuple[Place, Manifest], ...]
    rows: tuple[Row, ...]
    """By variant, then strategy, both in the order of the manifests."""
    confidence: float
    damaged: dict[Place, str] = field(default_factory=dict)
    """Parts left out, and why."""
    tallies: Mapping[Cell, Tally] = field(default_factory=dict)
    """What the rows were made from; only what was played is there."""
    reference: str | None = None
    """The strategy to compare with, if one was asked for."""
    strategy_comparisons: tuple[StrategyComparison, ...] = ()
    variant_comparisons: tuple[VariantComparison, ...] = ()
    equalities: tuple[Equality, ...] = ()

    @cached_property
    def variants(self) -> tuple[str, ...]:
        """Names of the variants, in order."""
        return tuple(dict.fromkeys(row.variant for row in self.rows))

    @cached_property
    def strategies(self) -> tuple[str, ...]:
        """Names of the strategies, in order."""
        return tuple(dict.fromkeys(row.strategy for row in self.rows))

    @cached_property
    def cells(self) -> dict[Cell, Row]:
        """The rows by variant and strategy."""
        return {(row.variant, row.strategy): row for row in self.rows}

    @cached_property
    def rules(self) -> dict[str, VariantEntry]:
        """The variants by name."""
        return {each.name: each for _, manifest in self.runs for each in manifest.variants}

    @property
    def family(self) -> int:
        """Comparisons that were made, for all of which Holm's correction allows."""
        return len(self.strategy_comparisons) + len(self.variant_comparisons)

    @property
    def method(self) -> Method:
        """How the comparisons were made."""
        return method_of(self._batches)

    @property
    def by_chunks(self) -> list[str]:
        """What is said otherwise, or not at all, where single games aren't stored."""
        batches = [each for each in self._batches if each is not None]
        return about_batches(self.tallies.values(), batches)

    @property
    def _batches(self) -> list[int | None]:
        return [each.batches for each in (*self.strategy_comparisons, *self.variant_comparisons)]

    @property
    def titles(self) -> tuple[str, ...]:
        """Titles of the runs, each once."""
        return tuple(dict.fromkeys(manifest.title for _, manifest in self.runs if manifest.title))

    @property
    def seeds(self) -> tuple[int, ...]:
        """Seeds of the runs, each once."""
        return tuple(dict.fromkeys(manifest.seed for _, manifest in self.runs))

    @property
    def games(self) -> int:
        """Games in all rows together."""
        return sum(row.games for row in self.rows)


def summarize(
    runs: Sequence[Run],
    confidence: float = 0.95,
    *,
    reference: str | None = None,
    pool: bool = False,
) -> Summary:
    """Add up the games of some runs, and compare them.

    A damaged part is left out and named in the result. The same variant and strategy in several
    runs are added together.

    Parameters
    ----------
    runs
        As :func:`pyramid_stats.simulate.store.open_run` returns them.
    confidence
        Of the intervals, between 0 and 1.
    reference
        A strategy: the others are compared with it alone. None: each with each.
    pool
        Whether games on other deals, of another seed, may be added up.

    Raises
    ------
    PyramidStatsError
        Two runs hold the same games, or mean different things by the same name, or have different
        deals without ``pool``; no run has the reference.
    """
    merge_deals(runs, pool)
    variants = merge_variants(runs)
    strategies = merge_strategies(runs, reference)
    tallies, damaged = count_games(runs)
    cells = {
        (variant.name, strategy.name)
        for run in runs
        for variant in run.manifest.variants
        for strategy in run.manifest.strategies
    }
    rows = [
        make_row((variant, strategy), tallies.get((variant, strategy), Tally()), honest, confidence)
        for variant in variants
        for strategy, honest in strategies.items()
        if (variant, strategy) in cells
    ]
    compared = compare(tallies, variants, list(strategies), confidence, reference)
    return Summary(
        tuple((run.path, run.manifest) for run in runs),
        tuple(rows),
        confidence,
        damaged,
        tallies,
        reference,
        *compared,
        equalities(tallies, list(variants), [name for name in strategies if strategies[name]]),
    )


def make_row(cell: Cell, tally: Tally, honest: bool, confidence: float) -> Row:
    """Return the row of a variant and a strategy."""
    games, wins, undecided = tally.games, tally.wins, tally.undecided
    interval = wilson(wins, games, confidence, undecided=undecided)
    means: dict[str, Any] = {
        f"mean_{name}": tally.sums[name] / games if games else None for name in MEANS
    }
    lost = int(tally.lost.sum())
    left = int(tally.lost @ np.arange(len(tally.lost)))
    return Row(
        *cell,
        honest=honest,
        rate_is=WIN_RATE if honest else WINNABLE,
        games=games,
        wins=wins,
        undecided=undecided,
        win_rate=wins / games if games else None,
        ci_low=interval.low if interval else None,
        ci_high=interval.high if interval else None,
        confidence=confidence,
        **means,
        mean_tableau_left_lost=left / lost if lost else None,
    )
