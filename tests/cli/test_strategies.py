from __future__ import annotations

import json

from pyramid_stats.strategies.registry import get, names
from tests.cli.conftest import Run


def test_the_table_has_a_line_for_each_strategy(run: Run) -> None:
    header, *lines = run("strategies").out.splitlines()
    assert header.split() == ["name", "honest", "title"]
    assert [line.split()[0] for line in lines] == list(names())


def test_json(run: Run) -> None:
    found = json.loads(run("strategies", "--json").out)
    assert [entry["name"] for entry in found] == list(names())
    for entry in found:
        strategy = get(entry["name"])
        assert (entry["title"], entry["honest"]) == (strategy.title, strategy.honest)
        assert entry["source"]


def test_one_strategy(run: Run) -> None:
    result = run("strategies", "greedy")
    assert result.out.startswith("greedy: Remove what exposes most")
    assert "honest" in result.out


def test_an_unknown_strategy(run: Run) -> None:
    result = run("strategies", "gredy")
    assert (result.code, result.error) == (2, "unknown strategy 'gredy'")
    assert result.hint == "did you mean 'greedy'?"
