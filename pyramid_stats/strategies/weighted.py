"""Weigh the features of each move, and make the one that scores best.

The weights stand for an idea without any code: those of a config, or those that
``pyramid-stats tune`` found for each of the seed variants (``weights/*.toml``).
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.places import REDEAL
from pyramid_stats.engine.reading import is_stalled
from pyramid_stats.rules import catalog
from pyramid_stats.rules.variant import Variant
from pyramid_stats.strategies.features import FEATURES, draw_score, removal_score
from pyramid_stats.strategies.strategy import Chooser

_FOLDER = resources.files("pyramid_stats.strategies") / "weights"
_NEAREST = "classic"

ROOM = 8
"""Where the weights begin in the settings of a strategy that relies on them."""


@kernel(inline=True)
def best_move(view, weights):  # type: ignore[no-untyped-def]
    """Return the index of the move that scores best; of equals the first."""
    moves = view.moves
    best, best_score = 0, -1e300
    for index in range(moves.removals):
        score = removal_score(view, moves.code[index], weights)
        if score > best_score:
            best, best_score = index, score
    last = moves.count - 1
    if last < moves.removals or draw_score(view, weights) <= best_score:
        return best
    ends_game = moves.code[last] == REDEAL and is_stalled(view.rules, view.position)
    return best if ends_game and moves.removals > 0 else last


def _choose(view):  # type: ignore[no-untyped-def]
    """Make the move whose weighted features score best; the weights are tuned for the variant."""
    return best_move(view, view.settings.value)


def _digest() -> str:
    """Return a hash of all tuned weights: they decide what a player of them does."""
    texts = sorted(entry.name + entry.read_text(encoding="utf-8") for entry in _FOLDER.iterdir())
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:16]


@cache
def tuned_weights(variant: Variant) -> tuple[float, ...]:
    """Return the weights found for a variant; for one that is none of the tuned, for the classic.

    They are in the order of :data:`~pyramid_stats.strategies.features.FEATURES`.
    """
    names = sorted(entry.name.removesuffix(".toml") for entry in _FOLDER.iterdir())
    same = [name for name in names if catalog.builtin(name).rule_hash() == variant.rule_hash()]
    text = (_FOLDER / f"{(same or [_NEAREST])[0]}.toml").read_text(encoding="utf-8")
    (table,) = tomllib.loads(text)["strategy"].values()
    weights = table["weights"]
    return tuple(float(weights.get(feature.name, 0)) for feature in FEATURES)


@dataclass(frozen=True, kw_only=True)
class Weighted(Chooser):
    """A player of weights: those given, the others being 0; without any those that were tuned."""

    def values(self, variant: Variant) -> Sequence[float]:
        """Return the weight of each feature."""
        return super().values(variant) if self.given else tuned_weights(variant)


@dataclass(frozen=True, kw_only=True)
class Relying(Chooser):
    """A player that relies on tuned weights where its own idea doesn't decide.

    In ``view.settings.value`` they come after :data:`ROOM` places for its own parameters.
    """

    def values(self, variant: Variant) -> Sequence[float]:
        """Return the parameters, then the weights."""
        own = list(super().values(variant))
        return [*own, *[0.0] * (ROOM - len(own)), *tuned_weights(variant)]


STRATEGY = Weighted(
    name="weighted",
    title="Make the move whose weighted features score best; tuned for each seed variant",
    parameters=FEATURES,
    function=_choose,
)
