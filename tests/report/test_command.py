from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from pyramid_stats.cli.report import command
from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.simulate.store import part_path
from tests.simulate.made_up import make_run


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", ("classic", "swedish"), ("random", "greedy"))


def report(*arguments):
    """Run the command; an error of ours comes out as it is."""
    result = CliRunner().invoke(command, [str(word) for word in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def names(text):
    return [line.replace("\\", "/").rpartition("/")[2] for line in text.splitlines()]


def test_a_table_goes_to_stdout_and_nothing_else(run):
    result = report(run)
    assert result.exit_code == 0
    assert "win rate %" in result.stdout
    assert result.stderr == ""
    assert not (run / "_report").exists()


def test_json_is_short_for_the_format(run):
    content = json.loads(report(run, "--json").stdout)
    assert len(content["rows"]) == 4
    assert content == json.loads(report(run, "--format", "json").stdout)


def test_several_tables_are_files(run, tmp_path):
    result = report(run, "--format", "text,json,csv,md", "--out", tmp_path / "out")
    written = ["report.txt", "report.json", "report.csv", "report.md"]
    assert names(result.stderr) == written
    assert result.stdout == ""
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(written)


def test_one_table_with_out_is_a_file(run, tmp_path):
    result = report(run, "--out", tmp_path / "out")
    assert result.stdout == ""
    assert (tmp_path / "out" / "report.txt").read_text(encoding="utf-8").startswith("A test.")


def test_figures_alone_are_named_on_stdout(run):
    result = report(run, "--format", "svg,png")
    # No two of the variants differ in passes, so there is no figure of these.
    drawn = ["win-rates", "heat-map", "differences", "difficulty", "cards-left", "running"]
    assert names(result.stdout) == [f"{name}.{end}" for name in drawn for end in ("svg", "png")]
    assert len(list((run / "_report").iterdir())) == 12
    assert report(run).stderr == ""


def test_a_table_and_figures(run):
    result = report(run, "--format", "text, png")
    assert "win rate %" in result.stdout
    assert names(result.stderr)[:2] == ["win-rates.png", "heat-map.png"]


def test_what_is_left_out_is_named(run):
    (run / "notes.txt").write_text("")
    (run / "bad\x1bname").write_text("")
    victim = part_path(run, "classic", "greedy", 100, 200)
    victim.write_bytes(b"PAR1")
    result = report(run)
    assert result.exit_code == 0
    assert f"left out: {run / 'notes.txt'}: not part of the run" in result.stderr
    assert f"left out: {victim}: not a whole Parquet file" in result.stderr
    assert "bad?name" in result.stderr


def test_a_run_that_goes_on_is_told(tmp_path):
    make_run(tmp_path, games=250, finished=None)
    part_path(tmp_path, "classic", "greedy", 200, 250).unlink()
    assert "not finished, 200 of 250 games are there" in report(tmp_path).stderr


def test_several_runs(tmp_path):
    one, other = make_run(tmp_path / "one"), make_run(tmp_path / "other", seed=14)
    with pytest.raises(UsageError, match="other deals"):
        report(one, other)
    content = json.loads(report(one, other, "--json", "--pool").stdout)
    assert [run["seed"] for run in content["runs"]] == [13, 14]
    assert content["rows"][0]["games"] == 500
    with pytest.raises(PyramidStatsError, match="are also in"):
        report(one, one)


@pytest.mark.parametrize("text", ["99%", "99 %", "0.99", "99"])
def test_confidence_is_read(run, text):
    content = json.loads(report(run, "--json", "--confidence", text).stdout)
    assert content["rows"][0]["confidence"] == 0.99


@pytest.mark.parametrize("text", ["", "x", "0", "1", "100%", "101", "-5%", "nan", "inf", "0.3%"])
def test_confidence_that_makes_no_sense_is_refused(run, text):
    with pytest.raises(UsageError, match="--confidence"):
        report(run, "--confidence", text)


def test_an_unknown_format_is_refused_before_anything_is_read(tmp_path):
    with pytest.raises(UsageError, match="unknown format 'jsno'") as caught:
        report(tmp_path / "nowhere", "--format", "text,jsno")
    assert "json" in caught.value.hint


def test_a_run_is_needed(tmp_path):
    assert report().exit_code == 2
    with pytest.raises(UsageError, match="no such folder"):
        report(tmp_path / "nowhere")


def test_an_out_that_cannot_be_written_is_one_line(run, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(PyramidStatsError, match="can't be written"):
        report(run, "--out", tmp_path / "file", "--format", "png")


def test_a_title_beyond_the_terminals_letters_is_printed_anyhow(tmp_path):
    make_run(tmp_path, title="Pyramiidi \N{WHITE CHESS KING}")
    code = "from pyramid_stats.cli.report import command; command()"
    result = subprocess.run(
        [sys.executable, "-c", code, tmp_path],
        env=os.environ | {"PYTHONIOENCODING": "cp1252", "LC_ALL": "C"},
        capture_output=True,
        check=True,
    )
    assert result.stdout.startswith(b"Pyramiidi ?.")


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--help"], ["matplotlib", "pandas", "scipy", "statsmodels", "pyarrow", "numpy"]),
        (["RUN"], ["matplotlib", "numba"]),
        (["RUN", "--json"], ["matplotlib", "numba"]),
        (["RUN", "--format", "png"], ["matplotlib.pyplot", "numba"]),
    ],
)
def test_only_what_is_needed_is_imported(run, arguments, absent):
    words = [str(run) if word == "RUN" else word for word in arguments]
    code = (
        "import sys; from pyramid_stats.cli.report import command\n"
        f"command({words!r}, standalone_mode=False)\n"
        f"print([name for name in {absent!r} if name in sys.modules], file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert result.stderr.decode().splitlines()[-1] == "[]"
