"""``tune``: weights that win more, found by search."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.options import (
    DEFAULT_SEED,
    DEFAULT_VARIANT,
    WholeNumber,
    resolve_variant,
    seed_option,
    set_option,
    variant_option,
)
from pyramid_stats.cli.output import wrap
from pyramid_stats.cli.playing import GameCount
from pyramid_stats.errors import UsageError


@click.command("tune")
@variant_option(default=DEFAULT_VARIANT, show_default=True)
@set_option
@click.option(
    "--games",
    type=GameCount(),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Games that each candidate plays; every generation has deals of its own.",
)
@click.option(
    "--generations",
    type=WholeNumber("generations", 1, 10_000),
    default=40,
    show_default=True,
    metavar="N",
    help="Rounds of candidates, each learning from those before.",
)
@click.option(
    "--population",
    type=WholeNumber("a population", 4, 1_000),
    default=16,
    show_default=True,
    metavar="N",
    help="Candidates of each generation.",
)
@click.option(
    "--estimate",
    type=GameCount(),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="Fresh games that tell what the weights are worth.",
)
@seed_option(default=DEFAULT_SEED, show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.toml",
    help="The config to write.  [default: tuned-VARIANT.toml]",
)
@click.option(
    "--workers",
    type=WholeNumber("workers", 1, 1024),
    metavar="N",
    help="Processes that play.  [default: one a CPU]",
)
@click.option("--resume", is_flag=True, help="Go on with the search that was begun with --out.")
def command(
    *,
    variant: str,
    settings: tuple[str, ...],
    games: int,
    generations: int,
    population: int,
    estimate: int,
    seed: int,
    out: Path | None,
    workers: int | None,
    resume: bool,
) -> None:
    """Search weights that win more of a variant's games.

    The search is CMA-ES over the features of the strategy weighted. It writes a config with the
    weights, ready for simulate, and what they won on deals that the search never met. Each
    generation is kept beside the config, so that --resume goes on with a search that was ended.
    """
    rule = resolve_variant(variant, settings)
    if games == 0:
        raise UsageError("--games 0: a candidate that doesn't play can't be judged", "give more")
    announce_compiling("weighted", "the game and its players")
    from pyramid_stats.simulate.atomic import write_text
    from pyramid_stats.simulate.workers import usual_workers
    from pyramid_stats.tuning import result
    from pyramid_stats.tuning.journal import Journal
    from pyramid_stats.tuning.playing import Players
    from pyramid_stats.tuning.search import Plan, search

    path = out or Path(f"tuned-{rule.name}.toml")
    plan = Plan(games, generations, population, seed)
    searched = {"rule": rule.rule_hash(), **asdict(plan)}
    journal = Journal(path.with_suffix(".journal.jsonl"), searched, resume=resume)
    with Players(rule, seed, workers or usual_workers()) as players:
        with _progress_bar(generations) as progress:
            weights = search(plan, players, journal, progress)
        found = result.estimate(players, weights, estimate)
    write_text(path, result.as_config(rule, plan, weights, found))
    click.echo(path)
    click.echo(wrap(found.in_words()), err=True)


@contextmanager
def _progress_bar(total: int) -> Iterator[Callable[[int, float], None]]:
    """Show a bar on stderr if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _best: None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=" generations", file=sys.stderr) as bar:

        def show(_done: int, best: float) -> None:
            bar.set_postfix_str(f"best {best:.3%} won", refresh=False)
            bar.update()

        yield show
