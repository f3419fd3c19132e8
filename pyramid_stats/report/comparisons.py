"""Who wins more than whom, and which rule is harder: always on the same deals.

All comparisons of a report are one family, for which Holm's correction holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Self

from pyramid_stats.report.batches import batch_numbers
from pyramid_stats.report.counting import Cell, Tally
from pyramid_stats.report.outcomes import Meeting, meeting, together
from pyramid_stats.simulate.manifest import VariantEntry
from pyramid_stats.statistics.paired import difference_interval, mcnemar
from pyramid_stats.statistics.several import cochran, holm


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Two win rates on the same deals; the fields are the keys of the JSON.

    ``difference`` is the rate of ``a`` less that of ``b``, an undecided game being no win. The
    interval and the p-value allow for either result of those.
    """

    a: str
    b: str
    games: int
    difference: float
    ci_low: float
    ci_high: float
    p_value: float
    p_adjusted: float
    only_a_won: int | None
    only_b_won: int | None
    """None where not every game is stored."""
    batches: int | None = None
    """There, the chunks over which it is made; None: it is made deal by deal."""

    def is_clear(self, confidence: float) -> bool:
        """Tell whether the difference is more than chance, among all comparisons of the report."""
        return self.p_adjusted < 1 - confidence

    def turned(self) -> Self:
        """Return the same with a and b exchanged."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            difference=-self.difference,
            ci_low=-self.ci_high,
            ci_high=-self.ci_low,
            only_a_won=self.only_b_won,
            only_b_won=self.only_a_won,
        )


@dataclass(frozen=True, kw_only=True)
class StrategyComparison(Comparison):
    """Two strategies at one variant."""

    variant: str


@dataclass(frozen=True, kw_only=True)
class VariantComparison(Comparison):
    """One strategy at two variants that are played with the same decks."""

    strategy: str
    changes: dict[str, tuple[object, object]]
    """Parameters in which a and b differ, with the value of each."""

    def turned(self) -> Self:
        """Return the same with a and b exchanged."""
        return replace(super().turned(), changes={k: (b, a) for k, (a, b) in self.changes.items()})


@dataclass(frozen=True)
class Equality:
    """Cochran's test of all honest strategies of a variant winning equally often."""

    variant: str
    strategies: tuple[str, ...]
    games: int
    """Deals that all of them played."""
    statistic: float
    freedom: int
    p_value: float


def compare(
    tallies: Mapping[Cell, Tally],
    variants: Mapping[str, VariantEntry],
    strategies: Sequence[str],
    confidence: float,
    reference: str | None = None,
) -> tuple[tuple[StrategyComparison, ...], tuple[VariantComparison, ...]]:
    """Compare all strategies of each variant, and all variants under each strategy.

    Parameters
    ----------
    tallies
        What was played.
    variants, strategies
        In the order in which they are named.
    confidence
        Of the intervals; each holds for itself.
    reference
        A strategy: only what it takes part in is compared.

    Returns
    -------
    tuple of two tuples
        Only those with deals in common.
    """
    of_strategies = [
        StrategyComparison(variant=variant, a=a, b=b, **numbers)
        for variant in variants
        for a, b in _strategy_pairs(strategies, reference)
        if (numbers := _numbers(tallies, (variant, a), (variant, b), confidence))
    ]
    of_variants = [
        VariantComparison(strategy=strategy, a=a, b=b, changes=changes, **numbers)
        for a, b, changes in _variant_pairs(variants)
        for strategy in ([reference] if reference else strategies)
        if (numbers := _numbers(tallies, (a, strategy), (b, strategy), confidence))
    ]
    adjusted = iter(holm([each.p_value for each in [*of_strategies, *of_variants]]))
    return (
        tuple(replace(each, p_adjusted=next(adjusted)) for each in of_strategies),
        tuple(replace(each, p_adjusted=next(adjusted)) for each in of_variants),
    )


def equalities(
    tallies: Mapping[Cell, Tally], variants: Sequence[str], strategies: Sequence[str]
) -> tuple[Equality, ...]:
    """Test for each variant whether all the strategies given win equally often."""
    found = []
    for variant in variants:
        names = tuple(name for name in strategies if (variant, name) in tallies)
        if len(names) < 3:  # of two, McNemar's test says it
            continue
        if not all(tallies[variant, name].by_game for name in names):
            continue
        games, both = together([tallies[variant, name].outcomes for name in names])
        result = cochran(both)
        if result is not None:
            found.append(Equality(variant, names, games, *result))
    return tuple(found)


def _strategy_pairs(strategies: Sequence[str], reference: str | None) -> Iterator[tuple[str, str]]:
    if reference is None:
        return combinations(strategies, 2)
    return ((name, reference) for name in strategies if name != reference)


def _variant_pairs(
    variants: Mapping[str, VariantEntry],
) -> Iterator[tuple[str, str, dict[str, tuple[object, object]]]]:
    """Yield the variants that are dealt from the same decks."""
    for one, other in combinations(variants.values(), 2):
        changes: dict[str, tuple[object, object]] = {
            key: (one.parameters.get(key), other.parameters.get(key))
            for key in sorted(one.parameters.keys() | other.parameters.keys())
            if one.parameters.get(key) != other.parameters.get(key)
        }
        if "decks" not in changes:
            yield one.name, other.name, changes


def _numbers(
    tallies: Mapping[Cell, Tally], one: Cell, other: Cell, confidence: float
) -> dict[str, Any] | None:
    """Return what is the same in every comparison, before it is adjusted for the family."""
    if one not in tallies or other not in tallies:
        return None
    if not (tallies[one].by_game and tallies[other].by_game):
        return batch_numbers(tallies[one], tallies[other], confidence)
    met = meeting(tallies[one].outcomes, tallies[other].outcomes)
    worst = difference_interval(met.worst, confidence)
    best = worst if met.is_decided else difference_interval(met.best, confidence)
    if worst is None or best is None:  # no deal in common
        return None
    p_value = _p_value(met)
    return {
        "games": met.as_known.games,
        "difference": met.as_known.difference,
        "ci_low": worst.low,
        "ci_high": best.high,
        "p_value": p_value,
        "p_adjusted": p_value,
        "only_a_won": met.as_known.only_a,
        "only_b_won": met.as_known.only_b,
    }


def _p_value(met: Meeting) -> float:
    """Return the larger p-value of both readings; 1 if they point in different directions."""
    worst, best = met.worst, met.best
    if met.is_decided:
        return mcnemar(worst)
    if (worst.only_a - worst.only_b) * (best.only_a - best.only_b) < 0:
        return 1.0
    return max(mcnemar(worst), mcnemar(best))
