"""Strategies of other packages, found by their entry points."""

from __future__ import annotations

import pickle
import sys
import warnings

import pytest

from pyramid_stats.rules.catalog import builtin
from pyramid_stats.strategies import registry

THEIRS = '''
from pyramid_stats.strategies.kit import compiled
NUMBER = 5
def hasty(view):
    """Take the first."""
    return 0
@compiled(x=0)
def numbered(view):
    """Take the one of that number."""
    return int(view.settings.value[0]) % view.moves.count
class Patient:
    def choose(self, view):
        return view.moves.count - 1
def pair(view, deck):
    return 0
'''


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Put a package on the path, as pip leaves it, with these names and objects of its module."""
    info = tmp_path / "their_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-players\nVersion: 1.0\n")
    (tmp_path / "their_players.py").write_text(THEIRS)
    (tmp_path / "their_broken_players.py").write_text("1 / 0\n")

    def install_(**points):
        lines = [f"{name} = {value}" for name, value in points.items()]
        other_group = ["[console_scripts]", "elsewhere = their_players:hasty"]
        text = "\n".join([f"[{registry.GROUP}]", *lines, *other_group])
        (info / "entry_points.txt").write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        registry._known.cache_clear()

    yield install_
    registry._known.cache_clear()
    sys.modules.pop("their_players", None)


def rows(strategy):
    return strategy.play(builtin("classic"), 13, 0, 50).tolist()


def test_a_package_s_strategy_is_one_of_the_names(install):
    before = registry.names()
    install(hasty="their_players:hasty", patient="their_players:Patient")
    assert registry.names() == tuple(sorted({*before, "hasty", "patient"}))
    assert registry.names(quick=True) == tuple(name for name in before if registry.get(name).quick)
    strategy = registry.get("hasty")
    assert (strategy.name, strategy.title) == ("hasty", "Take the first")
    assert strategy.source == "their-players"
    assert rows(strategy) == rows(registry.get("first"))
    assert rows(registry.get("patient")) != rows(strategy)


def test_it_may_have_parameters_and_be_sent_to_a_worker(install):
    install(numbered="their_players:numbered")
    strategy = registry.get("numbered(x=2)")
    copy = pickle.loads(pickle.dumps(strategy))
    assert copy.name == strategy.name == "numbered(x=2)"
    assert rows(copy) == rows(strategy) != rows(registry.get("numbered"))
    assert rows(registry.get("numbered")) == rows(registry.get("first"))


BROKEN = [
    ("theirs", "their_broken_players:choose", "ZeroDivisionError"),
    ("theirs", "their_missing_players:choose", "ModuleNotFoundError"),
    ("theirs", "their_players:nothing", "AttributeError"),
    ("theirs", "their_players:NUMBER", "theirs is no strategy but a int"),
    ("theirs", "their_players:pair", "takes one argument, the view"),
    ("greedy", "their_players:hasty", "the name is taken"),
    ("my player", "their_players:hasty", "the name can't name a folder"),
    ("mine.py:choose", "their_players:hasty", "the name can't name a folder"),
]


@pytest.mark.parametrize(("name", "value", "reason"), BROKEN)
def test_a_broken_one_is_a_warning_and_the_rest_still_works(install, name, value, reason):
    before, greedy = registry.names(), rows(registry.get("greedy"))
    install(**{name: value, "hasty": "their_players:hasty"})
    with pytest.warns(UserWarning, match="is left out") as caught:
        assert registry.names() == tuple(sorted({*before, "hasty"}))
    assert len(caught) == 1
    message = str(caught[0].message)
    assert message.startswith(f"strategy {name!r} ({value}) is left out: ")
    assert reason in message
    assert "\n" not in message
    assert rows(registry.get("greedy")) == greedy
    assert rows(registry.get("hasty")) == rows(registry.get("first"))


def test_it_warns_once(install):
    install(theirs="their_broken_players:choose")
    with pytest.warns(UserWarning, match="is left out"):
        registry.names()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        registry.names()
        registry.get("greedy")
