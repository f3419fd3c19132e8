"""Pilots: their deals, how many they play, and how their speed is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import pytest

from pyramid_stats.engine.records import ROW
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate import pilot
from pyramid_stats.simulate.pilot import FIRST, Pilot, play_pilot, shared
from pyramid_stats.strategies.registry import get
from pyramid_stats.strategies.strategy import Strategy

CLASSIC = builtin("classic")


@dataclass
class Time:
    """A clock that stands still but where a player moves it."""

    now: float = 0.0

    def __call__(self):
        return self.now


@dataclass(frozen=True, kw_only=True)
class Paced(Strategy):
    """Wins every second deal, and takes some seconds a game."""

    pace: float
    time: Time
    played: list = field(default_factory=list)

    def _play(self, variant, seed, deals, limit):
        self.played.append((seed, deals, limit))
        self.time.now += self.pace * len(deals)
        rows = np.zeros(len(deals), ROW)
        rows["won"][::2] = 1
        return rows

    def _moves(self, variant, seed, deal):
        return []


def paced(seconds):
    return Paced(name="paced", title="", pace=seconds, time=Time())


def play(player, games=None):
    return play_pilot(CLASSIC, player, 7, games, 99, clock=player.time)


def test_it_is_what_the_strategy_plays_on_deals_far_away():
    found = play_pilot(CLASSIC, get("greedy"), 13, 3000)
    rows = get("greedy").play(CLASSIC, 13, 2**62, 2**62 + 3000)
    assert found.won.tolist() == rows["won"].tolist()
    assert found.games == 3000
    assert 0 < found.wins < 100
    assert found.undecided == 0
    assert found.speed > 1000


@pytest.mark.parametrize("games", [1, 2, 9, 1000, 250_000])
def test_every_deal_once_from_2_to_the_62_on(games):
    player = paced(1e-6)
    found = play(player, games)
    assert found.games == games
    warm_up, *pieces = player.played
    assert warm_up[1].start == FIRST == 2**62
    assert pieces[0][1].start == FIRST
    assert pieces[-1][1].stop == FIRST + games
    for (seed, deals, limit), (_, following, _) in pairwise(pieces):
        assert (seed, limit) == (7, 99)
        assert deals.stop == following.start
    assert max(len(deals) for _, deals, _ in pieces) <= pilot.PIECE


@pytest.mark.parametrize("pace", [1e-5, 1e-3, 0.3, 4.0, 60.0])
def test_the_usual_one_has_its_time(pace):
    player = paced(pace)
    found = play(player)
    assert found.games <= pilot.USUAL
    expected = max(1, min(pilot.USUAL, int(pilot.SECONDS / pace)))
    assert found.games in {expected, expected - 1}  # as rounding has it
    assert found.games * pace <= max(pilot.SECONDS + 1e-9, pace)
    assert found.speed == pytest.approx(1 / pace)


def test_who_asks_for_games_gets_them_whatever_the_time():
    assert play(paced(60.0), 50).games == 50


def test_the_first_games_are_not_timed():
    class Compiled(Paced):
        def _play(self, variant, seed, deals, limit):
            self.time.now += 0 if self.played else 30
            return super()._play(variant, seed, deals, limit)

    player = Compiled(name="compiled", title="", pace=0.001, time=Time())
    assert play(player, 100).speed == pytest.approx(1000)


def test_a_clock_too_coarse_does_no_harm():
    player = paced(0.0)
    assert play(player).games == pilot.USUAL
    assert play(player).speed > 0


def test_undecided_games_are_no_wins():
    found = Pilot(np.array([1, 0, -1, 1], np.int8), 1.0)
    assert (found.games, found.wins, found.undecided) == (4, 2, 1)


def test_pilots_share_the_deals_of_the_shorter():
    one = Pilot(np.array([1, 1, 0, 0, 1, 1], np.int8), 1.0)
    other = Pilot(np.array([1, 0, 1, -1], np.int8), 1.0)
    assert shared(one, other) == (4, 1, 1)
    assert shared(other, one) == (4, 1, 1)
