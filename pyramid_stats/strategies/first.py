"""Take what is found first, as a hasty player does."""

from __future__ import annotations

from pyramid_stats.strategies.strategy import strategy


@strategy("first")
def STRATEGY(view):  # type: ignore[no-untyped-def]  # noqa: N802
    """Take the first removal found, else draw."""
    return 0
