"""The strategies, the slow ones with parameters that let them answer in a moment."""

from __future__ import annotations

from pyramid_stats.strategies.registry import get, names
from pyramid_stats.strategies.strategy import Strategy

QUICKER = {"determinized": "determinized(samples=3,states=500)", "rollout": "rollout(samples=3)"}


def quicker(name: str) -> str:
    """Return the name of a strategy, with parameters if it is slow without."""
    return QUICKER.get(name, name)


def quick_player(name: str) -> Strategy:
    return get(quicker(name))


HONEST = tuple(quicker(name) for name in names(honest=True))
