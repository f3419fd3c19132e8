"""``verify``: whether a stored run is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyramid_stats.cli.options import RunPlace, WholeNumber, seed_option

if TYPE_CHECKING:
    from pyramid_stats.simulate.places import Place

FAULTY = 1
"""The exit code of a run with which something is wrong."""


@click.command("verify")
@click.argument("run", type=RunPlace())
@click.option(
    "--sample",
    type=WholeNumber("a sample", 0, 10**9),
    default=0,
    metavar="N",
    help="Play so many of the games again and compare them; of a run of summaries whole chunks, "
    "until they are so many.  [default: none]",
)
@seed_option(help="Chooses the sample.  [default: 0]")
def command(run: Place, sample: int, seed: int | None) -> None:
    """Check that a run is whole, each game there once.

    Every part is read: its columns, its checksums, its deals, and its counts against run.json's. A
    line for each fault goes to stdout; without any, what was checked. Exit code 1 if there is one.
    """
    from pyramid_stats.simulate.store import open_run
    from pyramid_stats.simulate.verify import problems, replayed

    opened = open_run(run)
    faults, again = list(problems(opened)), 0
    if sample and not faults:
        again, faults, skipped = replayed(opened, sample, seed or 0)
        for line in skipped:
            click.echo(f"note: {line}", err=True)
    for fault in faults:
        click.echo("".join(sign if sign.isprintable() else "?" for sign in fault))
    if faults:
        click.echo("hint: the command that played it, with --resume, plays it whole", err=True)
        click.get_current_context().exit(FAULTY)
    games = sum(part.games for part in opened.parts)
    if opened.manifest.finished is None:
        click.echo(f"note: {run}: the run is not finished; what is there was checked", err=True)
    text = f"whole: {len(opened.parts):,} parts, {games:,} games"
    click.echo(f"{text}, {again:,} of them played again" if sample else text)
