"""How long a game takes in the compiled engine, in yardsticks, and in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.figure import Figure
from benchmarks.scale import SEED, Scale
from benchmarks.timing import median_ratio, seconds
from benchmarks.yardstick import shuffles
from pyramid_stats.engine.play import play_deals
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.strategies.registry import get
from tests import naive

ROUNDS = 7
LIMITS = {"classic": (9, 5), "swedish-two-passes": (16, 9)}
"""Bar and aim for a game of each variant, in yardsticks."""


def yardstick(scale: Scale) -> float:
    """Return the seconds of one shuffle."""
    return seconds(partial(shuffles, scale.shuffles, 0)) / scale.shuffles


def game(variant: str, first: int, last: int) -> float:
    """Return the seconds of one greedy game, its deal included."""
    play = partial(play_deals, builtin(variant), get("greedy").choose, SEED, first, last)
    return seconds(play) / (last - first)


def engine(scale: Scale) -> Iterator[Figure]:
    """Measure a greedy game against a shuffle."""
    shuffles(1, 0)  # compiles it
    yield Figure("yardstick: one 52-card shuffle, nanoseconds", 1e9 * yardstick(scale))
    for variant, (bar, aim) in LIMITS.items():
        game(variant, 0, 1000)  # compiles, and warms the caches
        value, spread = median_ratio(
            ROUNDS, partial(game, variant, 0, scale.kernel_games), partial(yardstick, scale)
        )
        yield Figure(f"a greedy game of {variant}, yardsticks", value, bar, aim, spread=spread)


def twin(scale: Scale) -> Iterator[Figure]:
    """Measure the readable twin in tests/naive.py on the same games."""
    deals = range(scale.naive_games)
    for variant in LIMITS:
        _same_rows(variant, deals)
        value, spread = median_ratio(
            scale.rounds,
            partial(_naive_game, variant, deals),
            partial(_repeated_game, variant, len(deals), scale.kernel_games),
        )
        yield Figure(
            f"{variant} in tests/naive.py, times slower",
            value,
            300,
            1000,
            more_is_better=True,
            spread=spread,
        )


def _naive_game(variant: str, deals: range) -> float:
    rules = builtin(variant)
    play = [partial(naive.play_deal, rules, "greedy", SEED, deal) for deal in deals]
    return seconds(lambda: [call() for call in play]) / len(deals)


def _repeated_game(variant: str, deals: int, games: int) -> float:
    """Return the seconds of one game of the same deals, played again and again."""
    times = max(1, games // deals)
    return sum(game(variant, 0, deals) for _ in range(times)) / times


def _same_rows(variant: str, deals: range) -> None:
    """Make sure that both play the same games: a fast wrong answer is none."""
    rules = builtin(variant)
    rows = play_deals(rules, get("greedy").choose, SEED, deals.start, deals.stop).tolist()
    if rows != [naive.play_deal(rules, "greedy", SEED, deal)[1] for deal in deals]:
        raise RuntimeError(f"{variant}: the engine and tests/naive.py differ")
