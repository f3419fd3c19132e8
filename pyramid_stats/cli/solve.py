"""``solve``: can a deck be won, how, and in how few moves."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.inputs import read_deck_text
from pyramid_stats.cli.options import (
    DEFAULT_SEED,
    DEFAULT_VARIANT,
    deal_option,
    json_option,
    limit_option,
    refuse_together,
    resolve_variant,
    seed_option,
    set_option,
    variant_option,
)
from pyramid_stats.cli.output import wrap
from pyramid_stats.errors import PyramidStatsError, UsageError

if TYPE_CHECKING:
    from pyramid_stats.rules.variant import Variant
    from pyramid_stats.solver.answer import Answer
    from pyramid_stats.solver.solve import Solver

NOT_WINNABLE, UNDECIDED = 4, 5

Deck = tuple[int, ...]


@click.command("solve")
@click.argument("deck", metavar="[DECK|FILE|-]", required=False)
@seed_option(help=f"The seed of the deal.  [default: {DEFAULT_SEED}]")
@deal_option(help="The number of a deal, instead of a deck.")
@variant_option(default=DEFAULT_VARIANT, show_default=True)
@set_option
@click.option("--shortest", is_flag=True, help="Find a solution with the fewest moves.")
@limit_option(help="States after which to give up.  [default: as many as fit in 1 or 2 GB]")
@json_option
@click.pass_context
def command(
    context: click.Context,
    *,
    deck: str | None,
    seed: int | None,
    deal: int | None,
    variant: str,
    settings: tuple[str, ...],
    shortest: bool,
    limit: int | None,
    as_json: bool,
) -> None:
    """Tell whether a deck can be won, every card known, and how.

    The deck is 52 cards as text, in a file, or on stdin (-); a file may hold many, one a line,
    and is answered line by line. --deal takes one of simulate's deals instead. The exit code is
    0 if it can be won, 4 if not, 5 if the search gave up; of several decks, 0 if all are decided.
    """
    if deck is None and deal is None:
        raise UsageError(
            "DECK is missing", "write the 52 cards, name a file, - for stdin, or --deal"
        )
    if deck is not None:
        refuse_together({"--deal": deal, "--seed": seed}, "does not go with a DECK")
    rule = resolve_variant(variant, settings)
    texts = [] if deck is None else _deck_texts(deck)
    announce_compiling("fewest" if shortest else "quick", "the solver")
    from pyramid_stats.solver.solve import Solver

    solver = Solver(rule, limit, fewest=shortest)
    if len(texts) > 1:
        context.exit(_answer_all(solver, rule, texts, shortest, as_json))
    cards = _dealt(seed, deal or 0) if deck is None else _parsed(*texts[0])
    answer, said = _solved(solver, rule, cards, shortest)
    click.echo(json.dumps(said) if as_json else wrap(_in_words(answer, said["moves"])))
    context.exit({True: 0, False: NOT_WINNABLE, None: UNDECIDED}[answer.winnable])


def _deck_texts(argument: str) -> list[tuple[str, str]]:
    """Return (text, where it stands) of each deck: of one, or of one a line."""
    from pyramid_stats.rules.decktext import read_tokens
    from pyramid_stats.rules.variant import DECK_SIZE

    text, where = read_deck_text(argument, "DECK")
    lines = [
        (line, f"{where}, line {number}")
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    if len(lines) > 1 and len(read_tokens(lines[0][0])) >= DECK_SIZE:
        return lines
    return [(text, where)]


def _parsed(text: str, where: str) -> Deck:
    from pyramid_stats.rules.decktext import parse_deck

    return parse_deck(text, where)


def _dealt(seed: int | None, deal: int) -> Deck:
    from pyramid_stats.engine.deal import deal_deck

    return tuple(deal_deck(DEFAULT_SEED if seed is None else seed, deal).tolist())


def _answer_all(
    solver: Solver, rule: Variant, texts: list[tuple[str, str]], shortest: bool, as_json: bool
) -> int:
    """Answer deck after deck, one line each; a line that is no deck fails the whole at the end."""
    failed = undecided = 0
    for text, where in texts:
        try:
            cards = _parsed(text, where)
        except UsageError as error:
            failed += 1
            click.echo(
                json.dumps({"error": error.message}) if as_json else f"error: {error.message}"
            )
            continue
        answer, said = _solved(solver, rule, cards, shortest)
        undecided += answer.winnable is None
        click.echo(json.dumps(said) if as_json else _in_short(answer, said["moves"]))
    if failed:
        lines = f"{failed} line{'s' * (failed != 1)} could not be read"
        raise PyramidStatsError(f"DECK: {lines}", "each has an error in the output")
    return UNDECIDED if undecided else 0


def _solved(
    solver: Solver, rule: Variant, cards: Deck, shortest: bool
) -> tuple[Answer, dict[str, Any]]:
    """Solve a deck; return the answer, and what other programs read of it."""
    from pyramid_stats.replay.transcript import Transcript
    from pyramid_stats.rules.decktext import deck_text

    begin = time.perf_counter()
    answer = solver.shortest(cards) if shortest else solver.winnable(cards)
    seconds = time.perf_counter() - begin
    moves = Transcript(rule, cards, answer.codes).texts()
    return answer, {
        "winnable": answer.winnable,
        "moves": list(moves),
        "length": len(moves) if answer.winnable else None,
        "shortest": answer.shortest,
        "states": answer.states,
        "seconds": round(seconds, 6),
        "variant": {"name": rule.name, **rule.parameters()},
        "deck": deck_text(cards),
    }


def _in_words(answer: Answer, moves: Sequence[str]) -> str:
    if answer.winnable is None:
        return f"undecided: gave up after {answer.states:_} states; --limit allows more"
    if not answer.winnable:
        reason = _reason(answer)
        return f"not winnable: {reason or f'nothing is left of {answer.states:_} states'}"
    kind = "and no solution is shorter" if answer.shortest else "not always the shortest"
    return f"winnable in {len(moves)} moves ({kind})\n{' '.join(moves)}"


def _in_short(answer: Answer, moves: Sequence[str]) -> str:
    words = {True: "winnable", False: "not winnable", None: "undecided"}[answer.winnable]
    return f"{words}: {' '.join(moves)}" if moves else words


def _reason(answer: Answer) -> str:
    """Say why a deck can't be won, where one family of cards tells."""
    from pyramid_stats.rules.cards import card_text

    dead, crossed = (
        ", ".join(sorted(map(card_text, cards))) for cards in (answer.dead, answer.crossblocked)
    )
    if dead:
        return f"no card can ever pair with {dead} (dead)"
    return f"{crossed} lie over each other and can't all be paired (crossblock)" if crossed else ""
