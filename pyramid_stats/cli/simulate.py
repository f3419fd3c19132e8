"""``simulate``: many games, stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.options import seed_option, set_option, variant_option
from pyramid_stats.cli.playing import (
    GameCount,
    chunk_option,
    overwrite_option,
    play_with_bar,
    start_method_option,
    workers_option,
)

if TYPE_CHECKING:
    from pyramid_stats.simulate.experiment import Names


@click.command("simulate")
@click.argument("config", metavar="[CONFIG]", required=False, type=click.Path(path_type=Path))
@variant_option(
    multiple=True,
    help="A variant's name, or a TOML file that describes one; may be repeated.  "
    "[default: the five of the rule texts]",
)
@set_option
@click.option(
    "--strategy", multiple=True, metavar="NAME", help="May be repeated.  [default: the honest]"
)
@click.option(
    "--games",
    type=GameCount(),
    metavar="N",
    help="Games of each variant and strategy, as in 1_000_000, 1e6 or 5M.  [default: 100_000]",
)
@seed_option(help="The seed of all deals, 0 to 2**64 - 1.  [default: 13]")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Where the run goes.  [default: results/TITLE-seedN]",
)
@workers_option
@overwrite_option
@chunk_option
@start_method_option
def command(
    *,
    config: Path | None,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    strategy: tuple[str, ...],
    games: int | None,
    seed: int | None,
    out: Path | None,
    workers: int | None,
    overwrite: bool,
    chunk: int | None,
    start_method: str | None,
) -> None:
    """Play many games and store them.

    CONFIG is a TOML file with the keys title, seed, games, variants and strategies; see configs/.
    Flags replace what it says. Every variant and strategy meets the same deals, and the games
    come out the same whatever the number of workers. The run's folder is printed.
    """
    from pyramid_stats.simulate.experiment import build_experiment
    from pyramid_stats.simulate.folder import usual_folder

    flags = {
        "variants": list(variant) or None,
        "strategies": list(strategy) or None,
        "games": games,
        "seed": seed,
        "chunk": chunk,
    }
    experiment = build_experiment(config, flags, settings, _load_strategies)
    folder = out or usual_folder(experiment.title, experiment.seed)
    play_with_bar(
        experiment, folder, workers=workers, start_method=start_method, overwrite=overwrite
    )


def _load_strategies() -> Names:
    """Load the kernels, and say so if they have to be compiled first."""
    announce_compiling("play")
    from pyramid_stats.strategies import registry

    return registry.names(), registry.names(honest=True)
