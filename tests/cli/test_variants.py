from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyramid_stats.rules.catalog import builtin, from_delta, variant_names
from pyramid_stats.rules.variant import RULE_KEYS
from tests.cli.conftest import Run


def test_the_table_has_a_line_for_each_variant(run: Run) -> None:
    result = run("variants")
    header, *lines = result.out.splitlines()
    assert (result.code, result.err) == (0, "")
    assert header.split() == ["name", "rows", "draw", "pairs", "passes", "goal", "title"]
    assert [line.split()[0] for line in lines] == list(variant_names())
    assert "finnish              8     3     PP PW        3          pyramid  Kol" in result.out


def test_json_has_every_parameter_under_its_own_name(run: Run) -> None:
    found = json.loads(run("variants", "--json").out)
    assert [entry["name"] for entry in found] == list(variant_names())
    for entry in found:
        variant = builtin(entry["name"])
        assert {"name", "title", "source", "rule_hash", *RULE_KEYS} == set(entry)
        assert {key: entry[key] for key in RULE_KEYS} == variant.parameters()
        assert (entry["title"], entry["source"]) == (variant.title, variant.source)


@pytest.mark.parametrize("name", variant_names())
def test_one_variant_in_words(run: Run, name: str) -> None:
    result = run("variants", name)
    assert result.code == 0
    assert result.out.startswith(f"{name}: {builtin(name).title}\nSource: ")
    assert max(map(len, result.out.splitlines())) <= 80


def test_the_named_parameters_are_a_toml_delta(run: Run) -> None:
    import tomllib

    for name in variant_names():
        _, _, delta = run("variants", name).out.partition("differ from classic:\n")
        assert from_delta(tomllib.loads(delta), name, "test").parameters() == (
            builtin(name).parameters()
        )


def test_the_default_differs_in_nothing(run: Run) -> None:
    assert run("variants", "classic").out.endswith("All parameters are the default's.\n")


def test_one_variant_as_json_is_a_list_too(run: Run) -> None:
    (entry,) = json.loads(run("variants", "swedish", "--json").out)
    assert entry["access"] == "hand"


def test_settings_change_what_is_said(run: Run) -> None:
    result = run("variants", "swedish", "--set", "passes=unlimited", "--set", "rows=6")
    assert result.out.startswith("swedish+passes-unlimited+rows-6")
    assert "A pyramid of 6 rows" in result.out
    assert '  passes = "unlimited"' in result.out
    assert run("variants", "--set", "rows=6").out.startswith("classic+rows-6\n")


def test_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "swedish"\ntitle = "Mine"\nrows = 5\n', encoding="utf-8")
    result = run("variants", str(path))
    assert result.out.startswith("mine: Mine\n\nA pyramid of 5 rows")


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (["clasic"], "unknown variant 'clasic'", "did you mean 'classic'?"),
        (["none.toml"], "none.toml: No such file or directory", "name an existing TOML file"),
        (["--set", "rows"], "--set rows: no '='", "write --set key=value"),
        (["--set", "rows=10"], "--set: rows: 10 is not allowed", "rows takes 1 to 9"),
        (["--set", "passes=0"], "--set: passes: 0 is not allowed", "passes takes 1 to 255"),
        (["--set", "goal=foo"], "--set: goal: 'foo' is not allowed", "goal takes pyramid or all"),
        (["--set", "pases=2"], "--set: unknown key 'pases'", "did you mean 'passes'?"),
        (["swedish", "finnish"], "got unexpected extra argument (finnish)", "pyramid-stats vari"),
    ],
)
def test_wrong_use(run: Run, arguments: list[str], error: str, hint: str) -> None:
    result = run("variants", *arguments)
    assert (result.code, result.out, result.error) == (2, "", error)
    assert result.hint.startswith(hint)


def test_a_narrow_terminal(run: Run, terminal) -> None:
    terminal(40)
    table = run("variants").out.splitlines()
    assert max(map(len, table)) == 40
    assert max(len(line) for line in run("variants", "swedish").out.splitlines()) <= 40


def test_a_file_is_never_cut(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert "Pyramid with three waste piles" in run("variants").out
