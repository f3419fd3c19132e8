"""May these runs be put together? Only if they mean the same by the same names."""

from __future__ import annotations

from collections.abc import Sequence

from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.manifest import StrategyEntry, VariantEntry
from pyramid_stats.simulate.store import Run


def merge_variants(runs: Sequence[Run]) -> dict[str, VariantEntry]:
    """Return the runs' variants by name, in the order of the manifests.

    Raises
    ------
    PyramidStatsError
        A name stands for two different rules.
    """
    found: dict[str, VariantEntry] = {}
    for run in runs:
        for variant in run.manifest.variants:
            known = found.setdefault(variant.name, variant)
            if known.rule_hash != variant.rule_hash:
                raise PyramidStatsError(
                    f"{run.path}: variant {variant.name!r} is another rule here than in the runs "
                    f"before it ({_difference(known, variant)})",
                    "report the runs one by one, or play one under another name",
                )
    return found


def merge_strategies(runs: Sequence[Run]) -> dict[str, bool]:
    """Return for each strategy whether it is honest, in the order of the manifests.

    Raises
    ------
    PyramidStatsError
        A name stands for an honest strategy in one run and not in another.
    """
    found: dict[str, StrategyEntry] = {}
    for run in runs:
        for strategy in run.manifest.strategies:
            known = found.setdefault(strategy.name, strategy)
            if known.honest != strategy.honest:
                raise PyramidStatsError(
                    f"{run.path}: strategy {strategy.name!r} is honest in one run and not in "
                    "another, so it is not the same one",
                    "report the runs one by one",
                )
    return {name: strategy.honest for name, strategy in found.items()}


def _difference(one: VariantEntry, other: VariantEntry) -> str:
    """Name the parameters in which two rules differ."""
    keys = sorted(one.parameters.keys() | other.parameters.keys())
    pairs = ((key, one.parameters.get(key), other.parameters.get(key)) for key in keys)
    changes = [f"{key} {new!r} against {old!r}" for key, old, new in pairs if old != new]
    return ", ".join(changes) or "another rule hash"
