"""``winnable``: the share of deals that can be won at all."""

from __future__ import annotations

from typing import Any

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.options import limit_option, set_option
from pyramid_stats.cli.playing import (
    length_options,
    out_option,
    play_with_bar,
    run_options,
    run_seed_option,
    variants_option,
)
from pyramid_stats.strategies import THOUGHTFUL


@click.command("winnable")
@variants_option
@set_option
@length_options("Deals of each variant")
@run_seed_option
@limit_option(
    help="States after which a deal is left undecided.  [default: as many as fit in 1 GB]"
)
@out_option("winnable")
@run_options
def command(
    *,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    games: int | None,
    precision: float | None,
    relative: float | None,
    min_games: int | None,
    max_games: int | None,
    seed: int | None,
    limit: int | None,
    out: Any,
    detail: str | None,
    chunk: int | None,
    **how: Any,
) -> None:
    """Count the deals that can be won at all, every card known.

    It is a run of the strategy thoughtful, stored as any other: of each winnable deal it holds a
    solution's numbers. The deals are those that simulate plays with the same seed, so a report
    over both runs tells what part of the winnable deals a strategy wins.
    """
    from pyramid_stats.simulate.experiment import build_experiment

    flags = {
        "title": "winnable",
        "variants": list(variant) or None,
        "strategies": [THOUGHTFUL],
        "games": games,
        "precision": precision,
        "relative": relative,
        "min_games": min_games,
        "max_games": max_games,
        "seed": seed,
        "detail": detail,
        "chunk": chunk,
        "limit": limit,
    }
    experiment = build_experiment(None, flags, settings, lambda: announce_compiling("play"))
    play_with_bar(experiment, out, **how)
