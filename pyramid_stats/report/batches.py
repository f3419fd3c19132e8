"""Comparisons where not every game is stored: by what both won of the same chunks of deals."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from pyramid_stats.report.counting import Batch, Tally
from pyramid_stats.statistics.batches import FEWEST, batch_means

Counts = dict[Batch, tuple[int, int]]
_End = tuple[tuple[str, int], int]


def batch_numbers(one: Tally, other: Tally, confidence: float) -> dict[str, Any] | None:
    """Return the fields of a comparison, before it is adjusted; None if too little is in common.

    As deal by deal, undecided games are lost by the first and won by the second in one reading, the
    other way round in another, and the interval and the p-value allow for both.
    """
    a, b = shared(one.batches, other.batches)
    sizes = np.array([last - first for _, first, last in a], np.int64)
    (wins_a, open_a), (wins_b, open_b) = (
        np.array(list(each.values()), np.int64).reshape(-1, 2).T for each in (a, b)
    )
    known = wins_a - wins_b
    worst = batch_means(known - open_b, sizes, confidence)
    best = batch_means(known + open_a, sizes, confidence)
    if worst is None or best is None:
        return None
    p_value = 1.0 if worst.mean * best.mean < 0 else max(worst.p_value, best.p_value)
    return {
        "games": int(sizes.sum()),
        "difference": int(known.sum()) / int(sizes.sum()),
        "ci_low": worst.interval.low,
        "ci_high": best.interval.high,
        "p_value": p_value,
        "p_adjusted": p_value,
        "only_a_won": None,
        "only_b_won": None,
        "batches": len(sizes),
    }


def shared(one: Counts, other: Counts) -> tuple[Counts, Counts]:
    """Return the smallest ranges of deals that are whole chunks of both, and the counts of each.

    Who plays slowly has smaller chunks: several of them, end to end, make one of the other's.
    """
    running = [_running(each) for each in (one, other)]
    found: tuple[Counts, Counts] = {}, {}
    for start, end in pairwise(sorted(running[0].keys() & running[1].keys())):
        steps = [(each[start], each[end]) for each in running]
        if any(old[0] != new[0] for old, new in steps):
            continue  # a gap
        for counts, (old, new) in zip(found, steps, strict=True):
            counts[start[0], start[1], end[1]] = new[1] - old[1], new[2] - old[2]
    return found


def _running(counts: Counts) -> dict[_End, tuple[int, int, int]]:
    """Return for each end of a chunk the number of its stretch, wins and undecided games so far.

    A stretch is chunks without a gap; the deal at which it begins is there, too.
    """
    sums: dict[_End, tuple[int, int, int]] = {}
    stretch, wins, undecided = 0, 0, 0
    for (deals, first, last), (won, unknown) in sorted(counts.items()):
        if (deals, first) not in sums:
            stretch += 1
            sums[deals, first] = stretch, wins, undecided
        wins, undecided = wins + won, undecided + unknown
        sums[deals, last] = stretch, wins, undecided
    return sums


class Method(NamedTuple):
    """Whose interval differences have, and whose test tells them from chance."""

    interval: str
    test: str


def method_of(batches: Iterable[int | None]) -> Method:
    """Return how comparisons were made, of each its chunks, or None if deal by deal."""
    kinds = {each is None for each in batches}
    found = [Method("Newcombe", "McNemar's")] if True in kinds or not kinds else []
    if False in kinds:
        found.append(Method("Student's t", "Student's t"))
    return Method(*(" or ".join(names) for names in zip(*found, strict=True)))


def about_batches(tallies: Iterable[Tally], batches: Iterable[int]) -> list[str]:
    """Say what a report says otherwise, or not at all, where single games aren't stored.

    Parameters
    ----------
    tallies
        What was played.
    batches
        The chunks of each comparison that was made over chunks.
    """
    if all(tally.by_game for tally in tallies):
        return []
    numbers = sorted(batches)
    span = " to ".join(f"{number:,}" for number in dict.fromkeys(numbers[:1] + numbers[-1:]))
    made = f", here {span} of them," if numbers else ""
    return [
        "Of some games only the sums over chunks are stored. These are compared by the means of "
        f"common chunks{made} with Student's t; pairs with fewer than {FEWEST} of equal size, or "
        "that no chunk tells apart, are left out, and so are Cochran's test and the won part of "
        "the winnable deals, which need single games."
    ]
