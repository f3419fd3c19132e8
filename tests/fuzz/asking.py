"""What holds for whatever is read: it works, or is refused in a line; within a moment."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from pyramid_stats.cli.main import run
from pyramid_stats.errors import PyramidStatsError

PATIENCE = 20
"""Seconds after which a call is said to hang; the slowest takes a few tenths of one."""

MORE_THAN_A_LINE = 6000
"""No message is longer, whatever it tells of: of a deck, it names each of up to 104 bad cards."""


@contextlib.contextmanager
def in_time() -> Iterator[None]:
    """Raise TimeoutError where something takes for ever; compiled code is beyond its reach."""
    if not hasattr(signal, "SIGALRM"):  # Windows
        yield
        return

    def give_up(_number: int, _frame: Any) -> None:
        raise TimeoutError(f"no answer in {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def answer_of(call: Callable[[], Any]) -> Any:
    """Return what a call gives, or the error that it refuses with; all else is a failure."""
    try:
        return call()
    except PyramidStatsError as error:
        found = error
    assert 0 < len(found.message) < MORE_THAN_A_LINE, found.message
    assert found.hint, found.message
    return found


def ask(call: Callable[[], Any]) -> Any:
    """Return the answer of a call that has to come soon."""
    with in_time():
        return answer_of(call)


def ask_command(*arguments: object, stdin: bytes = b"") -> tuple[int, str, str]:
    """Return exit code, stdout and stderr of a command; an error is a line and perhaps a hint."""
    out, err = io.StringIO(), io.StringIO()
    source = io.TextIOWrapper(io.BytesIO(stdin))
    with (
        in_time(),
        patch.object(sys, "stdin", source),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = run([str(each) for each in arguments])
    said = err.getvalue()
    assert code in {0, 1, 2}, said
    errors = [line for line in said.splitlines() if line.startswith("error: ")]
    assert len(errors) <= 1, said
    assert "Traceback" not in said
    assert "--debug" not in said, said  # the hint for what nobody thought of
    assert "\x1b" not in out.getvalue() + said  # which steers a terminal
    return code, out.getvalue(), said
