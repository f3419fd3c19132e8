"""Text from wherever a command's argument points: itself, a file, or stdin."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pyramid_stats.errors import PyramidStatsError, UsageError

STDIN = "-"


def read_text(argument: str, flag: str) -> tuple[str, str]:
    """Return the text that an argument stands for, and what to call it in messages.

    Parameters
    ----------
    argument
        ``-`` for stdin, the path of a file, or else the text itself.
    flag
        The name of the argument, for a text that stands there itself.
    """
    if argument != STDIN and not _is_file(argument):
        return argument, flag
    name = source_name(argument)
    with open_binary(argument) as file:
        content = file.read()
    try:
        return content.decode("utf-8-sig"), name
    except UnicodeDecodeError:
        raise UsageError(f"{name}: not a text in UTF-8", "save it as UTF-8") from None


def read_deck_text(argument: str, flag: str) -> tuple[str, str]:
    """Read as :func:`read_text` does; refuse a text that is rather a mistyped file than a deck."""
    from pyramid_stats.rules.decktext import read_tokens

    text, where = read_text(argument, flag)
    readable = [token.card is not None or token.unknown for token in read_tokens(text)]
    if where == flag and 2 * sum(readable) <= len(readable):
        raise UsageError(
            f"{flag}: {text[:40]!r} is neither a deck nor a file that is there",
            "write the 52 cards, name a file, or - for stdin",
        )
    return text, where


@contextmanager
def open_binary(source: str) -> Iterator[BinaryIO]:
    """Open a file, or stdin for ``-``, or say in one line why that can't be done."""
    if source == STDIN:
        yield sys.stdin.buffer
        return
    try:
        file = Path(source).open("rb")  # noqa: SIM115 (closed below)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PyramidStatsError(f"{source}: {reason}", "name a file that can be read") from None
    with file:
        yield file


def source_name(source: str) -> str:
    """Return what to call a source in messages."""
    return "stdin" if source == STDIN else source


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a deck is longer than any file's name may be
        return False
