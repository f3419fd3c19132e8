"""What is said of a run that is whole, but less precise than was asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from pyramid_stats.statistics.shares import percent, percent_above

if TYPE_CHECKING:
    from pyramid_stats.simulate.runners import Outcome
    from pyramid_stats.statistics.stopping import Stopping

NOT_REACHED = 3
"""The exit code that goes with it."""


def say_what_is_not_reached(stopping: Stopping, outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Name on stderr each variant and strategy whose precision wasn't reached, and return them."""
    wide = [
        each for each in outcomes if not stopping.is_narrow(each.wins, each.games, each.undecided)
    ]
    for each in wide:
        place = f"not reached: {each.variant}, {each.strategy}"
        click.echo(f"{place}: {_reached(stopping, each)}", err=True)
    for hint in sorted({_hint(stopping, each) for each in wide}):
        click.echo(f"hint: {hint}", err=True)
    return wide


def _reached(stopping: Stopping, outcome: Outcome) -> str:
    """Say how precise a win rate is, and what was wanted."""
    width = stopping.width(outcome.wins, outcome.games, outcome.undecided)
    games = f"{outcome.games:,} game{'' if outcome.games == 1 else 's'}"
    undecided = f", {outcome.undecided:,} of them undecided" if outcome.undecided else ""
    reached = "no wins" if width is None else percent_above(width)
    of_what = " of the win rate" if stopping.relative is not None else ""
    return f"{reached} after {games}{undecided}, {percent(stopping.wanted)}{of_what} was wanted"


def _hint(stopping: Stopping, outcome: Outcome) -> str:
    if stopping.is_out_of_reach(outcome.wins, outcome.games, outcome.undecided):
        return "a higher limit leaves fewer games undecided; more games alone won't do"
    if outcome.games < stopping.max_games:
        return "the config's at_most allows no more"
    return "--max-games allows more"
