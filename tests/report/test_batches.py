from __future__ import annotations

import pytest

from pyramid_stats.report.batches import method_of, shared
from pyramid_stats.report.page import html_page
from pyramid_stats.report.summary import summarize
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run
from tests.simulate.test_run import make

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


@pytest.mark.parametrize(
    ("batches", "interval", "test"),
    [
        ([], "Newcombe", "McNemar's"),
        ([None, None], "Newcombe", "McNemar's"),
        ([40, 30], "Student's t", "Student's t"),
        ([40, None], "Newcombe or Student's t", "McNemar's or Student's t"),
    ],
)
def test_the_method_is_named(batches, interval, test):
    assert method_of(batches) == (interval, test)


@pytest.mark.parametrize(("detail", "batches"), [("games", {None}), ("summary", {40})])
def test_page_and_figures_name_the_method_that_was_used(tmp_path, detail, batches):
    play_experiment(make(4000, ("classic-three-piles",), chunk=100, detail=detail), tmp_path)
    summary = summarize([open_run(tmp_path)])
    assert {each.batches for each in summary.strategy_comparisons} == batches
    page = html_page(summary)
    by_chunks = detail == "summary"
    assert ("McNemar" in page) == ("Newcombe" in page) == (not by_chunks)
    assert ("Student" in page) == by_chunks
