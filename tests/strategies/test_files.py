"""Strategies in a user's file, compiled or in plain Python."""

from __future__ import annotations

import os
import pickle
import sys
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from pyramid_stats.errors import UsageError
from pyramid_stats.rules.catalog import builtin, with_settings
from pyramid_stats.strategies import files
from pyramid_stats.strategies.registry import get
from tests.variants_strategy import deals, seeds, variants

IDEA = '''
from pyramid_stats.strategies.kit import *

@helper
def worth(view, move):
    """It looks at whatever there is to see."""
    first = first_value(view, move)
    score = 50 * exposes(view, move) - 7 * row_of(view, move) + takes_from_hand(view, move)
    score -= 3 * takes_from_waste(view, move) + 2 * takes_from_stock(view, move)
    score += cards_left(view, first) + cell_value(view, first) * is_exposed(view, first + 1)
    return score + exposed_with_value(view, first) + waste_value(view, 1) - stock_value(view, 2)

def idea(view):
    """Make the move that is worth most, and now and then any."""
    if random_below(view, 10) == 0:
        return random_below(view, view.moves.count)
    best = 0
    for move in range(1, view.moves.removals):
        if worth(view, move) > worth(view, best):
            best = move
    if worth(view, best) < drawn_size(view) - stock_size(view) + passes_left(view):
        return view.moves.count - 1
    return best

class Thinker:
    """The idea again."""
    def choose(self, view):
        return idea(view)

quick = compiled(idea)
slow = plain(idea)
'''
VARIANTS = [
    builtin("classic"),
    builtin("swedish"),  # has a hand
    builtin("king-tut"),
    builtin("classic-three-piles"),
    builtin("microsoft"),
    with_settings(builtin("relaxed"), ["face_down_rows=6", "goal=all"]),
]
REMEMBERS = """
class Counter:
    def __init__(self):
        self.asked = 0
    def choose(self, view):
        self.asked += 1
        return self.asked % view.moves.count
"""
SETTINGS = """
from pyramid_stats.strategies.kit import compiled, plain
def turn(view):
    "Make the move of that number"
    return int(view.settings.value[0] + view.settings.value[1]) % view.moves.count
turn3 = compiled(x=3, y=0.5)(turn)
plain3 = plain(x=3, y=0.5)(turn)
first = compiled(honest=False)(turn)
"""


@pytest.fixture(scope="module")
def idea(tmp_path_factory):
    """Return a strategy of the idea by the name of its function; the file is run once."""
    folder = tmp_path_factory.mktemp("idea")
    (folder / "idea.py").write_text(IDEA)
    return cache(lambda name: get(f"idea.py:{name}", folder))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_compiled_and_plain_python_play_the_same_games(idea, variant):
    rows = idea("quick").play(variant, 13, 2**40, 2**40 + 40)
    assert len(np.unique(rows[["removals", "draws"]])) > 5
    for name in ("slow", "idea", "Thinker"):
        assert idea(name).play(variant, 13, 2**40, 2**40 + 40).tolist() == rows.tolist()
        assert idea(name).moves(variant, 1, 2) == idea("quick").moves(variant, 1, 2)


@settings(max_examples=60)
@given(variant=variants(), seed=seeds, deal=deals)
def test_so_they_do_in_variants_that_nobody_thought_of(idea, variant, seed, deal):
    rows = idea("quick").play(variant, seed, deal, deal + 2).tolist()
    assert idea("slow").play(variant, seed, deal, deal + 2).tolist() == rows


def test_a_strategy_says_where_it_comes_from(idea):
    strategies = [idea(name) for name in ("quick", "slow", "idea", "Thinker")]
    assert [each.name for each in strategies] == [
        "idea.py:quick",
        "idea.py:slow",
        "idea.py:idea",
        "idea.py:Thinker",
    ]
    assert {Path(each.source).name for each in strategies} == {"idea.py"}
    assert [each.title for each in strategies[2:]] == [
        "Make the move that is worth most, and now and then any",
        "The idea again",
    ]
    assert [each.quick for each in strategies] == [True, False, False, False]


def test_the_digest_is_that_of_the_code(load):
    text = "def choose(view):\n    return 0\n"
    assert load(text).digest == load(text).digest != load(text + "# changed\n").digest
    assert len(load(text).digest) == 16


def test_a_file_that_was_just_changed_is_read_anew(load, tmp_path, monkeypatch):
    """Same length, same second: Python's own cache of a module would not notice."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "mine.py"
    rows = []
    for answer in ("0", "view.moves.count - 1", "0 * view.moves.count"):
        path.write_text(f"def choose(view):\n    return {answer:20}\n")
        os.utime(path, (1e9, 1e9))
        files._run.cache_clear()
        files.from_file.cache_clear()
        rows.append(get("mine.py:choose", tmp_path).play(builtin("classic"), 13, 0, 20).tolist())
    assert rows[0] == rows[2] != rows[1]


def test_a_file_lies_where_it_was_looked_for(load, tmp_path, monkeypatch):
    path = Path(load("def choose(view):\n    return 0\n").source)
    assert get(f"{path}:choose").source == str(path)
    monkeypatch.chdir(path.parent)
    assert get("mine.py:choose").source == str(path)
    with pytest.raises(UsageError, match="no Python file"):
        get("mine.py:choose", tmp_path)


def test_what_a_player_remembers_does_not_outlive_a_game(load):
    counter = load(REMEMBERS, "Counter")
    whole = counter.play(builtin("classic"), 13, 0, 60).tolist()
    for cut in (1, 7):
        parts = [
            counter.play(builtin("classic"), 13, first, min(first + cut, 60)).tolist()
            for first in range(0, 60, cut)
        ]
        assert list(chain(*parts)) == whole
    assert counter.moves(builtin("classic"), 13, 5) == counter.moves(builtin("classic"), 13, 5)


def test_parameters_reach_the_view(load):
    variant = builtin("classic-three-piles")
    always = {
        number: load(f"def choose(view):\n    return {number} % view.moves.count\n")
        for number in (3, 4, 8)
    }
    rows = {number: each.play(variant, 2, 0, 30).tolist() for number, each in always.items()}
    assert rows[3] != rows[4] != rows[8] != rows[3]
    for name in ("turn3", "plain3"):
        assert load(SETTINGS, name).play(variant, 2, 0, 30).tolist() == rows[3]
        assert load(SETTINGS, f"{name}(x=4)").play(variant, 2, 0, 30).tolist() == rows[4]
        assert load(SETTINGS, f"{name}(y=1,x=3)").play(variant, 2, 0, 30).tolist() == rows[4]
        assert load(SETTINGS, f"{name}(y=0, x=8)").play(variant, 2, 0, 30).tolist() == rows[8]


def test_parameters_are_in_the_name(load):
    named = load(SETTINGS, "turn3( y=2.50, x=1e2 )")
    assert named.name == "mine.py:turn3(x=100,y=2.5)"
    assert named.given == {"x": 100, "y": 2.5}
    assert [parameter.default for parameter in named.parameters] == [3, 0.5]
    assert named.honest
    assert not load(SETTINGS, "first").honest


@pytest.mark.parametrize(
    ("call", "name"), [("turn3", ""), ("plain3", ""), ("turn3(x=4)", ""), ("plain3(x=4)", "mine")]
)
def test_a_strategy_comes_whole_out_of_another_process(load, call, name):
    strategy = load(SETTINGS, call)
    strategy = strategy.with_settings(strategy.given, name) if name else strategy
    copy = pickle.loads(pickle.dumps(strategy))
    assert copy.name == strategy.name == (name or f"mine.py:{call}")
    for field in ("given", "origin", "source", "digest", "title", "chunk"):
        assert getattr(copy, field) == getattr(strategy, field)
    rows = strategy.play(builtin("finnish"), 3, 4, 20)
    assert copy.play(builtin("finnish"), 3, 4, 20).tolist() == rows.tolist()


@pytest.mark.parametrize(
    ("call", "message", "hint"),
    [
        ("turn3(z=1)", "unknown parameter 'z'", "known: x, y"),
        ("turn(x=1)", "unknown parameter 'x'", "it takes no parameters"),
        ("turn3(x=nan)", "x: nan is not allowed", "x is a number from -1000000000 to 1000000000"),
    ],
)
def test_a_wrong_parameter_is_named(load, call, message, hint):
    with pytest.raises(UsageError) as caught:
        load(SETTINGS, call)
    name = call.partition("(")[0]
    assert caught.value.message == f"strategy 'mine.py:{name}': {message}"
    assert caught.value.hint == hint
