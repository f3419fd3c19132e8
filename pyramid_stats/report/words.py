"""Differences in words: how many more games in a hundred, and how sure that is."""

from __future__ import annotations

from pyramid_stats.report import numbers
from pyramid_stats.report.comparisons import Comparison, VariantComparison
from pyramid_stats.rules.catalog import in_words

SMALLEST_P = 1e-9
"""Smaller ones say no more."""

_SCALES = (
    (100, "a hundred"),
    (1_000, "a thousand"),
    (10_000, "ten thousand"),
    (100_000, "a hundred thousand"),
    (1_000_000, "a million"),
)
_MOST_DECIMALS = 3


def effect(comparison: Comparison) -> str:
    """Say by how much a wins more or fewer than b: 3.1 to 3.4 more games in a hundred."""
    low, high = comparison.ci_low, comparison.ci_high
    games, words = _scale(max(abs(low), abs(high)))
    places = numbers.places(games * (high - low) / 2, most=_MOST_DECIMALS)
    low_text, high_text = (f"{abs(games * limit):.{places}f}" for limit in (low, high))
    if low < 0 < high:
        return f"from {low_text} fewer to {high_text} more games in {words}"
    if high <= 0:
        low_text, high_text = high_text, low_text
    # A limit of 0 says neither more nor fewer; the difference itself does.
    kind = "more" if comparison.difference > 0 or low >= 0 else "fewer"
    span = low_text if low_text == high_text else f"{low_text} to {high_text}"
    return f"{span} {kind} games in {words}"


def p_value(comparison: Comparison) -> str:
    """Write the adjusted p-value as in a sentence: p = 0.031, p < 1e-9."""
    number = p_number(comparison.p_adjusted)
    return f"p {number}" if number.startswith("<") else f"p = {number}"


def p_number(value: float) -> str:
    """Write a p-value as in a table: 0.031, < 1e-9."""
    return f"< {SMALLEST_P:.0e}".replace("e-0", "e-") if value < SMALLEST_P else f"{value:.2g}"


def changes(comparison: VariantComparison) -> str:
    """Name the parameters in which two variants differ, as in: passes 2 instead of 1."""
    return numbers.listing(
        [
            f"{key} {in_words(a)} instead of {in_words(b)}"
            for key, (a, b) in comparison.changes.items()
        ]
    )


def _scale(share: float) -> tuple[int, str]:
    """Return the smallest round number of games in which it makes one game."""
    for games, words in _SCALES:
        if share * games >= 1:
            return games, words
    return _SCALES[-1]
