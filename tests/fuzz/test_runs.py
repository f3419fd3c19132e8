"""Runs from anybody: every damaged part is found, and none makes a command fail."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pyramid_stats.report.counting import _read_part
from pyramid_stats.simulate.checking import check_part
from pyramid_stats.simulate.store import Part, open_run, part_path, part_problem
from pyramid_stats.simulate.verify import problems
from tests.fuzz.asking import ask, ask_command
from tests.fuzz.runs import CHUNK, GAMES, a_part, write_run
from tests.fuzz.spoiling import spoilt, spoilt_bytes
from tests.simulate.made_up import make_rows, write_part

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Return a run that examples spoil and mend again, and its manifest."""
    folder = tmp_path_factory.mktemp("fuzzed") / "run"
    manifest = write_run(folder)
    assert faults(folder) == []
    return folder, manifest


@pytest.fixture
def run(whole: tuple[Path, dict[str, Any]], tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole[0], tmp_path / "run"))


def faults(run: Path) -> list[str]:
    return list(problems(open_run(run)))


def all_commands(run: Path) -> dict[str, tuple[int, str, str]]:
    """Ask every command that reads runs; none may crash, hang, or write beside the run."""
    return {
        "report": ask_command("report", run),
        "json": ask_command("report", run, "--json"),
        "verify": ask_command("verify", run),
        "replay": ask_command("replay", run, "--variant", "classic", "--strategy", "greedy"),
    }


@settings(max_examples=30)
@given(st.data())
def test_a_spoilt_manifest(whole: tuple[Path, dict[str, Any]], data: st.DataObject) -> None:
    run, manifest = whole
    text = json.dumps(manifest).encode()
    spoilt_text = spoilt(manifest).map(json.dumps).map(str.encode) | spoilt_bytes(text)
    (run / "run.json").write_bytes(data.draw(spoilt_text))
    all_commands(run)
    ask_command("report", run, "--format", "html", "--out", run.parent / "page")
    ask_command("verify", run, "--sample", 3)
    (run / "run.json").write_bytes(text)


@settings(max_examples=300)
@given(st.data())
def test_every_spoilt_part_is_found(
    whole: tuple[Path, dict[str, Any]], data: st.DataObject
) -> None:
    """As `verify` judges it; and a report adds it up or says why not."""
    path = whole[0].parent / "spoilt.parquet"
    before, other = a_part(whole[0]).read_bytes(), a_part(whole[0], 1).read_bytes()
    now = data.draw(spoilt_bytes(before, (other, b"", b"PAR1PAR1")))
    assume(now != before)
    path.write_bytes(now)
    part = Part("classic", "greedy", 0, CHUNK, path)
    assert isinstance(ask(lambda: check_part(part, bytewise=True)), str)
    if part_problem(part) is None:
        ask(lambda: _read_part(part))


@settings(max_examples=15)
@given(st.data())
def test_a_spoilt_part_of_a_run(whole: tuple[Path, dict[str, Any]], data: st.DataObject) -> None:
    run, _ = whole
    path = a_part(run)
    before = path.read_bytes()
    try:
        now = data.draw(spoilt_bytes(before))
        assume(now != before)
        path.write_bytes(now)
        assert [line for line in ask(lambda: faults(run)) if line.startswith(f"{path}: ")]
        assert ask_command("report", run)[0] == 0
    finally:
        path.write_bytes(before)


def test_two_parts_that_changed_places_are_both_found(run: Path) -> None:
    one, other = a_part(run), a_part(run, 1)
    one_bytes, other_bytes = one.read_bytes(), other.read_bytes()
    one.write_bytes(other_bytes)
    other.write_bytes(one_bytes)
    found = faults(run)
    assert {line.partition(": ")[0] for line in found} == {str(one), str(other)}
    code, out, said = ask_command("report", run, "--json")
    assert code == 0
    assert json.loads(out)["rows"][0]["games"] == GAMES - 2 * CHUNK
    assert said.count("left out: ") == 2


def table(rows: int = CHUNK) -> pa.Table:
    return pa.table(
        {
            "deal": pa.array(range(rows), pa.uint64()),
            "won": pa.array([False] * rows),
            **{name: pa.array([1] * rows, pa.uint8()) for name in ("tableau_left", "stock_left")},
            **{name: pa.array([1] * rows, pa.uint16()) for name in ("removals", "draws")},
            "passes": pa.array([1] * rows, pa.uint8()),
        }
    )


OTHER_TABLES: dict[str, Callable[[], pa.Table]] = {
    "none at all": lambda: pa.table({}),
    "no rows": lambda: table(0),
    "fewer rows": lambda: table(CHUNK - 1),
    "a column twice": lambda: table().append_column("deal", table()["deal"]),
    "a text": lambda: table().set_column(1, "won", pa.array(["yes"] * CHUNK)),
    "a nested column": lambda: table().set_column(0, "deal", pa.array([{"a": 1}] * CHUNK)),
    "deals missing": lambda: table().set_column(0, "deal", pa.nulls(CHUNK, pa.uint64())),
    "cards missing": lambda: table().set_column(2, "tableau_left", pa.nulls(CHUNK, pa.uint8())),
    "deals of others": lambda: table().set_column(0, "deal", pa.array([7] * CHUNK, pa.uint64())),
    "words of its own": lambda: table().replace_schema_metadata({"pandas": "{", "x": "\x1b"}),
    "a column more": lambda: table().append_column("\x1b[2J", pa.array([1] * CHUNK)),
}


@pytest.mark.parametrize("what", OTHER_TABLES)
def test_another_table_is_found(run: Path, what: str) -> None:
    pq.write_table(OTHER_TABLES[what](), a_part(run))
    answers = all_commands(run)
    assert answers["verify"][0] == 1
    assert str(a_part(run)) in answers["verify"][1]
    assert answers["report"][0] == 0


def test_a_part_that_claims_more_than_there_can_be(run: Path) -> None:
    path = part_path(run, "classic", "greedy", GAMES, 2**63)
    write_part(make_rows(0, 1), path)
    answers = all_commands(run)
    assert f"{path}: more than the " in answers["verify"][1]
    assert answers["report"][0] == 0


def pipe(path: Path, _outside: Path) -> None:
    os.mkfifo(path)


def folder(path: Path, _outside: Path) -> None:
    path.mkdir()


def circle(path: Path, _outside: Path) -> None:
    path.symlink_to(path.name)


def upwards(path: Path, _outside: Path) -> None:
    path.symlink_to("..")


def outwards(path: Path, outside: Path) -> None:
    path.symlink_to(outside)


def device(path: Path, _outside: Path) -> None:
    path.symlink_to("/dev/zero")


@needs_pipes
@pytest.mark.parametrize("make", [pipe, folder, circle, upwards, outwards, device])
@pytest.mark.parametrize("place", ["run.json", "variant", "strategy", "part", "foreign"])
def test_what_belongs_there_is_something_else(
    run: Path, tmp_path: Path, make: Callable[[Path, Path], None], place: str
) -> None:
    """Whatever stands there instead is told of, and neither followed nor waited for."""
    part = a_part(run)
    places = {
        "run.json": run / "run.json",
        "part": part,
        "strategy": part.parent,
        "variant": part.parent.parent,
        "foreign": run / "x",
    }
    path = places[place]
    outside = tmp_path / "outside"
    if path.exists():
        path.rename(outside)
    make(path, outside)
    answers = all_commands(run)
    if place == "run.json":
        assert {code for code, _, _ in answers.values()} <= {1, 2}
        return
    assert answers["report"][0] == 0
    assert answers["verify"][0] == 1
    assert str(path) in answers["verify"][1] or make is folder  # an empty one is as good as none


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_names_that_no_terminal_can_show(run: Path) -> None:
    for name in (b"\xff\xfe", b"a\nb", b"\x1b[2J", b"variant=classic/\xff.parquet"):
        Path(os.fsdecode(os.fsencode(run) + b"/" + name)).mkdir()
    answers = all_commands(run)
    assert answers["report"][0] == 0
    assert answers["verify"][1].count("not part of the run") == 4
