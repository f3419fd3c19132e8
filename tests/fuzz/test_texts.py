"""Decks, moves, rules and configs from anybody: read, or refused in a line."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_stats.errors import UsageError
from pyramid_stats.replay.notation import Move, parse_moves
from pyramid_stats.replay.referee import judge_lines
from pyramid_stats.rules import catalog
from pyramid_stats.rules.decktext import deck_text, parse_deck
from pyramid_stats.rules.variant import RULE_KEYS, Variant
from pyramid_stats.simulate.experiment import Experiment, build_experiment
from pyramid_stats.simulate.parts import NAME
from tests.fuzz.asking import ask, ask_command
from tests.fuzz.spoiling import odd, spoilt, toml

few = settings(max_examples=60)
CLASSIC = catalog.builtin("classic")
DECK = deck_text(range(52))
LONG = 20_000
SIGNS = "AaTt1029KkQqJj cdhsCDHS♥♠\ufe0f?,;/-+\n\t\0\ufeffDRx"
texts = st.text(max_size=60) | st.text(SIGNS, max_size=120)
repeated = st.builds(str.__mul__, st.text(SIGNS, min_size=1, max_size=3), st.just(LONG))
CONFIG = {
    "title": "t", "seed": 1, "games": 10, "at_most": {"greedy": 5}, "chunk": 7, "limit": 9,
    "variants": ["classic", "mine", "rule.toml"], "strategies": ["greedy", "careful"],
    "variant": {"mine": {"base": "classic", "rows": 6}},
    "strategy": {"careful": {"base": "weighted", "weights": {"draw": -1.0}}},
}  # fmt: skip
PRECISE = {"precision": "1%", "min_games": 1, "max_games": 10, "strategies": ["first"]}
RULE = {"name": "mine", "title": "t", "base": "classic", **CLASSIC.parameters()}


@given(texts)
def test_a_deck(text: str) -> None:
    deck = ask(lambda: parse_deck(text))
    assert isinstance(deck, UsageError) or sorted(deck) == list(range(52))


@settings(max_examples=25)
@given(repeated)
def test_a_long_text_is_no_matter(text: str) -> None:
    """The time goes with the length, not with its square, which would be hours."""
    ask(lambda: parse_deck(text))
    ask(lambda: parse_moves(text))


@pytest.mark.parametrize("text", [" " * 50 * LONG, "+ " * LONG, "\n" * 50 * LONG + "+"])
def test_many_blanks_between_moves(text: str) -> None:
    ask(lambda: parse_moves(text))


@given(texts)
def test_moves(text: str) -> None:
    moves = ask(lambda: parse_moves(text))
    assert isinstance(moves, UsageError) or all(isinstance(each, Move) for each in moves)


@few
@given(st.sampled_from([*RULE_KEYS, "name", "title", "base", "\udc80", ""]), texts | odd.map(str))
def test_a_setting(key: str, value: str) -> None:
    found = ask(lambda: catalog.with_settings(CLASSIC, [f"{key}={value}"]))
    assert isinstance(found, UsageError) or found.name == f"classic+{key}-{found.parameters()[key]}"


@pytest.mark.parametrize("value", ["[" * 5000, "{a=" * 5000, "1" * 5000, "1e999", "2020-01-01"])
def test_a_setting_beyond_all_bounds(value: str) -> None:
    assert isinstance(ask(lambda: catalog.with_settings(CLASSIC, [f"passes={value}"])), UsageError)


@pytest.mark.parametrize("key", ["name", "title", "source"])
def test_a_setting_never_names_another_folder(key: str) -> None:
    error = ask(lambda: catalog.with_settings(CLASSIC, [f"{key}=a/../../b"]))
    assert isinstance(error, UsageError)
    assert repr(key) in error.message


@few
@given(spoilt(RULE).map(toml) | texts)
def test_a_rule(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "rule.toml"
    path.write_text(text, encoding="utf-8")
    found = ask(lambda: catalog.from_file(path))
    assert isinstance(found, UsageError | Variant)


@settings(max_examples=100)
@given(spoilt(CONFIG).map(toml) | spoilt(PRECISE).map(toml) | texts)
def test_a_config(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.getbasetemp()
    (folder / "rule.toml").write_text("rows = 5")
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    before = sorted(os.listdir(folder))  # noqa: PTH208
    found = ask(lambda: build_experiment(path))
    if isinstance(found, Experiment):
        names = [each.name for each in found.variants]
        assert [name for name in names if not re.fullmatch(NAME, name)] == []
    assert sorted(os.listdir(folder)) == before  # noqa: PTH208


@pytest.mark.parametrize("config", [CONFIG, PRECISE])
def test_what_is_spoilt_was_sound(tmp_path: Path, config: dict[str, Any]) -> None:
    (tmp_path / "rule.toml").write_text("rows = 5")
    path = tmp_path / "config.toml"
    path.write_text(toml(config))
    assert build_experiment(path).variants


@pytest.mark.parametrize("text", ["a=" + "[" * 9999, "seed=" + "1" * 9999, 'variants=["\\u0000"]'])
@pytest.mark.parametrize("name", ["config", "rule"])
def test_toml_beyond_all_bounds(tmp_path: Path, text: str, name: str) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text(text)
    read = build_experiment if name == "config" else catalog.from_file
    assert isinstance(ask(lambda: read(path)), UsageError)


@pytest.mark.parametrize("name", ["\\u0000.toml", "pipe.toml", "folder.toml", "loop.toml"])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_config_names_what_is_no_file(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    path = tmp_path / "config.toml"
    path.write_text(f'variants = ["{name}"]')
    assert isinstance(ask(lambda: build_experiment(path)), UsageError)


@pytest.mark.parametrize("name", ["\0.py:f", "a" * 300 + ".py:f", "loop.py:f", ".py:f", ":", "a:b"])
def test_a_config_names_what_is_no_python_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop.py").symlink_to("loop.py")
    path = tmp_path / "config.toml"
    path.write_text(f"strategies = [{json.dumps(name)}]")
    assert isinstance(ask(lambda: build_experiment(path)), UsageError)


LINE = {"deck": DECK, "moves": ["D", "Kd"], "variant": {"base": "classic"}, "set": {"passes": 2}}
lines = spoilt(LINE).map(json.dumps).map(str.encode) | st.binary(max_size=30)
DEEP = [b'{"set":' + b"[" * depth + b"]" * depth + b"}" for depth in (100, 900, 980, 9000)]
DEEP += [b'{"set":{"rows":' + b"[" * depth + b"]" * depth + b"}}" for depth in range(850, 990, 7)]


@settings(max_examples=100)
@given(st.lists(lines, max_size=3))
def test_a_batch(batch: list[bytes]) -> None:
    answers = ask(lambda: list(judge_lines(b"\n".join(batch).split(b"\n"), CLASSIC)))
    for answer in answers:
        assert "legal" in answer or (answer["error"] and answer["hint"])
        json.loads(json.dumps(answer))


@pytest.mark.parametrize("line", DEEP, ids=len)
def test_a_deep_line_of_a_batch(line: bytes) -> None:
    (answer,) = ask(lambda: list(judge_lines([line], CLASSIC)))
    assert answer["error"].startswith("line 1: ")


@few
@given(st.binary(max_size=40) | st.lists(lines, max_size=2).map(b"\n".join), texts)
def test_the_referee_s_command(batch: bytes, text: str) -> None:
    ask_command("replay", "--batch", "-", stdin=batch)
    ask_command("replay", "--deck", "-", "--moves", "D", stdin=batch)
    ask_command("replay", "--deck", DECK, f"--moves={text}")
    ask_command("replay", f"--deck={text}", "--moves=D")
