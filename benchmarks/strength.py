"""``python -m benchmarks.strength``: how strong each player is, for docs/strategies.md.

All players of a variant meet the same deals, and so does the solver, so the shares of the winnable
deals are exact counts. A million games of the quick players come from ``make demo``'s kind of run.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time

import numpy as np
from scipy.stats import binomtest

from benchmarks.scale import SEED
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate.workers import usual_start_method, usual_workers
from pyramid_stats.statistics.intervals import wilson
from pyramid_stats.strategies.registry import get, names

GAMES = {
    "classic": 3000,
    "classic-three-piles": 60,
    "swedish": 1000,
    "swedish-two-passes": 400,
    "finnish": 4000,
}
MORE = {"classic": ("determinized(samples=200)",), "finnish": ("determinized(samples=200)",)}
PIECE = 10
HEAD = (
    "| player | games won | win rate % (95 %) | of the winnable | against greedy | games a second |"
)


def play(name: str, variant: str, first: int, last: int) -> tuple[np.ndarray, float]:
    """Return which deals a player wins, and the seconds of processor time that it took."""
    before = process_time()
    rows = get(name).play(builtin(variant), SEED, first, last, 1_000_000)
    return rows["won"] == 1, process_time() - before


def measure(pool: ProcessPoolExecutor, name: str, variant: str) -> tuple[np.ndarray, float]:
    """Return which of a variant's deals a player wins, and its games a second on one core."""
    games = GAMES[variant]
    piece = PIECE if get(name).chunk < 1000 else games
    firsts = range(0, games, piece)
    lasts = [min(first + piece, games) for first in firsts]
    count = len(lasts)
    done = list(pool.map(play, [name] * count, [variant] * count, firsts, lasts))
    return np.concatenate([won for won, _ in done]), games / sum(spent for _, spent in done)


def lines(pool: ProcessPoolExecutor, variant: str) -> Iterator[str]:
    """Yield a variant's table."""
    winnable, _ = measure(pool, "thoughtful", variant)
    greedy, _ = measure(pool, "greedy", variant)
    yield f"\n**{variant}**, {GAMES[variant]:,} deals, {np.count_nonzero(winnable):,} winnable\n"
    yield HEAD
    yield "|---|---|---|---|---|---|"
    for name in [*names(honest=True), *MORE.get(variant, ())]:
        won, speed = measure(pool, name, variant)
        yield _line(name, won, winnable, greedy, speed)


def _line(
    name: str, won: np.ndarray, winnable: np.ndarray, greedy: np.ndarray, speed: float
) -> str:
    wins, games = np.count_nonzero(won), won.size
    interval = wilson(wins, games)
    assert interval is not None
    low, high = interval
    share = wins / np.count_nonzero(winnable)
    more, less = np.count_nonzero(won & ~greedy), np.count_nonzero(greedy & ~won)
    test = f"+{more} −{less}"
    if more + less:
        test += f", p = {binomtest(more, more + less).pvalue:.2g}"
    rate = f"{wins / games:.2%} ({low:.2%} to {high:.2%})".replace("%", "")
    return f"| `{name}` | {wins:,} | {rate} | {share:.3f} | {test} | {speed:,.3g} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.strength", description=__doc__)
    parser.add_argument("--variant", choices=GAMES, action="append", help="only this one")
    wanted = parser.parse_args().variant or GAMES
    for name in names():
        for variant in wanted:
            play(name, variant, 0, 1)  # compiles
    context = get_context(usual_start_method())
    with ProcessPoolExecutor(usual_workers(), mp_context=context) as pool:
        for variant in wanted:
            for line in lines(pool, variant):
                print(line, flush=True)


if __name__ == "__main__":
    main()
