from __future__ import annotations

import pytest

from pyramid_stats.errors import UsageError
from pyramid_stats.simulate.experiment import build_experiment

CONFIGS = [
    ("", {}, (100_000, None)),
    ('precision = "0.1%"', {}, (10**8, (0.001, None, 1_000, 10**8))),
    ('precision = "0.1 %"', {}, (10**8, (0.001, None, 1_000, 10**8))),
    ("precision = 0.001\nmin_games = 5", {}, (10**8, (0.001, None, 5, 10**8))),
    ('relative = "1%"\nmax_games = 1_000_000', {}, (10**6, (None, 0.01, 1_000, 10**6))),
    ("", {"precision": 0.01, "max_games": 70}, (70, (0.01, None, 70, 70))),
    ("games = 5_000", {"precision": 0.01}, (5_000, (0.01, None, 1_000, 5_000))),
    ("games = 50", {"precision": 0.01}, (50, (0.01, None, 50, 50))),
    ("games = 50", {"relative": 0.01, "max_games": 9_000}, (9_000, (None, 0.01, 1_000, 9_000))),
    ('precision = "1%"\nmin_games = 7', {"relative": 0.02}, (10**8, (None, 0.02, 7, 10**8))),
    ('relative = "1%"', {"precision": 0.02}, (10**8, (0.02, None, 1_000, 10**8))),
    ('relative = "1%"', {"min_games": 9}, (10**8, (None, 0.01, 9, 10**8))),
    ('relative = "1%"\nmin_games = 50_000', {"games": 9}, (9, None)),
    ("max_games = 50_000", {"precision": 0.02}, (50_000, (0.02, None, 1_000, 50_000))),
]


@pytest.mark.parametrize(("text", "flags", "expected"), CONFIGS)
def test_flags_replace_what_the_config_says(tmp_path, text, flags, expected):
    (tmp_path / "my.toml").write_text(text)
    experiment = build_experiment(tmp_path / "my.toml", flags)
    stopping = experiment.stopping
    values = stopping and (
        stopping.precision,
        stopping.relative,
        stopping.min_games,
        stopping.max_games,
    )
    assert (experiment.games, values) == expected


BAD = [
    ('precison = "1%"', {}, "my.toml: unknown key 'precison'", "precision"),
    ('precision = "1"', {}, "my.toml: precision: '1' is not allowed", "0.0001 % to 50 %"),
    ('precision = "much"', {}, "my.toml: precision: 'much' is not allowed", '"0.1%" or 0.001'),
    ("precision = 0.0", {}, "my.toml: precision: 0.0 is not allowed", "0.0001 %"),
    ("precision = 1", {}, "my.toml: precision: 1 is not allowed", "0.0001 %"),
    ("precision = nan", {}, "my.toml: precision: nan is not allowed", "0.0001 %"),
    ("precision = true", {}, "my.toml: precision: True is not allowed", "0.0001 %"),
    ('relative = "200%"', {}, "my.toml: relative: '200%' is not allowed", "100 %"),
    ("min_games = -1", {}, "my.toml: min_games: -1 is not allowed", "1_000"),
    ("max_games = 1e6", {}, "my.toml: max_games: 1000000.0 is not allowed", "1_000_000"),
    (
        'precision = "1%"\nrelative = "1%"',
        {},
        "my.toml: precision and relative don't go together",
        "leave one out",
    ),
    ('precision = "1%"\ngames = 5', {}, "my.toml: games and precision don't go", "max_games"),
    ("max_games = 5", {}, "my.toml: max_games makes no sense without a", "--precision"),
    (
        'precision = "1%"\nmin_games = 7\nmax_games = 6',
        {},
        "my.toml: min_games: 7 is more than the 6 games",
        "--max-games",
    ),
    ('precision = "1%"\nmin_games = 7_000', {"max_games": 60}, "my.toml: min_games: 7,000", ""),
    ('precision = "1%"\nmax_games = 6', {"min_games": 7}, "--min-games: 7 is more than", ""),
    ("", {"precision": 0.1, "relative": 0.1}, "--precision and --relative don't", "leave one"),
    ("", {"games": 5, "relative": 0.1}, "--games and --relative don't go", "--max-games"),
    ("", {"games": 5, "max_games": 5}, "--games and --max-games don't go", "--max-games"),
    ("", {"min_games": 5}, "--min-games makes no sense without a precision", "--precision"),
]


@pytest.mark.parametrize(("text", "flags", "message", "hint"), BAD)
def test_what_contradicts_itself_is_refused_in_one_line(tmp_path, text, flags, message, hint):
    (tmp_path / "my.toml").write_text(text)
    with pytest.raises(UsageError) as caught:
        build_experiment(tmp_path / "my.toml", flags)
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.hint
    assert "\n" not in caught.value.message + caught.value.hint
