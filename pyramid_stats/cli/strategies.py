"""``strategies``: who plays, and what each of them does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.options import json_option
from pyramid_stats.cli.output import table, wrap

if TYPE_CHECKING:
    from pyramid_stats.strategies.strategy import Strategy

HEADER = ("name", "honest", "title")


@click.command("strategies")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the strategies, or say what one of them does.

    NAME may be one in a file of yours, as in mine.py:choose. An honest strategy sees only what a
    player at the table sees.
    """
    announce_compiling("play")
    from pyramid_stats.strategies.registry import get, names

    chosen = [get(each) for each in (names() if name is None else [name])]
    if as_json:
        click.echo(json.dumps([_as_json(strategy) for strategy in chosen], indent=2))
    elif name is None:
        click.echo(table(HEADER, [_row(strategy) for strategy in chosen]))
    else:
        click.echo(wrap(_in_words(chosen[0])))


def _row(strategy: Strategy) -> tuple[str, ...]:
    return strategy.name, "yes" if strategy.honest else "no", strategy.title


def _as_json(strategy: Strategy) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "title": strategy.title,
        "honest": strategy.honest,
        "source": strategy.source,
        "quick": strategy.quick,
        "parameters": [
            {"name": each.name, "default": each.default, "title": each.text}
            for each in strategy.parameters
        ],
    }


def _in_words(strategy: Strategy) -> str:
    from pyramid_stats.strategies.parameters import plain

    sees = (
        "It is honest: it sees only what a player at the table sees."
        if strategy.honest
        else "It sees every card, also those that lie face down."
    )
    lines = [f"{strategy.name}: {strategy.title}", sees]
    if strategy.parameters:
        lines += ["", "Parameters, as in NAME(KEY=VALUE,KEY=VALUE):"]
        lines += [
            f"  {each.name}: {each.text} [{plain(each.default)}]" for each in strategy.parameters
        ]
    return "\n".join(lines)
