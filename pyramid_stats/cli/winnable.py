"""``winnable``: the share of deals that can be won at all."""

from __future__ import annotations

from pathlib import Path

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.options import WholeNumber, seed_option, set_option, variant_option
from pyramid_stats.cli.playing import (
    GameCount,
    chunk_option,
    overwrite_option,
    play_with_bar,
    start_method_option,
    workers_option,
)

STRATEGY = "thoughtful"
MOST_STATES = 10**9
CHUNK = 5000
"""Deals in one file: they take seconds, not milliseconds."""


@click.command("winnable")
@variant_option(
    multiple=True,
    help="A variant's name, or a TOML file that describes one; may be repeated.  "
    "[default: the five of the rule texts]",
)
@set_option
@click.option(
    "--games",
    type=GameCount(),
    metavar="N",
    default=100_000,
    help="Deals of each variant, as in 1_000_000, 1e6 or 5M.  [default: 100_000]",
)
@seed_option(help="The seed of all deals, 0 to 2**64 - 1.  [default: 13]")
@click.option(
    "--limit",
    type=WholeNumber("a limit", 1, MOST_STATES),
    metavar="N",
    help="States after which a deal is left undecided.  [default: as many as fit in 1 GB]",
)
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Where the run goes.  [default: results/winnable-seedN]",
)
@workers_option
@overwrite_option
@chunk_option
@start_method_option
def command(
    *,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    games: int,
    seed: int | None,
    limit: int | None,
    out: Path | None,
    workers: int | None,
    overwrite: bool,
    chunk: int | None,
    start_method: str | None,
) -> None:
    """Count the deals that can be won at all, every card known.

    It is a run of the strategy thoughtful, stored as any other: of each winnable deal it holds a
    solution's numbers. The deals are those that simulate plays with the same seed, so a report
    over both runs tells what part of the winnable deals a strategy wins.
    """
    from pyramid_stats.simulate.experiment import build_experiment
    from pyramid_stats.simulate.folder import usual_folder

    flags = {
        "title": "winnable",
        "variants": list(variant) or None,
        "strategies": [STRATEGY],
        "games": games,
        "seed": seed,
        "chunk": CHUNK if chunk is None else chunk,
        "limit": limit,
    }
    experiment = build_experiment(None, flags, settings, lambda: ([STRATEGY], [STRATEGY]))
    folder = out or usual_folder(experiment.title, experiment.seed)
    announce_compiling("search", "the solver")
    play_with_bar(
        experiment, folder, workers=workers, start_method=start_method, overwrite=overwrite
    )
