"""What must not be imported: it would make ``--help`` and completion slow."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HEAVY = [
    "numpy",
    "numba",
    "pandas",
    "pyarrow",
    "dask",
    "scipy",
    "statsmodels",
    "matplotlib",
    "jinja2",
    "pydantic",
    "tqdm",
    "llvmlite",
]
SCRIPT = """
import sys
from pyramid_stats.cli.main import run
code = run(sys.argv[1:])
print("LOADED", *[name for name in {heavy} if name in sys.modules])
sys.exit(code)
"""


def loaded(*arguments: str, **variables: str) -> tuple[str, list[str]]:
    """Return the output of a fresh process, and the heavy packages that it imported."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(heavy=HEAVY), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
    output, _, packages = done.stdout.rpartition("LOADED")
    return output + done.stderr, packages.split()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--help"], "Commands:"),
        (["--version"], "pyramid-stats "),
        (["deal", "--help"], "--deals"),
        (["replay", "-h"], "--batch"),
        (["simulate", "--help"], "--games"),
        (["plan", "--help"], "--precision"),
        (["plan", "--precision", "5"], "a precision is a share from"),
        (["report", "--help"], "--format"),
        (["variants", "--help"], "--json"),
        (["strategies", "--help"], "--json"),
        (["varaints"], "did you mean 'variants'?"),
        (["deal", "--seed", "-1"], "a seed is a whole number"),
    ],
)
def test_nothing_heavy_is_imported(arguments: list[str], said: str) -> None:
    output, packages = loaded(*arguments)
    assert said in output
    assert packages == []


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pyramid-stats si", "simulate"),
        ("pyramid-stats deal --fl", "--flat"),
        ("pyramid-stats deal --variant swedish-t", "swedish-two-passes"),
        ("pyramid-stats variants fin", "finnish"),
    ],
)
def test_completion_imports_nothing_heavy(words: str, offered: str) -> None:
    output, packages = loaded(
        _PYRAMID_STATS_COMPLETE="bash_complete",
        COMP_WORDS=words,
        COMP_CWORD=str(len(words.split()) - 1),
    )
    assert offered in output
    assert packages == []


def test_the_list_above_would_notice() -> None:
    assert "pydantic" in loaded("variants")[1]
