from __future__ import annotations

import numpy as np
import pytest

from pyramid_stats.report.outcomes import BLOCK, Outcomes, meeting, together

DEALS = ("philox", 13)
OTHERS = ("philox", 14)


class Twin:
    """The same with a set of deals for each kind."""

    def __init__(self):
        self.played, self.won, self.undecided = set(), set(), set()

    def add(self, deals, first, won, undecided):
        for place, (was_won, open_one) in enumerate(zip(won, undecided, strict=True)):
            deal = (deals, first + place)
            self.played.add(deal)
            if was_won:
                self.won.add(deal)
            if open_one:
                self.undecided.add(deal)

    def pairs(self, other, mine=frozenset(), theirs=frozenset()):
        common = self.played & other.played
        a, b = (self.won | mine) & common, (other.won | theirs) & common
        return (len(a & b), len(a - b), len(b - a), len(common - a - b))


def made_up(luck, *pieces):
    """Return the bits and the twin of some pieces: deals, first, games."""
    random = np.random.default_rng(luck)
    bits, twin = Outcomes(), Twin()
    for deals, first, games in pieces:
        won = random.random(games) < 0.3
        undecided = ~won & (random.random(games) < 0.1)
        for each in (bits, twin):
            each.add(deals, first, won.view(np.uint8), undecided.view(np.uint8))
    return bits, twin


PIECES = [
    [(DEALS, 0, 100)],
    [(DEALS, 3, 5), (DEALS, 9, 1), (DEALS, 8, 1), (DEALS, 10, 700)],
    [(DEALS, BLOCK - 7, 20), (DEALS, 13, 70)],
    [(OTHERS, 0, 100), (DEALS, 50, 100)],
    [(DEALS, 2**62, 50), (DEALS, 0, 50)],
]


@pytest.mark.parametrize("one", PIECES)
@pytest.mark.parametrize("other", PIECES)
def test_a_meeting_is_what_sets_say(one, other):
    (bits_a, twin_a), (bits_b, twin_b) = made_up(1, *one), made_up(2, *other)
    met = meeting(bits_a, bits_b)
    assert met.as_known == twin_a.pairs(twin_b)
    assert met.worst == twin_a.pairs(twin_b, theirs=twin_b.undecided)
    assert met.best == twin_a.pairs(twin_b, mine=twin_a.undecided)
    assert met.is_decided == (met.worst == met.best)


def test_all_together_is_what_sets_say():
    made = [made_up(luck, (DEALS, 10 * luck, 300), (OTHERS, 0, 40)) for luck in range(4)]
    games, both = together([bits for bits, _ in made])
    twins = [twin for _, twin in made]
    common = set.intersection(*(twin.played for twin in twins))
    assert games == len(common)
    expected = [[len(a.won & b.won & common) for b in twins] for a in twins]
    assert both.tolist() == expected


def test_the_cut_into_pieces_does_not_matter():
    random = np.random.default_rng(5)
    won = (random.random(1000) < 0.5).view(np.uint8)
    none = np.zeros(1000, np.uint8)
    whole, cut = Outcomes(), Outcomes()
    whole.add(DEALS, 77, won, none)
    for first, last in [(500, 1000), (0, 3), (3, 11), (11, 500)]:
        cut.add(DEALS, 77 + first, won[first:last], none[first:last])
    assert meeting(whole, cut).as_known == (won.sum(), 0, 0, 1000 - won.sum())


def test_the_running_counts_are_in_the_order_of_the_deals():
    random = np.random.default_rng(6)
    won = (random.random(5000) < 0.2).view(np.uint8)
    outcomes = Outcomes()
    outcomes.add(DEALS, 0, won, np.zeros(5000, np.uint8))
    games, wins, undecided = outcomes.running(50)
    assert games[-1] == 5000
    assert len(games) <= 50
    assert np.all(np.diff(games) > 0)
    assert wins.tolist() == [int(won[:n].sum()) for n in games]
    assert not undecided.any()
    assert all(len(each) == 0 for each in Outcomes().running(10))


def test_memory_grows_with_the_games_not_with_their_numbers():
    outcomes = Outcomes()
    outcomes.add(DEALS, 2**63 - 10, np.ones(10, np.uint8), np.zeros(10, np.uint8))
    assert len(outcomes.blocks) == 1
