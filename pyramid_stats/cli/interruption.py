"""Ctrl-C and SIGTERM while games are played: what stays, and how to go on."""

from __future__ import annotations

import shlex
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pyramid_stats.simulate.places import Place

PROGRAM = "pyramid-stats"
INTERRUPTED = 130


@contextmanager
def resumable(folder: Place) -> Iterator[None]:
    """Play a run in the block; if it is interrupted, say which command goes on with it.

    SIGTERM, which is how a system shuts down or a cluster takes a machine back, is treated as
    Ctrl-C is.
    """
    context = click.get_current_context()
    try:
        with _sigterm_as_ctrl_c():
            yield
    except KeyboardInterrupt:
        from pyramid_stats.simulate.folder import holds_run

        if not (folder.is_dir() and holds_run(folder)):
            raise
        click.echo(f"interrupted; what was played is kept in {folder}", err=True)
        click.echo(f"hint: go on with: {_again(context.obj['arguments'])}", err=True)
        context.exit(INTERRUPTED)


def _again(arguments: Sequence[str]) -> str:
    """Return the command that goes on with what these arguments began."""
    kept = [each for each in arguments if each not in ("--overwrite", "--resume")]
    return shlex.join([PROGRAM, *kept, "--resume"])


@contextmanager
def _sigterm_as_ctrl_c() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # as Python demands
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
