"""The referee: plays a list of moves by the rules and says what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
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
        try:
            game = _read_line(line)
            key = json.dumps([game.get("variant"), game.get("set")], sort_keys=True)
            if key not in variants:
                variants[key] = _line_variant(game, default)
            deck = parse_deck(_text(game, "deck"))
            moves = parse_moves(_moves_text(game))
            yield judge(variants[key], deck, moves, list_legal).as_json()
        except PyramidStatsError as error:
            yield {"error": f"line {number}: {error.message}", "hint": error.hint}
        except RecursionError:
            yield {"error": f"line {number}: nested too deeply", "hint": "write a deck and moves"}


def _read_line(line: bytes) -> dict[str, Any]:
    try:
        game = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"not JSON: {error}", "write one JSON object a line") from None
    if not isinstance(game, dict):
        raise UsageError("not a JSON object", "write one JSON object a line")
    _refuse_typing_errors(game)
    return game


def _refuse_typing_errors(game: dict[str, Any]) -> None:
    """Keys of other programs may stand in a line; one that looks like a missing key may not."""
    missing = [key for key in BATCH_KEYS if key not in game]
    for key in game.keys() - set(BATCH_KEYS):
        if get_close_matches(key, missing, cutoff=0.8):
            raise UsageError(f"unknown key {key!r}", suggestion(key, missing))


def _text(game: dict[str, Any], key: str) -> str:
    if key not in game:
        raise UsageError(f"no {key!r}", f"give {key!r} as a text")
    if not isinstance(game[key], str):
        raise UsageError(f"{key}: {_short(game[key])} is not a text", "put it in quotes")
    return str(game[key])


def _moves_text(game: dict[str, Any]) -> str:
    """Return the moves of a line, which may also come as a list, as a solver writes them."""
    moves = game.get("moves")
    if isinstance(moves, list) and all(isinstance(move, str) for move in moves):
        return " ".join(moves)
    return _text(game, "moves")


def _line_variant(game: dict[str, Any], default: Variant) -> Variant:
    """Return the variant of a line: a name, a file or a delta, with single parameters on top."""
    spec, changes = game.get("variant"), game.get("set")
    if spec is None:
        variant = default
    elif isinstance(spec, str):
        variant = catalog.find(spec)
    elif isinstance(spec, dict):
        variant = catalog.from_delta(spec, "custom", "variant")
    else:
        raise UsageError(f"variant: {_short(spec)} is not a name", "name a variant")
    if changes is None or changes == {}:
        return variant
    if not isinstance(changes, dict):
        raise UsageError(f"set: {_short(changes)} is not an object", 'write {"passes": 3}')
    return catalog.with_changes(variant, changes, "set")


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
