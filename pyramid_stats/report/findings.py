"""What the numbers show: which strategy wins most, which variant is hardest, or that it is open.

A claim is made only where a comparison on the same deals bears it out, after Holm's correction for
all comparisons of the report. So it holds when many strategies are looked at together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from pyramid_stats.report import numbers, words
from pyramid_stats.report.comparisons import Comparison, VariantComparison
from pyramid_stats.report.outcomes import meeting
from pyramid_stats.report.summary import Row, Summary
from pyramid_stats.statistics.intervals import wilson
from pyramid_stats.strategies import THOUGHTFUL


def findings(summary: Summary) -> list[str]:
    """Return the closing sentences of a report; none if there is nothing to compare."""
    return [
        *_ladder(summary),
        *_winners(summary),
        *_of_winnable(summary),
        *_one_rule_changed(summary),
    ]


def best_row(rows: Sequence[Row]) -> Row | None:
    """Return the row with the highest win rate, honest strategies before all others.

    A strategy that sees every card is no rival to those that do not. The first of equals.
    """
    played = [row for row in rows if row.games]
    rivals = [row for row in played if row.honest] or played
    return max(rivals, key=_rate, default=None)


def leader(summary: Summary) -> str | None:
    """Return the strategy by which the variants are ranked.

    The reference, or of the honest ones that played most games the one that wins most of them.
    """
    if summary.reference is not None:
        return summary.reference
    games: Counter[str] = Counter()
    rates: Counter[str] = Counter()
    for row in summary.rows:
        if row.win_rate is not None and row.honest:
            games[row.strategy] += row.games
            rates[row.strategy] += row.win_rate  # type: ignore[assignment]
    if not games:
        return THOUGHTFUL if THOUGHTFUL in summary.strategies else None
    return max(games, key=lambda name: (games[name], rates[name]))


def ranking(summary: Summary, strategy: str) -> list[Row]:
    """Return a strategy's rows, the variant in which it wins least first."""
    rows = [row for row in summary.rows if row.strategy == strategy and row.games]
    return sorted(rows, key=_rate)


def difference(summary: Summary, a: Row, b: Row) -> Comparison | None:
    """Return the comparison of two rows in the sense of a less b, if it was made."""
    if a.variant == b.variant:
        pool: Iterable[Comparison] = (
            each for each in summary.strategy_comparisons if each.variant == a.variant
        )
        names = a.strategy, b.strategy
    else:
        pool = (each for each in summary.variant_comparisons if each.strategy == a.strategy)
        names = a.variant, b.variant
    for each in pool:
        if (each.a, each.b) == names:
            return each
        if (each.b, each.a) == names:
            return each.turned()
    return None


def is_ahead(summary: Summary, a: Row, b: Row) -> bool:
    """Tell whether a wins more than b, beyond chance."""
    found = difference(summary, a, b)
    return found is not None and found.difference > 0 and found.is_clear(summary.confidence)


def _ladder(summary: Summary) -> list[str]:
    """Name the hardest and the easiest variant: to win, and to be won at all."""
    lines = []
    name = leader(summary)
    if name is not None and name != THOUGHTFUL:
        lines += _ends(summary, ranking(summary, name), f"for {name}", "wins")
    lines += _ends(summary, ranking(summary, THOUGHTFUL), "every card known", "can be won in")
    return lines


def _ends(summary: Summary, rows: list[Row], who: str, verb: str) -> list[str]:
    if len(rows) < 2:
        return []
    hardest, easiest = rows[0], rows[-1]

    def said(row: Row) -> str:
        rate = f"{numbers.rate(row)} %"
        return f"{verb} {rate}" if verb == "wins" else f"{verb} {rate} of the deals"

    lowest = _unmatched(rows, lambda one, other: is_ahead(summary, one, other))
    highest = _unmatched(rows, lambda one, other: is_ahead(summary, other, one))
    return [
        _claim(f"Hardest variant {who}", hardest, lowest, said),
        _claim(f"Easiest variant {who}", easiest, highest, said),
    ]


def _unmatched(rows: Sequence[Row], is_beaten_by: Callable[[Row, Row], bool]) -> list[Row]:
    """Return those of which no other is known to be further at an end: who may be the first."""
    return [
        row for row in rows if not any(is_beaten_by(row, other) for other in rows if other != row)
    ]


def _claim(head: str, row: Row, candidates: list[Row], said: Callable[[Row], str]) -> str:
    if candidates != [row]:
        names = numbers.listing([candidate.variant for candidate in candidates])
        return f"{head}: open between {names}."
    return f"{head}: {row.variant} ({said(row)})."


def _winners(summary: Summary) -> list[str]:
    """Name the strategy that wins most in each variant that several strategies played."""
    lines, still_open = [], []
    for variant in summary.variants:
        rows = [row for row in summary.rows if row.variant == variant and row.games]
        rivals = [row for row in rows if row.honest] or rows
        first = _unmatched(rivals, lambda one, other: is_ahead(summary, other, one))
        if len(rivals) < 2:
            continue
        if len(first) == 1:
            others = [row for row in rivals if row != first[0]]
            lines.append(_lead(summary, first[0], max(others, key=_rate)))
        else:
            still_open.append(f"{variant} ({numbers.listing([row.strategy for row in first])})")
    if still_open:
        lines.append(f"Who wins most is open: {'; '.join(still_open)}.")
    return lines


def _lead(summary: Summary, best: Row, next_best: Row) -> str:
    found = difference(summary, best, next_best)
    clear = found is not None and is_ahead(summary, best, next_best)
    by = f", {words.effect(found)} than {next_best.strategy}" if found and clear else ""
    return f"Wins most of {best.variant}: {best.strategy}{by}."


def _of_winnable(summary: Summary) -> list[str]:
    """Say what part of the winnable deals the best honest strategy wins in each variant.

    Counted on the deals that both it and the solver had, all of them decided.
    """
    claims: list[str] = []
    for variant in summary.variants:
        best = best_row([row for row in summary.rows if row.variant == variant])
        cells = [(variant, name) for name in (THOUGHTFUL, best.strategy if best else "")]
        if best is None or not best.honest or any(cell not in summary.tallies for cell in cells):
            continue
        if not all(summary.tallies[cell].by_game for cell in cells):
            continue
        met = meeting(*(summary.tallies[cell].outcomes for cell in cells))
        winnable = met.as_known.both + met.as_known.only_a
        if not met.is_decided or not winnable:
            continue
        limits = wilson(met.as_known.both, winnable, summary.confidence)
        if limits is not None:
            share = f"{100 * met.as_known.both / winnable:.1f} %"
            interval = f"{100 * limits.low:.1f} to {100 * limits.high:.1f}"
            claims.append(f"{share} ({interval}) of {variant}, {best.strategy}")
    return [f"Of the winnable deals, won: {'; '.join(claims)}."] if claims else []


def _one_rule_changed(summary: Summary) -> list[str]:
    """Say what each single changed rule is worth: to the leading strategy, and to the solver."""
    lines = []
    leading = leader(summary)
    for name in dict.fromkeys([leading, THOUGHTFUL]):
        lines += [
            _changed(found if found.difference >= 0 else found.turned())
            for found in summary.variant_comparisons
            if found.strategy == name and len(found.changes) == 1
        ]
    return lines


def _changed(found: VariantComparison) -> str:
    what = words.changes(found)
    if found.strategy == THOUGHTFUL:
        more = words.effect(found).replace("games", "deals")
        return f"{found.a} against {found.b} ({what}): {more} can be won."
    return f"{found.a} against {found.b} ({what}): {found.strategy} wins {words.effect(found)}."


def _rate(row: Row) -> float:
    return -1.0 if row.win_rate is None else row.win_rate
