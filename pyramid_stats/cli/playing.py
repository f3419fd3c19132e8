"""Playing an experiment for a command: number of games, progress, what is said at the end."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pyramid_stats.cli.compiling import announce_players
from pyramid_stats.cli.engines import ENGINE_OPTIONS, chosen_engine
from pyramid_stats.cli.interruption import resumable
from pyramid_stats.cli.options import (
    Decorator,
    RunPlace,
    Share,
    WholeNumber,
    seed_option,
    variant_option,
)
from pyramid_stats.cli.precision import NOT_REACHED, say_what_is_not_reached
from pyramid_stats.errors import UsageError
from pyramid_stats.statistics.shares import (
    FINEST,
    WIDEST_PRECISION,
    WIDEST_RELATIVE,
    percent_above,
)

if TYPE_CHECKING:
    from pyramid_stats.simulate.experiment import Experiment
    from pyramid_stats.simulate.places import Place
    from pyramid_stats.simulate.runners import Outcome

MOST_GAMES = 2**63
_NUMBER = re.compile(r"(\d[\d_]*(?:\.\d+)?(?:e\+?\d{1,3})?)([kmg]?)", re.IGNORECASE)
_TIMES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}

Progress = Callable[["Outcome", "Outcome"], None]
_Command = TypeVar("_Command", bound=Callable[..., Any])


class GameCount(click.ParamType):  # type: ignore[type-arg] # generic in newer click only
    """A number of games, as people write large numbers."""

    name = "games"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read 1_000_000, 1e6 or 5M."""
        match = _NUMBER.fullmatch(str(value).strip())
        number = Decimal(match[1]) * _TIMES[match[2].lower()] if match else Decimal(-1)
        if not 0 <= number <= MOST_GAMES or number != int(number):
            self.fail(
                f"{str(value)[:40]!r} is not allowed\n"
                "games is a whole number from 0 on, as in 1_000_000, 1e6 or 5M",
                param,
                ctx,
            )
        return int(number)


variants_option = variant_option(
    multiple=True,
    help="A variant's name, or a TOML file that describes one; may be repeated.  "
    "[default: the five of the rule texts]",
)
run_seed_option = seed_option(help="The seed of all deals, 0 to 2**64 - 1.  [default: 13]")


def length_options(what: str) -> Decorator[Any]:
    """Return ``--games`` and, instead of it, stopping by precision.

    ``what`` is played of each variant. The options' names are keys of a config.
    """
    options = (
        click.option(
            "--games",
            type=GameCount(),
            metavar="N",
            help=f"{what}, as in 1_000_000, 1e6 or 5M.  [default: 100_000]",
        ),
        click.option(
            "--precision",
            type=Share("a precision", FINEST, WIDEST_PRECISION),
            metavar="SHARE",
            help="Instead of --games: play until the 95 % interval of each win rate is at most "
            "this far to either side, as in 0.1% or 0.001.",
        ),
        click.option(
            "--relative",
            type=Share("a relative precision", FINEST, WIDEST_RELATIVE),
            metavar="SHARE",
            help="The same as a share of the win rate, as in 1% or 0.01.",
        ),
        click.option(
            "--min-games",
            type=GameCount(),
            metavar="N",
            help="Games that a precision takes at least.  [default: 1_000]",
        ),
        click.option(
            "--max-games",
            type=GameCount(),
            metavar="N",
            help="Games after which it ends with exit code 3, the precision reached or not.  "
            "[default: 100M]",
        ),
    )
    return _all_of(options)


def out_option(title: str) -> Decorator[Any]:
    """Return ``--out``; ``title`` is how the usual folder begins."""
    return click.option(
        "--out",
        metavar="DIR",
        type=RunPlace(),
        help="Where the run goes: a folder, or s3://BUCKET/NAME.  "
        f"[default: results/{title}-seedN]",
    )


_RUN_OPTIONS = (
    *ENGINE_OPTIONS,
    click.option("--overwrite", is_flag=True, help="Replace a run that is in DIR."),
    click.option(
        "--resume",
        is_flag=True,
        help="Go on with the run in DIR: play only what is missing or damaged.",
    ),
    click.option(
        "--detail",
        type=click.Choice(["games", "summary"]),
        help="What is stored: each game, or only what each chunk of games adds up to.  "
        "[default: games]",
    ),
    click.option("--chunk", type=WholeNumber("a chunk", 1, 10**8), metavar="N", hidden=True),
)


def _all_of(options: Sequence[Decorator[Any]]) -> Decorator[Any]:
    """Return what adds several options, listed by ``--help`` in their order."""

    def add(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


run_options = _all_of(_RUN_OPTIONS)
"""The options of every command that plays: all but ``detail`` and ``chunk`` go to play_with_bar."""


def play_with_bar(
    experiment: Experiment,
    out: Place | None,
    *,
    overwrite: bool,
    resume: bool,
    **who: Any,
) -> None:
    """Play an experiment, showing how far it is, and say how to report on it."""
    if overwrite and resume:
        raise UsageError("--overwrite and --resume don't go together", "leave one out")
    from pyramid_stats.simulate.folder import usual_folder
    from pyramid_stats.simulate.run import play_experiment

    engine = chosen_engine(**who)
    announce_players(experiment.strategies)
    folder = out or usual_folder(experiment.title, experiment.seed)
    with resumable(folder), _progress_bar(experiment) as progress:
        counts = play_experiment(
            experiment,
            folder,
            engine=engine,
            overwrite=overwrite,
            resume=resume,
            progress=progress,
            notice=lambda text: click.echo(text, err=True),
        )
    click.echo(folder)
    stopping = experiment.stopping
    too_wide = [] if stopping is None else say_what_is_not_reached(stopping, counts.values())
    click.echo(f"hint: pyramid-stats report {_quoted(folder)}", err=True)
    if too_wide:
        click.get_current_context().exit(NOT_REACHED)


@contextmanager
def _progress_bar(experiment: Experiment) -> Iterator[Progress]:
    """Show a bar on stderr if that is a terminal.

    How many games a precision takes isn't known before, so there it is variants and strategies
    that are counted, and the precision so far is told.
    """
    if not sys.stderr.isatty():
        yield lambda _news, _so_far: None
        return
    from tqdm import tqdm

    from pyramid_stats.simulate.plan import game_count

    stopping = experiment.stopping
    total = game_count(experiment) if stopping is None else None
    cells = len(experiment.variants) * len(experiment.strategies)
    seen: set[tuple[str, str]] = set()
    tqdm.monitor_interval = 0  # its thread would be there when the workers fork
    with tqdm(total=total, unit=" games", unit_scale=True, file=sys.stderr) as bar:

        def show(news: Outcome, so_far: Outcome) -> None:
            rate = so_far.wins / so_far.games
            text = f"{news.variant} {news.strategy} {rate:.2%} won"
            if stopping is not None:
                seen.add((news.variant, news.strategy))
                bar.set_description_str(f"{len(seen)} of {cells}", refresh=False)
                width = stopping.width(so_far.wins, so_far.games, so_far.undecided)
                text += "" if width is None else f", ± {percent_above(width)}"
            bar.set_postfix_str(text, refresh=False)
            bar.update(news.games)

        yield show


def _quoted(path: Place) -> str:
    from shlex import quote

    return quote(str(path))
