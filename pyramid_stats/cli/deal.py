"""``deal``: shuffled decks as text."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.options import (
    DEFAULT_SEED,
    DEFAULT_VARIANT,
    DealRange,
    deal_option,
    json_option,
    refuse_together,
    resolve_variant,
    seed_option,
    set_option,
    variant_option,
)

LINES_AT_ONCE = 1000


@click.command("deal")
@seed_option(default=DEFAULT_SEED, show_default=True)
@deal_option(help="The number of the deal, 0 to 2**63 - 1.  [default: 0]")
@click.option(
    "--deals",
    type=DealRange(),
    metavar="FIRST:LAST",
    help="Several deals, the last not included, one a line.",
)
@variant_option(default=DEFAULT_VARIANT, show_default=True)
@set_option
@click.option("--flat", is_flag=True, help="Print the deck on one line.")
@json_option
def command(
    *,
    seed: int,
    deal: int | None,
    deals: range | None,
    variant: str,
    settings: tuple[str, ...],
    flat: bool,
    as_json: bool,
) -> None:
    """Print deals in the text format that other programs read.

    The tableau row by row from the apex, then the stock, first drawn first. The same seed and
    deal number always name the same deck; the variant only decides how it is broken into lines.
    """
    if deals is not None:
        refuse_together({"--deal": deal}, "does not go with --deals")
    rule = resolve_variant(variant, settings)
    announce_compiling("deal")
    from pyramid_stats.engine.deal import deal_deck
    from pyramid_stats.rules.decktext import deck_lines, deck_text

    def written() -> Iterator[str]:
        for number in range(deal or 0, (deal or 0) + 1) if deals is None else deals:
            deck = deal_deck(seed, number).tolist()
            if as_json:
                head = {"seed": seed, "deal": number, "variant": rule.name}
                yield json.dumps({**head, "deck": deck_text(deck)})
            elif flat or deals is not None:
                yield deck_text(deck)
            else:
                yield "\n".join(deck_lines(deck, rule))

    _print(written())


def _print(lines: Iterator[str]) -> None:
    """Print many lines with few writes."""
    waiting: list[str] = []
    for line in lines:
        waiting.append(line)
        if len(waiting) == LINES_AT_ONCE:
            click.echo("\n".join(waiting))
            waiting.clear()
    if waiting:
        click.echo("\n".join(waiting))
