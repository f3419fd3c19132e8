from __future__ import annotations

from pyramid_stats.report.batches import shared

DEALS = ("philox", 13)


def chunks(size, last, first=0, wins=1):
    return {(DEALS, at, at + size): (wins, 0) for at in range(first, last, size)}


def test_small_chunks_make_up_a_large_one():
    one, other = shared(chunks(100, 300), chunks(20, 300, wins=2))
    assert one == {(DEALS, at, at + 100): (1, 0) for at in (0, 100, 200)}
    assert list(other.values()) == [(10, 0)] * 3


def test_what_one_of_them_lacks_is_left_out():
    holes = chunks(50, 400)
    del holes[DEALS, 150, 200], holes[DEALS, 200, 250]
    one, other = shared(chunks(50, 400), holes)
    assert one.keys() == other.keys() == holes.keys()


def test_other_deals_have_nothing_in_common():
    assert shared(chunks(10, 50), {(("philox", 14), 0, 10): (1, 0)}) == ({}, {})
