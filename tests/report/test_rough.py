"""Folders as people have them, and surroundings as they are: nothing fails, nothing is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pyramid_stats.simulate.store import part_path, read_manifest, write_manifest
from tests.simulate.made_up import make_run

TITLE = "Ĉu ĝi estas pli malfacila? ♠ 十三"
FORMATS = "text,json,csv,md,html,svg,png"


@pytest.fixture
def messy(tmp_path):
    """A run among other things: 3 of its 5 parts are whole."""
    run = make_run(tmp_path / "run", games=500)
    manifest = read_manifest(run).model_copy(update={"title": TITLE})
    write_manifest(run, manifest)
    (run / "notes.txt").write_text("mine")
    (run / ".DS_Store").write_bytes(b"\0")
    (run / "empty").mkdir()
    cut = part_path(run, "classic", "greedy", 100, 200)
    cut.write_bytes(cut.read_bytes()[:-100])
    old = part_path(run, "classic", "greedy", 300, 400)
    table = pq.read_table(old)
    pq.write_table(table.drop_columns(["passes"]), old)
    return run


def report(*arguments, **variables):
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    return subprocess.run(
        [sys.executable, "-m", "pyramid_stats", "report", *map(str, arguments)],
        env=environment | variables,
        capture_output=True,
        check=False,
    )


def test_what_is_whole_is_counted_and_the_rest_is_named(messy):
    done = report(messy, "--json")
    assert done.returncode == 0
    (row,) = json.loads(done.stdout)["rows"]
    assert row["games"] == 300
    assert row["wins"] <= row["games"]
    said = done.stderr.decode()
    for name in ("notes.txt", "empty", "deals-0000000000000000100", "deals-0000000000000000300"):
        assert name in said
    assert ".DS_Store" not in said
    assert "Traceback" not in said
    assert (messy / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "cp1252"},
        {"MPLBACKEND": "TkAgg"},
    ],
    ids=lambda variables: next(iter(variables)),
)
def test_it_works_in_any_surroundings(messy, tmp_path, variables):
    out = tmp_path / "out"
    done = report(messy, "--format", FORMATS, "--out", out, **variables)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    for path in out.iterdir():
        if path.suffix == ".png":
            assert path.read_bytes().startswith(b"\x89PNG")
        else:
            text = path.read_text(encoding="utf-8")
            assert path.suffix in {".csv", ".svg"} or TITLE in text or json.dumps(TITLE) in text
    named = report(messy, **variables)  # the title is beyond what a terminal in C can show
    assert named.returncode == 0
    assert b"300 games" in named.stdout


def test_a_part_with_a_column_of_another_type_is_left_out(tmp_path):
    run = make_run(tmp_path / "run", games=200)
    odd = part_path(run, "classic", "greedy", 0, 100)
    table = pq.read_table(odd)
    text = pa.array(["yes"] * 100)
    pq.write_table(table.set_column(table.schema.get_field_index("won"), "won", text), odd)
    done = report(run, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["rows"][0]["games"] == 100
    assert odd.name in done.stderr.decode()
