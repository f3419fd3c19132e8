"""What a search came to: what it is worth on deals it never met, and a config that plays it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from textwrap import wrap

import numpy as np

from pyramid_stats.rules.catalog import variant_names
from pyramid_stats.rules.variant import Variant
from pyramid_stats.statistics.intervals import Interval, wilson
from pyramid_stats.statistics.paired import Pairs, mcnemar
from pyramid_stats.strategies.features import FEATURES
from pyramid_stats.strategies.parameters import plain
from pyramid_stats.strategies.registry import get
from pyramid_stats.tuning.playing import Players, with_weights
from pyramid_stats.tuning.search import FRESH, Plan

RIVAL = "greedy"
"""Whom the weights have to beat."""

SMALLEST_P = 1e-9
"""Smaller ones say no more."""


@dataclass(frozen=True)
class Estimate:
    """Wins on the same fresh deals: of the weights, of the rival, and those of one alone."""

    games: int
    wins: int
    rival_wins: int
    only_weights: int
    only_rival: int

    @property
    def interval(self) -> Interval | None:
        """The 95 % Wilson interval of the weights' win rate."""
        return wilson(self.wins, self.games)

    @property
    def p_value(self) -> float:
        """Of both winning equally often."""
        both = self.wins - self.only_weights
        neither = self.games - self.wins - self.only_rival
        return mcnemar(Pairs(both, self.only_weights, self.only_rival, neither))

    def in_words(self) -> str:
        """Say it in one line."""
        if self.interval is None:
            return "no game was played to estimate the win rate"
        low, high = self.interval
        p_value = f"p = {self.p_value:.2g}" if self.p_value >= SMALLEST_P else f"p < {SMALLEST_P}"
        return (
            f"{self.wins / self.games:.4%} won (95 % interval {low:.4%} to {high:.4%}), "
            f"{RIVAL} {self.rival_wins / self.games:.4%}, on {self.games:,} fresh deals; "
            f"won by one alone: {self.only_weights:,} and {self.only_rival:,}, "
            f"{p_value} (exact McNemar)"
        )


def estimate(players: Players, weights: Sequence[float], games: int) -> Estimate:
    """Play the weights and the rival on deals that no search meets."""
    fresh = range(FRESH, FRESH + games)
    ours, theirs = players.won([with_weights(weights), get(RIVAL)], fresh)
    return Estimate(
        games,
        int(np.count_nonzero(ours)),
        int(np.count_nonzero(theirs)),
        int(np.count_nonzero(ours & ~theirs)),
        int(np.count_nonzero(theirs & ~ours)),
    )


def as_config(variant: Variant, plan: Plan, weights: Sequence[float], found: Estimate) -> str:
    """Return a config that plays the weights against the rival."""
    name = f"tuned-{variant.name}"
    searched = ", ".join(f"{key} {value}" for key, value in asdict(plan).items())
    head = (
        f"Weights for {variant.name}, found by pyramid-stats tune: {searched}. {found.in_words()}."
    )
    lines = [
        *(f"# {line}" for line in wrap(head, 98)),
        f"title = {json.dumps(f'Tuned weights for {variant.name}')}",
        f"seed = {plan.seed}",
        f"variants = [{json.dumps(variant.name)}]",
        f"strategies = [{json.dumps(RIVAL)}, {json.dumps(name)}]",
        "",
    ]
    if variant.name not in variant_names():
        lines += [f"[variant.{json.dumps(variant.name)}]"]
        lines += [f"{key} = {json.dumps(value)}" for key, value in variant.parameters().items()]
        lines += [""]
    lines += [f"[strategy.{json.dumps(name)}]", 'base = "weighted"', ""]
    lines += [f"[strategy.{json.dumps(name)}.weights]"]
    lines += [f"{each.name} = {plain(w)}" for each, w in zip(FEATURES, weights, strict=True)]
    return "\n".join(lines) + "\n"
