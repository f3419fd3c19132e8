"""How long it takes to decide a deal: against a plain search, at worst, and for many deals."""

from __future__ import annotations

import multiprocessing
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.figure import Figure
from benchmarks.plain_search import plain_search
from benchmarks.process import simulate
from benchmarks.scale import SEED, Scale
from benchmarks.timing import median_ratio, own_peak, seconds
from pyramid_stats.engine.deal import deal_decks
from pyramid_stats.engine.records import deck_of, rules_of
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate.experiment import SEED_VARIANTS
from pyramid_stats.solver.fewest import fewest_moves
from pyramid_stats.solver.quick import quick_search
from pyramid_stats.solver.solve import Room, usual_limit
from pyramid_stats.solver.verdicts import UNDECIDED, WON

LIMITS = {"microsoft": (30, 200), "classic": (4, 15), "swedish": (4, 15)}
"""How many times slower the plain search has to be, bar and aim."""

MANY = "microsoft"
PLAIN_LIMIT = 60_000_000
"""States of the plain search, 1 GB; where it gives up, its time so far counts."""

AGAIN = 10
"""Slowest deals that are timed once more, since the machine may have been busy with others."""


class Bench:
    """The compiled searches of one variant, ready to be called with the record of a deck."""

    def __init__(self, variant: str) -> None:
        self.rules = rules_of(builtin(variant))
        self.limits = [usual_limit(builtin(variant), fewest=fewest) for fewest in (False, True)]
        self._quick = Room(builtin(variant), drop_kings=True)
        self._fewest = Room(builtin(variant), drop_kings=False)

    def plain(self, deck: Any) -> int:
        """Return the verdict of the plain search."""
        return int(plain_search(self.rules, deck, PLAIN_LIMIT)[0])

    def winnable(self, deck: Any) -> int:
        """Return the verdict of the quick search."""
        found = quick_search(self.rules, deck, *self._quick.work, self.limits[False])
        return int(found[0])

    def shortest(self, deck: Any) -> int:
        """Return the verdict of the search for the shortest, before which winnable is asked."""
        verdict = self.winnable(deck)
        if verdict != WON:
            return verdict
        found = fewest_moves(self.rules, deck, *self._fewest.work, self.limits[True])
        return int(found[0])


def decks(count: int) -> list[Any]:
    """Return the records of the first deals."""
    return [deck_of(deck) for deck in deal_decks(SEED, 0, count)]


def mean(search: Callable[[Any], int], records: list[Any], times: int = 1) -> float:
    """Return the seconds that a search takes for a deck, over all of them."""
    return seconds(lambda: [search(deck) for deck in records * times]) / (len(records) * times)


def solver(scale: Scale) -> Iterator[Figure]:
    """Measure the solver."""
    for variant, limits in LIMITS.items():
        yield from _against_plain(scale, variant, limits)
    yield from _slowest(scale)
    yield from _shortest(scale)
    yield from _workers(scale)


def _against_plain(scale: Scale, variant: str, limits: tuple[float, float]) -> Iterator[Figure]:
    """Compare the quick search with the plain one on the same deals."""
    bench, records = Bench(variant), decks(scale.solver_deals)
    _same_verdicts(variant, bench, records[: scale.checked_deals])
    quick, plain = partial(mean, bench.winnable, records), partial(mean, bench.plain, records)
    yield Figure(f"winnable, {variant}: milliseconds a deal", 1e3 * quick())
    value, spread = median_ratio(scale.rounds, plain, quick)
    what = f"winnable, {variant}: plain search, times slower"
    yield Figure(what, value, *limits, more_is_better=True, spread=spread)


def _same_verdicts(variant: str, bench: Bench, records: list[Any]) -> None:
    """Make sure that both give the same verdicts; this compiles and warms them, too."""
    for number, deck in enumerate(records):
        plain = bench.plain(deck)
        if plain != UNDECIDED and plain != bench.winnable(deck):
            raise RuntimeError(f"{variant}, deal {number}: the plain search and the quick differ")


def _slowest(scale: Scale) -> Iterator[Figure]:
    """Measure the slowest of many deals, and the memory of a process that decides them all."""
    count, undecided = scale.slowest_deals, 0
    for variant in SEED_VARIANTS:
        Bench(variant).winnable(decks(1)[0])  # compiles
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as fresh:
            worst, peak, unknown = fresh.submit(worst_of, variant, count).result()
        undecided += unknown
        yield Figure(f"winnable, {variant}: slowest of {count} deals, seconds", worst, 20, 1)
        yield Figure(f"winnable, {variant}: peak memory of these, MiB", peak, 2048)
    yield Figure("winnable: deals of these left undecided", undecided, 0)


def worst_of(variant: str, count: int) -> tuple[float, float, int]:
    """Return (seconds of the slowest deal, this process's peak memory in MiB, deals undecided)."""
    bench, records = Bench(variant), decks(count)
    bench.winnable(records[0])  # loads the kernel
    verdicts: list[int] = []
    timed = [
        (seconds(lambda deck=deck: verdicts.append(bench.winnable(deck))), number)
        for number, deck in enumerate(records)
    ]
    slowest = sorted(timed, reverse=True)[:AGAIN]
    worst = max(min(before, mean(bench.winnable, [records[number]])) for before, number in slowest)
    return worst, own_peak(), verdicts.count(UNDECIDED)


def _shortest(scale: Scale) -> Iterator[Figure]:
    """Compare the search for the shortest solution with the question whether there is one."""
    bench, records = Bench(MANY), decks(scale.shortest_deals)
    mean(bench.shortest, records[:10])  # compiles
    winnable = partial(mean, bench.winnable, records, times=5)
    value, spread = median_ratio(scale.rounds, partial(mean, bench.shortest, records), winnable)
    yield Figure(f"shortest, {MANY}: times slower than winnable", value, 100, 10, spread=spread)


def _workers(scale: Scale) -> Iterator[Figure]:
    """Compare two workers with one where many deals are decided."""
    with tempfile.TemporaryDirectory() as folder:
        play = partial(simulate, out=Path(folder), variant=MANY, strategy="thoughtful")
        play = partial(play, chunk=max(1, scale.winnable_games // 20))
        play(1000, 1)  # compiles
        ratios = [
            play(scale.winnable_games, 1).seconds / play(scale.winnable_games, 2).seconds
            for _ in range(scale.rounds)
        ]
    what = f"winnable, {scale.winnable_games} deals of {MANY}: two workers against one"
    yield Figure(what, median(ratios), 1.8, 1.95, more_is_better=True, spread=ratios)
