"""Small runs to be spoilt, which this machine could have written."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from pyramid_stats.engine.jit import kernel_hash
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate.store import part_path
from tests.simulate.made_up import make_run

GAMES, CHUNK = 90, 30
VARIANTS, STRATEGIES = ("classic", "swedish"), ("greedy", "first")


def write_run(folder: Path) -> dict[str, Any]:
    """Write a run and return what stands in its run.json; verify plays and compares its bytes."""
    rules = [
        {
            "name": name,
            "title": name,
            "rule_hash": builtin(name).rule_hash(),
            "parameters": builtin(name).parameters(),
        }
        for name in VARIANTS
    ]
    manifest: dict[str, Any] = {
        "kernel_hash": kernel_hash(),
        "versions": {name: version(name) for name in ("pandas", "pyarrow")},
        "machine": {"system": "any"},
        "at_most": {"greedy": GAMES},
    }
    make_run(folder, VARIANTS, STRATEGIES, games=GAMES, chunk=CHUNK, **manifest)
    counts = [_count(folder, variant, strategy) for variant in VARIANTS for strategy in STRATEGIES]
    manifest = json.loads((folder / "run.json").read_text())
    manifest |= {"variants": rules, "counts": counts}
    (folder / "run.json").write_text(json.dumps(manifest))
    return manifest


def _count(folder: Path, variant: str, strategy: str) -> dict[str, Any]:
    won = pq.read_table(part_path(folder, variant, strategy, 0, CHUNK).parent)["won"]
    return {
        "variant": variant,
        "strategy": strategy,
        "games": len(won),
        "wins": sum(won.to_pylist()),
        "undecided": 0,
    }


def a_part(folder: Path, number: int = 0) -> Path:
    """Return one of the parts of a variant and strategy."""
    first = number * CHUNK
    return part_path(folder, VARIANTS[0], STRATEGIES[0], first, first + CHUNK)
