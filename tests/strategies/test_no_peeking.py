"""No honest strategy knows a card that it hasn't seen."""

from __future__ import annotations

from random import Random

import pytest

from pyramid_stats.rules.catalog import builtin, variant_names
from pyramid_stats.strategies.registry import names
from tests.players import quick_player
from tests.strategies.tables import Table, at_random_choices


def changed_answers(choose, variant, settings, choices=8, seed=1):
    """Count the choices that change when only unseen cards do."""
    random, changed = Random(seed), 0
    for table in at_random_choices(variant, random, choices, settings):
        twin = table.with_unseen_shuffled(random)
        assert twin.legal == table.legal
        changed += choose(table) != choose(twin)
    return changed


@pytest.mark.parametrize("variant", variant_names())
@pytest.mark.parametrize("name", names(honest=True))
def test_an_honest_strategy_answers_the_same_whatever_lies_face_down(name, variant):
    strategy, rule = quick_player(name), builtin(variant)
    settings = strategy.values(rule)
    assert changed_answers(lambda table: strategy.choose(table.view), rule, settings) == 0


@pytest.mark.parametrize("variant", ["classic", "finnish", "swedish-two-passes"])
def test_a_cheater_is_caught(variant):
    def peek(table: Table) -> int:
        """Choose by the first card that nobody has seen."""
        unseen = table.unseen()
        return table.deck[unseen[0]] % len(table.legal) if unseen else 0

    assert changed_answers(peek, builtin(variant), (), choices=40) > 0


@pytest.mark.parametrize("variant", variant_names())
def test_the_view_shows_the_same_whatever_lies_face_down(variant):
    random = Random(2)
    for table in at_random_choices(builtin(variant), random, 20):
        assert table.with_unseen_shuffled(random).seen() == table.seen()


def test_the_unseen_cards_are_those_that_lie_face_down():
    """Else shuffling them would prove nothing."""
    finnish = Table(builtin("finnish"), list(range(52)))
    assert finnish.unseen() == [*range(28), *range(36, 52)]
    classic = Table(builtin("classic"), list(range(52)))
    assert classic.unseen()[:1] == [28]
    classic.play(classic.legal[-1])
    assert 28 not in classic.unseen()
