"""``variants``: what games there are, and the rule of one in plain words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pyramid_stats.cli.options import (
    DEFAULT_VARIANT,
    VariantSpec,
    json_option,
    resolve_variant,
    set_option,
)
from pyramid_stats.cli.output import table, wrap

if TYPE_CHECKING:
    from pyramid_stats.rules.variant import Variant

HEADER = ("name", "rows", "draw", "pairs", "passes", "goal", "title")


@click.command("variants")
@click.argument("name", metavar="[NAME|FILE.toml]", required=False, type=VariantSpec())
@set_option
@json_option
def command(name: str | None, settings: tuple[str, ...], as_json: bool) -> None:
    """List the variants, or say the rule of one in plain words.

    Pairs: P an exposed card of the pyramid, H the hand card, S the stock's open card, W a top card
    of the waste, w the card under it; pP a card with its only cover.
    """
    from pyramid_stats.rules.catalog import builtin, variant_names

    if name is not None or settings:
        chosen = [resolve_variant(name or DEFAULT_VARIANT, settings)]
    else:
        chosen = [builtin(each) for each in variant_names()]
    if as_json:
        click.echo(json.dumps([_as_json(variant) for variant in chosen], indent=2))
    elif name is not None or settings:
        click.echo(_in_words(chosen[0]))
    else:
        click.echo(table(HEADER, [_row(variant) for variant in chosen]))


def _row(variant: Variant) -> tuple[str, ...]:
    from pyramid_stats.rules.words import allowed_pairs

    pairs = " ".join(allowed_pairs(variant))
    counts = str(variant.rows), str(variant.draw), pairs, str(variant.passes)
    return (variant.name, *counts, variant.goal, variant.title)


def _as_json(variant: Variant) -> dict[str, Any]:
    """Return name and title, each parameter under its own name, and the source."""
    head = {"name": variant.name, "title": variant.title}
    return {
        **head,
        **variant.parameters(),
        "source": variant.source,
        "rule_hash": variant.rule_hash(),
    }


def _in_words(variant: Variant) -> str:
    from pyramid_stats.rules.words import describe

    head = [f"{variant.name}: {variant.title}" if variant.title else variant.name]
    if variant.source:
        head.append(f"Source: {variant.source}")
    return "\n".join([*map(wrap, head), "", wrap(describe(variant)), "", _delta(variant)])


def _delta(variant: Variant) -> str:
    """Return the parameters that differ from the default, as a TOML file would name them."""
    default = resolve_variant(DEFAULT_VARIANT).parameters()
    changed = {key: value for key, value in variant.parameters().items() if value != default[key]}
    if not changed:
        return "All parameters are the default's."
    lines = [f"  {key} = {json.dumps(value)}" for key, value in changed.items()]
    return "\n".join([wrap(f"Parameters that differ from {DEFAULT_VARIANT}:"), *lines])
