"""The referee: plays a list of moves by the rules and says what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pyramid_stats.engine.game import Game
from pyramid_stats.errors import PyramidStatsError, UsageError, suggestion
from pyramid_stats.replay.notation import Move, find_code, move_text, parse_moves
from pyramid_stats.replay.reasons import why_illegal
from pyramid_stats.rules import catalog
from pyramid_stats.rules.decktext import parse_deck
from pyramid_stats.rules.variant import Variant

BATCH_KEYS = ("deck", "moves", "variant", "set")


@dataclass(frozen=True)
class Verdict:
    """What the referee says of a list of moves."""

    game: Game
    """The position after the last legal move."""
    moves: int
    """How many moves were legal."""
    illegal_at: int | None
    """The number of the first illegal move, counted from 1."""
    reason: str
    """Why it is illegal; empty if all are legal."""
    legal_moves: tuple[tuple[str, ...], ...] | None
    """Before each move and after the last, all legal moves, sorted; None if not asked for."""

    @property
    def legal(self) -> bool:
        """Whether all moves were legal."""
        return self.illegal_at is None

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as other programs read it."""
        game = self.game
        said: dict[str, Any] = {
            "legal": self.legal,
            "illegal_at": self.illegal_at,
            "reason": self.reason,
            "won": bool(game.won),
            "tableau_left": int(game.tableau_left),
            "stock": len(game.stock()),
            "waste": sum(map(len, game.waste())),
            "hand": 0 if game.hand is None else 1,
            "redeals": int(game.passes) - 1,
            "moves": self.moves,
        }
        return said if self.legal_moves is None else {**said, "legal_moves": self.legal_moves}


def judge(
    variant: Variant, deck: Sequence[int], moves: Iterable[Move], list_legal: bool = False
) -> Verdict:
    """Play moves until the first that isn't legal.

    Parameters
    ----------
    deck
        52 cards in the order in which they are dealt.
    list_legal
        Whether to list all legal moves before each move and after the last.
    """
    game = Game(variant, deck)
    lists = [legal_texts(game)] if list_legal else []
    made, illegal_at, reason = 0, None, ""
    for number, move in enumerate(moves, start=1):
        code = find_code(game, move)
        if code is None:
            illegal_at, reason = number, why_illegal(game, variant, move)
            break
        game.play(code)
        made = number
        if list_legal:
            lists.append(legal_texts(game))
    return Verdict(game, made, illegal_at, reason, tuple(lists) if list_legal else None)


def legal_texts(game: Game) -> tuple[str, ...]:
    """Return all legal moves as text, sorted."""
    return tuple(sorted(move_text(game, code) for code in game.legal_moves()))


def judge_lines(
    lines: Iterable[bytes], default: Variant, list_legal: bool = False
) -> Iterator[dict[str, Any]]:
    """Judge one JSON object a line: ``{"deck", "moves", "variant", "set"}``.

    Yields one dictionary a line, in order: a verdict, or ``{"error", "hint"}`` for a line that
    can't be judged. Blank lines are passed over.

    Parameters
    ----------
    default
        The variant of the lines that name none.
    """
    variants: dict[str, Variant] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"line {number}"
        try:
            game = _read_line(line, where)
            key = json.dumps([game.get("variant"), game.get("set")], sort_keys=True)
            if key not in variants:
                variants[key] = _line_variant(game, default, where)
            deck = parse_deck(_text(game, "deck", where), f"{where}: deck")
            moves = parse_moves(_moves_text(game, where), f"{where}: moves")
            yield judge(variants[key], deck, moves, list_legal).as_json()
        except PyramidStatsError as error:
            yield {"error": error.message, "hint": error.hint}


def _read_line(line: bytes, where: str) -> dict[str, Any]:
    try:
        game = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where}: not JSON: {error}", "write one JSON object a line") from None
    if not isinstance(game, dict):
        raise UsageError(f"{where}: not a JSON object", "write one JSON object a line")
    return game


def _text(game: dict[str, Any], key: str, where: str) -> str:
    text = game.get(key)
    if key not in game:
        near = [suggestion(word, BATCH_KEYS) for word in game if word not in BATCH_KEYS]
        raise UsageError(f"{where}: no {key!r}", (near or [f"give {key!r} as a text"])[0])
    if not isinstance(text, str):
        raise UsageError(f"{where}: {key}: {_short(text)} is not a text", "put it in quotes")
    return text


def _moves_text(game: dict[str, Any], where: str) -> str:
    """Return the moves of a line, which may also come as a list, as a solver writes them."""
    moves = game.get("moves")
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        return " ".join(moves)
    return _text(game, "moves", where)


def _line_variant(game: dict[str, Any], default: Variant, where: str) -> Variant:
    """Return the variant of a line: a name, a file or a delta, with single parameters on top."""
    spec, changes = game.get("variant"), game.get("set")
    if spec is None:
        variant = default
    elif isinstance(spec, str):
        variant = catalog.find(spec)
    elif isinstance(spec, dict):
        variant = catalog.from_delta(spec, "custom", f"{where}: variant")
    else:
        raise UsageError(f"{where}: variant: {_short(spec)} is not a name", "name a variant")
    if changes is None or changes == {}:
        return variant
    if not isinstance(changes, dict):
        raise UsageError(f"{where}: set: {_short(changes)} is not an object", 'as in {"passes": 3}')
    return catalog.with_changes(variant, changes, f"{where}: set")


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
