"""The page's tables: what they say, and by what their columns are sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pyramid_stats.report import numbers, words
from pyramid_stats.report.comparisons import Comparison
from pyramid_stats.report.summary import Row, Summary


class Cell(NamedTuple):
    """A cell: what is read, and the number by which its column is sorted (none: by the text)."""

    text: str
    number: float | None = None


class Table(NamedTuple):
    """A table of the page."""

    name: str
    caption: str
    heads: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: Sequence[Sequence[Cell]]


def tables(summary: Summary) -> list[Table]:
    """Return the tables that have rows."""
    made = [_results(summary), _strategies(summary), _variants(summary), _equalities(summary)]
    return [table for table in made if table.rows]


def _table(name: str, caption: str, heads: str, rows: Sequence[Sequence[Cell]]) -> Table:
    """Return a table; heads are separated by bars, those of numbers begin with #."""
    names = [head.strip() for head in heads.split("|")]
    return Table(
        name,
        caption,
        tuple(head.removeprefix("#") for head in names),
        tuple(head.startswith("#") for head in names),
        rows,
    )


def _results(summary: Summary) -> Table:
    interval = numbers.interval_head(summary)
    return _table(
        "results",
        "Each variant and strategy, with the mean cards left in tableau and stock over all games, "
        "and in the tableau of lost games.",
        f"variant | strategy | #win rate % | #{interval} | #games | #won | #undecided | #tableau | "
        "#stock | #lost games | #passes",
        [_result(row) for row in summary.rows],
    )


def _result(row: Row) -> list[Cell]:
    return [
        Cell(row.variant),
        Cell(numbers.label(row)),
        Cell(numbers.rate(row), row.win_rate if row.win_rate is not None else -1),
        Cell(numbers.interval(row), row.ci_low),
        _count(row.games),
        _count(row.wins),
        _count(row.undecided),
        _mean(row.mean_tableau_left),
        _mean(row.mean_stock_left),
        _mean(row.mean_tableau_left_lost),
        _mean(row.mean_passes),
    ]


_COMPARED = "#difference, points | #{interval} | #p by Holm | #deals | #only a won | #only b won"


def _strategies(summary: Summary) -> Table:
    interval = numbers.interval_head(summary)
    return _table(
        "strategies",
        "Strategies on the same deals: how many more games in a hundred a wins than b.",
        f"variant | a | b | {_COMPARED.format(interval=interval)}",
        [
            [Cell(each.variant), Cell(each.a), Cell(each.b), *_compared(each)]
            for each in summary.strategy_comparisons
        ],
    )


def _variants(summary: Summary) -> Table:
    interval = numbers.interval_head(summary)
    return _table(
        "variants",
        "Variants on the same decks: how many more games in a hundred are won under a than under "
        "b.",
        f"strategy | a | b | {_COMPARED.format(interval=interval)} | what differs",
        [
            [
                Cell(each.strategy),
                Cell(each.a),
                Cell(each.b),
                *_compared(each),
                Cell(words.changes(each)),
            ]
            for each in summary.variant_comparisons
        ],
    )


def _compared(each: Comparison) -> list[Cell]:
    places = numbers.places(50 * (each.ci_high - each.ci_low), most=6)
    low, high = (f"{100 * limit:+.{places}f}" for limit in (each.ci_low, each.ci_high))
    return [
        Cell(f"{100 * each.difference:+.{places}f}", each.difference),
        Cell(f"{low} to {high}", each.ci_low),
        Cell(words.p_number(each.p_adjusted), each.p_adjusted),
        _count(each.games),
        *(
            Cell("-", -1) if only is None else _count(only)
            for only in (each.only_a_won, each.only_b_won)
        ),
    ]


def _equalities(summary: Summary) -> Table:
    return _table(
        "equalities",
        "Cochran's Q: do all strategies that see no hidden card win equally often? On the deals "
        "that all of them played.",
        "variant | #strategies | #common deals | #Q | #degrees of freedom | #p",
        [
            [
                Cell(each.variant),
                _count(len(each.strategies)),
                _count(each.games),
                Cell(f"{each.statistic:,.1f}", each.statistic),
                _count(each.freedom),
                Cell(words.p_number(each.p_value), each.p_value),
            ]
            for each in summary.equalities
        ],
    )


def _count(number: int) -> Cell:
    return Cell(numbers.count(number), number)


def _mean(value: float | None) -> Cell:
    return Cell(numbers.mean(value), -1 if value is None else value)
