"""Whether a run is what it says: each part, each deal once, the counts, a sample played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from pyramid_stats.engine.jit import kernel_hash
from pyramid_stats.rules.variant import build_variant
from pyramid_stats.simulate.checking import as_rows, check_part, read_part
from pyramid_stats.simulate.columns import SCHEMA, SUMMARY
from pyramid_stats.simulate.parts import Part
from pyramid_stats.simulate.places import reading_threads
from pyramid_stats.simulate.runners import Outcome
from pyramid_stats.simulate.store import Manifest, Run
from pyramid_stats.simulate.summaries import encoded_summary, read_summary, summarize_rows
from pyramid_stats.strategies.registry import names, rebuilt

_WRITERS = ("pandas", "pyarrow")


def problems(run: Run) -> Iterator[str]:
    """Yield a line for everything that is wrong with what is stored; reads every part whole."""
    for path in run.foreign:
        yield f"{path}: not part of the run"
    here = {name: version(name) for name in _WRITERS}
    bytewise = here == {name: run.manifest.versions.get(name) for name in _WRITERS}
    check = partial(check_part, bytewise=bytewise)
    with ThreadPoolExecutor(reading_threads(run.path)) as pool:
        found = list(zip(run.parts, pool.map(check, run.parts), strict=True))
    yield from (f"{part.path}: {text}" for part, text in found if isinstance(text, str))
    yield from _gaps(run)
    whole = [outcome for _, outcome in found if isinstance(outcome, Outcome)]
    if len(whole) == len(found):
        yield from _wrong_counts(run.manifest, whole)


def _gaps(run: Run) -> Iterator[str]:
    """Yield where deals are missing, or there twice."""
    for (variant, strategy), parts in groupby(
        run.parts, key=lambda part: (part.variant, part.strategy)
    ):
        expected = 0
        for part in parts:
            if part.first > expected:
                yield f"{variant}, {strategy}: deals {expected} to {part.first - 1} are missing"
            elif part.first < expected:
                last = min(expected, part.last) - 1
                yield f"{part.path}: deals {part.first} to {last} are there twice"
            expected = max(expected, part.last)


def _wrong_counts(manifest: Manifest, outcomes: list[Outcome]) -> Iterator[str]:
    """Yield what the manifest counts otherwise than the rows; it counts when a run is finished."""
    for entry in manifest.counts:
        mine = [
            each
            for each in outcomes
            if (each.variant, each.strategy) == (entry.variant, entry.strategy)
        ]
        for name in ("games", "wins", "undecided"):
            stored, counted = sum(getattr(each, name) for each in mine), getattr(entry, name)
            if stored != counted:
                yield (
                    f"{entry.variant}, {entry.strategy}: {stored} {name} where run.json "
                    f"counts {counted}"
                )


def replayed(run: Run, games: int, seed: int) -> tuple[int, list[str], list[str]]:
    """Play a random sample of a run's games again.

    Only built-in strategies play: a run may come from anybody, and no file that it names is run.

    Parameters
    ----------
    run
        All of its parts are whole.
    games
        Size of the sample; a game may be drawn twice. Of summaries whole chunks are played, drawn
        one by one until they have so many games.
    seed
        Chooses the sample.

    Returns
    -------
    int
        Games that were played.
    list of str
        The games, or chunks, that come out otherwise.
    list of str
        Why some are not played again.
    """
    if run.manifest.kernel_hash != kernel_hash():
        return 0, [], ["nothing was played again: the run was played by another version"]
    ours = {each.name: each for each in run.manifest.strategies if each.base in names()}
    skipped = [
        f"not played again: {each.name}, which is not built in"
        for each in run.manifest.strategies
        if each.name not in ours
    ]
    parts = [part for part in run.parts if part.strategy in ours]
    if not parts:
        return 0, [], skipped
    luck = np.random.default_rng(seed)
    sample = _whole_chunks if run.manifest.detail == SUMMARY else _single_games
    return *sample(run.manifest, parts, games, luck), skipped


def _single_games(
    manifest: Manifest, parts: list[Part], games: int, luck: np.random.Generator
) -> tuple[int, list[str]]:
    wrong: list[str] = []
    sizes = np.cumsum([part.games for part in parts])
    chosen = luck.integers(0, sizes[-1], games)
    for index in sorted(set(np.searchsorted(sizes, chosen, side="right").tolist())):
        start = sizes[index] - parts[index].games
        rows = np.unique(chosen[(chosen >= start) & (chosen < sizes[index])] - start)
        wrong += _other_rows(manifest, parts[index], rows.tolist())
    return len(np.unique(chosen)), wrong


def _whole_chunks(
    manifest: Manifest, parts: list[Part], games: int, luck: np.random.Generator
) -> tuple[int, list[str]]:
    played, wrong = 0, []
    for index in luck.permutation(len(parts)):
        if played >= games:
            break
        part = parts[index]
        rows = _player(manifest, part)(part.first, part.last)
        if encoded_summary(summarize_rows(rows, part.first)) != _as_stored(part):
            wrong.append(f"{part.path}: comes out otherwise when it is played again")
        played += part.games
    return played, wrong


def _as_stored(part: Part) -> bytes | None:
    """Return what a summary's numbers are as bytes of this pyarrow, whichever wrote them."""
    stored = read_summary(part)
    return None if isinstance(stored, str) else encoded_summary(stored)


def _player(manifest: Manifest, part: Part) -> Callable[[int, int], npt.NDArray[Any]]:
    """Return what plays some deals as they were played for a part."""
    entry = next(each for each in manifest.strategies if each.name == part.strategy)
    rule = next(each for each in manifest.variants if each.name == part.variant)
    player = rebuilt(entry.base, entry.parameters, entry.name)
    head = {"name": rule.name, "title": rule.title, "source": rule.source}
    variant = build_variant({**head, **rule.parameters}, f"run.json: {rule.name}")
    return lambda first, last: player.play(variant, manifest.seed, first, last, manifest.limit)


def _other_rows(manifest: Manifest, part: Part, rows: list[int]) -> Iterator[str]:
    play, table = _player(manifest, part), read_part(part)
    if isinstance(table, str):
        yield f"{part.path}: {table}"
        return
    stored = as_rows(table)
    for row in rows:
        deal = part.first + row
        played = play(deal, deal + 1)[0]
        if any(stored[name][row] != played[name] for name in SCHEMA.names):
            yield f"{part.path}: deal {deal} comes out otherwise when it is played again"
