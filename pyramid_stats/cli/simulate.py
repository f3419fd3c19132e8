"""``simulate``: many games, stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.options import set_option, strategies_option
from pyramid_stats.cli.playing import (
    length_options,
    out_option,
    play_with_bar,
    run_options,
    run_seed_option,
    variants_option,
)


@click.command("simulate")
@click.argument("config", metavar="[CONFIG]", required=False, type=click.Path(path_type=Path))
@variants_option
@set_option
@strategies_option
@length_options("Games of each variant and strategy")
@run_seed_option
@out_option("TITLE")
@run_options
def command(
    *,
    config: Path | None,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    strategy: tuple[str, ...],
    games: int | None,
    precision: float | None,
    relative: float | None,
    min_games: int | None,
    max_games: int | None,
    seed: int | None,
    out: Any,
    detail: str | None,
    chunk: int | None,
    **how: Any,
) -> None:
    """Play many games and store them.

    CONFIG is a TOML file with the keys title, seed, games, variants and strategies; see configs/.
    Flags replace what it says. Every variant and strategy meets the same deals, and the games
    come out the same whatever the number of workers. The run's folder is printed.

    With --precision or --relative each variant and strategy plays until its win rate is known so
    well: whole chunks of games, in the order of the deals, so that it is the same games again
    whoever plays. It goes by the width of the interval alone, never by who is ahead.
    """
    from pyramid_stats.simulate.experiment import build_experiment

    flags = {
        "variants": list(variant) or None,
        "strategies": list(strategy) or None,
        "games": games,
        "precision": precision,
        "relative": relative,
        "min_games": min_games,
        "max_games": max_games,
        "seed": seed,
        "detail": detail,
        "chunk": chunk,
    }
    experiment = build_experiment(config, flags, settings, lambda: announce_compiling("play"))
    play_with_bar(experiment, out, **how)
