"""How often weights win: many candidates on the same deals, in several processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pyramid_stats.rules.variant import Variant
from pyramid_stats.simulate.workers import prepare_worker, usual_start_method
from pyramid_stats.strategies.features import FEATURES
from pyramid_stats.strategies.registry import get
from pyramid_stats.strategies.strategy import Strategy

PIECE = 50_000
"""Games of one task, so that all processes are busy to the end."""


def with_weights(weights: Sequence[float], name: str = "candidate") -> Strategy:
    """Return the strategy of some weights, in the order of FEATURES."""
    given = {feature.name: float(value) for feature, value in zip(FEATURES, weights, strict=True)}
    return get("weighted").with_settings(given, name)


def _won(strategy: Strategy, variant: Variant, seed: int, deals: range) -> NDArray[np.bool_]:
    """Return of each deal whether it was won."""
    won: NDArray[np.bool_] = strategy.play(variant, seed, deals.start, deals.stop)["won"] == 1
    return won


class Players:
    """Processes that play for the search.

    Parameters
    ----------
    variant, seed
        What they play.
    workers
        Number of processes.
    """

    def __init__(self, variant: Variant, seed: int, workers: int) -> None:
        self._variant, self._seed = variant, seed
        get("weighted").prepare()
        get("greedy").prepare()
        context = multiprocessing.get_context(usual_start_method())
        self._pool = ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def won(self, strategies: Sequence[Strategy], deals: range) -> list[NDArray[np.bool_]]:
        """Return for each strategy which of the deals it won: all play the same ones."""
        pieces = [deals[first : first + PIECE] for first in range(0, len(deals), PIECE)]
        tasks = [
            [self._pool.submit(_won, each, self._variant, self._seed, piece) for piece in pieces]
            for each in strategies
        ]
        return [np.concatenate([task.result() for task in mine]) for mine in tasks]
