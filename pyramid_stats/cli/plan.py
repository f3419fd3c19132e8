"""``plan``: how many games are needed, and how long they take here."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyramid_stats.cli.compiling import announce_compiling, announce_players
from pyramid_stats.cli.options import (
    Share,
    WholeNumber,
    json_option,
    refuse_together,
    set_option,
    strategies_option,
)
from pyramid_stats.cli.playing import GameCount, run_seed_option, variants_option
from pyramid_stats.errors import UsageError

if TYPE_CHECKING:
    from pyramid_stats.cli.planning import Cell, Line
    from pyramid_stats.simulate.experiment import Experiment
    from pyramid_stats.simulate.pilot import Pilot

GOALS = ("precision", "relative", "difference")
USUAL_POWER = 0.8
LARGEST_PILOT = 10**9


@click.command("plan")
@click.argument("config", metavar="[CONFIG]", required=False, type=click.Path(path_type=Path))
@variants_option
@set_option
@strategies_option
@click.option(
    "--precision",
    type=Share("a precision", 1e-6, 0.4),
    metavar="SHARE",
    help="The interval is to reach so far to either side, as in 0.1%.",
)
@click.option(
    "--relative",
    type=Share("a relative precision", 1e-4, 0.9),
    metavar="SHARE",
    help="The interval is to reach so far to either side, as a part of the win rate, as in 1%.",
)
@click.option(
    "--difference",
    type=Share("a difference", 1e-6, 0.9),
    metavar="SHARE",
    help="A difference of two win rates that is to be seen, as in 0.5%.",
)
@click.option(
    "--power",
    type=Share("a power", 0.5, 0.999),
    metavar="SHARE",
    help="The chance that the difference is seen.  [default: 80%]",
)
@click.option(
    "--reference",
    metavar="NAME",
    help="Whom the others are compared with.  [default: the first]",
)
@click.option(
    "--confidence",
    type=Share("a confidence", 0.5, 0.99999),
    default="95%",
    show_default=True,
    metavar="SHARE",
    help="Confidence of the interval, or 100% less the level of the test.",
)
@click.option(
    "--pilot",
    type=GameCount(),
    metavar="N",
    help="Games of the pilot.  [default: 100_000, or what 5 seconds allow]",
)
@run_seed_option
@click.option(
    "--workers",
    type=WholeNumber("workers", 1, 1024),
    metavar="N",
    help="Processes that are to play.  [default: one a CPU]",
)
@json_option
def command(
    *,
    config: Path | None,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    strategy: tuple[str, ...],
    precision: float | None,
    relative: float | None,
    difference: float | None,
    power: float | None,
    reference: str | None,
    confidence: float,
    pilot: int | None,
    seed: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Tell how many games are needed, and how long they take here.

    Give one of --precision, --relative and --difference. A pilot is played, a few games on deals
    that no run has. CONFIG and the other flags are those of simulate. For --difference every
    strategy is compared with the first; a single strategy has its variants compared.
    """
    kind, wanted = _one_goal(
        {"precision": precision, "relative": relative, "difference": difference}
    )
    if kind != "difference":
        refuse_together({"--power": power, "--reference": reference}, "needs --difference")
    if pilot is not None and not 1 <= pilot <= LARGEST_PILOT:
        raise UsageError(f"--pilot: {pilot} is not allowed", "a pilot has 1 to 1_000_000_000 games")

    from pyramid_stats.simulate.experiment import build_experiment

    flags = {"variants": list(variant) or None, "strategies": list(strategy) or None, "seed": seed}
    experiment = build_experiment(config, flags, settings, lambda: announce_compiling("play"))

    from pyramid_stats.cli import plan_words
    from pyramid_stats.cli.plan_notes import notes_for
    from pyramid_stats.cli.planning import Goal, clock_for, lines_for, pairs_of
    from pyramid_stats.simulate.workers import usual_workers

    goal = Goal(kind, wanted, confidence, power or USUAL_POWER)
    pairs = pairs_of(experiment, reference) if kind == "difference" else []
    pilots = _play_pilots(experiment, [cell for pair in pairs for cell in pair], pilot)
    lines = lines_for(pilots, pairs, goal)
    clock = clock_for(experiment, pilots, workers or usual_workers())
    notes = notes_for(lines, goal, clock, experiment.at_most.get)
    if as_json:
        found = plan_words.as_json(lines, goal, clock, experiment.seed, notes)
        click.echo(json.dumps(found, indent=2))
    else:
        click.echo(plan_words.as_text(lines, goal, clock, notes))
    given = {"--variant": variant, "--set": settings, "--strategy": strategy}
    _say_how_to_play(lines, config, given, seed)


def _one_goal(given: dict[str, float | None]) -> tuple[str, float]:
    """Return what is wanted, and how much of it."""
    found = [(name, value) for name, value in given.items() if value is not None]
    if not found:
        raise UsageError(
            "one of --precision, --relative and --difference is needed", "as in --precision 0.1%"
        )
    if len(found) > 1:
        first, second = (name for name, _ in found[:2])
        raise UsageError(f"--{second} doesn't go with --{first}", "give one of them")
    return found[0]


def _play_pilots(
    experiment: Experiment, wanted: Sequence[Cell], games: int | None
) -> dict[Cell, Pilot]:
    """Play the pilots of the cells that are wanted, of all if none is named."""
    from tqdm import tqdm

    from pyramid_stats.simulate.pilot import play_pilot

    announce_players(experiment.strategies)
    cells = {
        (variant.name, strategy.name): (variant, strategy)
        for variant in experiment.variants
        for strategy in experiment.strategies
        if not wanted or (variant.name, strategy.name) in wanted
    }
    # disable=None: a bar on a terminal only.
    bar = tqdm(cells.items(), unit=" pilots", file=sys.stderr, disable=None, leave=False)
    seed, limit = experiment.seed, experiment.limit
    return {cell: play_pilot(*who, seed, games, limit) for cell, who in bar}


def _say_how_to_play(
    lines: Sequence[Line], config: Path | None, given: Mapping[str, Sequence[str]], seed: int | None
) -> None:
    """Print the command that plays so many games, if there is one."""
    from pyramid_stats.cli.plan_notes import same_for_all

    most = same_for_all(lines)
    if most is None:
        return
    words = ["pyramid-stats", "simulate", *([str(config)] if config else [])]
    words += [word for flag, values in given.items() for each in values for word in (flag, each)]
    words += ["--games", f"{most:_}", *(["--seed", str(seed)] if seed is not None else [])]
    click.echo(f"hint: {shlex.join(words)}", err=True)
