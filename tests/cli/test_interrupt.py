"""Real processes that are told to stop."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import time

import pytest

from pyramid_stats.cli import main
from pyramid_stats.simulate.store import open_run
from tests.simulate.test_runners import content

SLOW = """
import time

def slow(view):
    time.sleep(0.2)
    return 0
"""
GAMES = ["--games", "20000", "--chunk", "50", "--variant", "finnish", "--strategy", "greedy"]


def start(arguments, folder):
    command = [sys.executable, "-m", "pyramid_stats", "simulate", *arguments]
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)


def wait_for(condition, process, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


def stop(process, number):
    """Send a signal; return exit code, stderr and the seconds that it took."""
    began = time.monotonic()
    process.send_signal(number)
    _, text = process.communicate(timeout=30)
    return process.returncode, text, time.monotonic() - began


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    assert main.run(["simulate", *GAMES, "--out", str(folder / "run")]) == 0
    return content(folder / "run")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_stops_soon_and_says_how_to_go_on(tmp_path, whole, number, workers, monkeypatch):
    process = start([*GAMES, "--out", "my run", "--workers", workers], tmp_path)
    wait_for(lambda: list(tmp_path.glob("my run/**/*.parquet")), process)
    code, text, seconds = stop(process, number)
    assert (code, seconds < 2) == (130, True)
    kept, hint = text.splitlines()[-2:]
    assert kept == "interrupted; what was played is kept in my run"
    assert 0 < len(content(tmp_path / "my run")) < len(whole)
    monkeypatch.chdir(tmp_path)
    assert open_run(tmp_path / "my run").manifest.finished is None
    words = shlex.split(hint.removeprefix("hint: go on with: "))
    assert words[:2] == ["pyramid-stats", "simulate"]
    assert main.run(words[1:]) == 0
    assert content(tmp_path / "my run") == whole


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_slow_chunk_is_dropped(tmp_path, workers):
    (tmp_path / "mine.py").write_text(SLOW)
    flags = ["--games", "1000", "--strategy", "mine.py:slow", "--out", "run", "--overwrite"]
    process = start([*flags, "--workers", workers], tmp_path)
    wait_for((tmp_path / "run" / "run.json").exists, process)
    time.sleep(1)
    code, text, seconds = stop(process, signal.SIGINT)
    assert (code, seconds < 2) == (130, True)
    assert text.splitlines()[-1].endswith(f"--out run --workers {workers} --resume")
    assert "--overwrite" not in text
    assert not list(tmp_path.glob("run/**/*.tmp"))


def test_no_process_outlives_a_killed_driver(tmp_path):
    (tmp_path / "mine.py").write_text(SLOW)
    process = start(["--games", "1000", "--strategy", "mine.py:slow", "--out", "run"], tmp_path)
    wait_for((tmp_path / "run" / "run.json").exists, process)
    time.sleep(1)
    code, _, seconds = stop(process, signal.SIGKILL)  # stderr ends when the last process has
    assert (code, seconds < 2) == (-9, True)
