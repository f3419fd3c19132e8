"""The one exception that the command line turns into a line and a hint."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LONGEST_REASON = 200
LONGEST_VALUE = 100


class PyramidStatsError(Exception):
    """Something failed that the user can mend.

    Parameters
    ----------
    message
        One line that names the file, key or flag and the value.
    hint
        One line that says what to do about it; may be empty.
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[type[PyramidStatsError], tuple[str, str]]:
        """Let an error come back from a worker process whole."""
        return type(self), (self.message, self.hint)


class UsageError(PyramidStatsError):
    """A wrong flag, config, variant or deck: exit code 2, nothing was started."""

    exit_code = 2


class LeftOut(UserWarning):
    """Something that another package brings is broken; all the rest works."""


def foreign(error: BaseException) -> str:
    """Say in one line what somebody else's code raised."""
    text = " ".join(str(error).split())
    short = text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}..."
    return f"{type(error).__name__}: {short}"


def shown(value: object) -> str:
    """Write a value that somebody gave, as Python does but never at length."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested deeply, or a number of thousands of digits
        return f"such a {type(value).__name__}"
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."


def suggestion(word: str, known: Iterable[str]) -> str:
    """Say which of the known names is meant, or list them all."""
    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"known: {', '.join(names)}"
