"""A run from beginning to end: folder, manifest, games, manifest again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime

from pyramid_stats.engine.jit import kernel_hash
from pyramid_stats.simulate.experiment import Experiment
from pyramid_stats.simulate.folder import (
    holds_run,
    make_room,
    refuse_links,
    remove_leftovers,
    remove_parts,
)
from pyramid_stats.simulate.lock import locked
from pyramid_stats.simulate.manifest import CountEntry, Manifest, write_manifest
from pyramid_stats.simulate.places import Place
from pyramid_stats.simulate.plan import Chunk
from pyramid_stats.simulate.provenance import GENERATOR, machine, versions
from pyramid_stats.simulate.resume import Kept, look_through
from pyramid_stats.simulate.runners import Engine, Outcome, Result, serial
from pyramid_stats.simulate.tally import Counts, Tally

Progress = Callable[[Outcome, Outcome], None]


def play_experiment(
    experiment: Experiment,
    folder: Place,
    *,
    engine: Engine = serial,
    overwrite: bool = False,
    resume: bool = False,
    progress: Progress = lambda _news, _so_far: None,
    notice: Callable[[str], None] = lambda _text: None,
) -> Counts:
    """Play an experiment and write the run.

    Parameters
    ----------
    experiment
        What is to be played.
    folder
        Where the run goes.
    engine
        Who plays; see :mod:`pyramid_stats.simulate.workers`. Without one, this process, which then
        can't be interrupted in a chunk.
    overwrite
        Whether a run in the folder may be replaced.
    resume
        Whether a run in the folder is gone on with: what is there and whole is not played again.
    progress
        Called for each chunk with its outcome, and with what came so far of its variant and
        strategy; in the order of the deals.
    notice
        Called with a line for each part that is played again or set aside, and when a worker died.

    Returns
    -------
    dict
        What came of each variant and strategy, by their names. Where the experiment stops by
        precision, it is for the caller to see who has not reached it.

    Raises
    ------
    UsageError
        The folder holds a run, and it is to be neither replaced nor gone on with; or it is another
        one than the experiment.
    PyramidStatsError
        A file can't be written, or a chunk failed. The finished parts stay, and ``run.json`` says
        that the run is not finished; so it is after Ctrl-C.
    """
    with locked(folder):
        manifest, kept = _manifest(experiment), Kept()
        refuse_links(folder, manifest)
        if resume and holds_run(folder):
            manifest, kept = look_through(folder, manifest)
        else:
            make_room(folder, overwrite=overwrite)
        for path, problem in kept.damaged.items():
            notice(f"played again: {path}: {problem}")
        manifest = manifest.model_copy(update={"finished": None, "counts": ()})
        write_manifest(folder, manifest)
        tally = Tally(experiment)
        for strategy in experiment.strategies:
            strategy.prepare()
        _play(folder, tally, engine(folder, _missing(tally, kept, progress), notice), progress)
        for path in kept.set_aside():
            notice(f"set aside: {path}: not part of the run")
        write_manifest(folder, _finished(manifest, tally.counts))
        return tally.counts


def _play(
    folder: Place, tally: Tally, results: Generator[Result, None, None], progress: Progress
) -> None:
    """Count what comes; whatever happens, nothing stays that is not a part of the run."""
    try:
        with closing(results):  # ends the workers, whatever happens here
            for chunk, outcome in results:
                for news, so_far in tally.take(chunk, outcome):
                    progress(news, so_far)
    finally:  # now that nobody plays any more
        remove_parts(folder, tally.surplus())
        remove_leftovers(folder)


def _missing(tally: Tally, kept: Kept, progress: Progress) -> Iterator[Chunk]:
    """Yield the chunks to be played; those whose parts are kept are counted in passing."""
    for chunk in tally.chunks():
        outcome = kept.take(chunk)
        if outcome is None:
            yield chunk
            continue
        for news, so_far in tally.take(chunk, outcome):
            progress(news, so_far)


def _manifest(experiment: Experiment) -> Manifest:
    """Return the manifest of a run that is about to start."""
    return Manifest.model_validate(
        {
            "schema": 1,
            "title": experiment.title,
            "seed": experiment.seed,
            "games": experiment.games,
            "stopping": None if experiment.stopping is None else asdict(experiment.stopping),
            "at_most": dict(experiment.at_most),
            "chunk": experiment.chunk,
            "limit": experiment.limit,
            "detail": experiment.detail,
            "variants": [
                {
                    "name": variant.name,
                    "title": variant.title,
                    "source": variant.source,
                    "rule_hash": variant.rule_hash(),
                    "parameters": variant.parameters(),
                }
                for variant in experiment.variants
            ],
            "strategies": [
                {
                    "name": player.name,
                    "title": player.title,
                    "honest": player.honest,
                    "source": player.source,
                    "origin": player.origin,
                    "digest": player.digest,
                    "parameters": dict(player.given),
                }
                for player in experiment.strategies
            ],
            "generator": GENERATOR,
            "kernel_hash": kernel_hash(),
            "versions": versions(),
            "machine": machine(),
            "started": _now(),
        }
    )


def _finished(manifest: Manifest, counts: Counts) -> Manifest:
    entries = tuple(CountEntry(**asdict(each)) for each in counts.values())
    return manifest.model_copy(update={"finished": _now(), "counts": entries})


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
