"""Going on with a run: whether it is the same one, and what of it is there and whole."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from pyramid_stats.errors import UsageError
from pyramid_stats.simulate.checking import count_part
from pyramid_stats.simulate.folder import remove_leftovers
from pyramid_stats.simulate.manifest import Manifest
from pyramid_stats.simulate.parts import Part
from pyramid_stats.simulate.places import Place, reading_threads
from pyramid_stats.simulate.plan import Chunk
from pyramid_stats.simulate.runners import Outcome
from pyramid_stats.simulate.store import open_run

_SAME = ("generator", "kernel_hash", "seed", "games", "stopping", "at_most", "chunk", "limit")
_PLAYERS = ("honest", "digest", "parameters")
_HINT = "say what the run says, or play another one with --out"


@dataclass
class Kept:
    """The parts of a run that need not be played again.

    Parameters
    ----------
    parts
        Each with what came of its games, by variant and strategy and its first deal.
    damaged
        Parts that have to be played again, and why.
    """

    parts: dict[tuple[tuple[str, str], int], tuple[Part, Outcome]] = field(default_factory=dict)
    damaged: dict[Place, str] = field(default_factory=dict)

    def take(self, chunk: Chunk) -> Outcome | None:
        """Return what came of a chunk, once, if its part is there; else it is to be played."""
        part, outcome = self.parts.get((chunk.cell, chunk.first), (None, None))
        if part is None or part.last != chunk.last:
            return None
        del self.parts[chunk.cell, chunk.first]
        return outcome

    def set_aside(self) -> Iterator[Place]:
        """Rename the parts that nobody took: they aren't the run's. Yield their new names."""
        for part, _ in self.parts.values():
            aside = part.path.with_name(f"_{part.path.name}")
            part.path.replace(aside)  # type: ignore[arg-type] # both of one kind
            yield aside


def look_through(folder: Place, wanted: Manifest) -> tuple[Manifest, Kept]:
    """Return the manifest of the run in a folder, and what is there of its games.

    Parameters
    ----------
    folder
        Holds a run, and nobody else writes there. What a writer left that was killed is removed.
    wanted
        The manifest that the experiment would have.

    Raises
    ------
    UsageError
        There is no run, or it is another one; names the field.
    """
    run = open_run(folder)
    refuse_another(folder, run.manifest, wanted)
    remove_leftovers(folder)
    kept = Kept()
    with ThreadPoolExecutor(reading_threads(folder)) as pool:
        for part, found in zip(run.parts, pool.map(count_part, run.parts), strict=True):
            if isinstance(found, str):
                kept.damaged[part.path] = found
            else:
                kept.parts[(part.variant, part.strategy), part.first] = part, found
    return run.manifest, kept


def refuse_another(folder: Place, there: Manifest, wanted: Manifest) -> None:
    """Raise UsageError unless both manifests are of the same games."""
    for key in _SAME:
        _compare(folder, key, getattr(there, key), getattr(wanted, key))
    for key, aspects in (("variants", ("rule_hash",)), ("strategies", _PLAYERS)):
        olds, news = getattr(there, key), getattr(wanted, key)
        _compare(folder, key, [each.name for each in olds], [each.name for each in news])
        for old, new in zip(olds, news, strict=True):
            for aspect in aspects:
                place = f"{key}.{old.name}.{aspect}"
                _compare(folder, place, getattr(old, aspect), getattr(new, aspect))


def _compare(folder: Place, key: str, there: object, wanted: object) -> None:
    if there != wanted:
        raise UsageError(
            f"{folder}: not the same run: {key} {_shown(there)} there, {_shown(wanted)} here",
            _HINT,
        )


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
