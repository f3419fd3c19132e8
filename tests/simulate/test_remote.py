"""Runs in an object store: a real server of the S3 protocol, on this machine."""

from __future__ import annotations

import logging
import pickle
import shlex

import pyarrow.fs as pafs
import pytest

from pyramid_stats.cli import main
from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.simulate.parts import part_path
from pyramid_stats.simulate.places import Remote, place_of
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import open_run
from pyramid_stats.simulate.verify import problems
from pyramid_stats.simulate.workers import processes

from .made_up import make_rows, write_part
from .test_run import make
from .test_runners import content

moto = pytest.importorskip("moto.server")


@pytest.fixture(scope="module")
def bucket():
    """Return a function that names a run in a bucket of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        logging.getLogger("werkzeug").setLevel(logging.ERROR)  # it tells of every request
        server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        host, port = server.get_host_and_port()
        query = f"scheme=http&endpoint_override={host}%3A{port}&region=eu-north-1"
        files, _ = pafs.FileSystem.from_uri(f"s3://games/?{query}&allow_bucket_creation=true")
        files.create_dir("games")
        yield lambda name: f"s3://games/{name}?{query}"
        server.stop()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    run = tmp_path_factory.mktemp("whole")
    play_experiment(make(), run)
    return run


def stored(run):
    """Return what the parts of a run hold, by their place in it."""
    parts = open_run(run).parts
    return {str(part.path.relative_to(run)): part.path.read_bytes() for part in parts}


@pytest.mark.parametrize("workers", [None, 2])
def test_the_same_bytes(bucket, whole, workers):
    run = place_of(bucket(f"same-{workers}"))
    how = {} if workers is None else {"engine": processes(workers)}
    counts = play_experiment(make(), run, **how)
    assert stored(run) == content(whole)
    assert open_run(run).manifest.counts == open_run(whole).manifest.counts
    assert list(problems(open_run(run))) == []
    assert sum(outcome.games for outcome in counts.values()) == 40


def test_a_run_is_resumed(bucket, whole):
    run = place_of(bucket("resumed"))
    play_experiment(make(), run)
    cut, gone, *_ = (part.path for part in open_run(run).parts)
    cut.write_bytes(cut.read_bytes()[:-20])
    gone.unlink()
    assert list(problems(open_run(run)))
    told = []
    play_experiment(make(), run, resume=True, notice=told.append)
    assert told == [f"played again: {cut}: not a whole Parquet file"]
    assert stored(run) == content(whole)
    with pytest.raises(UsageError, match="seed 13 there, 14 here"):
        play_experiment(make(seed=14), run, resume=True)


def test_what_a_resumed_run_does_not_want_is_set_aside(bucket, whole):
    run = place_of(bucket("aside"))
    play_experiment(make(), run)
    stray = part_path(run, "classic", "greedy", 20, 26)
    write_part(make_rows(20, 26), stray)
    told = []
    play_experiment(make(), run, resume=True, notice=told.append)
    aside = stray.with_name(f"_{stray.name}")
    assert told == [f"set aside: {aside}: not part of the run"]
    assert aside.is_file()
    assert stored(run) == content(whole)


def test_a_run_is_overwritten_when_asked(bucket, whole):
    run = place_of(bucket("twice"))
    play_experiment(make(100), run)
    with pytest.raises(UsageError, match="holds a run already"):
        play_experiment(make(), run)
    play_experiment(make(), run, overwrite=True)
    assert stored(run) == content(whole)


def test_the_commands(bucket, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    uri = bucket("by-hand")
    flags = ["--games", "300", "--variant", "finnish", "--strategy", "greedy", "--workers", "2"]
    assert main.run(["simulate", *flags, "--out", uri]) == 0
    output = capsys.readouterr()
    assert output.out.strip() == uri
    hint = output.err.splitlines()[-1]
    assert main.run(shlex.split(hint.removeprefix("hint: "))[1:]) == 0
    there = capsys.readouterr().out
    assert main.run(["simulate", *flags, "--out", "here"]) == 0
    assert main.run(["report", "here"]) == 0
    assert there.splitlines() == capsys.readouterr().out.splitlines()[1:]
    assert main.run(["verify", uri, "--sample", "20"]) == 0
    assert main.run(["replay", uri, "--deal", "3"]) == 0
    assert main.run(["report", uri, "--format", "csv,svg"]) == 0
    assert list((tmp_path / "results" / "by-hand" / "_report").glob("*.svg"))
    assert main.run(["report", uri, "--format", "csv,png", "--out", bucket("reported")]) == 0
    names = {place.name for place in place_of(bucket("reported")).iterdir()}
    assert "report.csv" in names
    assert any(name.endswith(".png") for name in names)
    assert main.run(["simulate", *flags, "--out", uri, "--resume"]) == 0


def test_a_place_survives_pickling(bucket):
    place = place_of(bucket("pickled")) / "variant=x"
    assert pickle.loads(pickle.dumps(place)) == place
    assert isinstance(place, Remote)


def test_a_server_that_is_not_there(capsys):
    query = "scheme=http&endpoint_override=127.0.0.1%3A9&region=eu-north-1"
    run = place_of(f"s3://games/run?{query}")
    with pytest.raises(PyramidStatsError) as caught:
        open_run(run)
    assert caught.value.message.startswith(f"{run / 'run.json'}: ")
    assert "connect" in caught.value.message
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("s4://bucket/run", ("unknown store 's4'", "known: abfs")),
        ("s3://me:secret@bucket/run", ("s3://bucket/run", "AWS_ACCESS_KEY_ID")),
        ("s3://bucket/run?colour=blue", ("colour", "s3://bucket/run")),
    ],
)
def test_what_cannot_be_a_place(text, words, capsys):
    assert main.run(["verify", text]) == 2
    error = capsys.readouterr().err
    assert all(word in error for word in words)
    assert "secret" not in error
    assert len(error.splitlines()) == 2
