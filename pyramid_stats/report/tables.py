"""Tables for people: plain text for a terminal of 80 columns, and Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from itertools import groupby

from pyramid_stats.report import numbers, words
from pyramid_stats.report.findings import findings
from pyramid_stats.report.summary import Row, Summary

_WIDTH = 80
_MARKUP = re.compile(r"[\\`*_\[\]<>#|~&]")
_SEES_ALL = "sees every card: this is the share of winnable deals, not a strategy's win rate"


def text_table(summary: Summary) -> str:
    """Return the table for the terminal, in ASCII but for the titles of runs."""
    lines = [*_heading(summary), "", *_grid(summary), ""]
    notes = [*findings(summary), *_against(summary), *_notes(summary, "*")]
    for note in notes:
        lines += _wrapped(note)
    return "\n".join(lines).rstrip() + "\n"


def markdown_table(summary: Summary) -> str:
    """Return the table in Markdown."""
    head = [
        "variant",
        "strategy",
        "win rate",
        numbers.interval_head(summary),
        "games",
        "mean cards left in tableau",
        "in stock",
    ]
    lines = [f"| {' | '.join(head)} |", "|---|---|--:|--:|--:|--:|--:|"]
    lines += [f"| {' | '.join(_markdown_cells(row))} |" for row in summary.rows]
    notes = [*findings(summary), *_against(summary), *_notes(summary, r"\*")]
    heading = _MARKUP.sub(r"\\\g<0>", " ".join(_heading(summary)))  # a title is anybody's text
    parts = [heading, "\n".join(lines), *notes]
    return "\n\n".join(parts) + "\n"


def _wrapped(note: str) -> list[str]:
    """Break a sentence into lines, but never between a number and its percent sign."""
    bound = note.replace(" %", "\N{NO-BREAK SPACE}%")
    lines = textwrap.wrap(bound, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _heading(summary: Summary) -> list[str]:
    heading = [f"{'; '.join(summary.titles)}."] if summary.titles else []
    return [*heading, f"{numbers.sample(summary)}."]


def _against(summary: Summary) -> list[str]:
    """Say how the others compare with the reference, if one was asked for."""
    return [
        f"{each.variant}: {each.a} wins {words.effect(each)} than {each.b} ({words.p_value(each)})."
        for each in summary.strategy_comparisons
        if summary.reference is not None
    ]


def _notes(summary: Summary, mark: str) -> list[str]:
    """Explain what some rows need explained."""
    notes = [
        f"{row.variant}, {row.strategy}: {numbers.count(row.undecided)} games undecided, "
        "lost in the lower limit and won in the upper."
        for row in summary.rows
        if row.undecided
    ]
    if any(not row.honest for row in summary.rows):
        notes.append(f"{mark} {_SEES_ALL}.")
    notes += summary.by_chunks
    if summary.reference is not None:
        paired = any(each.batches is None for each in summary.strategy_comparisons)
        test = "McNemar's exact test on common deals" if paired else "Student's t test"
        notes.append(f"p: {test}, by Holm for {summary.family} comparisons.")
    return notes


def _markdown_cells(row: Row) -> list[str]:
    limits = numbers.limits(row)
    return [
        row.variant,
        numbers.label(row).replace("*", r"\*"),
        numbers.rate(row) + (" %" if limits else ""),
        f"{limits[0]} to {limits[1]} %" if limits else "",
        numbers.count(row.games),
        numbers.mean(row.mean_tableau_left),
        numbers.mean(row.mean_stock_left),
    ]


def _grid(summary: Summary) -> list[str]:
    """Return the head and the rows, one variant under the other, in aligned columns."""
    columns = [
        _column("", [f"  {numbers.label(row)}" for row in summary.rows], str.ljust),
        _column("win rate %", _on_the_point([numbers.rate(row) for row in summary.rows])),
        _column(numbers.interval_head(summary), _intervals(summary.rows)),
        _column("games", [numbers.count(row.games) for row in summary.rows]),
        _column("tableau", [numbers.mean(row.mean_tableau_left) for row in summary.rows]),
        _column("stock", [numbers.mean(row.mean_stock_left) for row in summary.rows]),
    ]
    head, *body = ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]
    lines = ["mean cards left in".rjust(len(head)), head]
    numbered = zip(summary.rows, body, strict=True)
    for variant, group in groupby(numbered, key=lambda pair: pair[0].variant):
        lines += [variant, *(line for _, line in group)]
    return lines


def _column(
    head: str, cells: Sequence[str], adjust: Callable[[str, int], str] = str.rjust
) -> list[str]:
    width = max(map(len, [head, *cells]))
    return [adjust(cell, width) for cell in [head, *cells]]


def _on_the_point(cells: Sequence[str]) -> list[str]:
    """Add blanks at the right so that right-aligned numbers have their points in one column."""
    tails = [len(cell) - cell.index(".") if "." in cell else 0 for cell in cells]
    return [
        cell + " " * (max(tails) - tail if tail else 0)
        for cell, tail in zip(cells, tails, strict=True)
    ]


def _intervals(rows: Sequence[Row]) -> list[str]:
    pairs = [numbers.limits(row) or ("", "") for row in rows]
    lows, highs = zip(*pairs, strict=True) if pairs else ((), ())
    low_cells, high_cells = (_column("", _on_the_point(cells))[1:] for cells in (lows, highs))
    return [
        f"{low} to {high}" if high.strip() else ""
        for low, high in zip(low_cells, high_cells, strict=True)
    ]
