"""How numbers are written, in one place, for tables and figures alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pyramid_stats.report.comparisons import Comparison
from pyramid_stats.report.summary import Row, Summary
from pyramid_stats.statistics.shares import percent

__all__ = [
    "NO_DATA",
    "count",
    "decimals",
    "interval",
    "interval_head",
    "label",
    "limits",
    "listing",
    "mean",
    "percent",
    "places",
    "points",
    "rate",
    "sample",
    "signed",
]

NO_DATA = "no data"


def label(row: Row) -> str:
    """Write a strategy's name, with a star if it sees what no player at a table sees."""
    return row.strategy if row.honest else f"{row.strategy} *"


def count(number: int) -> str:
    """Write a count with thousands separators."""
    return f"{number:,}"


def mean(value: float | None) -> str:
    """Write a mean number of cards or moves."""
    return "-" if value is None else f"{value:.1f}"


def decimals(row: Row) -> int:
    """Return how many decimals of a percentage the row's games bear out."""
    if row.ci_low is None or row.ci_high is None:
        return 0
    return max(1, places(50 * (row.ci_high - row.ci_low), most=8))


def places(half_width: float, most: int) -> int:
    """Return the decimals up to the one in which the half-width of an interval has its first."""
    return min(most, max(0, math.ceil(-math.log10(half_width)))) if half_width > 0 else 1


def rate(row: Row) -> str:
    """Write a win rate in percent, without the sign."""
    return NO_DATA if row.win_rate is None else f"{100 * row.win_rate:.{decimals(row)}f}"


def limits(row: Row) -> tuple[str, str] | None:
    """Write the limits of the interval in percent, without the sign."""
    if row.ci_low is None or row.ci_high is None:
        return None
    places = decimals(row)
    return f"{100 * row.ci_low:.{places}f}", f"{100 * row.ci_high:.{places}f}"


def interval(row: Row) -> str:
    """Write the interval in percent, without the sign; empty where there is none."""
    return " to ".join(limits(row) or ())


def interval_head(summary: Summary) -> str:
    """Return the head of a column of intervals."""
    return f"{percent(summary.confidence)} interval"


def points(comparison: Comparison) -> tuple[str, str, str]:
    """Write a difference of win rates and its limits in percentage points, each with its sign."""
    low, high = comparison.ci_low, comparison.ci_high
    decimals = max(1, places(50 * (high - low), most=8))
    difference, low_text, high_text = (
        signed(100 * share, decimals) for share in (comparison.difference, low, high)
    )
    return difference, low_text, high_text


def signed(value: float, decimals: int) -> str:
    """Write a number with its sign, of which a zero has none."""
    text = f"{value:+.{decimals}f}"
    return text[1:] if float(text) == 0 else text.replace("-", "\N{MINUS SIGN}")


def listing(words: Sequence[str]) -> str:
    """Write words as in a sentence: a, b and c."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def sample(summary: Summary) -> str:
    """Say how many games each row has, and from which seeds: the caption of every result."""
    seeds = listing([str(seed) for seed in summary.seeds])
    word = "seed" if len(summary.seeds) == 1 else "seeds"
    games = [row.games for row in summary.rows] or [0]
    low, high = min(games), max(games)
    number = count(low) if low == high else f"{count(low)} to {count(high)}"
    each = " for each variant and strategy" if len(games) > 1 else ""
    return f"{number} game{'' if high == 1 else 's'}{each}, {word} {seeds}"
