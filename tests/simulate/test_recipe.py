from __future__ import annotations

import shlex

import pytest

from pyramid_stats.simulate.experiment import build_experiment
from pyramid_stats.simulate.recipe import command, config_text, files_needed
from pyramid_stats.simulate.run import play_experiment
from pyramid_stats.simulate.store import read_manifest

CONFIG = """
title = "Own \\"rules\\" \\u2665"
seed = 18446744073709551615
games = 30
at_most = { greedy = 20 }
variants = ["classic", "six"]
strategies = ["greedy", "careful"]

[variant.six]
base = "swedish"
rows = 6

[strategy.careful]
base = "weighted"
exposes = 2.5
"""


def played(folder, text, **flags):
    path = folder / "experiment.toml"
    path.write_text(text, encoding="utf-8")
    experiment = build_experiment(path, flags)
    play_experiment(experiment, folder / "run")
    return experiment, read_manifest(folder / "run")


def test_the_config_plays_the_same_again(tmp_path):
    before, manifest = played(tmp_path, CONFIG)
    assert command(manifest) == "pyramid-stats simulate again.toml"
    again = tmp_path / "again.toml"
    again.write_text(config_text(manifest), encoding="utf-8")
    after = build_experiment(again)
    assert (after.title, after.seed, after.games) == (before.title, before.seed, before.games)
    assert after.at_most == before.at_most
    assert [v.rule_hash() for v in after.variants] == [v.rule_hash() for v in before.variants]
    assert [(s.name, s.given) for s in after.strategies] == [
        (s.name, s.given) for s in before.strategies
    ]


def test_flags_say_all_of_a_plain_run(tmp_path):
    text = 'games = 10\nvariants = ["swedish"]\nstrategies = ["greedy", "lookahead(depth=1)"]\n'
    _, manifest = played(tmp_path, text)
    words = shlex.split(command(manifest))
    assert words == [
        *("pyramid-stats", "simulate", "--variant", "swedish"),
        *("--strategy", "greedy", "--strategy", "lookahead(depth=1)", "--games", "10"),
        *("--seed", "13"),
    ]


@pytest.mark.parametrize("settings", [["passes=3"]])
def test_a_changed_variant_needs_a_config(tmp_path, settings):
    experiment = build_experiment(None, {"variants": ["classic"], "games": 5}, settings)
    play_experiment(experiment, tmp_path / "run")
    manifest = read_manifest(tmp_path / "run")
    again = tmp_path / "again.toml"
    again.write_text(config_text(manifest), encoding="utf-8")
    (variant,) = build_experiment(again).variants
    assert variant.name == "classic+passes-3"
    assert variant.rule_hash() == experiment.variants[0].rule_hash()


def test_files_of_ones_own_are_named(tmp_path):
    (tmp_path / "mine.py").write_text("def choose(view):\n    return 0\n", encoding="utf-8")
    text = 'games = 3\nvariants = ["classic"]\nstrategies = ["mine.py:choose"]\n'
    _, manifest = played(tmp_path, text)
    assert any("mine.py" in name for name in files_needed(manifest))
