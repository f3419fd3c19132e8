from __future__ import annotations

import pytest

from pyramid_stats.errors import UsageError
from pyramid_stats.simulate.experiment import SEED_VARIANTS, build_experiment
from pyramid_stats.strategies import registry


def build(config=None, flags=None, settings=()):
    return build_experiment(config, flags, settings)


@pytest.fixture
def config(tmp_path):
    def write(text):
        path = tmp_path / "my.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def names(experiment):
    return [variant.name for variant in experiment.variants]


def players(experiment):
    return [strategy.name for strategy in experiment.strategies]


def test_without_anything_the_defaults_hold():
    experiment = build()
    assert (experiment.title, experiment.seed, experiment.games) == ("", 13, 100_000)
    assert names(experiment) == list(SEED_VARIANTS)
    assert players(experiment) == list(registry.names(honest=True, quick=True))


def test_a_config_says_everything(config):
    experiment = build(
        config(
            'title = "Six"\nseed = 18446744073709551615\ngames = 1_000\nchunk = 10\n'
            'variants = ["classic", "my-six"]\nstrategies = ["greedy"]\n'
            '[variant.my-six]\nbase = "swedish"\nrows = 6\n'
        )
    )
    assert experiment.title == "Six"
    assert experiment.seed == 2**64 - 1
    assert (experiment.games, experiment.chunk) == (1000, 10)
    assert names(experiment) == ["classic", "my-six"]
    assert (experiment.variants[1].rows, experiment.variants[1].access) == (6, "hand")
    assert players(experiment) == ["greedy"]


def test_a_config_that_only_describes_variants_plays_those(config):
    assert names(build(config("[variant.a]\nrows = 6\n[variant.b]\nrows = 5\n"))) == ["a", "b"]


def test_a_file_lies_beside_the_config(config, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "flat.toml").write_text("rows = 3\n")
    experiment = build(config('variants = ["mine/flat.toml"]'))
    assert (names(experiment), experiment.variants[0].rows) == (["flat"], 3)


def test_flags_replace_what_the_config_says(config):
    path = config('seed = 1\ngames = 5\nvariants = ["finnish"]\n[variant.six]\nrows = 6\n')
    flags = {"variants": ["classic", "six"], "strategies": ["first"], "games": 7, "seed": None}
    experiment = build(path, flags)
    assert (experiment.seed, experiment.games) == (1, 7)
    assert names(experiment) == ["classic", "six"]
    assert players(experiment) == ["first"]


def test_flags_may_leave_out_a_strategy_that_at_most_names(config):
    path = config('strategies = ["random", "greedy"]\n[at_most]\ngreedy = 5')
    assert build(path, {"strategies": ["random"]}).at_most == {"greedy": 5}


def test_settings_apply_to_every_variant():
    experiment = build(None, {"variants": ["classic", "swedish"]}, ["passes=3"])
    assert [variant.passes for variant in experiment.variants] == [3, 3]
    assert names(experiment) == ["classic+passes-3", "swedish+passes-3"]


@pytest.mark.parametrize(
    ("text", "parts", "hint"),
    [
        ("game = 5", ["unknown key 'game'"], "games"),
        ("games = -1", ["games: -1"], "whole number"),
        ("games = 1e6", ["games: 1000000.0"], "whole number"),
        ("games = true", ["games: True"], "whole number"),
        ("seed = 18446744073709551616", ["seed: 18446744073709551616"], "18446744073709551615"),
        ("seed = -1", ["seed: -1"], "from 0"),
        ("at_most = 5", ["at_most: 5"], "rollout = 10_000"),
        ("[at_most]\ngreedy = -1", ["at_most", "-1"], "numbers of games"),
        ("[at_most]\ngreddy = 5", ["at_most: 'greddy' doesn't play"], "greedy"),
        ("chunk = 0", ["chunk: 0"], "from 1"),
        ("variants = []", ["variants: []"], "names"),
        ('variants = "classic"', ["variants: 'classic'"], "names"),
        ('variants = ["clasic"]', ["variants", "'clasic'"], "classic"),
        ('variants = ["classic", "Classic"]', ["variants", "'Classic'"], "classic"),
        ('variants = ["classic", "classic"]', ["variants", "'classic'", "2 times"], "once"),
        ('variants = ["no.toml"]', ["no.toml"], "existing"),
        ('strategies = ["greddy"]', ["strategies", "'greddy'"], "greedy"),
        ('strategies = ["first", "first"]', ["strategies", "'first'", "2 times"], "once"),
        ("[variant.six]\nrows = 10", ["variant.six: rows: 10"], "1 to 9"),
        ("[variant.six]\npasses = 0", ["variant.six: passes: 0"], "1 to 255"),
        ("[variant.six]\nrow = 6", ["variant.six: unknown key 'row'"], "rows"),
        ('[variant.six]\nbase = "x"', ["'x'"], "known"),
        ("[variant.classic]\nrows = 6", ["'classic'", "built-in"], "its own"),
        ("[variant.six]\nrows = 6\n[variant.Six]\nrows = 5", ["'six'", "2 times"], "once"),
        ("[variant]\nsix = 6", ["variant: "], "tables"),
        ("games = ", ["not TOML"], "configs/"),
    ],
)
def test_a_bad_config_is_refused_in_one_line(config, text, parts, hint):
    path = config(text)
    with pytest.raises(UsageError) as caught:
        build(path)
    for part in parts:
        assert part in caught.value.message
    assert hint in caught.value.hint
    assert "\n" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize("text", ["game = 5", "games = -1", "variants = []", "games = "])
def test_the_message_begins_with_the_file(config, text):
    path = config(text)
    with pytest.raises(UsageError, match=r"my\.toml: "):
        build(path)


def test_a_missing_config_is_named(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        build(tmp_path / "missing.toml")


def test_a_config_that_is_not_text_is_named(tmp_path):
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(UsageError, match="UTF-8"):
        build(path)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ({"variants": ["clasic"]}, "--variant: unknown variant 'clasic'"),
        ({"strategies": ["greddy"]}, "--strategy: unknown strategy 'greddy'"),
        ({"variants": ["finnish", "finnish"]}, "--variant: 'finnish' is named 2 times"),
    ],
)
def test_a_bad_flag_is_named(flags, message):
    with pytest.raises(UsageError) as caught:
        build(None, flags)
    assert caught.value.message == message


def test_a_setting_that_does_not_fit_names_the_variant():
    with pytest.raises(UsageError, match=r"draw: 3 with access 'hand'.*\(variant swedish\)"):
        build(None, {"variants": ["classic", "swedish"]}, ["draw=3"])


def test_strategies_are_loaded_only_when_the_rest_is_sound(config):
    def load():
        raise AssertionError("loaded")

    with pytest.raises(UsageError):
        build_experiment(config("[variant.a]\nrows = 10\n"), before_loading=load)
