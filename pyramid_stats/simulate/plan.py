"""The grid of variants and strategies, cut into chunks of deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyramid_stats.rules.variant import Variant
from pyramid_stats.simulate.columns import GAMES
from pyramid_stats.simulate.experiment import Experiment
from pyramid_stats.simulate.parts import part_path
from pyramid_stats.simulate.places import Place

if TYPE_CHECKING:  # at run time it would load the kernels that play
    from pyramid_stats.strategies.strategy import Strategy

STOPPING_CHUNK = 10_000
"""At most so many games make a chunk where each chunk's end may be a cell's end."""


@dataclass(frozen=True)
class Chunk:
    """One piece of work, which becomes one file: the deals ``first`` to ``last - 1``."""

    variant: Variant
    strategy: Strategy
    seed: int
    first: int
    last: int
    limit: int | None = None
    """States after which a strategy that searches gives a deal up; None: its own."""
    detail: str = GAMES
    """Whether each game is stored, or the sums over them."""

    @property
    def cell(self) -> tuple[str, str]:
        """Whose games they are: the names of variant and strategy."""
        return self.variant.name, self.strategy.name

    @property
    def what(self) -> str:
        """What it is called in messages."""
        return f"{' '.join(self.cell)}, deals {self.first} to {self.last - 1}"

    @property
    def games(self) -> int:
        """Games to be played."""
        return self.last - self.first

    def path(self, run: Place) -> Place:
        """Return where its file lies in a run."""
        return part_path(run, *self.cell, self.first, self.last, self.detail)


def chunks(
    experiment: Experiment, is_open: Callable[[tuple[str, str]], bool] = lambda _cell: True
) -> Iterator[Chunk]:
    """Yield the chunks, variant by variant, strategy by strategy, in the order of the deals.

    They are made one at a time: a plan of 2**63 games takes no memory. Before each one, ``is_open``
    is asked whether its variant and strategy need more games.
    """
    for variant in experiment.variants:
        for strategy in experiment.strategies:
            size, games = chunk_size(experiment, strategy), experiment.games_of(strategy)
            for first in range(0, games, size):
                if not is_open((variant.name, strategy.name)):
                    break
                last = min(first + size, games)
                yield Chunk(
                    variant,
                    strategy,
                    experiment.seed,
                    first,
                    last,
                    experiment.limit,
                    experiment.detail,
                )


def chunk_size(experiment: Experiment, strategy: Strategy) -> int:
    """Return how many games of a strategy make a chunk."""
    if experiment.chunk is not None:
        return experiment.chunk
    if experiment.stopping is not None:
        return min(strategy.chunk, STOPPING_CHUNK)
    return strategy.chunk


def chunk_count(experiment: Experiment) -> int:
    """Return how many chunks there are, if none is spared."""
    counts = (
        -(-experiment.games_of(each) // chunk_size(experiment, each))
        for each in experiment.strategies
    )
    return len(experiment.variants) * sum(counts)


def game_count(experiment: Experiment) -> int:
    """Return how many games there are in all, if none is spared."""
    return len(experiment.variants) * sum(map(experiment.games_of, experiment.strategies))
