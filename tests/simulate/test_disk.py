"""Disks that are full, can't be written or are taken away: one line, and what is done stays."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from pyramid_stats.cli import main
from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run
from pyramid_stats.simulate.verify import problems
from pyramid_stats.simulate.workers import processes

from .test_run import make
from .test_runners import content

GAMES = 2000
FLAGS = ["--variant", "classic", "--strategy", "first", "--games", str(GAMES), "--chunk", "50"]


def mount(*words):
    return subprocess.run(["mount", *words], capture_output=True, check=False).returncode == 0


@pytest.fixture
def small_disk(tmp_path):
    """Return a disk of its own with room for a few parts."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if sys.platform != "linux" or not mount("-t", "tmpfs", "-o", "size=120k", "tmpfs", str(disk)):
        pytest.skip("a disk can't be mounted here")
    yield disk
    subprocess.run(["umount", "-l", disk], check=True)


def one_line(capsys, *words):
    """Check that an error of one line and a hint were shown, and nothing was."""
    error = capsys.readouterr().err.splitlines()
    assert len(error) == 2, error
    assert error[0].startswith("error: ")
    assert all(word in error[0] for word in words)
    assert error[1].startswith("hint: ")


@pytest.mark.parametrize("engine", [["--workers", "1"], ["--workers", "2"]])
def test_a_full_disk(small_disk, tmp_path, capsys, engine):
    run = small_disk / "run"
    assert main.run(["simulate", *FLAGS, *engine, "--out", str(run)]) == 1
    one_line(capsys, str(run), "No space left on device")
    kept = open_run(run)
    assert 0 < len(kept.parts) < GAMES / 50
    assert kept.manifest.finished is None
    assert not list(run.glob("**/.*.tmp"))
    assert main.run(["report", str(run)]) == 0
    assert main.run(["simulate", *FLAGS, *engine, "--out", str(run), "--resume"]) == 1
    assert mount("-o", "remount,size=2m", str(small_disk))
    assert main.run(["simulate", *FLAGS, *engine, "--out", str(run), "--resume"]) == 0
    assert main.run(["simulate", *FLAGS, "--out", str(tmp_path / "whole")]) == 0
    assert content(run) == content(tmp_path / "whole")
    assert list(problems(open_run(run))) == []


def test_a_disk_that_is_full_before_anything_is_written(small_disk, capsys):
    (small_disk / "ballast").write_bytes(bytes(120 * 1024))
    assert main.run(["simulate", *FLAGS, "--out", str(small_disk / "run")]) == 1
    one_line(capsys, str(small_disk / "run"), "No space left on device")


def test_a_disk_that_cannot_be_written(small_disk, capsys):
    assert (
        main.run(["simulate", *FLAGS[:4], "--games", "70", "--out", str(small_disk / "run")]) == 0
    )
    assert mount("-o", "remount,ro", str(small_disk))
    capsys.readouterr()
    for where, more in (("run", ["--resume"]), ("run", ["--overwrite"]), ("another", [])):
        place = str(small_disk / where)
        assert main.run(["simulate", *FLAGS, "--out", place, *more]) == 1
        one_line(capsys, place, "Read-only file system")
    assert main.run(["report", str(small_disk / "run"), "--format", "html"]) == 1
    one_line(capsys, str(small_disk / "run"), "Read-only file system")
    assert main.run(["verify", str(small_disk / "run")]) == 0
    assert main.run(["report", str(small_disk / "run")]) == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_a_folder_that_vanishes(tmp_path, workers):
    run = tmp_path / "run"

    def take_away(_news, so_far):
        if so_far.games == 14:
            shutil.rmtree(run)

    with pytest.raises(PyramidStatsError) as caught:
        play_experiment(make(7000), run, engine=processes(workers), progress=take_away)
    assert str(run) in caught.value.message
    assert "No such file or directory" in caught.value.message
    assert not run.exists()


@pytest.fixture
def read_only_package(small_disk):
    """Return a folder that holds the package and can't be written."""
    assert mount("-o", "remount,size=20m", str(small_disk))
    source = os.path.dirname(sys.modules["pyramid_stats"].__file__)  # noqa: PTH120
    shutil.copytree(source, small_disk / "pyramid_stats", ignore=shutil.ignore_patterns("*.pyc"))
    assert mount("-o", "remount,ro", str(small_disk))
    return small_disk


def test_nothing_but_the_temporary_folder_can_be_written(read_only_package, tmp_path):
    """As in a container; and four processes that find nothing compiled yet all work."""
    kept = ("PATH", "LANG", "LD_LIBRARY_PATH")
    env = {name: os.environ[name] for name in kept if name in os.environ}
    env |= {
        "HOME": "/proc/nonexistent",
        "TMPDIR": str(tmp_path),
        "PYTHONPATH": str(read_only_package),
    }
    script = "from pyramid_stats.cli.main import main; main()"
    command = [sys.executable, "-c", script, "deal", "--seed", "13", "--deal", "7"]
    several = [
        subprocess.Popen(command, env=env, text=True, stdout=-1, stderr=-1, cwd=read_only_package)
        for _ in range(4)
    ]
    told = [process.communicate() for process in several]
    assert [process.returncode for process in several] == [0] * 4, told
    assert len({output for output, _ in told}) == 1
    assert len(told[0][0].split()) >= 52
    assert all("Traceback" not in error and len(error.splitlines()) <= 2 for _, error in told)
    assert list(tmp_path.glob("pyramid-stats-*/kernels-*/**/*.nbc"))
