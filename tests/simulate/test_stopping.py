from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from pyramid_stats.cli import main
from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.simulate import recipe
from pyramid_stats.simulate.experiment import Experiment, build_experiment
from pyramid_stats.simulate.plan import STOPPING_CHUNK, chunks
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.runners import Outcome
from pyramid_stats.simulate.store import open_run, read_manifest, write_manifest
from pyramid_stats.simulate.workers import START_METHODS
from pyramid_stats.statistics.stopping import Stopping
from pyramid_stats.strategies.registry import get
from tests.simulate.made_up import engine, make_manifest

VARIANTS = ("classic-three-piles", "swedish-two-passes")
PLAYERS = ("greedy", "random", "first")
FAILS_AT_200 = """
def plain(view):
    if view.dice.deal >= 200:
        raise ValueError("no idea")
    return 0
"""
ONE_PERCENT = Stopping(precision=0.01, min_games=500, max_games=20_000)


def make(stopping=ONE_PERCENT, variants=VARIANTS, strategies=PLAYERS, chunk=200, **changes):
    found = tuple(builtin(name) for name in variants)
    players = tuple(map(get, strategies))
    games = 20_000 if stopping is None else stopping.max_games
    return Experiment("", 13, games, chunk, found, players, stopping=stopping, **changes)


def files(run):
    return {
        path.relative_to(run).as_posix(): path.read_bytes() for path in run.glob("**/*.parquet")
    }


def stored_games(run):
    """Return how many games of each variant and strategy lie there; they begin at 0, gapless."""
    games = {}
    for part in open_run(run).parts:
        cell = part.variant, part.strategy
        assert part.first == games.get(cell, 0)
        games[cell] = part.last
    return games


def counted_games(run):
    return {(each.variant, each.strategy): each.games for each in read_manifest(run).counts}


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    run = tmp_path_factory.mktemp("reference")
    play_experiment(make(), run)
    return run


def test_it_stops_where_a_plain_loop_over_all_games_does(reference, tmp_path):
    play_experiment(make(None), tmp_path)
    expected = {}
    for part in open_run(tmp_path).parts:  # in the order of the deals
        cell = part.variant, part.strategy
        wins, games, done = expected.get(cell, (0, 0, False))
        if not done:
            wins += sum(pq.ParquetFile(part.path).read()["won"].to_pylist())
            games += part.games
            done = games >= 500 and ONE_PERCENT.width(wins, games) <= 0.01
            expected[cell] = wins, games, done
    assert all(done for _, _, done in expected.values())
    counts = read_manifest(reference).counts
    assert {(each.variant, each.strategy): (each.wins, each.games, True) for each in counts} == (
        expected
    )
    assert len({games for _, games, _ in expected.values()}) > 3


def test_the_files_are_those_that_are_counted(reference):
    assert stored_games(reference) == counted_games(reference)
    assert open_run(reference).foreign == ()
    whole, damaged = open_run(reference).split_damaged()
    assert (len(whole), damaged) == (len(files(reference)), {})


@pytest.mark.parametrize("workers", [2, 3, 7])
def test_it_is_the_same_whoever_plays(reference, tmp_path, workers):
    told = []
    counts = play_experiment(
        make(), tmp_path, engine=engine(workers), progress=lambda news, so_far: told.append(so_far)
    )
    assert files(tmp_path) == files(reference)
    assert read_manifest(tmp_path).counts == read_manifest(reference).counts
    for cell, outcome in counts.items():
        mine = [each.games for each in told if (each.variant, each.strategy) == cell]
        assert mine == list(range(200, outcome.games + 1, 200))
    assert not list(tmp_path.glob("**/.*.tmp"))


@pytest.mark.parametrize("method", START_METHODS)
def test_it_is_the_same_however_processes_start(reference, tmp_path, method):
    play_experiment(make(), tmp_path, engine=engine(2, method))
    assert files(tmp_path) == files(reference)


def test_the_same_again_over_the_old_run(reference, tmp_path):
    play_experiment(make(Stopping(precision=0.005)), tmp_path, engine=engine(2))
    before = files(tmp_path)
    play_experiment(make(), tmp_path, engine=engine(2), overwrite=True)
    assert len(before) > len(files(reference))
    assert files(tmp_path) == files(reference)


def test_a_finer_precision_takes_more_of_the_same_games(reference, tmp_path):
    play_experiment(make(Stopping(precision=0.005)), tmp_path)
    fine, coarse = files(tmp_path), files(reference)
    assert {name: fine[name] for name in coarse} == coarse


def test_a_precision_out_of_reach_takes_the_most_games(tmp_path):
    stopping = Stopping(precision=0.0001, max_games=1_000)
    counts = play_experiment(make(stopping, at_most={"first": 300}), tmp_path, engine=engine(2))
    expected = {"greedy": 1_000, "random": 1_000, "first": 300}
    assert {cell[1]: outcome.games for cell, outcome in counts.items()} == expected
    assert stored_games(tmp_path) == counted_games(tmp_path)
    assert read_manifest(tmp_path).finished is not None


def test_relative_precision_without_wins_takes_the_most_games(tmp_path):
    stopping = Stopping(relative=0.5, min_games=0, max_games=900)
    counts = play_experiment(make(stopping, ("finnish",), ("random",)), tmp_path)
    assert counts["finnish", "random"] == Outcome("finnish", "random", 900, 0, 0)


def test_relative_precision(tmp_path):
    counts = play_experiment(make(Stopping(relative=0.2)), tmp_path, engine=engine(2))
    games = {strategy: counts[VARIANTS[1], strategy].games for strategy in PLAYERS}
    assert games["random"] > games["greedy"]  # who wins less needs more of them
    assert stored_games(tmp_path) == counted_games(tmp_path)


@pytest.mark.parametrize("workers", [1, 3])
def test_nothing_surplus_stays_when_it_is_broken_off(reference, tmp_path, workers):
    done = set()

    def stop(news, _so_far):
        done.add((news.variant, news.strategy))
        if len(done) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_experiment(make(), tmp_path, engine=engine(workers), progress=stop)
    assert read_manifest(tmp_path).finished is None
    there, whole = files(tmp_path), files(reference)
    for strategy in ("greedy", "random"):  # enough of them was played; of others there are gaps
        place = f"variant={VARIANTS[0]}/strategy={strategy}/"
        assert {name for name in there if name.startswith(place)} == {
            name for name in whole if name.startswith(place)
        }


def test_chunks_are_small_enough_to_stop_soon():
    names = "greedy", "rollout"
    sizes = [next(chunks(make(chunk=None, strategies=(name,)))).games for name in names]
    assert sizes == [STOPPING_CHUNK, get("rollout").chunk]
    assert get("greedy").chunk > STOPPING_CHUNK


def test_the_manifest_says_when_it_stops(reference):
    manifest = json.loads((reference / "run.json").read_text())
    assert manifest["games"] == 20_000
    assert manifest["stopping"] == {
        "precision": 0.01,
        "relative": None,
        "min_games": 500,
        "max_games": 20_000,
        "confidence": 0.95,
    }
    assert read_manifest(reference).planned_games == 6 * 20_000


def test_manifests_from_before_are_read(tmp_path):
    content = make_manifest().as_json()
    assert content.pop("stopping") is None
    (tmp_path / "run.json").write_text(json.dumps(content))
    assert read_manifest(tmp_path).stopping is None


@pytest.mark.parametrize("changes", [{"precision": -1.0}, {"confidence": 95}, {"min_games": None}])
def test_a_manifest_that_makes_no_sense_is_refused(tmp_path, reference, changes):
    manifest = read_manifest(reference)
    write_manifest(
        tmp_path,
        manifest.model_copy(update={"stopping": manifest.stopping.model_copy(update=changes)}),
    )
    with pytest.raises(PyramidStatsError, match=r"stopping"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("workers", [1, 3])
def test_a_strategy_that_fails_beyond_the_stop_does_no_harm(tmp_path, workers):
    (tmp_path / "mine.py").write_text(FAILS_AT_200)
    player = get("mine.py:plain", tmp_path)
    coarse = Stopping(precision=0.1, min_games=100)
    experiment = replace(make(coarse, VARIANTS[:1]), strategies=(player,))
    play_experiment(experiment, tmp_path / "run", engine=engine(workers))
    assert stored_games(tmp_path / "run") == {(VARIANTS[0], "mine.py:plain"): 200}
    fine = replace(experiment, stopping=ONE_PERCENT)
    with pytest.raises(PyramidStatsError, match="deal 200: "):
        play_experiment(fine, tmp_path / "fine", engine=engine(workers))


@pytest.mark.parametrize(
    "stopping", [ONE_PERCENT, Stopping(relative=0.000001, min_games=9, max_games=600)]
)
def test_the_recipe_plays_it_again(tmp_path, stopping):
    play_experiment(make(stopping, strategies=("greedy",)), tmp_path / "run")
    manifest = read_manifest(tmp_path / "run")
    words = shlex.split(recipe.command(manifest))[1:]
    main.run([*words, "--out", str(tmp_path / "again")])
    (tmp_path / "my.toml").write_text(recipe.config_text(manifest))
    play_experiment(build_experiment(tmp_path / "my.toml"), tmp_path / "config")
    for again in ("again", "config"):
        assert read_manifest(tmp_path / again).stopping == manifest.stopping
        assert files(tmp_path / again) == files(tmp_path / "run")
