from __future__ import annotations

import pytest

from pyramid_stats.replay.notation import parse_moves
from pyramid_stats.replay.referee import judge
from pyramid_stats.replay.transcript import outcome, play_again
from pyramid_stats.rules.catalog import builtin, variant_names, with_settings
from pyramid_stats.strategies.registry import get
from tests import naive
from tests.players import HONEST

BIG = 2**64 - 1


@pytest.mark.parametrize("strategy", HONEST)
@pytest.mark.parametrize("name", variant_names())
def test_the_game_shown_is_the_game_counted(name: str, strategy: str) -> None:
    """The moves are those of the readable twin, if any, and end where the stored row says."""
    variant, player = builtin(name), get(strategy)
    row = player.play(variant, BIG, 5, 6)[0]
    transcript = play_again(variant, player, BIG, 5)
    if strategy in naive.STRATEGIES:
        assert list(transcript.texts()) == naive.play_deal(variant, strategy, BIG, 5)[0]
    said = judge(variant, transcript.deck, parse_moves(" ".join(transcript.texts()))).as_json()
    assert said["legal"]
    assert (said["won"], said["tableau_left"]) == (row["won"] == 1, row["tableau_left"])
    assert said["stock"] + said["waste"] + said["hand"] == row["stock_left"]
    assert said["redeals"] + 1 == row["passes"]


def test_steps_are_positions_that_stay_as_they_are() -> None:
    transcript = play_again(builtin("swedish"), get("greedy"), 1, 2)
    steps = list(transcript.steps())
    left = [transcript.start().tableau_left] + [game.tableau_left for _, game in steps]
    assert left[0] == 28
    assert left == sorted(left, reverse=True)
    assert len({id(game) for _, game in steps}) == len(steps) == len(transcript.codes)


def outcomes(name: str, *settings: str, deals: int = 60) -> set[str]:
    variant = with_settings(builtin(name), settings)
    said = set()
    for deal in range(deals):
        transcript = play_again(variant, get("first"), 3, deal)
        game = [transcript.start(), *(game for _, game in transcript.steps())][-1]
        said.add(outcome(game, variant).partition(":")[0])
    return said


def test_outcomes_in_words() -> None:
    assert outcomes("classic") == {"won", "lost, no move is left"}
    assert any("nothing was removed in pass" in text for text in outcomes("king-tut"))


def test_what_is_left_is_counted() -> None:
    variant = with_settings(builtin("classic"), ["rows=1", "draw=0"])
    queen, king = (48 - 4, 51)
    lost = judge(variant, (queen, *(card for card in range(52) if card != queen)), []).game
    assert outcome(lost, variant) == "lost, no move is left: 1 card left in the pyramid"
    won = judge(variant, (king, *range(51)), parse_moves("Ks")).game
    assert outcome(won, variant) == "won: 0 cards left in the pyramid"
