"""Counting a run, chunk by chunk, and ending each variant and strategy when it has enough games.

Workers finish in any order, but chunks are counted in the order of the deals: one that comes early
waits for those before it. So it depends on the games alone where a precision is reached, not on the
number of workers. Chunks beyond that place that were in play by then are surplus: they are not
counted, not even if they failed, and their files have to go.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyramid_stats.simulate.experiment import Experiment
from pyramid_stats.simulate.plan import Chunk, chunks
from pyramid_stats.simulate.runners import Outcome

Cell = tuple[str, str]
"""A variant and a strategy, by their names."""

Counts = dict[Cell, Outcome]
"""What came so far of each variant and strategy."""


class Tally:
    """The counts of a run that is being played.

    Parameters
    ----------
    experiment
        What is played.
    """

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._handed_out: dict[tuple[Cell, int], Chunk] = {}  # and not counted
        self._early: dict[tuple[Cell, int], Outcome | Exception] = {}
        self._enough: set[Cell] = set()
        self._failing: set[Cell] = set()
        self.counts: Counts = {
            (variant.name, strategy.name): Outcome(variant.name, strategy.name, 0, 0, 0)
            for variant in experiment.variants
            for strategy in experiment.strategies
        }

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks to be played, as far as :meth:`take` finds that they are needed."""
        for chunk in chunks(self._experiment, self._is_open):
            self._handed_out[chunk.cell, chunk.first] = chunk
            yield chunk

    def _is_open(self, cell: Cell) -> bool:
        """Tell whether more games may be needed: where one failed, only those before it are."""
        return cell not in self._enough and cell not in self._failing

    def take(self, chunk: Chunk, outcome: Outcome | Exception) -> Iterator[tuple[Outcome, Outcome]]:
        """Count a chunk, if it is its turn, and the chunks that waited for it.

        Yields
        ------
        tuple
            Of each chunk that now counts its outcome, and what came so far of its variant and
            strategy.

        Raises
        ------
        Exception
            That of a chunk that failed, if the games before it were not enough.
        """
        cell = chunk.cell
        self._early[cell, chunk.first] = outcome
        if isinstance(outcome, Exception):
            self._failing.add(cell)
        while cell not in self._enough:
            turn = cell, self.counts[cell].games  # the chunks begin at deal 0 and leave no gap
            news = self._early.pop(turn, None)
            if news is None:
                break
            if isinstance(news, Exception):
                raise news
            so_far = self.counts[cell] = _sum(self.counts[cell], news)
            del self._handed_out[turn]
            if self._is_enough(so_far):
                self._enough.add(cell)
            yield news, so_far

    def _is_enough(self, so_far: Outcome) -> bool:
        stopping = self._experiment.stopping
        return stopping is not None and stopping.is_reached(
            so_far.wins, so_far.games, so_far.undecided
        )

    def surplus(self) -> list[Chunk]:
        """Return the chunks that were handed out, but lie beyond where a precision was reached."""
        return [chunk for (cell, _), chunk in self._handed_out.items() if cell in self._enough]


def _sum(old: Outcome, news: Outcome) -> Outcome:
    return Outcome(
        old.variant,
        old.strategy,
        old.games + news.games,
        old.wins + news.wins,
        old.undecided + news.undecided,
    )
