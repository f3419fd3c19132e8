"""What the rows show: which strategy wins most, which variant is hardest, or that it is open.

A claim is made only where two intervals do not overlap. That is more cautious than a test at the
same confidence, and it holds when many strategies are looked at together.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyramid_stats.report import numbers
from pyramid_stats.report.summary import Row, Summary
from pyramid_stats.statistics.intervals import wilson
from pyramid_stats.strategies import THOUGHTFUL


def best_row(rows: Sequence[Row]) -> Row | None:
    """Return the row with the highest win rate, honest strategies before all others.

    A strategy that sees every card is no rival to those that do not. The first of equals.
    """
    played = [row for row in rows if row.games]
    rivals = [row for row in played if row.honest] or played
    return max(rivals, key=_rate, default=None)


def stands_out(best: Row, others: Sequence[Row]) -> bool:
    """Tell whether the interval of ``best`` lies wholly above that of every other row."""
    return all(_low(best) > _high(other) for other in others)


def findings(summary: Summary) -> list[str]:
    """Return the closing sentences of a report; none if there is nothing to compare."""
    return [*_ladder(summary), *_winners(summary), *_of_winnable(summary)]


def _ladder(summary: Summary) -> list[str]:
    """Name the hardest and the easiest variant by what the best strategy wins in each."""
    rows = [row for name in summary.variants if (row := best_row(_rows_of(summary, name)))]
    if len(rows) < 2:
        return []
    rows.sort(key=_rate)
    hardest, easiest = rows[0], rows[-1]
    # Lowest and highest of all: each has to be clear of all the others.
    return [
        _claim("Hardest", hardest, [row for row in rows[1:] if _low(row) <= _high(hardest)]),
        _claim("Easiest", easiest, [row for row in rows[:-1] if _high(row) >= _low(easiest)]),
    ]


def _claim(word: str, row: Row, rivals: list[Row]) -> str:
    if rivals:
        names = numbers.listing([row.variant, *(rival.variant for rival in rivals)])
        return f"{word} variant: open, the intervals of {names} overlap."
    best = f"the best strategy, {row.strategy}, wins {numbers.rate(row)} %"
    return f"{word} variant: {row.variant}, where {best}."


def _winners(summary: Summary) -> list[str]:
    """Name the strategy that wins most in each variant that several strategies played."""
    won: dict[str, list[str]] = {}
    still_open: list[str] = []
    for variant in summary.variants:
        rows = _rows_of(summary, variant)
        best = best_row(rows)
        if best is None:
            continue
        others = [row for row in rows if row.games and row.honest == best.honest and row != best]
        if not others:
            continue
        if stands_out(best, others):
            won.setdefault(best.strategy, []).append(variant)
        else:
            rivals = [row.strategy for row in others if _high(row) >= _low(best)]
            still_open.append(f"{variant} ({numbers.listing([best.strategy, *rivals])})")
    lines = []
    if won:
        claims = [f"{name} in {numbers.listing(where)}" for name, where in won.items()]
        lines.append(f"Wins most: {'; '.join(claims)}.")
    if still_open:
        lines.append(f"Open, as intervals overlap: {'; '.join(still_open)}.")
    return lines


def _of_winnable(summary: Summary) -> list[str]:
    """Say what part of the winnable deals the best honest strategy wins in each variant.

    Only where one seed and as many games mean that both met the same deals, all of them decided.
    """
    claims: list[str] = []
    for variant in summary.variants if len(summary.seeds) == 1 else ():
        rows = _rows_of(summary, variant)
        ceiling = next((row for row in rows if row.strategy == THOUGHTFUL), None)
        best = best_row(rows)
        if ceiling is None or best is None or not best.honest or ceiling.undecided:
            continue
        if best.games != ceiling.games or best.undecided:
            continue
        limits = wilson(best.wins, ceiling.wins, summary.confidence)
        if limits is not None:
            share = f"{100 * best.wins / ceiling.wins:.1f} %"
            interval = f"{100 * limits.low:.1f} to {100 * limits.high:.1f}"
            claims.append(f"{share} ({interval}) of {variant}, {best.strategy}")
    return [f"Of the winnable deals, won: {'; '.join(claims)}."] if claims else []


def _rows_of(summary: Summary, variant: str) -> list[Row]:
    return [row for row in summary.rows if row.variant == variant]


def _rate(row: Row) -> float:
    return -1.0 if row.win_rate is None else row.win_rate


def _low(row: Row) -> float:
    return 0.0 if row.ci_low is None else row.ci_low


def _high(row: Row) -> float:
    return 1.0 if row.ci_high is None else row.ci_high
