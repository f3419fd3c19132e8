"""What goes to the terminal: its width, its colours, its signs, and plain tables."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence

PLAIN_WIDTH = 80
NARROWEST = 20


def terminal_width() -> int:
    """Return the columns of the terminal on stdout; 80 if it is no terminal."""
    if not sys.stdout.isatty():
        return PLAIN_WIDTH
    return max(NARROWEST, shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns)


def wants_colour() -> bool:
    """Return whether stdout is a terminal whose owner didn't ask for no colour (NO_COLOR)."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def can_show(signs: str) -> bool:
    """Return whether stdout's encoding has these signs."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def wrap(text: str) -> str:
    """Break each line of a text to the terminal's width, with hanging indents."""
    width = min(terminal_width(), 100)
    return "\n".join(
        textwrap.fill(line, width, subsequent_indent="  ") if line.strip() else ""
        for line in text.splitlines()
    )


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lay out columns; on a terminal a line that is too long is cut, in a file never."""
    everything = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*everything, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in everything
    ]
    return "\n".join(_cut(line) if sys.stdout.isatty() else line for line in lines)


def _cut(line: str) -> str:
    width = terminal_width()
    return line if len(line) <= width else line[: width - 3] + "..."
