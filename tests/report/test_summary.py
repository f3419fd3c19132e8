from __future__ import annotations

import numpy as np
import pyarrow.parquet as pq
import pytest

from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.report import counting
from pyramid_stats.report.summary import summarize
from pyramid_stats.simulate.store import (
    Manifest,
    open_run,
    part_path,
    read_manifest,
    write_manifest,
)
from pyramid_stats.statistics.intervals import wilson
from tests.simulate.made_up import make_manifest, make_rows, make_run, write_part


def summary_of(*paths, confidence=0.95, **settings):
    return summarize([open_run(path) for path in paths], confidence, **settings)


def change_manifest(path, **changes):
    content = read_manifest(path).as_json() | changes
    write_manifest(path, Manifest.model_validate(content))


def test_rows_are_what_numpy_counts(tmp_path):
    rows = make_rows(0, 1000, undecided=0.05)
    write_manifest(tmp_path, make_manifest())
    for first in range(0, 1000, 250):
        path = part_path(tmp_path, "classic", "greedy", first, first + 250)
        write_part(rows[first : first + 250], path)
    (row,) = summary_of(tmp_path).rows
    wins, undecided = int((rows["won"] == 1).sum()), int((rows["won"] == -1).sum())
    assert (row.games, row.wins, row.undecided) == (1000, wins, undecided)
    assert row.win_rate == wins / 1000
    assert (row.ci_low, row.ci_high) == wilson(wins, 1000, undecided=undecided)
    for name in ("tableau_left", "stock_left", "removals", "draws", "passes"):
        assert getattr(row, f"mean_{name}") == pytest.approx(rows[name].mean(dtype=float))


def test_sums_do_not_overflow(tmp_path):
    rows = make_rows(0, 70_000)
    for name in ("tableau_left", "removals"):
        rows[name] = np.iinfo(rows[name].dtype).max
    write_manifest(tmp_path, make_manifest())
    write_part(rows, part_path(tmp_path, "classic", "greedy", 0, 70_000))
    (row,) = summary_of(tmp_path).rows
    assert (row.mean_tableau_left, row.mean_removals) == (255, 65535)


def test_the_size_of_batches_and_parts_does_not_matter(tmp_path, monkeypatch):
    one = summary_of(make_run(tmp_path / "one", games=1000, chunk=1000))
    monkeypatch.setattr(counting, "_BATCH", 7)
    monkeypatch.setattr(counting, "reading_threads", lambda _place: 1)
    assert summary_of(make_run(tmp_path / "many", games=1000, chunk=11)).rows == one.rows


def test_rows_are_in_the_order_of_the_manifest(tmp_path):
    make_run(tmp_path, ("swedish", "classic"), ("random", "greedy"), games=10)
    summary = summary_of(tmp_path)
    assert [(row.variant, row.strategy) for row in summary.rows] == [
        ("swedish", "random"),
        ("swedish", "greedy"),
        ("classic", "random"),
        ("classic", "greedy"),
    ]
    assert summary.variants == ("swedish", "classic")
    assert summary.strategies == ("random", "greedy")
    assert summary.games == 40


def test_no_games_are_nulls_not_an_error(tmp_path):
    (row,) = summary_of(make_run(tmp_path, games=0)).rows
    assert (row.games, row.wins, row.undecided) == (0, 0, 0)
    assert row.win_rate is row.ci_low is row.ci_high is row.mean_passes is None


def test_honesty_comes_from_the_manifest(tmp_path):
    strategies = [{"name": "greedy"}, {"name": "thoughtful", "honest": False}]
    make_run(tmp_path, strategies=("greedy", "thoughtful"))
    change_manifest(tmp_path, strategies=strategies)
    assert [row.honest for row in summary_of(tmp_path).rows] == [True, False]


def test_confidence_is_used_and_kept(tmp_path):
    make_run(tmp_path)
    wide, narrow = (summary_of(tmp_path, confidence=level).rows[0] for level in (0.99, 0.9))
    assert (wide.confidence, narrow.confidence) == (0.99, 0.9)
    assert wide.ci_low < narrow.ci_low < narrow.ci_high < wide.ci_high


def test_runs_with_other_deals_are_added_together(tmp_path):
    whole = summary_of(make_run(tmp_path / "whole", games=200))
    one = make_run(tmp_path / "one", games=100)
    other = make_run(tmp_path / "other", first=100, games=100)
    assert summary_of(one, other).rows == whole.rows


@pytest.mark.parametrize("changes", [{"seed": 14}, {"generator": "another"}])
def test_runs_with_other_deals_are_not_mixed_unasked(tmp_path, changes):
    one, other = make_run(tmp_path / "one"), make_run(tmp_path / "other", **changes)
    ((key, value),) = changes.items()
    with pytest.raises(UsageError, match=f"other: other deals than in .*one: {key} {value}, not"):
        summary_of(one, other)


def test_runs_with_other_seeds_are_pooled_if_asked(tmp_path):
    one, other = make_run(tmp_path / "one"), make_run(tmp_path / "other", seed=14)
    summary = summary_of(one, other, pool=True)
    assert summary.rows[0].games == 500
    assert summary.seeds == (13, 14)


def test_runs_with_other_variants_stand_one_under_the_other(tmp_path):
    one = make_run(tmp_path / "one", ("classic",), ("greedy", "first"))
    other = make_run(tmp_path / "other", ("swedish",), ("random", "greedy"))
    rows = summary_of(one, other).rows
    assert [(row.variant, row.strategy) for row in rows] == [
        ("classic", "greedy"),
        ("classic", "first"),
        ("swedish", "greedy"),
        ("swedish", "random"),
    ]


def test_the_same_deals_twice_are_refused(tmp_path):
    one = make_run(tmp_path / "one", games=250)
    other = make_run(tmp_path / "other", first=240, games=100)
    with pytest.raises(PyramidStatsError, match="deals 240 to 249 of seed 13 are also in"):
        summary_of(one, other)


def test_overlapping_parts_of_one_run_are_refused(tmp_path):
    make_run(tmp_path, games=300)
    write_part(make_rows(50, 250), part_path(tmp_path, "classic", "greedy", 50, 250))
    with pytest.raises(PyramidStatsError, match="deals 50 to 99"):
        summary_of(tmp_path)


def test_another_rule_under_the_same_name_is_refused(tmp_path):
    one = make_run(tmp_path / "one")
    rule = {"name": "classic", "rule_hash": "other", "parameters": {"passes": 2}}
    other = make_run(tmp_path / "other", first=250)
    change_manifest(other, variants=[rule])
    with pytest.raises(PyramidStatsError, match=r"'classic' is another rule.*passes 2 against 1"):
        summary_of(one, other)


@pytest.mark.parametrize(
    "changes", [{"honest": False}, {"digest": "abc"}, {"parameters": {"samples": 5}}]
)
def test_another_strategy_under_the_same_name_is_refused(tmp_path, changes):
    one, other = make_run(tmp_path / "one"), make_run(tmp_path / "other", first=250)
    change_manifest(other, strategies=[{"name": "greedy", **changes}])
    with pytest.raises(PyramidStatsError, match="strategy 'greedy' is another one here"):
        summary_of(one, other)


def test_an_unknown_reference_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no strategy 'greddy'") as caught:
        summary_of(make_run(tmp_path), reference="greddy")
    assert "greedy" in caught.value.hint


def test_a_part_that_holds_other_deals_than_its_name_says_is_left_out(tmp_path):
    make_run(tmp_path, games=300)
    false = part_path(tmp_path, "classic", "greedy", 100, 200)
    write_part(make_rows(101, 201), false)
    summary = summary_of(tmp_path)
    assert summary.rows[0].games == 200
    assert "its deals are not 100 to 199" in summary.damaged[false]


def test_each_mean_is_over_the_games_it_names(tmp_path):
    rows = make_rows(0, 1000, undecided=0.05)
    write_manifest(tmp_path, make_manifest())
    write_part(rows, part_path(tmp_path, "classic", "greedy", 0, 1000))
    summary = summary_of(tmp_path)
    (row,) = summary.rows
    left = rows["tableau_left"].astype(float)
    assert row.mean_tableau_left == pytest.approx(left.mean())
    assert row.mean_tableau_left_lost == pytest.approx(left[rows["won"] == 0].mean())
    tally = summary.tallies["classic", "greedy"]
    assert (
        tally.lost.tolist()
        == np.bincount(rows["tableau_left"][rows["won"] == 0], minlength=256).tolist()
    )


def test_a_damaged_part_is_left_out_and_named(tmp_path):
    make_run(tmp_path, games=300)
    victim = part_path(tmp_path, "classic", "greedy", 100, 200)
    victim.write_bytes(victim.read_bytes()[:-50])
    summary = summary_of(tmp_path)
    assert summary.rows[0].games == 200
    assert summary.damaged == {victim: "not a whole Parquet file"}


def test_damage_behind_a_sound_footer_is_noticed_too(tmp_path):
    make_run(tmp_path, games=300)
    victim = part_path(tmp_path, "classic", "greedy", 0, 100)
    start = pq.read_metadata(victim).row_group(0).column(2).dictionary_page_offset
    content = bytearray(victim.read_bytes())
    content[start : start + 60] = b"\xff" * 60
    victim.write_bytes(content)
    summary = summary_of(tmp_path)
    assert summary.rows[0].games == 200
    assert summary.damaged == {victim: "its data can't be read"}
