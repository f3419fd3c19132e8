"""Finding a strategy: by name, with parameters, in a user's file, in another package.

Each module of this room that holds a ``STRATEGY`` is found by itself: there is no list to keep.
Other packages register theirs in the entry-point group :data:`GROUP`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules

import pyramid_stats.strategies as room
from pyramid_stats.errors import LeftOut, PyramidStatsError, UsageError, foreign, shown, suggestion
from pyramid_stats.strategies.parameters import split_call
from pyramid_stats.strategies.strategy import Strategy

GROUP = "pyramid_stats.strategies"
"""The entry-point group of other packages' strategies."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")


@cache
def _builtins() -> dict[str, Strategy]:
    found = {}
    for module in iter_modules(room.__path__):
        strategy = getattr(import_module(f"{room.__name__}.{module.name}"), "STRATEGY", None)
        if strategy is not None:
            found[strategy.name] = strategy
    return found


@cache
def _known() -> dict[str, Strategy]:
    """Return the built-ins, and what other packages bring; of those a broken one is left out."""
    found = dict(_builtins())
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if not _NAME.fullmatch(point.name):
            _leave_out(point, "the name can't name a folder")
            continue
        try:
            strategy = _from_package(point)
        except Exception as error:  # whatever another package's code raises
            reason = error.message if isinstance(error, PyramidStatsError) else foreign(error)
            _leave_out(point, reason)
            continue
        if found.setdefault(point.name, strategy) is not strategy:
            _leave_out(point, "the name is taken")
    return found


def _leave_out(point: EntryPoint, reason: str) -> None:
    warnings.warn(
        f"strategy {point.name!r} ({point.value}) is left out: {reason}", LeftOut, stacklevel=2
    )


def _from_package(point: EntryPoint) -> Strategy:
    from pyramid_stats.strategies.files import as_strategy  # noqa: PLC0415  (compiles)

    package = point.dist.name if point.dist is not None else point.module
    strategy = as_strategy(point.load(), point.name, package)
    return replace(strategy, origin=point.name)


def names(*, honest: bool = False, quick: bool = False) -> tuple[str, ...]:
    """Return the names of all strategies, or of the honest or quick ones, in alphabetical order."""
    return tuple(
        sorted(
            name
            for name, found in _known().items()
            if (found.honest or not honest) and (found.quick or not quick)
        )
    )


def find(origin: str, folder: Path = Path()) -> Strategy:
    """Return a strategy by its name, or by ``file.py:function``.

    Parameters
    ----------
    origin
        Without parameters.
    folder
        Where a file is looked for.
    """
    if ":" in origin:
        from pyramid_stats.strategies.files import from_file  # noqa: PLC0415  (compiles)

        path, _, function = origin.rpartition(":")
        return from_file(_full_path(folder / path), function)
    if origin not in _known():
        raise UsageError(f"unknown strategy {origin!r}", _hint(origin))
    return _known()[origin]


def _full_path(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError) as error:  # no path at all, or links in a circle
        raise UsageError(f"{shown(str(path))}: {error}", "name a Python file") from None


def _hint(origin: str) -> str:
    if origin.endswith(".py"):
        return f"name the function in it, as in {origin}:choose"
    return suggestion(origin, names())


def get(text: str, folder: Path = Path()) -> Strategy:
    """Return a strategy as it is named on the command line, with parameters if it says so.

    Raises
    ------
    UsageError
        There is none of that name, the parameters are wrong, or the file is.
    """
    origin, given = split_call(text)
    strategy = find(origin, folder)
    return strategy.with_settings(given) if given else strategy


def rebuilt(origin: str, given: Mapping[str, float], name: str) -> Strategy:
    """Return a strategy once more, in another process."""
    return find(origin).with_settings(given, name)
