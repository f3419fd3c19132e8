from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_stats.errors import UsageError
from pyramid_stats.rules.catalog import builtin, variant_names, with_settings
from pyramid_stats.rules.variant import RULE_KEYS, Variant, build_variant
from pyramid_stats.rules.words import allowed_pairs, describe

CHOICES = {
    "rows": st.integers(1, 9),
    "face_down_rows": st.integers(0, 3),
    "access": st.sampled_from(["none", "hand", "top"]),
    "draw": st.integers(0, 4),
    "waste_piles": st.integers(1, 4),
    "waste_pairs": st.booleans(),
    "waste_second": st.booleans(),
    "stock_waste_pairs": st.booleans(),
    "initial_draws": st.integers(0, 2),
    "passes": st.sampled_from([1, 2, 3, "unlimited"]),
    "overlap": st.booleans(),
    "goal": st.sampled_from(["pyramid", "all"]),
    "draw_when": st.sampled_from(["any", "stuck"]),
    "kings": st.sampled_from(["optional", "automatic"]),
}
PARAMETERS = st.fixed_dictionaries(CHOICES)


def without_effect(values: dict[str, Any]) -> set[str]:
    """Return the parameters that change nothing beside these values."""
    idle = set()
    if values["draw"] == 0:
        idle |= {"waste_pairs", "waste_second", "stock_waste_pairs", "draw_when"}
    if values["waste_piles"] == 1:
        idle.add("waste_pairs")
    if values["access"] == "none":
        idle.add("stock_waste_pairs")
    return idle


def build(values: dict[str, Any]) -> Variant | None:
    try:
        return build_variant(values, "test")
    except UsageError:
        return None


variants = PARAMETERS.map(build).filter(lambda variant: variant is not None)


def test_the_parameters_above_are_all_there_are() -> None:
    assert set(CHOICES) == set(RULE_KEYS)


@given(variants, st.sampled_from(RULE_KEYS), PARAMETERS)
def test_the_words_change_with_every_parameter_that_matters(
    variant: Variant, key: str, others: dict[str, Any]
) -> None:
    before = variant.parameters()
    changed = build(before | {key: others[key]})
    if changed is None:
        return
    same_rule = before[key] == others[key] or key in without_effect(before)
    assert (describe(changed) == describe(variant)) == same_rule


@given(variants)
def test_the_words_are_a_few_whole_lines(variant: Variant) -> None:
    lines = describe(variant).splitlines()
    assert 7 <= len(lines) <= 11
    for line in lines:
        assert line[0].isupper()
        assert line.endswith(".")
        assert not {"  ", " ,", " .", "{", "None", "True"} & {line[i : i + 2] for i in range(99)}


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("classic", "PP PW"),
        ("classic-three-piles", "PP PW WW"),
        ("swedish", "PP PH PW HW"),
        ("swedish-two-passes", "PP PH PW HW"),
        ("finnish", "PP PW"),
        ("microsoft", "PP PS PW SW"),
        ("aisleriot-thirteen", "PP PW Ww"),
    ],
)
def test_pairs_as_the_rule_page_lists_them(name: str, pairs: str) -> None:
    assert " ".join(allowed_pairs(builtin(name))) == pairs


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("rows=1", "A pyramid of 1 row (1 card) is laid out; the other 51 are the stock"),
        ("rows=9", "A pyramid of 9 rows (45 cards) is laid out; the other 7 are the stock"),
        ("face_down_rows=1", "The top row of the pyramid lies face down"),
        ("face_down_rows=6", "The top 6 rows of the pyramid lie face down"),
        ("access=hand", "takes the next card of the stock into the hand"),
        ("access=top", "except its top card, which lies open"),
        ("draw=0", "Nothing is drawn."),
        ("draw=3", "A draw turns the next 3 cards of the stock, one after the other"),
        ("waste_second=true", "; the two topmost cards of the waste"),
        ("initial_draws=2", "Before the first move, 2 draws are done."),
        ("passes=1", "there is no redeal"),
        ("passes=3", "3 passes in all, so 2 redeals."),
        ("passes=unlimited", "There is no limit, but the game ends after a pass in which nothing"),
        ("overlap=true", "a card that it alone still covers"),
        ("goal=all", "won when all 52 cards are gone"),
        ("draw_when=stuck", "allowed only when nothing can be removed"),
        ("kings=automatic", "has to go before anything else is done"),
    ],
)
def test_what_is_said(setting: str, said: str) -> None:
    assert said in describe(with_settings(builtin("classic"), [setting]))


def test_a_swedish_redeal_takes_the_hand_card_along() -> None:
    text = describe(builtin("swedish-two-passes"))
    assert "the hand card is laid on the waste, and the waste is turned over" in text
    assert "2 passes in all, so 1 redeal." in text


def test_every_builtin_is_said_in_its_own_words() -> None:
    texts = {describe(builtin(name)) for name in variant_names()}
    rules = {builtin(name).rule_hash() for name in variant_names()}
    assert len(texts) == len(rules)
