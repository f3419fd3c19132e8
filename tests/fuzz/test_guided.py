"""The targets of ``make fuzz`` work; how far they get depends on the time that they are given."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.guided import TARGETS

ROOT = Path(__file__).resolve().parents[2]


def test_every_target_runs_for_a_second(tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    command = [sys.executable, "-m", "tests.fuzz.guided", "--folder", str(tmp_path)]
    done = subprocess.run(
        [*command, "--seconds", str(len(TARGETS))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    runs = list(map(int, re.findall(r"number_of_executed_units: (\d+)", said)))
    assert len(runs) == len(TARGETS)
    assert min(runs) > 10
    assert re.search(r"new_units_added: +[1-9]", said), "nothing was instrumented"
    assert {path.name for path in tmp_path.iterdir()} == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_begins_with_what_is_sound(name: str, tmp_path: Path) -> None:
    """Without Atheris too: each takes its own seeds, and refuses nonsense without failing."""
    from tests.fuzz.guided import answer

    target = TARGETS[name](tmp_path)
    for data in [*target.seeds, b"", b"\0", b"\xff\xfe"]:
        answer(lambda data=data: target.ask(data))  # type: ignore[misc]
