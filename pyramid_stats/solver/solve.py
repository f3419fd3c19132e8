"""The two questions: can a deck be won, and in how few moves.

The quick search and the search for the shortest know nearly every variant; what they don't know
is left to the plain ones, which search whole positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pyramid_stats.engine.records import LONGEST, MOVES, POSITION, deck_of, new, rules_of
from pyramid_stats.rules.variant import Variant
from pyramid_stats.solver.answer import Answer
from pyramid_stats.solver.blocked import blocked_cards
from pyramid_stats.solver.clock import MOST_LANES
from pyramid_stats.solver.verdicts import UNDECIDED, WON

QUICK_LIMIT = 30_000_000
"""States of the quick search: 1 GB."""

SHORTEST_LIMIT = 12_000_000
"""States of the search for the shortest: 2 GB."""

PLAIN_LIMIT = 5_000_000
"""Whole positions of the plain searches: 1 GB."""


def is_quick(variant: Variant) -> bool:
    """Tell whether the quick searches hold for a variant.

    They take it that one may always draw, and that a card's waste pile follows from its place in
    the stock: with several piles it does so in the first pass, if the stock is only drawn from.
    """
    if variant.draw_when != "any":
        return False
    if variant.access == "hand" and variant.waste_second and not variant.stock_waste_pairs:
        return False  # two cards of the waste pair, but the last one stays in the hand
    if variant.waste_piles > 1:
        return variant.passes == 1 and variant.access == "none"
    passes = 1 if variant.passes == "unlimited" else variant.passes + 1
    return variant.draw <= 1 or passes * variant.draw < MOST_LANES


def usual_limit(variant: Variant, *, fewest: bool = False) -> int:
    """Return how many states are searched where no limit is asked for."""
    if not is_quick(variant):
        return PLAIN_LIMIT
    return SHORTEST_LIMIT if fewest else QUICK_LIMIT


def winnable(deck: Sequence[int], variant: Variant, limit: int | None = None) -> Answer:
    """Decide whether a deck can be won.

    Parameters
    ----------
    deck
        The cards in dealing order, tableau first.
    variant
        The rules.
    limit
        States after which to give up; default: :func:`usual_limit`.
    """
    return Solver(variant, limit).winnable(deck)


def shortest(deck: Sequence[int], variant: Variant, limit: int | None = None) -> Answer:
    """Find a solution with the fewest moves; the parameters are those of :func:`winnable`."""
    return Solver(variant, limit, fewest=True).shortest(deck)


class Solver:
    """Answers for many decks of one variant, in the same room.

    Parameters
    ----------
    variant, limit
        See :func:`winnable`.
    fewest
        Whether :meth:`shortest` will be asked; it has another usual limit.
    """

    def __init__(self, variant: Variant, limit: int | None = None, *, fewest: bool = False) -> None:
        self.limit = usual_limit(variant, fewest=fewest) if limit is None else limit
        self._variant = variant
        self._rules = rules_of(variant)
        self._quick = is_quick(variant)
        self._rooms: dict[bool, Room] = {}

    def winnable(self, deck: Sequence[int]) -> Answer:
        """Decide whether a deck can be won."""
        if not self._quick:
            from pyramid_stats.solver.plain import plain_search  # noqa: PLC0415  (compiles)

            return _answer(*plain_search(self._rules, deck_of(deck), self.limit))
        from pyramid_stats.solver.quick import quick_search  # noqa: PLC0415  (compiles)

        room = self._room(drop_kings=True)
        record = deck_of(deck)
        found = quick_search(self._rules, record, *room.work, self.limit)
        answer = _answer(found[0], found[1], room.codes(self._rules, record, found[0], found[2]))
        return self._with_reasons(answer, room.layout, deck) if answer.winnable is False else answer

    def _room(self, *, drop_kings: bool) -> Room:
        if drop_kings not in self._rooms:
            self._rooms[drop_kings] = Room(self._variant, drop_kings=drop_kings)
        return self._rooms[drop_kings]

    def _with_reasons(self, answer: Answer, layout: Any, deck: Sequence[int]) -> Answer:
        cells, all_cards = self._variant.tableau.cells, self._variant.goal == "all"
        dead, crossblocked = blocked_cards(layout, deck, cells, goal_all=all_cards)
        return replace(answer, dead=dead, crossblocked=crossblocked)

    def shortest(self, deck: Sequence[int]) -> Answer:
        """Find a shortest solution; whether there is one is asked first.

        If only the second search gives up, the answer is the solution of the first.
        """
        if not self._quick:
            from pyramid_stats.solver.breadth import breadth_first  # noqa: PLC0415  (compiles)

            return _answer(*breadth_first(self._rules, deck_of(deck), self.limit), shortest=True)
        first = self.winnable(deck)
        if first.winnable is not True:
            return first
        from pyramid_stats.solver.fewest import fewest_moves  # noqa: PLC0415  (compiles)

        room = self._room(drop_kings=False)
        record = deck_of(deck)
        rest = self.limit - first.states
        found = fewest_moves(self._rules, record, *room.work, rest)
        states = min(self.limit, first.states + found[1])
        if found[0] == UNDECIDED:
            return replace(first, states=states)
        codes = room.codes(self._rules, record, found[0], found[2])
        if len(codes) != found[3]:
            raise AssertionError(f"the shortest solution has {len(codes)} moves, not {found[3]}")
        return _answer(found[0], states, codes, shortest=True)


class Room:
    """What the quick searches work in, made once for many decks."""

    def __init__(self, variant: Variant, *, drop_kings: bool) -> None:
        from pyramid_stats.solver.layout import LAYOUT, fit_rules  # noqa: PLC0415
        from pyramid_stats.solver.search import DEEPEST, STACK  # noqa: PLC0415
        from pyramid_stats.solver.uncovering import MOST, WIDTH  # noqa: PLC0415

        self.layout = new(LAYOUT)
        fit_rules(rules_of(variant), drop_kings, self.layout)
        self.rows = np.empty((MOST, WIDTH), np.uint64)
        self.stack = np.empty((STACK, 2), np.uint64)
        self.path = np.empty((DEEPEST, 3), np.uint64)
        self.work = self.layout, self.rows, self.stack, self.path
        self.log = np.empty(LONGEST, np.int64)
        self.position, self.moves = new(POSITION), new(MOVES)

    def codes(self, rules: Any, deck: Any, verdict: int, steps: int) -> list[int]:
        """Return the moves of a solution that a search left in the path, played by the engine."""
        from pyramid_stats.solver.playing import WRONG, play_path  # noqa: PLC0415  (compiles)

        if verdict != WON:
            return []
        room = self.layout, self.rows, self.path, steps, self.position, self.moves, self.log
        made = play_path(rules, deck, *room)
        if made == WRONG:
            raise AssertionError("the engine can't play the solution that was found")
        return [int(code) for code in self.log[:made]]


def _answer(verdict: int, states: int, codes: Sequence[int], *, shortest: bool = False) -> Answer:
    winnable = None if verdict == UNDECIDED else verdict == WON
    return Answer(winnable, tuple(codes), int(states), shortest and winnable is True)
