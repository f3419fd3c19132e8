from __future__ import annotations

import json
import random

import pytest

from pyramid_stats.cli.main import run as run_command
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run
from pyramid_stats.simulate.verify import problems, replayed

from .made_up import flipped, make_rows, write_part
from .test_run import make


@pytest.fixture
def run(tmp_path):
    play_experiment(make(200, ("finnish",), chunk=50), tmp_path)
    return tmp_path


def faults(run):
    return list(problems(open_run(run)))


def test_a_whole_run_has_none(run, capsys):
    assert faults(run) == []
    assert run_command(["verify", str(run), "--sample", "100"]) == 0
    assert capsys.readouterr().out.startswith("whole: 8 parts, 400 games, ")


def test_a_missing_part(run):
    next(run.glob("**/strategy=first/deals-*50-*100.parquet")).unlink()
    assert "finnish, first: deals 50 to 99 are missing" in faults(run)


def test_the_last_part_missing_shows_in_the_counts(run):
    next(run.glob("**/strategy=greedy/deals-*150-*200.parquet")).unlink()
    assert "finnish, greedy: 150 games where run.json counts 200" in faults(run)


def test_deals_that_are_there_twice(run):
    part = next(run.glob("**/deals-*50-*100.parquet"))
    write_part(make_rows(40, 60), part.with_name(f"deals-{40:019}-{60:019}.parquet"))
    assert any("deals 40 to 49 are there twice" in line for line in faults(run))


def test_a_foreign_file(run):
    (run / "notes.txt").write_text("mine")
    assert faults(run) == [f"{run / 'notes.txt'}: not part of the run"]


def test_counts_that_are_not_the_rows(run):
    manifest = json.loads((run / "run.json").read_text())
    manifest["counts"][0]["wins"] += 1
    (run / "run.json").write_text(json.dumps(manifest))
    assert [line for line in faults(run) if " wins where run.json counts " in line]


@pytest.mark.parametrize("seed", range(30))
def test_a_cut_part_is_found(run, seed):
    luck = random.Random(seed)
    part = luck.choice(sorted(run.glob("**/*.parquet")))
    data = part.read_bytes()
    part.write_bytes(data[: luck.randrange(len(data))])
    assert any(str(part) in line for line in faults(run))


def test_every_flipped_byte_is_found(run):
    part = sorted(run.glob("**/*.parquet"))[0]
    for place in flipped(part, 23):
        assert any(str(part) in line for line in faults(run)), place
    assert faults(run) == []


def test_a_game_that_comes_out_otherwise_is_found(run):
    part = open_run(run).parts[0]
    write_part(make_rows(part.first, part.last), part.path)
    played, wrong, skipped = replayed(open_run(run), 400, 1)
    assert played > 200
    assert wrong
    assert all("comes out otherwise" in line for line in wrong)
    assert skipped == []


def test_a_file_that_a_run_names_is_never_run(run, tmp_path):
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\ndef first(view): return 0\n")
    manifest = json.loads((run / "run.json").read_text())
    for entry in manifest["strategies"]:
        entry["origin"] = f"{trap}:first"
        entry["source"] = "built-in"
    (run / "run.json").write_text(json.dumps(manifest))
    played, _, skipped = replayed(open_run(run), 10, 1)
    assert (played, len(skipped)) == (0, 2)
    assert not (tmp_path / "sprung").exists()


def test_a_faulty_run_fails_and_says_why(run, capsys):
    part = sorted(run.glob("**/*.parquet"))[0]
    part.write_bytes(b"")
    assert run_command(["verify", str(run)]) == 1
    out, err = capsys.readouterr()
    assert f"{part}: not a whole Parquet file" in out
    assert "--resume" in err
