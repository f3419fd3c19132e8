"""Players in files of a user's."""

from __future__ import annotations

import itertools

import pytest

from pyramid_stats.strategies.registry import get


@pytest.fixture
def load(tmp_path):
    """Write a file and return a strategy in it; each file has a folder of its own."""
    numbers = itertools.count()

    def load_(text, call="choose"):
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        (folder / "mine.py").write_text(text, encoding="utf-8")
        return get(f"mine.py:{call}", folder)

    return load_
