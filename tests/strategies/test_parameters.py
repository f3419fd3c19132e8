from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_stats.errors import UsageError
from pyramid_stats.strategies.parameters import (
    Parameter,
    check_settings,
    joined_call,
    plain,
    split_call,
)

WORDS = st.text("abcxyz_.:-/09", min_size=1, max_size=12)
NUMBERS = st.floats(-1e9, 1e9) | st.integers(-(10**9), 10**9)
SAMPLES = Parameter("samples", 50, "guesses at each choice", 1, 1000, whole=True)
SHARE = Parameter("share", 0.5, "what half a win is worth", 0, 1)


@given(name=WORDS, values=st.dictionaries(WORDS, NUMBERS, max_size=5))
def test_what_is_joined_can_be_split(name, values):
    written = joined_call(name, values)
    assert split_call(written) == (name, values)
    assert " " not in written


@given(value=NUMBERS)
def test_a_number_is_written_so_that_it_can_be_read_back(value):
    assert float(plain(value)) == value


@pytest.mark.parametrize(
    ("value", "text"), [(50.0, "50"), (-3, "-3"), (0.5, "0.5"), (1e9, "1000000000"), (-0.0, "0")]
)
def test_a_number_is_written_as_people_write_it(value, text):
    assert plain(value) == text


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("greedy", "greedy", {}),
        (" greedy ", "greedy", {}),
        ("greedy()", "greedy", {}),
        (" a ( x = 1 , y = -2.5e1, ) ", "a", {"x": 1, "y": -25}),
        ("my/mine.py:choose(x=3)", "my/mine.py:choose", {"x": 3}),
    ],
)
def test_spaces_do_not_matter(text, name, values):
    assert split_call(text) == (name, values)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a(x=1", "unreadable"),
        ("a x=1)", "unreadable"),
        ("a(x=1)b", "unreadable"),
        ("a(x=1)(y=2)", "unreadable"),
        ("a(x=(1))", "unreadable"),
        ("a)x=1(", "unreadable"),
        ("a(5)", "'5': no '='"),
        ("a(x=1 y)", "'1 y' is not a number"),
        ("a(x=1;y=2)", "'1;y=2' is not a number"),
        ("a(x=)", "'' is not a number"),
        ("a(x=many)", "'many' is not a number"),
        ("a(x=1,x=2)", "x is given twice"),
    ],
)
def test_a_wrong_spelling_is_one_line(text, part):
    with pytest.raises(UsageError) as caught:
        split_call(text)
    assert repr(text) in caught.value.message
    assert part in caught.value.message
    assert caught.value.hint.startswith("write ")
    assert "\n" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize("value", [1, 1.0, 50, 1000])
def test_what_lies_between_the_limits_is_allowed(value):
    checked = SAMPLES.checked(value, "here")
    assert checked == value
    assert isinstance(checked, float)


@pytest.mark.parametrize(
    "value", [0, 0.999, 1001, -1, 1.5, float("nan"), float("inf"), True, "50", None, [1], 10**400]
)
def test_anything_else_is_not(value):
    with pytest.raises(UsageError) as caught:
        SAMPLES.checked(value, "strategy 'a'")
    assert caught.value.message == f"strategy 'a': samples: {value!r} is not allowed"
    assert caught.value.hint == "samples is a whole number from 1 to 1000"


@pytest.mark.parametrize("value", [0, 0.25, 1])
def test_a_share_lies_between_0_and_1(value):
    assert SHARE.checked(value, "here") == value
    for other in (value + 1.001, value - 1.001):
        with pytest.raises(UsageError, match="is not allowed") as caught:
            SHARE.checked(other, "here")
        assert caught.value.hint == "share is a number from 0 to 1"


def test_settings_are_in_the_order_of_the_parameters():
    given_values = {"share": 1, "samples": 2}
    checked = check_settings((SAMPLES, SHARE), given_values, "here")
    assert list(checked.items()) == [("samples", 2.0), ("share", 1.0)]
    assert check_settings((SAMPLES, SHARE), {}, "here") == {}


@pytest.mark.parametrize(
    ("parameters", "hint"),
    [((SAMPLES, SHARE), "did you mean 'samples'?"), ((), "it takes no parameters")],
)
def test_an_unknown_parameter_is_named(parameters, hint):
    with pytest.raises(UsageError) as caught:
        check_settings(parameters, {"sample": 5}, "here")
    assert (caught.value.message, caught.value.hint) == ("here: unknown parameter 'sample'", hint)
