"""Golden decks and transcripts: a game of (variant, strategy, seed, deal) never changes.

``python -m tests.engine.test_golden`` writes the files anew, from the readable game. A change in
them is a change of the rules, of a strategy or of the deals: say so in CHANGELOG.md.
"""

from __future__ import annotations

import re
import textwrap
from itertools import chain
from pathlib import Path

import pytest

from pyramid_stats.engine.deal import deal_deck
from pyramid_stats.rules.catalog import builtin, variant_names
from pyramid_stats.rules.variant import Variant
from pyramid_stats.strategies.registry import get
from tests import naive
from tests.engine.adapter import Engine, move_text, texts
from tests.players import HONEST

FOLDER = Path(__file__).parents[1] / "data" / "golden"
DECKS = FOLDER / "decks.txt"
DECK_NAMES = [(s, n) for s in (0, 1, 13, 2**32, 2**64 - 1) for n in (0, 1, 2**32, 2**63 - 1)]
SEED = 13
SEARCH = 300
HEAD = re.compile(r"(?P<strategy>\S+), deal (?P<deal>\d+): (?P<row>.+)")


def play_naive(variant: Variant, strategy: str, deal: int) -> tuple[list[str], tuple]:
    return naive.play_deal(variant, strategy, SEED, deal)


def play_engine(variant: Variant, strategy: str, deal: int) -> tuple[list[str], tuple]:
    player = get(strategy)
    engine, moves = Engine(variant, texts(deal_deck(SEED, deal))), []
    for code in player.moves(variant, SEED, deal):
        moves.append(move_text(engine.game, code))
        engine.game.play(code)
    return moves, player.play(variant, SEED, deal, deal + 1).tolist()[0]


def row_text(row: tuple) -> str:
    return ", ".join(f"{key} {cell}" for key, cell in zip(naive.COLUMNS[1:], row[1:], strict=True))


def read_games(name: str) -> list[tuple[str, int, str, list[str]]]:
    """Return the golden games of a variant: strategy, deal, row as text, moves."""
    games: list[tuple[str, int, str, list[str]]] = []
    path = FOLDER / f"{name}.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    for line in lines[1:]:
        if match := HEAD.fullmatch(line):
            games.append((match["strategy"], int(match["deal"]), match["row"], []))
        else:
            games[-1][3].extend(line.split())
    return games


@pytest.mark.parametrize("name", variant_names())
@pytest.mark.parametrize("strategy", HONEST)
def test_every_variant_and_strategy_has_a_golden_game_and_still_plays_it(name, strategy):
    games = [game for game in read_games(name) if game[0] == strategy]
    assert games, f"no golden game: run python -m {__spec__.name}"
    for _, deal, row, moves in games:
        played = [play_engine(builtin(name), strategy, deal)]
        if strategy in naive.STRATEGIES:
            played.append(play_naive(builtin(name), strategy, deal))
        assert [(game[0], row_text(game[1])) for game in played] == [(moves, row)] * len(played)


def test_no_golden_game_is_of_a_variant_that_is_gone():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*variant_names(), DECKS.stem}


def test_golden_decks_are_still_dealt():
    lines = [line.split(maxsplit=2) for line in DECKS.read_text("utf-8").splitlines()]
    assert [(int(seed), int(deal)) for seed, deal, _ in lines] == DECK_NAMES
    for seed, deal, deck in lines:
        assert " ".join(texts(deal_deck(int(seed), int(deal)))) == deck
        assert " ".join(naive.deal_deck(int(seed), int(deal))) == deck


def write_games(name: str) -> None:
    """Write two games a strategy: deal 0, and the first one that it wins if it soon does."""
    variant, lines = builtin(name), [f"Games of {name}, seed {SEED}"]
    for strategy in HONEST:
        play = play_naive if strategy in naive.STRATEGIES else play_engine
        won = (n for n in range(1, SEARCH) if play(variant, strategy, n)[1][1] == 1)
        for deal in (0, next(won, 1)):
            moves, row = play(variant, strategy, deal)
            lines.append(f"{strategy}, deal {deal}: {row_text(row)}")
            lines += textwrap.wrap(
                " ".join(moves), 96, initial_indent="    ", subsequent_indent="    "
            )
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")


def write_decks() -> None:
    lines = (" ".join(chain(map(str, deal), naive.deal_deck(*deal))) for deal in DECK_NAMES)
    DECKS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write_decks()
    for variant_name in variant_names():
        write_games(variant_name)
