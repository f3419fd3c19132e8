"""Playing an experiment for a command: number of games, progress, what is said at the end."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.options import Decorator, WholeNumber, seed_option, variant_option

if TYPE_CHECKING:
    from pyramid_stats.simulate.experiment import Experiment
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


def games_option(what: str) -> Decorator[Any]:
    """Return ``--games``; ``what`` is played of each variant."""
    return click.option(
        "--games",
        type=GameCount(),
        metavar="N",
        help=f"{what}, as in 1_000_000, 1e6 or 5M.  [default: 100_000]",
    )


def out_option(title: str) -> Decorator[Any]:
    """Return ``--out``; ``title`` is how the usual folder begins."""
    return click.option(
        "--out",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help=f"Where the run goes.  [default: results/{title}-seedN]",
    )


_RUN_OPTIONS = (
    click.option(
        "--workers",
        type=WholeNumber("workers", 1, 1024),
        metavar="N",
        help="Processes that play.  [default: one a CPU]",
    ),
    click.option("--overwrite", is_flag=True, help="Replace a run that is in DIR."),
    click.option("--chunk", type=WholeNumber("a chunk", 1, 10**8), metavar="N", hidden=True),
    click.option("--start-method", type=click.Choice(["fork", "spawn", "forkserver"]), hidden=True),
)


def run_options(command: _Command) -> _Command:
    """Add the options of every command that plays: all but ``chunk`` go to play_with_bar."""
    for option in reversed(_RUN_OPTIONS):
        command = option(command)
    return command


def play_with_bar(
    experiment: Experiment,
    out: Path | None,
    *,
    workers: int | None,
    start_method: str | None,
    overwrite: bool,
) -> None:
    """Play an experiment, showing how far it is, and say how to report on it."""
    from pyramid_stats.simulate.folder import usual_folder
    from pyramid_stats.simulate.plan import game_count
    from pyramid_stats.simulate.run import play_experiment
    from pyramid_stats.simulate.runners import usual_workers

    for strategy in experiment.strategies:
        if strategy.kernels:
            announce_compiling(strategy.kernels, f"the strategy {strategy.name}")
    folder = out or usual_folder(experiment.title, experiment.seed)
    with _progress_bar(game_count(experiment)) as progress:
        play_experiment(
            experiment,
            folder,
            workers=workers or usual_workers(),
            start_method=start_method,
            overwrite=overwrite,
            progress=progress,
        )
    click.echo(folder)
    click.echo(f"hint: pyramid-stats report {_quoted(folder)}", err=True)


@contextmanager
def _progress_bar(total: int) -> Iterator[Progress]:
    """Show a bar on stderr if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _news, _so_far: None
        return
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread would be there when the workers fork
    with tqdm(total=total, unit=" games", unit_scale=True, file=sys.stderr) as bar:

        def show(news: Outcome, so_far: Outcome) -> None:
            rate = so_far.wins / so_far.games
            bar.set_postfix_str(f"{news.variant} {news.strategy} {rate:.2%} won", refresh=False)
            bar.update(news.games)

        yield show


def _quoted(path: Path) -> str:
    from shlex import quote

    return quote(str(path))
