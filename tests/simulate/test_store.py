from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.simulate.store import (
    SCHEMA,
    Part,
    open_run,
    part_path,
    part_problem,
    read_manifest,
    write_manifest,
)
from tests.simulate.made_up import make_manifest, make_rows, make_run, write_part


def test_a_part_is_named_by_its_deals(tmp_path):
    path = part_path(tmp_path, "classic", "greedy", 0, 2**63)
    assert path.relative_to(tmp_path).as_posix() == (
        "variant=classic/strategy=greedy/deals-0000000000000000000-9223372036854775808.parquet"
    )


def test_a_part_holds_the_columns_of_the_contract(tmp_path):
    write_part(make_rows(0, 10), tmp_path / "a.parquet")
    schema = pq.read_schema(tmp_path / "a.parquet").remove_metadata()
    assert schema.equals(SCHEMA)
    assert {field.name: str(field.type) for field in schema} == {
        "deal": "uint64",
        "won": "bool",
        "tableau_left": "uint8",
        "stock_left": "uint8",
        "removals": "uint16",
        "draws": "uint16",
        "passes": "uint8",
    }


@pytest.mark.parametrize("games", [0, 1, 7, 5000])
def test_rows_come_back_as_they_were(tmp_path, games):
    rows = make_rows(2**63 - 1 - games, 2**63 - 1, undecided=0.2)
    write_part(rows, tmp_path / "a.parquet")
    table = pq.read_table(tmp_path / "a.parquet")
    assert table.num_rows == games
    for name in set(SCHEMA.names) - {"won"}:
        assert np.array_equal(table[name].to_numpy(), rows[name])
    assert table["won"].to_pylist() == [{1: True, 0: False, -1: None}[won] for won in rows["won"]]


def test_extreme_values_keep_their_digits(tmp_path):
    rows = make_rows(0, 2)
    for name in set(SCHEMA.names) - {"won"}:
        rows[name] = np.iinfo(rows[name].dtype).max
    write_part(rows, tmp_path / "a.parquet")
    table = pq.read_table(tmp_path / "a.parquet")
    assert table["deal"].to_pylist() == [2**64 - 1] * 2
    assert table["removals"].to_pylist() == [65535] * 2


def test_equal_rows_give_equal_bytes(tmp_path):
    write_part(make_rows(0, 3000), tmp_path / "a.parquet")
    write_part(make_rows(0, 3000), tmp_path / "b.parquet")
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()


def test_a_million_games_take_less_than_4_megabytes(tmp_path):
    write_part(make_rows(0, 100_000), tmp_path / "a.parquet")
    assert (tmp_path / "a.parquet").stat().st_size < 400_000


def test_nothing_is_left_behind_when_writing_fails(tmp_path, monkeypatch):
    target = tmp_path / "a.parquet"
    target.write_text("the old one")

    def full_disk(_file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(PyramidStatsError, match=r"a\.parquet.*No space left"):
        write_part(make_rows(0, 5), target)
    assert os.listdir(tmp_path) == ["a.parquet"]  # noqa: PTH208
    assert target.read_text() == "the old one"


def test_a_folder_that_is_a_file_is_one_line(tmp_path):
    (tmp_path / "run").write_text("")
    with pytest.raises(PyramidStatsError, match="can't be written") as caught:
        write_part(make_rows(0, 5), part_path(tmp_path / "run", "classic", "greedy", 0, 5))
    assert "\n" not in str(caught.value)


def test_the_manifest_comes_back_as_it_was(tmp_path):
    manifest = make_manifest(seed=2**64 - 1, title="Pyramidi\N{EN DASH}13", extra={"kept": 1})
    write_manifest(tmp_path, manifest)
    assert read_manifest(tmp_path) == manifest
    content = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert content["schema"] == 1
    assert content["seed"] == 2**64 - 1
    assert content["extra"] == {"kept": 1}


def test_a_title_cannot_steer_the_terminal(tmp_path):
    write_manifest(tmp_path, make_manifest(title="a\x1b[2Jb\nc"))
    assert read_manifest(tmp_path).title == "a[2Jbc"


def test_open_run_sorts_parts_by_variant_strategy_and_deal(tmp_path):
    make_run(tmp_path, ("swedish", "classic"), ("random", "greedy"), games=1200)
    parts = open_run(tmp_path).parts
    assert len(parts) == 2 * 2 * 12
    keys = [(part.variant, part.strategy, part.first, part.last) for part in parts]
    assert keys == sorted(keys)
    assert keys[0] == ("classic", "greedy", 0, 100)
    assert parts[0].games == 100


def test_foreign_files_are_listed_and_hidden_ones_passed_over(tmp_path):
    make_run(tmp_path)
    cell = tmp_path / "variant=classic" / "strategy=greedy"
    for name in (".DS_Store", "_report/a.svg", "notes.txt", "sub/deep/a.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "variant=classic" / "strategy=unborn").mkdir()
    (cell / ".deals-1.tmp").write_text("")
    (cell / "deals-0-5.parquet").write_text("")
    write_part(make_rows(0, 5), part_path(tmp_path, "classic", "stranger", 0, 5))
    run = open_run(tmp_path)
    assert len(run.parts) == 3
    assert [path.relative_to(tmp_path).as_posix() for path in run.foreign] == [
        "empty",
        "notes.txt",
        "sub",
        "variant=classic/strategy=greedy/deals-0-5.parquet",
        f"variant=classic/strategy=stranger/deals-{0:019}-{5:019}.parquet",
    ]


@pytest.mark.parametrize(
    ("name", "problem"), [("nowhere", "no such folder"), ("plain", "not a run")]
)
def test_a_folder_that_is_no_run_is_named(tmp_path, name, problem):
    (tmp_path / "plain").mkdir()
    with pytest.raises(UsageError, match=f"{name}: {problem}"):
        open_run(tmp_path / name)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("\xff", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "whole file"),
        ("{}", "seed"),
        ('{"schema": 2}', "schema: 2; this version reads 1"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_one_line(tmp_path, text, problem):
    (tmp_path / "run.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(PyramidStatsError, match=problem) as caught:
        open_run(tmp_path)
    assert str(tmp_path / "run.json") in caught.value.message
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("name", ["../../etc", "a/b", "", ".hidden", "a\nb", "C:", "x" * 300])
def test_a_manifest_cannot_name_a_place_outside_the_run(tmp_path, name):
    content = make_manifest().as_json()
    content["variants"][0]["name"] = name
    (tmp_path / "run.json").write_text(json.dumps(content))
    with pytest.raises(PyramidStatsError, match=r"variants\.0\.name"):
        open_run(tmp_path)


def part_with(path, change):
    write_part(make_rows(0, 50), path)
    change(path)
    return part_problem(Part("classic", "greedy", 0, 50, path))


def test_a_whole_part_has_no_problem(tmp_path):
    assert part_with(tmp_path / "a.parquet", lambda path: None) is None


def test_further_columns_are_no_problem(tmp_path):
    def add_score(path):
        table = pq.read_table(path)
        pq.write_table(table.append_column("score", pa.array([1] * 50, pa.int16())), path)

    assert part_with(tmp_path / "a.parquet", add_score) is None


def test_damage_is_noticed(tmp_path):
    path = tmp_path / "a.parquet"
    whole = "not a whole Parquet file"
    assert part_with(path, lambda path: path.write_bytes(path.read_bytes()[:-20])) == whole
    assert part_with(path, lambda path: path.write_bytes(b"")) == whole
    assert part_with(path, lambda path: path.unlink()) == whole
    fewer = part_with(path, lambda path: pq.write_table(pq.read_table(path)[:49], path))
    assert fewer == "49 rows where 50 belong"
    older = part_with(path, lambda path: pq.write_table(pq.read_table(path).drop("passes"), path))
    assert older == "has no column 'passes'"

    def widen(path):
        table = pq.read_table(path)
        pq.write_table(table.set_column(0, "deal", table["deal"].cast(pa.int64())), path)

    assert part_with(path, widen) == "deal: int64 where uint64 belongs"


def test_a_truncated_part_is_set_apart(tmp_path):
    make_run(tmp_path)
    victim = part_path(tmp_path, "classic", "greedy", 100, 200)
    victim.write_bytes(victim.read_bytes()[:500])
    whole, damaged = open_run(tmp_path).split_damaged()
    assert [part.first for part in whole] == [0, 200]
    assert list(damaged) == [victim]


def test_plain_pandas_reads_a_run(tmp_path):
    make_run(tmp_path, ("classic", "swedish"), ("greedy", "random"), games=250)
    (tmp_path / "_report").mkdir()
    frames = [pd.read_parquet(path) for path in tmp_path.glob("**/*.parquet")]
    assert sum(map(len, frames)) == 1000
    assert frames[0]["won"].dtype == "boolean"
    cell = pd.read_parquet(tmp_path / "variant=classic" / "strategy=greedy")
    assert cell["deal"].tolist() == list(range(250))


def test_plain_pyarrow_reads_a_run_with_its_folder_names_as_columns(tmp_path):
    make_run(tmp_path, ("classic", "swedish"), ("greedy", "random"), games=250)
    files = [str(path) for path in tmp_path.glob("**/*.parquet")]
    table = ds.dataset(files, partitioning="hive", format="parquet").to_table()
    counted = table.group_by(["variant", "strategy"]).aggregate([("deal", "count")])
    assert {tuple(row.values()) for row in counted.to_pylist()} == {
        (variant, strategy, 250)
        for variant in ("classic", "swedish")
        for strategy in ("greedy", "random")
    }


def test_the_rows_do_not_depend_on_the_chunk_size(tmp_path):
    tables = []
    for chunk in (1, 33, 250):
        make_run(tmp_path / str(chunk), chunk=chunk)
        parts = open_run(tmp_path / str(chunk)).parts
        tables.append(pa.concat_tables(pq.read_table(part.path) for part in parts))
    assert tables[0].equals(tables[1])
    assert tables[1].equals(tables[2])


def test_reading_a_run_does_not_import_pandas(tmp_path):
    make_run(tmp_path)
    code = (
        "import sys; from pathlib import Path; from pyramid_stats.simulate.store import open_run; "
        f"assert open_run(Path({str(tmp_path)!r})).parts; assert 'pandas' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
