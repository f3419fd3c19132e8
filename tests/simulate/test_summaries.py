from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from pyramid_stats.cli.main import run as run_command
from pyramid_stats.errors import UsageError
from pyramid_stats.report.summary import summarize
from pyramid_stats.report.tables import text_table
from pyramid_stats.simulate.checking import count_part
from pyramid_stats.simulate.columns import LOST, MEASURES
from pyramid_stats.simulate.recipe import command, config_text
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run, part_path
from pyramid_stats.simulate.summaries import encoded_summary, read_summary, summarize_rows
from pyramid_stats.simulate.verify import problems, replayed
from pyramid_stats.statistics.stopping import Stopping

from .made_up import engine, flipped, make_rows, write_part
from .test_run import make
from .test_runners import content


def experiment(games=2000, **changes):
    return make(games, ("finnish",), **({"chunk": 64, "detail": "summary"} | changes))


@pytest.fixture
def run(tmp_path):
    play_experiment(experiment(), tmp_path / "run")
    return tmp_path / "run"


def faults(run):
    return list(problems(open_run(run)))


def test_a_summary_is_what_the_rows_add_up_to(run, tmp_path):
    play_experiment(experiment(detail="games"), tmp_path / "games")
    rows = open_run(tmp_path / "games").parts
    sums = open_run(run).parts
    assert len(rows) == len(sums) == 64
    for part, summary in zip(rows, sums, strict=True):
        games = pd.read_parquet(part.path, partitioning=None)
        (row,) = pd.read_parquet(summary.path, partitioning=None).to_dict("records")
        assert (row["first"], row["last"]) == (part.first, part.last)
        assert (row["games"], row["wins"]) == (len(games), games["won"].sum())
        assert row["undecided"] == games["won"].isna().sum()
        for name in MEASURES:
            assert row[f"sum_{name}"] == games[name].sum()
        lost = games.loc[~games["won"], "tableau_left"].value_counts()
        assert {n: c for n, c in enumerate(row[LOST]) if c} == lost.to_dict()


def test_undecided_games_are_counted():
    rows = make_rows(5, 505, undecided=0.3)
    found = summarize_rows(rows, 5)
    assert found.undecided == np.count_nonzero(rows["won"] == -1) > 0
    assert found.lost.sum() == np.count_nonzero(rows["won"] == 0)


def test_the_bytes_are_the_same_for_any_number_of_workers(run, tmp_path):
    play_experiment(experiment(), tmp_path / "two", engine=engine(2))
    assert content(tmp_path / "two") == content(run)


def test_a_part_that_is_cut_or_gone_is_played_again(run):
    before = content(run)
    cut, gone, *_ = sorted(run.glob("**/summary-*.parquet"))
    cut.write_bytes(cut.read_bytes()[:-9])
    gone.unlink()
    lines = []
    play_experiment(experiment(), run, resume=True, notice=lines.append)
    assert lines == [f"played again: {cut}: not a whole Parquet file"]
    assert content(run) == before


def test_another_detail_is_refused_by_name(run):
    with pytest.raises(UsageError, match="detail summary there, games here"):
        play_experiment(experiment(detail="games"), run, resume=True)


def test_a_part_with_games_is_foreign(run):
    path = part_path(run, "finnish", "greedy", 0, 64)
    write_part(make_rows(0, 64), path)
    assert faults(run) == [f"{path}: not part of the run"]
    assert count_part(open_run(run).parts[0]).games == 64


def test_every_flipped_byte_is_found(run):
    part = sorted(run.glob("**/*.parquet"))[0]
    for place in flipped(part, 11):
        assert any(str(part) in line for line in faults(run)), place


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"wins": 65}, "wins and undecided"),
        ({"undecided": 1}, LOST),
        ({"first": 1}, "it is not of the deals 0 to 63"),
        ({"sums": {"tableau_left": 1}}, "sum_tableau_left: not the sum"),
        ({"sums": {"passes": 64 * 255 + 1}}, "sum_passes: more than 64 games can have"),
    ],
)
def test_a_row_that_contradicts_itself_is_found(run, changes, said):
    part = open_run(run).parts[0]
    found = read_summary(part)
    if "sums" in changes:
        changes = {"sums": found.sums | changes["sums"]}
    part.path.write_bytes(encoded_summary(replace(found, **changes)))
    assert any(f"{part.path}: {said}" in line for line in faults(run))


def test_a_sample_plays_whole_chunks_again(run, capsys):
    assert run_command(["verify", str(run), "--sample", "100"]) == 0
    assert "4,000 games, 128 of them played again" in capsys.readouterr().out
    part = open_run(run).parts[3]
    rows = make_rows(part.first, part.last)
    part.path.write_bytes(encoded_summary(summarize_rows(rows, part.first)))
    played, wrong, _ = replayed(open_run(run), 4000, 1)
    assert (played, len(wrong)) == (4000, 1)
    assert str(part.path) in wrong[0]


def test_a_precision_stops_where_it_does_with_games(tmp_path):
    stopping = Stopping(precision=0.02, min_games=100, max_games=2000)
    kinds = {
        detail: play_experiment(experiment(detail=detail, stopping=stopping), tmp_path / detail)
        for detail in ("games", "summary")
    }
    assert kinds["games"] == kinds["summary"]
    assert 0 < kinds["games"]["finnish", "greedy"].games < 2000


def test_overwriting_takes_summaries_away(run):
    play_experiment(experiment(64, detail="games"), run, overwrite=True)
    assert [path.name[:5] for path in run.glob("**/*.parquet")] == ["deals"] * 2


def test_a_run_that_is_older_than_the_choice_holds_games(tmp_path):
    play_experiment(experiment(detail="games"), tmp_path)
    manifest = json.loads((tmp_path / "run.json").read_text())
    del manifest["detail"]
    (tmp_path / "run.json").write_text(json.dumps(manifest))
    assert open_run(tmp_path).manifest.detail == "games"
    assert faults(tmp_path) == []
    play_experiment(experiment(detail="games"), tmp_path, resume=True)


def test_the_recipe_says_it(run):
    manifest = open_run(run).manifest
    assert command(manifest).endswith("--detail summary")
    assert 'detail = "summary"' in config_text(manifest)


def test_the_report_is_that_of_the_games(run, tmp_path):
    play_experiment(experiment(detail="games"), tmp_path / "games")
    of_games, of_sums = (summarize([open_run(path)]) for path in (tmp_path / "games", run))
    assert of_sums.rows == of_games.rows
    for cell, tally in of_games.tallies.items():
        assert tally.lost.tolist() == of_sums.tallies[cell].lost.tolist()
    tables = [text_table(each).partition("\n\n")[2] for each in (of_games, of_sums)]
    grids = [table.partition("\n\n")[0] for table in tables]
    assert grids[0] == grids[1]
    (one,), (other,) = of_games.strategy_comparisons, of_sums.strategy_comparisons
    assert (one.games, one.difference) == (other.games, other.difference)
    assert (other.batches, other.only_a_won, one.batches) == (32, None, None)
    width, paired = other.ci_high - other.ci_low, one.ci_high - one.ci_low
    assert 0.6 < width / paired < 1.6
    assert "here 32 of them" in " ".join(tables[1].split())


def test_too_few_chunks_are_not_compared(tmp_path):
    play_experiment(experiment(chunk=100), tmp_path)
    assert summarize([open_run(tmp_path)]).strategy_comparisons == ()
