"""Games to test, the compiled one and the readable one in turn."""

from __future__ import annotations

import pytest

from pyramid_stats.rules.variant import build_variant
from tests import naive
from tests.engine.adapter import Engine


@pytest.fixture(params=[Engine, naive.Game], ids=["engine", "naive"])
def begin(request):
    """Begin a game from the first cards of its deck and its rules (else those of classic)."""

    def begin_(cards: str, **rules):
        first = cards.split()
        deck = first + [card for card in naive.CARDS if card not in first]
        return request.param(build_variant({"name": "made-up", **rules}, "test"), deck)

    return begin_
