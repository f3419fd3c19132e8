"""How fast strategies are: a user's own and those of weights against greedy; guesses a second."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.figure import Figure
from benchmarks.scale import SEED, Scale
from benchmarks.timing import median_ratio, seconds
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.strategies.features import FEATURES
from pyramid_stats.strategies.kit import compiled, exposes
from pyramid_stats.strategies.registry import get
from pyramid_stats.strategies.strategy import Strategy

ROUNDS = 7
VARIANT = "classic"


@compiled
def users(view):
    """Expose as much as possible: what a user may write first."""
    best = 0
    for move in range(view.moves.removals):
        if exposes(view, move) > exposes(view, best):
            best = move
    return best


def all_features() -> Strategy:
    """Return greedy in weights, all other features counting a little as well."""
    greedy = {"exposes": 64.0, "row": -1.0, "stock_only": -63.0, "draw": -1000.0}
    return get("weighted").with_settings({each.name: 0.001 for each in FEATURES} | greedy)


def a_game(strategy: Strategy, games: int) -> float:
    """Return the seconds of one game, its deal included."""
    return seconds(partial(strategy.play, builtin(VARIANT), SEED, 0, games)) / games


def players(scale: Scale) -> Iterator[Figure]:
    """Measure games a second against greedy's, on the same deals in turns."""
    greedy, games = get("greedy"), scale.kernel_games
    cases = [
        ("a user's compiled function", users, 0.5, 0.8),
        ("weights", all_features(), 1 / 3, None),
    ]
    for what, strategy, bar, aim in cases:
        for each in (greedy, strategy):
            a_game(each, 1000)  # compiles, and warms the caches
        value, spread = median_ratio(
            ROUNDS, partial(a_game, greedy, games), partial(a_game, strategy, games)
        )
        name = f"{what}, games a second of {VARIANT}, times greedy's"
        yield Figure(name, value, bar, aim, more_is_better=True, spread=spread)
    slow = get("determinized")
    a_game(slow, 1)
    rates = [1 / a_game(slow, scale.slow_games) for _ in range(scale.rounds)]
    yield Figure(
        f"determinized, games a second of {VARIANT}",
        sorted(rates)[len(rates) // 2],
        20,
        200,
        more_is_better=True,
        spread=rates,
    )
