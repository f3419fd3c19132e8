from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pyramid_stats.cli import main
from pyramid_stats.simulate.experiment import build_experiment
from pyramid_stats.simulate.store import open_run
from pyramid_stats.strategies import registry

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.toml"))
(SEEDS,) = (path for path in CONFIGS if path.stem == "seeds")
FEW = ["--variant", "classic", "--strategy", "greedy", "--games", "20", "--workers", "1"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def simulate(*arguments):
    return main.run(["simulate", *map(str, arguments)])


def test_the_run_is_printed_and_the_hint_is_not_in_the_way(capfd):
    assert simulate(*FEW) == 0
    out, err = capfd.readouterr()
    folder = Path("results") / "run-seed13"
    assert out == f"{folder}\n"
    assert err.splitlines()[-1] == f"hint: pyramid-stats report {folder}"
    assert open_run(folder).manifest.counts[0].games == 20


def test_the_shipped_configs(capfd):
    assert simulate(SEEDS, "--games", 3, "--workers", 1) == 0
    assert capfd.readouterr().out == f"{Path('results', 'the-five-rule-texts-seed13')}\n"
    manifest = json.loads(Path("results/the-five-rule-texts-seed13/run.json").read_text())
    assert len(manifest["variants"]) == 5
    assert {each["name"] for each in manifest["strategies"]} == set(registry.names())


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_shipped_config_is_sound(path):
    experiment = build_experiment(path)
    assert experiment.title
    assert experiment.games >= 100_000


@pytest.mark.parametrize("text", ["30", "3e1", "0.03k", "3_0", "0.3E2"])
def test_games_as_people_write_them(text):
    assert simulate(*FEW, "--games", text, "--out", "x") == 0
    assert open_run(Path("x")).manifest.games == 30


def test_flags_change_the_rules():
    assert simulate(*FEW, "--set", "passes=3", "--seed", 2**64 - 1, "--out", "x") == 0
    manifest = open_run(Path("x")).manifest
    assert manifest.seed == 2**64 - 1
    assert manifest.variants[0].name == "classic+passes-3"
    assert manifest.variants[0].parameters["passes"] == 3


def test_nothing_to_play():
    assert simulate(*FEW, "--games", 0, "--out", "x") == 0
    assert open_run(Path("x")).parts == ()


BAD_FLAGS = [
    (["--games", "-1"], "--games", "'-1'"),
    (["--games", "1.5"], "--games", "'1.5'"),
    (["--games", "many"], "--games", "'many'"),
    (["--games", "nan"], "--games", "'nan'"),
    (["--games", "1e999"], "--games", "'1e999'"),
    (["--seed", str(2**64)], "--seed", str(2**64)),
    (["--seed", "-1"], "--seed", "'-1'"),
    (["--workers", "0"], "--workers", "'0'"),
    (["--chunk", "0"], "--chunk", "'0'"),
    (["--variant", "clasic"], "--variant", "'clasic'"),
    (["--strategy", "greddy"], "--strategy", "'greddy'"),
    (["--variant", "classic", "--variant", "classic"], "--variant", "'classic'"),
    (["--set", "rows=10"], "--set", "rows: 10"),
    (["--set", "passes=0"], "--set", "passes: 0"),
    (["--set", "row=6"], "--set", "'row'"),
    (["missing.toml"], "missing.toml", "No such file"),
    (["--start-method", "magic"], "--start-method", "'magic'"),
    (["--detail", "all"], "--detail", "'all'"),
]


@pytest.mark.parametrize(("arguments", "flag", "value"), BAD_FLAGS)
def test_a_bad_flag_is_one_line_and_a_hint(capfd, tmp_path, arguments, flag, value):
    assert simulate(*arguments, "--out", "x") == 2
    _is_a_line_and_a_hint(capfd, flag, value)
    assert list(tmp_path.iterdir()) == []


BAD_CONFIGS = [
    ("game = 5", "unknown key 'game'"),
    ("games = -1", "games: -1"),
    ("seed = 18446744073709551616", "seed: 18446744073709551616"),
    ("[variant.ten]\nrows = 10", "rows: 10"),
    ("[variant.no]\npasses = 0", "passes: 0"),
    ("this is no TOML", "not TOML"),
    ('strategies = ["greddy"]', "'greddy'"),
]


@pytest.mark.parametrize(("text", "value"), BAD_CONFIGS)
def test_a_bad_config_is_one_line_and_a_hint(capfd, tmp_path, text, value):
    Path("my.toml").write_text(text)
    assert simulate("my.toml", "--out", "x") == 2
    _is_a_line_and_a_hint(capfd, "my.toml", value)
    assert [path.name for path in tmp_path.iterdir()] == ["my.toml"]


def test_a_folder_that_cannot_be_written(capfd, tmp_path):
    Path("file").write_text("in the way")
    assert simulate(*FEW, "--out", "file/run") == 1
    _is_a_line_and_a_hint(capfd, "file", "can't be written")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_run_is_kept_unless_it_may_go(capfd):
    assert simulate(*FEW, "--out", "x") == 0
    capfd.readouterr()
    assert simulate(*FEW, "--out", "x") == 2
    _is_a_line_and_a_hint(capfd, "x", "holds a run already")
    assert simulate(*FEW, "--out", "x", "--overwrite") == 0


def _is_a_line_and_a_hint(capfd, *parts):
    out, err = capfd.readouterr()
    lines = err.splitlines()
    assert out == ""
    assert len(lines) == 2
    assert lines[0].startswith("error: ")
    assert lines[1].startswith("hint: ")
    for part in parts:
        assert part in lines[0]


def start(*arguments, **settings):
    command = [sys.executable, "-m", "pyramid_stats", "simulate", *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **settings
    )


def test_no_progress_bar_in_a_log():
    process = start(*FEW, "--out", "x")
    out, err = process.communicate()
    assert out == "x\n"
    assert "hint: pyramid-stats report x" in err
    assert "\r" not in err
    assert "games/s" not in err


def test_kernels_that_have_to_be_compiled_are_announced(monkeypatch, capfd, tmp_path):
    from pyramid_stats.engine import jit

    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    assert simulate(*FEW) == 0
    assert capfd.readouterr().err.startswith("compiling the game")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_whole_parts(workers):
    arguments = ["--games", "1G", "--chunk", "1000", "--workers", workers, "--out", "x"]
    process = start(*arguments, start_new_session=True)
    deadline = time.monotonic() + 120
    while not list(Path().glob("x/**/deals-*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    run = open_run(Path("x"))
    assert run.manifest.finished is None
    assert run.parts
    assert run.split_damaged()[1] == {}
    assert not list(Path().glob("x/**/.*.tmp"))


def test_a_config_or_a_flag_says_what_is_stored(capfd):
    Path("my.toml").write_text('games = 20\ndetail = "summary"\nstrategies = ["greedy"]\n')
    assert simulate("my.toml", "--variant", "classic", "--out", "x") == 0
    assert simulate(*FEW, "--detail", "summary", "--out", "y") == 0
    assert [open_run(Path(name)).parts[0].detail for name in "xy"] == ["summary"] * 2
    for words in (["report", "x"], ["report", "x", "--format", "html,png"]):
        assert main.run(words) == 0
    assert main.run(["replay", "x", "--strategy", "greedy", "--deal", "7"]) == 0
    Path("my.toml").write_text('detail = "all"\n')
    assert simulate("my.toml", "--out", "z") == 2
    assert 'detail takes "games" or "summary"' in capfd.readouterr().err
