"""What a search has tried, line by line on disk, so that it can go on where it stopped.

The first line says what is searched; each further one is a generation: its candidates and their
wins. Told the same wins again, the search comes to the same state.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pyramid_stats.errors import PyramidStatsError, UsageError


class Journal:
    """The file of a search.

    Parameters
    ----------
    path
        Where it lies, or will.
    settings
        What is searched, and how: plain values.
    resume
        Whether a journal that is there is gone on with.

    Raises
    ------
    UsageError
        There is a journal and nobody asked to resume it, or it is of another search.
    PyramidStatsError
        It can't be read or written, or is damaged.
    """

    def __init__(self, path: Path, settings: dict[str, Any], *, resume: bool) -> None:
        self._path = path
        if path.exists() and not resume:
            raise UsageError(
                f"{path}: a search was begun here", "--resume goes on with it, --out names another"
            )
        self.past = self._read(settings) if path.exists() else []
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._append(settings)

    def _read(self, settings: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the generations; a last line that was cut off is dropped from the file."""
        text = self._path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
        except ValueError:
            raise PyramidStatsError(f"{self._path}: not a journal", "name another --out") from None
        if not lines:
            raise PyramidStatsError(f"{self._path}: an empty journal", "remove it")
        for key, value in settings.items():
            if lines[0].get(key) != value:
                raise UsageError(
                    f"{self._path}: {key}: {lines[0].get(key)!r} there, {value!r} here",
                    "a search is resumed with the settings it was begun with",
                )
        if whole != text:
            self._path.write_text(whole, encoding="utf-8")
        return lines[1:]

    def add(self, candidates: list[list[float]], wins: list[int]) -> None:
        """Keep a generation."""
        self._append({"candidates": candidates, "wins": wins})

    def _append(self, line: dict[str, Any]) -> None:
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            raise PyramidStatsError(
                f"{self._path}: {error.strerror}", "name another --out"
            ) from None
