"""What whole processes of ``pyramid-stats`` take: time beyond the kernel's, memory, workers."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.figure import Figure
from benchmarks.kernel import game
from benchmarks.scale import CHUNK, SEED, Scale
from benchmarks.timing import Ran, median_ratio, run

VARIANT = "classic"
NEXT_TO_NOTHING = 1000
"""Games of a run that only shows how long everything around the games takes."""


def simulate(
    games: int,
    workers: int,
    out: Path,
    variant: str = VARIANT,
    strategy: str = "greedy",
    chunk: int | None = None,
) -> Ran:
    """Play games into a folder, as a user would."""
    options = {
        "--variant": variant,
        "--strategy": strategy,
        "--games": games,
        "--seed": SEED,
        "--workers": workers,
        "--out": out,
    }
    if chunk is not None:
        options["--chunk"] = chunk
    flags = [str(word) for pair in options.items() for word in pair]
    return run(["simulate", *flags, "--overwrite"])


def kernel_time(games: int) -> float:
    """Return the seconds that the kernel alone needs for the same games, chunk by chunk."""
    parts = range(0, games, CHUNK)
    ends = [min(first + CHUNK, games) for first in parts]
    return sum(
        game(VARIANT, first, last) * (last - first) for first, last in zip(parts, ends, strict=True)
    )


def overhead(scale: Scale) -> Iterator[Figure]:
    """Measure what a simulation costs beyond the games themselves."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        simulate(NEXT_TO_NOTHING, 1, out)  # compiles
        value, spread = median_ratio(
            scale.rounds,
            lambda: simulate(scale.process_games, 1, out).seconds,
            partial(kernel_time, scale.process_games),
        )
    what = f"simulate {_millions(scale.process_games)} games, process against kernel"
    yield Figure(what, value, 1.5, 1.2, spread=spread)


def many(scale: Scale) -> Iterator[Figure]:
    """Measure many games: two workers, memory, and the report over them."""
    with tempfile.TemporaryDirectory() as folder:
        one_out, two_out = Path(folder) / "one", Path(folder) / "two"
        simulate(NEXT_TO_NOTHING, 1, one_out)  # compiles
        starts = [simulate(NEXT_TO_NOTHING, workers, two_out).seconds for workers in (1, 2)]
        few = simulate(scale.few_games, 1, two_out)
        few_two = simulate(scale.few_games, 2, two_out)
        ones, twos = [], []
        for _ in range(scale.rounds):
            ones.append(simulate(scale.many_games, 1, one_out))
            twos.append(simulate(scale.many_games, 2, two_out))
        reports = [run(["report", str(one_out), "--format", "html"]) for _ in range(scale.rounds)]
    yield from _workers(ones, twos, starts)
    yield from _memory(scale, few, ones, "one worker", (1.3, 1.05))
    yield from _memory(scale, few_two, twos, "two workers", (None, None))
    played = median(each.seconds for each in ones)
    shares = [each.seconds / played for each in reports]
    rows = _millions(scale.many_games)
    what = f"page over {rows} rows, share of the time to play"
    yield Figure(what, median(shares), 0.3, spread=shares)
    yield Figure("the page's peak memory, MiB", max(each.peak for each in reports), 1024)


def _workers(ones: list[Ran], twos: list[Ran], starts: list[float]) -> Iterator[Figure]:
    """Compare the rounds of one worker with those of two, with start-up and without."""
    pairs = list(zip(ones, twos, strict=True))
    whole = [one.seconds / two.seconds for one, two in pairs]
    net = [(one.seconds - starts[0]) / (two.seconds - starts[1]) for one, two in pairs]
    what = "two workers against one, times faster"
    yield Figure(f"{what}, whole process", median(whole), 1.8, 1.95, True, whole)
    yield Figure(f"{what}, without start-up", median(net), spread=net)


def _memory(
    scale: Scale,
    few: Ran,
    many_runs: list[Ran],
    who: str,
    limits: tuple[float | None, float | None],
) -> Iterator[Figure]:
    """Compare peak memory; of several processes only the largest counts."""
    ratios = [each.peak / few.peak for each in many_runs]
    games = f"{_millions(scale.many_games)} games against {_millions(scale.few_games)}"
    yield Figure(f"peak memory, {games}, {who}", median(ratios), *limits, spread=ratios)
    yield Figure(f"peak memory of the larger, {who}, MiB", max(each.peak for each in many_runs))


def _millions(games: int) -> str:
    return f"{games / 1e6:g} million"
