"""Strategies from a user's file, or from another package's objects."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from pyramid_stats.errors import PyramidStatsError, UsageError, foreign, suggestion
from pyramid_stats.strategies.plain import CHUNK, Plain
from pyramid_stats.strategies.strategy import Strategy, title_of

_RUN: dict[Path, bytes] = {}
"""What was run, by its file."""

_BROUGHT: dict[Path, bytes] = {}
"""What is to be run in place of what this machine has there, if anything."""


@cache
def from_file(path: Path, name: str) -> Strategy:
    """Return the strategy that a function, or a class, of a file makes.

    Parameters
    ----------
    path
        A Python file. It is run, as ``import`` would run it.
    name
        Of something in it that :func:`as_strategy` takes.

    Raises
    ------
    UsageError
        There is no such file or function, or it is no strategy.
    PyramidStatsError
        The file can't be run.
    """
    module = _run(path)
    label = f"{path.name}:{name}"
    if not hasattr(module, name):
        offered = [each for each, found in vars(module).items() if _is_own(found, module)]
        hint = suggestion(name, offered) if offered else "it defines no function"
        raise UsageError(f"{path}: there is no {name!r} in it", hint)
    try:
        strategy = as_strategy(getattr(module, name), label, str(path))
    except UsageError as error:
        raise UsageError(f"{path}: {error.message}", error.hint) from None
    digest = hashlib.sha256(_RUN[path]).hexdigest()[:16]
    return replace(strategy, origin=f"{path}:{name}", digest=digest)


def source_of(origin: str) -> dict[Path, bytes]:
    """Return the file of a strategy that was found by ``file:function``, and its source.

    There is none where a strategy comes from a package.
    """
    path = Path(origin.rpartition(":")[0])
    return {path: _RUN[path]} if path in _RUN else {}


def bring(sources: Mapping[Path, bytes]) -> None:
    """Have files of another machine run here, whether or not such files are here, too."""
    for path, source in sources.items():
        place = path.resolve()
        if _BROUGHT.get(place) != source:
            _BROUGHT[place] = source
            _run.cache_clear()
            from_file.cache_clear()


@cache
def _run(path: Path) -> ModuleType:
    """Run a file as a module of its own: its source that was brought, or what is there."""
    name = f"_strategies_of_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    known = path in _BROUGHT or _is_file(path)
    if not known or spec is None or spec.loader is None:
        raise UsageError(f"{path}: no Python file", "write --strategy file.py:function")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        # Not by the loader: a file that was changed twice in a second would be an old one to it.
        source = _BROUGHT[path] if path in _BROUGHT else path.read_bytes()
        exec(compile(source, path, "exec"), vars(module))
    except PyramidStatsError as error:
        raise type(error)(f"{path}{_line_of(error, path)}: {error.message}", error.hint) from None
    except (Exception, SystemExit) as error:  # whatever a user's file raises
        place = _line_of(error, path)
        raise PyramidStatsError(
            f"{path}{place}: {foreign(error)}", "the file can't be run"
        ) from error
    _RUN[path] = source
    return module


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # the name is too long for one
        return False


def _line_of(error: BaseException, path: Path) -> str:
    """Return ``:line`` of the file where an error came from, as far as that is known."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    place = error.__traceback__
    while place is not None:
        if place.tb_frame.f_code.co_filename == str(path):
            line = place.tb_lineno
        place = place.tb_next
    return f":{line}" if line else ""


def _is_own(found: Any, module: ModuleType) -> bool:
    """Tell whether a module itself defines something that may be a strategy."""
    if isinstance(found, Strategy):
        return True
    return (
        inspect.isfunction(found) or inspect.isclass(found)
    ) and found.__module__ == module.__name__


def as_strategy(found: Any, name: str, source: str) -> Strategy:
    """Return the strategy that an object makes, under a name.

    Parameters
    ----------
    found
        What the decorators of :mod:`pyramid_stats.strategies.kit` return; a plain function
        ``choose(view)``; or a class with a method ``choose(view)``, an instance for each game.
    name
        What reports call it.
    source
        Where it comes from, for people.

    Raises
    ------
    UsageError
        It is none of these.
    """
    if isinstance(found, Strategy):
        return replace(found, name=name, title=found.title or name, source=source)
    if inspect.isclass(found) and hasattr(found, "choose"):
        check_signature(found.choose, name, method=True)
        made: Any = found
        return _plain(lambda: made().choose, found, name, source)
    if inspect.isfunction(found):
        check_signature(found, name)
        return _plain(lambda: found, found, name, source)
    raise UsageError(
        f"{name} is no strategy but a {type(found).__name__}",
        "a strategy is a function choose(view), or a class with such a method",
    )


def _plain(start: Callable[[], Any], found: Any, name: str, source: str) -> Plain:
    title = title_of(found) or name
    return Plain(name=name, title=title, source=source, chunk=CHUNK, start=start)


def check_signature(function: Any, name: str, *, method: bool = False) -> None:
    """Raise UsageError unless a function takes a view and nothing else."""
    try:
        parameters = list(inspect.signature(function).parameters.values())[method:]
    except (TypeError, ValueError):  # not written in Python
        return
    needed = [each for each in parameters if each.default is each.empty]
    if not parameters or len(needed) > 1:
        written = ", ".join(each.name for each in parameters)
        raise UsageError(
            f"{name}({written}): a strategy takes one argument, the view",
            "write it as def choose(view):",
        )
