"""Players in plain Python: slower, but they may use anything, and remember the game so far."""

from __future__ import annotations

import reprlib
import signal
import sys
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
from pyramid_stats.errors import PyramidStatsError, foreign
from pyramid_stats.rules.variant import Variant
from pyramid_stats.strategies.strategy import Strategy

SECONDS = 10.0
"""What a move may take where the player doesn't say otherwise."""

AGAIN = 0.5
"""Seconds after which a move that takes too long is interrupted once more."""

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
                pick = _ask(choose, steps.view, self.seconds)
                steps.choose(_index(pick, int(steps.view.moves["count"])))


def _index(pick: Any, count: int) -> int:
    """Return the index that a player answered with, or raise ValueError."""
    if isinstance(pick, int | np.integer) and 0 <= pick < count:
        return int(pick)
    raise ValueError(f"chose {reprlib.repr(pick)}; a move is an index from 0 to {count - 1}")


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
    except (Exception, SystemExit) as error:
        raise PyramidStatsError(f"deal {deal}: {foreign(error)}", _where(error)) from error


def _where(error: BaseException) -> str:
    """Name the line of the player's code that failed."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or place.tb_frame.f_code.co_filename == __file__:
        return "the error is in the strategy"
    return f"see line {place.tb_lineno} of {place.tb_frame.f_code.co_filename}"


def _ask(choose: Choose, view: View, seconds: float) -> Any:
    """Ask for a move; raise _TooSlow after some seconds, where there are timer signals.

    There are none on Windows.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        return choose(view)
    before, trace = signal.signal(signal.SIGALRM, _interrupt), sys.gettrace()
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        return choose(view)
    finally:
        sys.settrace(trace)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _interrupt(_number: int, frame: Any) -> None:
    """Raise _TooSlow in the player's code, and once more if a bare ``except:`` swallows it."""
    if frame.f_code is _ask.__code__:  # it has just answered
        return
    frames = []
    while frame.f_code is not _ask.__code__:
        frames.append(frame)
        frame = frame.f_back
    for each in frames:
        if each.f_code.co_filename == frames[-1].f_code.co_filename:
            each.f_trace = _raise_in_next_line
    sys.settrace(_raise_in_next_line)
    raise _TooSlow


def _raise_in_next_line(_frame: Any, event: str, _argument: Any) -> Any:
    if event == "line":
        raise _TooSlow
    return None if event == "call" else _raise_in_next_line
