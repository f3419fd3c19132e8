"""What a search is worth, and the config that it writes."""

from __future__ import annotations

import numpy as np
import pytest

from pyramid_stats.rules.catalog import builtin, with_settings
from pyramid_stats.simulate.experiment import build_experiment
from pyramid_stats.strategies.features import FEATURES
from pyramid_stats.strategies.registry import get
from pyramid_stats.tuning.playing import Players
from pyramid_stats.tuning.result import Estimate, as_config, estimate
from pyramid_stats.tuning.search import FRESH, Plan

PLAN = Plan(1000, 3, 8, 13)
WEIGHTS = tuple(round(0.37 * index - 2, 4) for index in range(len(FEATURES)))


def test_the_estimate_counts_each_fresh_deal_once():
    variant = builtin("swedish-two-passes")
    with Players(variant, 13, 2) as players:
        found = estimate(players, WEIGHTS, 70_000)
    given = dict(zip([feature.name for feature in FEATURES], WEIGHTS, strict=True))
    ours, theirs = (
        each.play(variant, 13, FRESH, FRESH + 70_000)["won"] == 1
        for each in (get("weighted").with_settings(given), get("greedy"))
    )
    assert (found.games, found.wins) == (70_000, np.count_nonzero(ours))
    assert found.only_weights - found.only_rival == found.wins - found.rival_wins
    assert found.only_weights == np.count_nonzero(ours & ~theirs)


def test_the_test_is_mcnemar_s_exact_one():
    """The example of Fagerland, Lydersen and Laake (2013), table 1: 1 against 7 of 21 pairs."""
    assert Estimate(21, 2, 8, 1, 7).p_value == pytest.approx(0.0703, abs=5e-5)
    assert Estimate(10, 5, 5, 0, 0).p_value == 1.0
    assert Estimate(0, 0, 0, 0, 0).in_words().startswith("no game")


@pytest.mark.parametrize("settings", [[], ["passes=3", "waste_second=true"]])
def test_the_config_plays_the_weights(tmp_path, settings):
    variant = with_settings(builtin("classic"), settings)
    path = tmp_path / "tuned.toml"
    path.write_text(as_config(variant, PLAN, WEIGHTS, Estimate(100, 9, 7, 4, 2)))
    experiment = build_experiment(path)
    assert experiment.variants[0].rule_hash() == variant.rule_hash()
    rival, tuned = experiment.strategies
    assert (rival.name, tuned.name) == ("greedy", f"tuned-{variant.name}")
    assert tuple(tuned.values(variant)) == WEIGHTS
    assert "9.0000% won" in path.read_text()
