"""What is wrong with a user's strategy is one line: the file, the strategy, the deal."""

from __future__ import annotations

import signal
import sys
import time

import pytest

from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.rules.catalog import builtin
from pyramid_stats.strategies.registry import get

KIT = "from pyramid_stats.strategies.kit import compiled, plain\n"
CLASSIC = builtin("classic")


def one_line(error: PyramidStatsError) -> str:
    """Return the message; nothing may break the line or the hint."""
    assert error.hint
    assert "\n" not in error.message + error.hint
    assert len(error.message) < 400
    return error.message


NO_STRATEGY = [
    ("", "it defines no function"),
    ("def chose(view):\n    return 0\n", "did you mean 'chose'?"),
    ("class Player:\n    def choose(self, view):\n        return 0\n", "known: Player"),
]


@pytest.mark.parametrize(("text", "hint"), NO_STRATEGY)
def test_a_missing_function_is_named(load, text, hint):
    with pytest.raises(UsageError) as caught:
        load(text)
    assert one_line(caught.value).endswith("mine.py: there is no 'choose' in it")
    assert caught.value.hint == hint


NO_PLAYER = [
    ("def choose():\n    return 0\n", "choose(): a strategy takes one argument, the view"),
    ("def choose(view, deck):\n    return 0\n", "choose(view, deck): a strategy takes one"),
    ("class choose:\n    def choose(self):\n        return 0\n", "a strategy takes one argument"),
    ("choose = 5\n", "choose is no strategy but a int"),
    ("class choose:\n    pass\n", "choose is no strategy but a type"),
]


@pytest.mark.parametrize(("text", "part"), NO_PLAYER)
def test_what_is_no_strategy_is_refused(load, text, part):
    with pytest.raises(UsageError) as caught:
        load(text)
    assert "mine.py: " in one_line(caught.value)
    assert part in caught.value.message


BROKEN = [
    ("def choose(view:\n    return 0\n", 1, "SyntaxError: '(' was never closed"),
    ("\n\nfrom nowhere_at_all import choose\n", 3, "ModuleNotFoundError: No module named"),
    ("\nimport sys\nsys.exit(0)\n", 3, "SystemExit: 0"),
    ("def helper():\n    return 1 / 0\nhelper()\n", 2, "ZeroDivisionError: division by zero"),
    (
        f"{KIT}@compiled\ndef choose():\n    return 0\n",
        2,
        "choose(): a strategy takes one argument",
    ),
    (f"{KIT}@compiled\ndef choose(view):\n    return open('x')\n", 2, "choose: can't be compiled"),
    (f"{KIT}@compiled\ndef choose(view):\n    return view.no\n", 2, "choose: can't be compiled"),
    (f"{KIT}@plain\nclass choose:\n    def choose(self):\n        return 0\n", 2, "takes one"),
]


@pytest.mark.parametrize(("text", "line", "part"), BROKEN)
def test_a_file_that_cannot_be_run_is_named_with_the_line(load, text, line, part):
    with pytest.raises(PyramidStatsError) as caught:
        load(text)
    assert f"mine.py:{line}: " in one_line(caught.value)
    assert part in caught.value.message


def test_a_file_that_is_none_is_named(tmp_path):
    (tmp_path / "notes.txt").write_text("def choose(view): return 0")
    (tmp_path / "folder.py").mkdir()
    for name in ("missing.py", "notes.txt", "folder.py"):
        with pytest.raises(UsageError) as caught:
            get(f"{name}:choose", tmp_path)
        assert one_line(caught.value) == f"{tmp_path / name}: no Python file"


def test_a_file_without_a_function_is_no_name():
    with pytest.raises(UsageError) as caught:
        get("mine.py")
    assert one_line(caught.value) == "unknown strategy 'mine.py'"
    assert caught.value.hint == "name the function in it, as in mine.py:choose"


AT_DEAL_6 = """
def idea(view):
    if view.dice.deal == 6:
        {}
    return 0
choose, quick = plain(idea), compiled(idea)
"""
FAILING = [
    ("return view.moves.count", ""),
    ("return -1", ""),
    ("return 10**12", ""),
    ("raise ValueError('no idea')", "ValueError: no idea"),
    ("return 1 // int(view.moves.count * 0)", "ZeroDivisionError: "),
    ("assert view.moves.count == 0, 'too many'", "AssertionError: too many"),
]


@pytest.mark.parametrize("function", ["choose", "quick"])
@pytest.mark.parametrize(("line", "part"), FAILING)
def test_a_game_that_fails_is_named(load, function, line, part):
    strategy = load(KIT + AT_DEAL_6.format(line), function)
    names_the_game(strategy, part or "chose", 6)
    strategy.play(CLASSIC, 13, 7, 50)


def names_the_game(strategy, part, deal):
    """Hold the error against what it has to say, of a chunk and of a transcript."""
    for play in (
        lambda: strategy.play(CLASSIC, 13, 3, 9),
        lambda: strategy.moves(CLASSIC, 13, deal),
    ):
        with pytest.raises(PyramidStatsError) as caught:
            play()
        begin = f"{strategy.source}: strategy {strategy.name!r}: deal {deal}: "
        assert one_line(caught.value).startswith(begin)
        assert part in caught.value.message.removeprefix(begin)


NO_INDEX = [
    ("return None", "chose None"),
    ("return '0'", "chose '0'"),
    ("return 0.5", "chose 0.5"),
    ("return view", "chose View("),
    ("return list(range(10**6))", "chose [0, 1, "),
    ("raise SystemExit", "SystemExit: "),
    ("return view.nothing", "AttributeError: "),
    ("return choose_well(view)", "NameError: "),
    ("return idea(view)", "RecursionError: "),
]


@pytest.mark.parametrize(("line", "part"), NO_INDEX)
def test_an_answer_that_is_no_index_is_named(load, line, part):
    names_the_game(
        load(f"def idea(view):\n    {line}\ndef choose(view):\n    return idea(view)\n"), part, 3
    )


def test_the_hint_names_the_line(load):
    strategy = load("def choose(view):\n    if view:\n        return view.nothing\n    return 0\n")
    with pytest.raises(PyramidStatsError) as caught:
        strategy.play(CLASSIC, 13, 0, 1)
    assert caught.value.hint == f"see line 3 of {strategy.source}"
    assert isinstance(caught.value.__cause__, AttributeError)


NEVER_BEGINS = """
class choose:
    def __init__(self, size):
        self.size = size
    def choose(self, view):
        return 0
"""


def test_a_class_that_cannot_begin_is_named(load):
    names_the_game(load(NEVER_BEGINS), "TypeError: ", 3)


PATIENT = """
import time
from pyramid_stats.strategies.kit import plain
@plain(seconds=0.2)
def choose(view):
    {}
"""
ENDLESS = """
    while True:
        view.moves.count
"""
STUBBORN = """
    while True:
        try:
            while True:
                pass
        except:
            pass
"""
ON_A_LINE = """
    while True:
        try: view.moves.count
        except: pass
"""
SLEEPY = """
    while True:
        try:
            time.sleep(9)
        except BaseException:
            continue
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("loop", [ENDLESS, STUBBORN, ON_A_LINE, SLEEPY])
def test_a_move_without_end_is_ended(load, loop):
    strategy = load(PATIENT.format(loop))
    before, trace = signal.getsignal(signal.SIGALRM), sys.gettrace()
    began = time.monotonic()
    names_the_game(strategy, "a move took more than 0.2 seconds", 3)
    assert 0.4 <= time.monotonic() - began < 5
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert sys.gettrace() is trace


def test_a_game_may_take_longer_than_a_move(load):
    strategy = load(PATIENT.format("time.sleep(0.05)\n    return 0"))
    began = time.monotonic()
    assert len(strategy.play(CLASSIC, 13, 0, 1)) == 1
    assert time.monotonic() - began > 0.2
