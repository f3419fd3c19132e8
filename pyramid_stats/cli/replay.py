"""``replay``: one game drawn move by move, or a list of moves refereed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pyramid_stats.cli.compiling import announce_compiling
from pyramid_stats.cli.inputs import open_binary, read_deck_text, source_name
from pyramid_stats.cli.options import (
    DEFAULT_SEED,
    DEFAULT_VARIANT,
    RunPlace,
    deal_option,
    json_option,
    refuse_together,
    resolve_variant,
    seed_option,
    set_option,
    variant_option,
)
from pyramid_stats.cli.output import can_show, wants_colour, wrap
from pyramid_stats.errors import PyramidStatsError, UsageError, suggestion

if TYPE_CHECKING:
    from pyramid_stats.replay.drawing import Pen
    from pyramid_stats.replay.referee import Verdict
    from pyramid_stats.replay.transcript import Transcript
    from pyramid_stats.rules.variant import Variant
    from pyramid_stats.simulate.manifest import StrategyEntry
    from pyramid_stats.simulate.places import Place
    from pyramid_stats.strategies.strategy import Strategy


@click.command("replay")
@click.argument("run", metavar="[RUN]", required=False, type=RunPlace())
@variant_option(help="A variant's name or a TOML file; of a run, one of its variants.")
@set_option
@click.option("--strategy", metavar="NAME", help="Who plays; of a run, one of its strategies.")
@seed_option(help=f"The seed of all deals, 0 to 2**64 - 1.  [default: {DEFAULT_SEED}]")
@deal_option(help="The number of the deal, 0 to 2**63 - 1.  [default: 0]")
@click.option("--deck", metavar="DECK|FILE|-", help="Referee: the deck, as text, file or stdin.")
@click.option("--moves", metavar="MOVES", help='Referee: the moves, as in "D 9d+4h Kd R".')
@click.option("--batch", metavar="FILE|-", help="Referee many games, one JSON object a line.")
@click.option("--legal", is_flag=True, help="With JSON: list all legal moves at every step.")
@json_option
def command(
    *,
    run: Place | None,
    variant: str | None,
    settings: tuple[str, ...],
    strategy: str | None,
    seed: int | None,
    deal: int | None,
    deck: str | None,
    moves: str | None,
    batch: str | None,
    legal: bool,
    as_json: bool,
) -> None:
    """Show one game move by move, or referee a list of moves.

    A game is named by variant, strategy, seed and deal; a RUN knows its seed and rules. With
    --deck, anybody's moves are played by the rules up to the first that is not legal. With
    --batch, a line is {"deck", "moves", "variant", "set"}, and so is its answer, in order.
    """
    game = {"RUN": run, "--strategy": strategy, "--seed": seed, "--deal": deal}
    if batch is not None:
        refuse_together({**game, "--deck": deck, "--moves": moves}, "does not go with --batch")
        _referee_batch(batch, resolve_variant(variant or DEFAULT_VARIANT, settings), legal)
        return
    if legal and not as_json:
        raise UsageError("--legal needs --json", "add --json")
    if deck is not None:
        refuse_together(game, "does not go with --deck")
        rule = resolve_variant(variant or DEFAULT_VARIANT, settings)
        _referee(rule, deck, moves or "", legal=legal, as_json=as_json)
        return
    if moves is not None:
        raise UsageError("--moves needs --deck", "add --deck with the deck's 52 cards")
    if run is not None:
        refuse_together({"--seed": seed, "--set": settings}, "does not go with a RUN, which has it")
        rule, player, seed = _from_run(run, variant, strategy)
    else:
        rule = resolve_variant(variant or DEFAULT_VARIANT, settings)
        player = _player(strategy)
    seed = DEFAULT_SEED if seed is None else seed
    _show(rule, player, seed, deal or 0, legal=legal, as_json=as_json)


def _player(strategy: str | None) -> Strategy:
    """Return the strategy that is named on the command line."""
    if strategy is None:
        raise UsageError("--strategy is missing", "`pyramid-stats strategies` lists them")
    announce_compiling("play")
    from pyramid_stats.strategies.registry import get

    return get(strategy)


def _from_run(
    run: Place, variant: str | None, strategy: str | None
) -> tuple[Variant, Strategy, int]:
    """Return the rule, the strategy and the seed that a run was played with."""
    from pyramid_stats.rules.variant import build_variant
    from pyramid_stats.simulate.store import open_run

    manifest = open_run(run).manifest
    rules = {entry.name: entry for entry in manifest.variants}
    players = {entry.name: entry for entry in manifest.strategies}
    entry = rules[_pick("--variant", variant, list(rules), run)]
    head = {"name": entry.name, "title": entry.title, "source": entry.source}
    rule = build_variant({**head, **entry.parameters}, f"{run}: {entry.name}")
    player = players[_pick("--strategy", strategy, list(players), run)]
    return rule, _played(player), manifest.seed


def _played(entry: StrategyEntry) -> Strategy:
    """Return the strategy that a manifest tells of; no file that it names is run."""
    if ":" in entry.base:
        raise UsageError(
            f"strategy {entry.name!r} comes from a file, which a run doesn't keep",
            "replay it by --variant, --strategy FILE.py:FUNCTION, --seed and --deal",
        )
    announce_compiling("play")
    from pyramid_stats.strategies.registry import rebuilt

    return rebuilt(entry.base, entry.parameters, entry.name)


def _pick(flag: str, wanted: str | None, there: list[str], run: Place) -> str:
    """Return the one that is wanted of a run's variants or strategies, or the only one."""
    if wanted is None and len(there) == 1:
        return there[0]
    if wanted is None:
        raise UsageError(f"{flag} is missing", f"{run} has {', '.join(there)}")
    if wanted not in there:
        raise UsageError(f"{flag}: {wanted!r} is not in {run}", suggestion(wanted, there))
    return wanted


def _show(
    rule: Variant, player: Strategy, seed: int, deal: int, *, legal: bool, as_json: bool
) -> None:
    """Play one game and draw it, or print it as JSON."""
    if player.kernels:
        announce_compiling(player.kernels, f"the strategy {player.name}")
    from pyramid_stats.replay.transcript import play_again
    from pyramid_stats.rules.decktext import deck_text

    transcript = play_again(rule, player, seed, deal)
    if as_json:
        head: dict[str, Any] = {
            "variant": rule.name,
            "strategy": player.name,
            "seed": seed,
            "deal": deal,
        }
        head["deck"] = deck_text(transcript.deck)
        click.echo(json.dumps(head | _game_as_json(transcript, legal)))
    else:
        click.echo(wrap(f"{rule.name}, {player.name}, seed {seed}, deal {deal}"))
        _draw_game(transcript, _pen())


def _game_as_json(transcript: Transcript, legal: bool) -> dict[str, Any]:
    """Return what the referee says of a game, and its moves."""
    from pyramid_stats.replay.notation import parse_moves
    from pyramid_stats.replay.referee import judge

    texts = transcript.texts()
    verdict = judge(transcript.variant, transcript.deck, parse_moves(" ".join(texts)), legal)
    return {**verdict.as_json(), "move_list": texts}


def _draw_game(transcript: Transcript, pen: Pen) -> None:
    from pyramid_stats.replay.drawing import draw_position
    from pyramid_stats.replay.transcript import outcome

    game = transcript.start()
    parts = [draw_position(game, transcript.variant, pen)]
    for number, (text, game) in enumerate(transcript.steps(), start=1):
        parts.append(f"{number}. {text}\n{draw_position(game, transcript.variant, pen)}")
    parts.append(wrap(outcome(game, transcript.variant)))
    click.echo("\n" + "\n\n".join(parts), color=pen.colour)


def _pen() -> Pen:
    from pyramid_stats.replay.drawing import Pen
    from pyramid_stats.rules.cards import SUIT_SIGNS

    return Pen(signs=can_show(SUIT_SIGNS), colour=wants_colour())


def _referee(rule: Variant, deck: str, moves: str, *, legal: bool, as_json: bool) -> None:
    cards = _read_deck(deck)
    announce_compiling("game")
    from pyramid_stats.replay.notation import parse_moves
    from pyramid_stats.replay.referee import judge

    verdict = judge(rule, cards, parse_moves(moves, "--moves"), legal)
    click.echo(json.dumps(verdict.as_json()) if as_json else _verdict_text(verdict, rule))


def _read_deck(argument: str) -> tuple[int, ...]:
    """Read the deck from the argument itself, from a file or from stdin."""
    from pyramid_stats.rules.decktext import parse_deck

    return parse_deck(*read_deck_text(argument, "--deck"))


def _verdict_text(verdict: Verdict, rule: Variant) -> str:
    from pyramid_stats.replay.drawing import draw_position

    said = verdict.as_json()
    moves = f"{verdict.moves} move{'s' * (verdict.moves != 1)}"
    head = (
        f"legal: {moves}"
        if verdict.legal
        else f"illegal at move {verdict.illegal_at}: {verdict.reason}"
    )
    left = ", ".join(f"{key} {said[key]}" for key in ("stock", "hand", "waste", "redeals"))
    state = f"{'won' if said['won'] else 'not won'}; tableau {said['tableau_left']}, {left}"
    return f"{wrap(head)}\n{wrap(state)}\n\n{draw_position(verdict.game, rule, _pen())}"


def _referee_batch(source: str, default: Variant, legal: bool) -> None:
    """Answer each line as it comes; a line that can't be judged fails the whole at the end."""
    announce_compiling("game")
    from pyramid_stats.replay.referee import judge_lines

    failed = 0
    with open_binary(source) as lines:
        for answer in judge_lines(lines, default, legal):
            click.echo(json.dumps(answer))
            failed += "error" in answer
    if failed:
        raise PyramidStatsError(
            f"{source_name(source)}: {failed} line{'s' * (failed != 1)} could not be judged",
            'each has an "error" in the output',
        )
