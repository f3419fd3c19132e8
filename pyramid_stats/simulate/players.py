"""The strategies of an experiment: named, described in its config, or those that play unasked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pyramid_stats.errors import PyramidStatsError, UsageError, suggestion
from pyramid_stats.simulate.parts import FITTING_STRATEGY, LONGEST_NAME
from pyramid_stats.strategies import registry
from pyramid_stats.strategies.parameters import split_call
from pyramid_stats.strategies.strategy import Strategy

USUAL_BASE = "weighted"
"""What a described strategy builds on if it doesn't say."""


def find_players(
    named: Sequence[str] | None,
    tables: Mapping[str, Mapping[str, Any]],
    config: str,
    beside: Path,
    folder: Path,
    place: str,
) -> tuple[Strategy, ...]:
    """Return the strategies that play.

    Parameters
    ----------
    named
        As on the command line; None: those that the tables describe, else the quick honest ones.
    tables
        The config's ``[strategy.NAME]``.
    config
        What to call the config in errors.
    beside, folder
        Where the files of the tables, and of ``named``, are looked for.
    place
        The flag or the key where the names stand.

    Raises
    ------
    UsageError
        Names the place, the name and what is wrong with it.
    """
    described = {
        name: _described(name, table, f"{config}: strategy.{name}", beside)
        for name, table in tables.items()
    }
    if named is None:
        usual = registry.names(honest=True, quick=True)
        return tuple(described.values()) or tuple(map(registry.get, usual))
    return tuple(described.get(text) or _named(text, described, folder, place) for text in named)


def _named(text: str, described: Mapping[str, Strategy], folder: Path, place: str) -> Strategy:
    """Return a strategy of the registry, or a described one with parameters."""
    try:
        origin, given = split_call(text)
        known = {*registry.names(), *described}
        if origin not in known and ":" not in origin and not origin.endswith(".py"):
            raise UsageError(f"unknown strategy {origin!r}", suggestion(origin, known))
        if origin in described:
            found = described[origin]
            name = found.with_settings(given).name
            return _fitting(found.with_settings({**found.given, **given}, name))
        return _fitting(registry.get(text, folder))
    except PyramidStatsError as error:
        raise type(error)(f"{place}: {error.message}", error.hint) from None


def _described(name: str, table: Mapping[str, Any], where: str, folder: Path) -> Strategy:
    """Return the strategy of a table: a base, and its parameters under a name of one's own."""
    settings = dict(table)
    base, weights = settings.pop("base", USUAL_BASE), settings.pop("weights", {})
    if not isinstance(base, str):
        raise UsageError(f"{where}: base: {base!r} is not allowed", "base takes a strategy's name")
    if not isinstance(weights, dict):
        raise UsageError(f"{where}: weights: {weights!r} is not allowed", "weights takes a table")
    if name in registry.names():
        raise UsageError(f"{where}: the name of another strategy", "give it a name of its own")
    try:
        found = registry.get(base, folder)
        return _fitting(found.with_settings({**found.given, **settings, **weights}, name))
    except PyramidStatsError as error:
        raise type(error)(f"{where}: {error.message}", error.hint) from None


def _fitting(strategy: Strategy) -> Strategy:
    """Return a strategy whose name can name a folder."""
    name = strategy.name
    if not FITTING_STRATEGY.fullmatch(name) or len(name) > LONGEST_NAME:
        raise UsageError(
            f"{name[:60]!r} can't name a folder",
            f"at most {LONGEST_NAME} letters of A-Z, a-z, 0-9, '.', '_' and '-'; "
            "describe the strategy in a config, as in [strategy.careful]",
        )
    return strategy
