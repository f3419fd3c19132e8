"""Players in plain Python: slower, but they may use anything, and remember the game so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramid_stats.engine.records import ROW
from pyramid_stats.engine.stepping import Steps
from pyramid_stats.engine.view import View
from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.rules.variant import Variant
from pyramid_stats.strategies.strategy import Strategy

SECONDS = 10.0
"""What a move may take where the player doesn't say otherwise."""

CHUNK = 1_000
"""Games in a file: they take seconds."""

Choose = Callable[[View], Any]


class _TooSlow(BaseException):
    """The time for a move is over. No ``except Exception`` of the player's stops it."""


@dataclass(frozen=True, kw_only=True)
class Plain(Strategy):
    """A player whose code is plain Python.

    Parameters
    ----------
    start
        Called at the beginning of each game; returns the function that chooses its moves. So what
        a player remembers never outlives a game, and rows don't depend on what was played before.
    seconds
        What a move may take.
    """

    start: Callable[[], Choose]
    seconds: float = SECONDS

    def _play(self, variant: Variant, seed: int, deals: range, limit: int | None) -> NDArray[Any]:
        rows = np.empty(len(deals), ROW)
        steps = Steps(variant, seed, list(self.values(variant)))
        for index, deal in enumerate(deals):
            self._play_one(steps, deal)
            steps.write_row(deal, rows[index])
        return rows

    def _moves(self, variant: Variant, seed: int, deal: int) -> list[int]:
        steps = Steps(variant, seed, list(self.values(variant)))
        self._play_one(steps, deal)
        return steps.codes()

    def _play_one(self, steps: Steps, deal: int) -> None:
        steps.begin(deal)
        with _blaming(deal, self.seconds):
            choose = self.start()
            while not steps.over:
                with _at_most(self.seconds):
                    pick = choose(steps.view)
                steps.choose(_index(pick, int(steps.view.moves["count"])))


def _index(pick: Any, count: int) -> int:
    """Return the index that a player answered with, or raise ValueError."""
    if isinstance(pick, int | np.integer) and 0 <= pick < count:
        return int(pick)
    raise ValueError(f"chose {pick!r}; a move is an index from 0 to {count - 1}")


@contextmanager
def _blaming(deal: int, seconds: float) -> Iterator[None]:
    """Turn whatever a player raises into one line that names the deal."""
    try:
        yield
    except _TooSlow:
        raise PyramidStatsError(
            f"deal {deal}: a move took more than {seconds:g} seconds",
            "is there an endless loop? @plain(seconds=60) allows more",
        ) from None
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise PyramidStatsError(f"deal {deal}: {reason}", _where(error)) from error


def _where(error: BaseException) -> str:
    """Name the line of the player's code that failed."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or place.tb_frame.f_code.co_filename == __file__:
        return "the error is in the strategy"
    return f"see line {place.tb_lineno} of {place.tb_frame.f_code.co_filename}"


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise _TooSlow after some seconds; only where there are timer signals (not on Windows)."""
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise_too_slow)
    # Again and again: a bare "except:" may swallow the first one.
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _raise_too_slow(_number: int, _frame: Any) -> None:
    raise _TooSlow
