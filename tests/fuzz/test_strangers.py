"""What docs/trust.md promises: no code of a run is run, nothing is read or written beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyramid_stats.cli.options import MOST_STATES as MOST_OF_THE_FLAG
from pyramid_stats.simulate.config import MOST_STATES
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run
from tests.fuzz.asking import ask_command
from tests.fuzz.runs import a_part, write_run
from tests.simulate.test_run import make

TRAP = """
from pathlib import Path
Path({marker!r}).touch()
def choose(view):
    return 0
"""
ENTRIES = [
    {"name": "trap.py:choose"},
    {"name": "trap.py:choose", "origin": "", "source": "built-in"},
    {"name": "trap.py:choose", "origin": "{folder}/trap.py:choose"},
    {"name": "greedy", "origin": "{folder}/trap.py:choose", "source": "built-in"},
    {"name": "greedy", "origin": "trap.py:choose"},
    {"name": "greedy", "origin": "./trap.py:choose", "source": "{folder}/trap.py"},
    {"name": "greedy(samples=5)", "origin": "trap.py:choose", "parameters": {"samples": 5}},
    {"name": "trap.py", "origin": "trap"},
    {"name": "trap", "origin": "trap.py"},
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder where one works, with a trap in it, and one in the run."""
    monkeypatch.chdir(tmp_path)
    write_run(tmp_path / "run")
    for place in (tmp_path, tmp_path / "run"):
        (place / "trap.py").write_text(TRAP.format(marker=str(tmp_path / "sprung")))
    return tmp_path


def sprung(folder: Path) -> bool:
    return (folder / "sprung").exists()


def test_the_trap_works(folder: Path) -> None:
    """As a strategy that is named by who plays it is run."""
    ask_command("replay", "--variant", "classic", "--strategy", "trap.py:choose")
    assert sprung(folder)


@pytest.mark.parametrize("entry", ENTRIES, ids=json.dumps)
def test_no_file_that_a_run_names_is_run(folder: Path, entry: dict[str, object]) -> None:
    run = folder / "run"
    manifest = json.loads((run / "run.json").read_text())
    text = json.dumps(entry).replace("{folder}", str(folder))
    manifest["strategies"] = [json.loads(text)]
    manifest["counts"], manifest["at_most"] = [], {}
    (run / "run.json").write_text(json.dumps(manifest))
    (run / "trap.py").unlink()  # for verify to get as far as the sample
    name = str(entry["name"])
    for number in range(3):  # the parts, too, are that strategy's
        part = a_part(run, number)
        target = part.parent.with_name(f"strategy={name.replace(':', '%3A').replace('=', '%3D')}")
        target.mkdir(exist_ok=True)
        part.rename(target / part.name)
    for other in run.glob("variant=*/strategy=*"):
        if other.name != target.name or "swedish" in str(other):
            for part in other.iterdir():
                part.unlink()
            other.rmdir()
    assert len(open_run(run).parts) == 3
    assert ask_command("report", run)[0] == 0
    assert ask_command("report", run, "--format", "html")[0] == 0
    assert ask_command("verify", run)[0] == 0
    assert ask_command("verify", run, "--sample", 5)[0] == 0
    assert ask_command("replay", run, "--variant", "classic")[0] == 2
    assert not sprung(folder)


@pytest.mark.parametrize("command", ["variants", "simulate", "replay"])
def test_a_variant_s_file_is_never_run(folder: Path, command: str) -> None:
    (folder / "rule.toml").write_text('base = "trap.py:choose"')
    arguments = {
        "variants": ["rule.toml"],
        "simulate": ["--variant", "rule.toml", "--out", "out"],
        "replay": ["--variant", "rule.toml", "--strategy", "greedy"],
    }
    assert ask_command(command, *arguments[command])[0] == 2
    assert not sprung(folder)
    assert not (folder / "out").exists()


def test_a_page_is_not_written_where_a_link_leads(folder: Path) -> None:
    (folder / "mine").mkdir()
    (folder / "run" / "_report").symlink_to(folder / "mine")
    code, _, said = ask_command("report", folder / "run", "--format", "html")
    assert (code, "a link" in said) == (2, True)
    assert list((folder / "mine").iterdir()) == []


@pytest.mark.parametrize("how", ["--resume", "--overwrite"])
@pytest.mark.parametrize("place", ["variant=classic", "variant=classic/strategy=first"])
def test_no_games_are_stored_where_a_link_leads(tmp_path: Path, place: str, how: str) -> None:
    run, mine = tmp_path / "run", tmp_path / "mine"
    arguments = ["simulate", "--variant", "classic", "--strategy", "first", "--games", 20]
    play_experiment(make(), run)
    command = [*arguments, "--strategy", "greedy", "--chunk", 7, "--out", run, how]
    assert ask_command(*command)[0] == 0
    (run / place).rename(mine)
    before = sorted(mine.rglob("*"))
    (run / place).symlink_to(mine)
    code, _, said = ask_command(*command)
    assert (code, "a link" in said) == (2, True)
    assert sorted(mine.rglob("*")) == before


def test_a_config_takes_the_limit_that_the_flag_takes() -> None:
    assert MOST_STATES == MOST_OF_THE_FLAG
