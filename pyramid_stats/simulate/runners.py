"""Playing a chunk, and what comes of it. Whoever plays, the files come out the same."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pyramid_stats.simulate.columns import SUMMARY, UNDECIDED
from pyramid_stats.simulate.parts import encoded, write_part
from pyramid_stats.simulate.places import Place
from pyramid_stats.simulate.plan import Chunk
from pyramid_stats.simulate.summaries import encoded_summary, summarize_rows


@dataclass(frozen=True)
class Outcome:
    """What came of a chunk: all that a worker sends back, the games are in their file."""

    variant: str
    strategy: str
    games: int
    wins: int
    undecided: int


class Result(NamedTuple):
    """A chunk that was played, or that failed."""

    chunk: Chunk
    outcome: Outcome | Exception


Notice = Callable[[str], None]
"""Called with a line that the user may want to know, though nothing is wrong with the run."""


def ignore(_text: str) -> None:
    """Tell nobody."""


Engine = Callable[[Place, Iterator[Chunk], Notice], Generator[Result, None, None]]
"""Plays chunks into a run's folder, and yields the results as they come.

It takes chunks one by one, when the results before have been dealt with: what came may say that no
more are needed. A chunk's error is a result, too: whether it matters is for the caller to say, who
may find that the games before it were enough. When the caller closes the iterator, or Ctrl-C ends
it, chunks that are in play are dropped.
"""


def play_chunk(run: Place, chunk: Chunk) -> Outcome:
    """Play a chunk and write its file."""
    outcome, data = played(chunk)
    write_part(data, chunk.path(run))
    return outcome


def played(chunk: Chunk) -> tuple[Outcome, bytes]:
    """Play a chunk; return what came of it and its file, of the games or what they add up to."""
    name, strategy = chunk.variant.name, chunk.strategy
    rows = strategy.play(chunk.variant, chunk.seed, chunk.first, chunk.last, chunk.limit)
    in_short = chunk.detail == SUMMARY
    data = encoded_summary(summarize_rows(rows, chunk.first)) if in_short else encoded(rows)
    wins = int(np.count_nonzero(rows["won"] == 1))
    undecided = int(np.count_nonzero(rows["won"] == UNDECIDED))
    return Outcome(name, strategy.name, chunk.games, wins, undecided), data


def serial(
    run: Place, chunks: Iterator[Chunk], _notice: Notice = ignore
) -> Generator[Result, None, None]:
    """Play chunk after chunk in this process; the first one that fails raises its error."""
    for chunk in chunks:
        yield Result(chunk, play_chunk(run, chunk))
