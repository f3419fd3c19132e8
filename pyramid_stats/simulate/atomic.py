"""A file appears whole under its name or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.places import Place, Remote, reason

ELSEWHERE = "name another folder with --out"
GO_ON = "make room and go on with --resume, or name another folder with --out"


def write_bytes(
    place: Place, data: bytes, hint: str = ELSEWHERE, within: Place | None = None
) -> None:
    """Write a file, whole or not at all; missing folders are made.

    Parameters
    ----------
    place, data
        The file.
    hint
        What to do where it can't be written.
    within
        A folder that has to be there already: if it is gone, somebody took it away.

    Raises
    ------
    PyramidStatsError
        The folder can't be written, or the disk is full; with the hint.
    """
    try:
        if isinstance(place, Remote):
            place.write_bytes(data)
        else:
            for folder in reversed(place.parents):
                if within is None or within in folder.parents:
                    folder.mkdir(exist_ok=True)
            _replace(place, data)
    except OSError as error:
        raise PyramidStatsError(f"{place}: can't be written: {reason(error)}", hint) from None


def write_text(place: Place, text: str, hint: str = ELSEWHERE) -> None:
    """Write a text file in UTF-8 with line ends as they are in ``text``, whole or not at all."""
    write_bytes(place, text.encode("utf-8"), hint)


def _replace(path: Path, data: bytes) -> None:
    """Write a temporary file, which then takes the place of ``path``; if that fails, it goes.

    The temporary name begins with a full stop, so that whoever reads a run passes over it, and is
    different each time, so that two writers of the same file never meet.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
