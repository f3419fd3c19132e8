"""How to play a run again: one command, or a config where a command can't say it all."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pyramid_stats.rules.catalog import builtin, variant_names
from pyramid_stats.simulate.columns import GAMES
from pyramid_stats.simulate.manifest import Manifest, StrategyEntry, VariantEntry

BUILT_IN = "built-in"
SAVED_AS = "again.toml"
"""What the config is called in the command that plays it."""


def command(manifest: Manifest) -> str:
    """Return the command that plays a run again, from flags or from its config."""
    if needs_config(manifest):
        return f"pyramid-stats simulate {SAVED_AS}"
    words = ["pyramid-stats", "simulate"]
    for variant in manifest.variants:
        words += ["--variant", variant.name]
    for strategy in manifest.strategies:
        words += ["--strategy", strategy.name]
    for key, value in _length(manifest).items():
        words += [f"--{key.replace('_', '-')}", _written(value)]
    words += ["--seed", str(manifest.seed)]
    if manifest.detail != GAMES:
        words += ["--detail", manifest.detail]
    return shlex.join(words)


def needs_config(manifest: Manifest) -> bool:
    """Tell whether flags are not enough: rules or weights of one's own, or unequal games."""
    return bool(
        manifest.at_most
        or manifest.limit
        or not all(map(_is_built_in, manifest.variants))
        or not all(map(_is_named, manifest.strategies))
    )


def config_text(manifest: Manifest) -> str:
    """Return the config, in TOML, that plays a run again.

    Users' own files of strategies are named in it as they were in the run.
    """
    settings: dict[str, Any] = {
        "title": manifest.title,
        "seed": manifest.seed,
        **_length(manifest),
        "limit": manifest.limit,
        "detail": None if manifest.detail == GAMES else manifest.detail,
        "variants": [variant.name for variant in manifest.variants],
        "strategies": [strategy.name for strategy in manifest.strategies],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items() if value is not None]
    lines += _table("at_most", manifest.at_most)
    for variant in manifest.variants:
        if not _is_built_in(variant):
            lines += _table(f"variant.{json.dumps(variant.name)}", variant.parameters)
    for strategy in manifest.strategies:
        if not _is_named(strategy):
            values = {"base": strategy.origin, **strategy.parameters}
            lines += _table(f"strategy.{json.dumps(strategy.name)}", values)
    return "\n".join(lines) + "\n"


def files_needed(manifest: Manifest) -> list[str]:
    """Return where the strategies that don't come with this package came from."""
    return sorted({each.source for each in manifest.strategies if each.source != BUILT_IN})


def _length(manifest: Manifest) -> dict[str, int | float]:
    """Return the settings that say how many games there were.

    Where they stopped by precision it was at the end of a chunk, so its size belongs to them.
    """
    if manifest.stopping is None:
        return {"games": manifest.games}
    given = manifest.stopping.model_dump(exclude={"confidence"}) | {"chunk": manifest.chunk}
    return {key: value for key, value in given.items() if value is not None}


def _written(number: float) -> str:
    """Write a number as flags take it: grouped if it is whole, without an exponent if not."""
    return f"{number:_}" if isinstance(number, int) else f"{number:.12f}".rstrip("0")


def _is_built_in(variant: VariantEntry) -> bool:
    return (
        variant.name in variant_names() and builtin(variant.name).rule_hash() == variant.rule_hash
    )


def _is_named(strategy: StrategyEntry) -> bool:
    """Tell whether a strategy's name says all: which it is, and its parameters."""
    base = strategy.origin or strategy.name
    return strategy.source != BUILT_IN or strategy.name.partition("(")[0] == base


def _table(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table of TOML, none for no values."""
    if values:
        yield ""
        yield f"[{name}]"
        yield from _pairs(values.items())


def _pairs(items: Iterable[tuple[str, Any]]) -> Iterator[str]:
    for key, value in items:
        written = key if key.replace("_", "").replace("-", "").isalnum() else json.dumps(key)
        yield f"{written} = {json.dumps(value)}"
