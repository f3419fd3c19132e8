"""What has to hold between the solver's answers to two questions, on decks of no known answer."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from numpy.typing import NDArray

from pyramid_stats.engine.deal import deal_decks
from pyramid_stats.rules.catalog import builtin, variant_names
from pyramid_stats.rules.variant import Variant, build_variant
from pyramid_stats.solver.solve import shortest, winnable
from pyramid_stats.strategies.registry import get
from pyramid_stats.strategies.strategy import Strategy
from tests.players import HONEST
from tests.solver.solutions import check, play_to_win

SEED = 20
DEALS = 100
SLOWER = 30
"""Deals where shortest solutions are compared."""

GOALS = ("all", "pyramid")
PASSES = (1, 2, 3, "unlimited")

ONE_PILE = [name for name in variant_names() if builtin(name).waste_piles == 1]
"""Another pass with several piles is left to the small decks: whole ones take too long."""

every_variant = pytest.mark.parametrize("name", variant_names())


@cache
def decks(count: int = DEALS) -> list[list[int]]:
    return deal_decks(SEED, 0, count).tolist()


def made_up(**rules) -> Variant:
    return build_variant({"name": "made-up", **rules}, "test")


def changed(name: str, **changes) -> Variant:
    return made_up(**builtin(name).parameters() | changes)


@cache
def verdicts(variant: Variant) -> list[bool]:
    return [winnable(deck, variant).winnable for deck in decks()]


@cache
def lengths(variant: Variant) -> list[int | None]:
    """Return the lengths of shortest solutions, None for a deck that can't be won."""
    answers = [shortest(deck, variant) for deck in decks(SLOWER)]
    assert all(answer.shortest is answer.winnable for answer in answers)
    return [len(answer.codes) if answer.winnable else None for answer in answers]


def never_shorter(lengths_: list[int | None], others: list[int | None]) -> bool:
    """Tell whether nothing is won in fewer moves than in the other, nor where that can't win."""
    pairs = zip(lengths_, others, strict=True)
    return all(one is None or (other is not None and other <= one) for one, other in pairs)


def implies(ones: list[bool], others: list[bool]) -> bool:
    return all(other or not one for one, other in zip(ones, others, strict=True))


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("passes", PASSES)
def test_with_hand_with_open_top_and_with_two_topmost_cards_it_is_the_same_game(passes, goal):
    common = {"passes": passes, "goal": goal}
    hand = verdicts(made_up(access="hand", **common))
    assert hand == verdicts(made_up(access="top", **common))
    assert hand == verdicts(made_up(access="none", waste_second=True, **common))
    assert implies(verdicts(made_up(access="none", **common)), hand)
    assert 0 < sum(hand) < DEALS


@pytest.mark.parametrize("name", ONE_PILE)
def test_another_pass_loses_no_win(name):
    won = [verdicts(changed(name, passes=passes)) for passes in PASSES]
    for fewer, more in pairwise(won):
        assert implies(fewer, more)
    assert sum(won[0]) < sum(won[-1])


@every_variant
def test_an_overlap_loses_no_win(name):
    without, with_overlap = (verdicts(changed(name, overlap=overlap)) for overlap in (False, True))
    assert implies(without, with_overlap)
    all_covered_cards_lie_face_down = builtin(name).face_down_rows == builtin(name).rows - 1
    assert (without == with_overlap) is all_covered_cards_lie_face_down


@every_variant
def test_who_takes_all_cards_takes_the_pyramid(name):
    passes = {1, builtin(name).passes}
    for_all, for_pyramid = (
        [won for number in passes for won in verdicts(changed(name, goal=goal, passes=number))]
        for goal in GOALS
    )
    assert implies(for_all, for_pyramid)
    assert sum(for_all) < sum(for_pyramid)


@every_variant
def test_kings_that_have_to_go_cost_no_win(name):
    assert verdicts(changed(name, kings="automatic")) == verdicts(changed(name, kings="optional"))


QUICK_TO_SHORTEN = ("microsoft", "king-tut", "traditional", "thirteen")


@pytest.mark.parametrize("name", QUICK_TO_SHORTEN)
def test_shortest_solutions_compare_as_their_rules_do(name):
    plain = lengths(changed(name))
    assert any(plain)
    assert lengths(changed(name, kings="automatic")) == plain
    assert never_shorter(lengths(changed(name, passes=1)), plain)
    assert never_shorter(plain, lengths(changed(name, overlap=True)))
    assert never_shorter(lengths(changed(name, goal="all")), lengths(changed(name, goal="pyramid")))


def with_other_suits(deck: list[int], chance: Random) -> list[int]:
    """Exchange the suits within each rank."""
    suits = [chance.sample(range(4), 4) for _ in range(13)]
    return [4 * (card // 4) + suits[card // 4][card % 4] for card in deck]


@every_variant
def test_suits_do_not_matter(name):
    variant, chance = changed(name), Random(name)
    for deck in decks():
        other = with_other_suits(deck, chance)
        assert sorted(other) == sorted(deck) != other
        answer = winnable(deck, variant)
        assert winnable(other, variant).winnable is answer.winnable
        if answer.winnable:
            play_to_win(variant, other, answer.codes)  # a move's code names places, not cards


@pytest.mark.parametrize("name", QUICK_TO_SHORTEN)
def test_suits_do_not_matter_for_the_shortest_solution(name):
    variant, chance = changed(name), Random(name)
    for deck in decks(SLOWER):
        answers = [shortest(cards, variant) for cards in (deck, with_other_suits(deck, chance))]
        assert len({(answer.winnable, len(answer.codes)) for answer in answers}) == 1


def honest_strategies() -> list[Strategy]:
    honest = [get(name) for name in HONEST]
    assert len(honest) >= 4
    return honest


def rows_of(strategy: Strategy, variant: Variant) -> NDArray[Any]:
    """Play the deals, or as many as a slow strategy plays in a moment."""
    return strategy.play(variant, SEED, 0, min(DEALS, strategy.chunk // 50))


@every_variant
def test_no_honest_strategy_wins_what_cannot_be_won(name):
    variant, can_be_won = changed(name), verdicts(changed(name))
    for strategy in honest_strategies():
        won = (rows_of(strategy, variant)["won"] == 1).tolist()
        assert implies(won, can_be_won[: len(won)])


def test_no_honest_strategy_wins_in_fewer_moves_than_the_shortest_solution():
    variant, seen = changed("microsoft"), 0
    for strategy in honest_strategies():
        rows = rows_of(strategy, variant)
        for row in rows[rows["won"] == 1]:
            moves = int(row["removals"]) + int(row["draws"]) + int(row["passes"]) - 1
            assert 0 < len(shortest(decks()[row["deal"]], variant).codes) <= moves
            seen += 1
    assert seen > 10


LIMITS = (1, 10, 100)


@every_variant
def test_a_search_that_gives_up_says_neither_yes_nor_no(name):
    variant, given_up = changed(name), Counter()
    for (deck, can_be_won), limit in product(zip(decks(), verdicts(variant), strict=True), LIMITS):
        answer = winnable(deck, variant, limit)
        assert answer.winnable in {None, can_be_won}
        assert answer.states <= limit
        check(answer, variant, deck)
        given_up[limit] += answer.winnable is None
    assert given_up[1] >= given_up[10] >= given_up[100] > 0


@pytest.mark.parametrize("name", QUICK_TO_SHORTEN)
def test_a_search_that_gives_up_claims_no_shortest_solution(name):
    variant, given_up = changed(name), Counter()
    for (deck, moves), limit in product(zip(decks(SLOWER), lengths(variant), strict=True), LIMITS):
        answer = shortest(deck, variant, limit)
        assert answer.winnable in {None, moves is not None}
        assert answer.states <= limit
        check(answer, variant, deck)
        assert not answer.shortest or len(answer.codes) == moves
        given_up[limit] += answer.winnable is None
    assert given_up[1] >= given_up[10] >= given_up[100] > 0
