"""A file appears whole under its name or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pyramid_stats.errors import PyramidStatsError

ELSEWHERE = "name another folder with --out"
GO_ON = "make room and go on with --resume, or name another folder with --out"


@contextmanager
def replacing(path: Path, hint: str = ELSEWHERE) -> Iterator[Path]:
    """Give a temporary file to write; it takes the place of ``path`` when the block ends well.

    The temporary name begins with a full stop, so that whoever reads a run passes over it, and is
    different each time, so that two writers of the same file never meet. If the block fails,
    ``path`` stays as it was and the temporary file goes.

    Raises
    ------
    PyramidStatsError
        The folder can't be written, or the disk is full.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PyramidStatsError(f"{path}: can't be written: {reason}", hint) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str, hint: str = ELSEWHERE) -> None:
    """Write a text file in UTF-8 with line ends as they are in ``text``, whole or not at all."""
    with replacing(path, hint) as temporary:
        temporary.write_bytes(text.encode("utf-8"))
