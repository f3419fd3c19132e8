"""May these runs be put together? Only if they mean the same by the same names and deals."""

from __future__ import annotations

from collections.abc import Sequence

from pyramid_stats.errors import PyramidStatsError, UsageError, suggestion
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


def merge_strategies(runs: Sequence[Run], reference: str | None = None) -> dict[str, bool]:
    """Return for each strategy whether it is honest, in the order of the manifests.

    Raises
    ------
    PyramidStatsError
        A name stands for two different strategies.
    UsageError
        None is called ``reference``.
    """
    found: dict[str, StrategyEntry] = {}
    for run in runs:
        for strategy in run.manifest.strategies:
            known = found.setdefault(strategy.name, strategy)
            if _identity(known) != _identity(strategy):
                raise PyramidStatsError(
                    f"{run.path}: strategy {strategy.name!r} is another one here than in the runs "
                    "before it (its code, its parameters, or what it sees)",
                    "report the runs one by one, or play one under another name",
                )
    if reference is not None and reference not in found:
        raise UsageError(
            f"--reference: no strategy {reference!r} in the runs", suggestion(reference, found)
        )
    return {name: strategy.honest for name, strategy in found.items()}


def _identity(strategy: StrategyEntry) -> tuple[object, ...]:
    return strategy.honest, strategy.digest, strategy.parameters


def merge_deals(runs: Sequence[Run], pool: bool) -> None:
    """See to it that all runs have the same deals, or that they may be pooled.

    Raises
    ------
    UsageError
        The seeds or the generators differ, and nobody said that this is meant.
    """
    for run in runs[1:]:
        for key in ("seed", "generator"):
            here, before = getattr(run.manifest, key), getattr(runs[0].manifest, key)
            if here != before and not pool:
                raise UsageError(
                    f"{run.path}: other deals than in {runs[0].path}: {key} {here}, not {before}",
                    "--pool adds them up and pairs only equal deals; or report them one by one",
                )


def _difference(one: VariantEntry, other: VariantEntry) -> str:
    """Name the parameters in which two rules differ."""
    keys = sorted(one.parameters.keys() | other.parameters.keys())
    pairs = ((key, one.parameters.get(key), other.parameters.get(key)) for key in keys)
    changes = [f"{key} {new!r} against {old!r}" for key, old, new in pairs if old != new]
    return ", ".join(changes) or "another rule hash"
