"""Finding a strategy by its name.

Each module of this package that holds a ``STRATEGY`` is found by itself: there is no list to keep.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import pyramid_stats.strategies as room
from pyramid_stats.errors import UsageError, suggestion
from pyramid_stats.strategies.strategy import Strategy


@cache
def _builtins() -> dict[str, Strategy]:
    found = {}
    for module in iter_modules(room.__path__):
        strategy = getattr(import_module(f"{room.__name__}.{module.name}"), "STRATEGY", None)
        if strategy is not None:
            found[strategy.name] = strategy
    return found


def names(*, honest: bool = False) -> tuple[str, ...]:
    """Return the names of all strategies, or of the honest ones, in alphabetical order."""
    return tuple(sorted(name for name, found in _builtins().items() if found.honest or not honest))


def get(name: str) -> Strategy:
    """Return a strategy; raise UsageError if there is none of that name."""
    if name not in _builtins():
        raise UsageError(f"unknown strategy {name!r}", suggestion(name, names()))
    return _builtins()[name]
