"""What another pass through the stock is worth."""

from __future__ import annotations

import json
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pyramid_stats.report import numbers
from pyramid_stats.report.figures import marks, panels, style
from pyramid_stats.report.summary import Row, Summary

_UNLIMITED = "unlimited"
_FARTHEST = 12  # passes up to which the distances on the axis are true

Family = dict[int | str, str]
"""Variants that differ in nothing but the passes, by these."""


def passes(summary: Summary) -> Figure | None:
    """Draw a panel for each family of variants that differ only in the number of passes.

    None if there is no such family.
    """
    families = [some for some in _families(summary) if _rows(summary, some)]
    if not families:
        return None
    labels = {row.strategy: numbers.label(row) for row in summary.rows}
    height = max(2.2, (len(labels) + 1) * panels.LINE)
    right = style.text_width(labels.values(), 8) + 0.45
    left = marks.labels_width([_rows(summary, family) for family in families])
    size = panels.Size(left=left + panels.BESIDE, plot=2.2, right=right, height=height, foot=0.55)
    heads = [numbers.listing(list(family.values())) for family in families]
    with style.own_style():
        figure, axes = panels.make_panels(
            summary,
            "Win rate by the number of passes",
            _explanation(summary, families),
            [style.shortened(head, 5.5, weight="bold") for head in heads],
            size,
        )
        for each, family in zip(axes, families, strict=True):
            _draw_family(each, family, summary, size)
    return figure


def _families(summary: Summary) -> list[Family]:
    """Return the families of at least two numbers of passes; unlimited is the last of them."""
    found: dict[str, Family] = {}
    for name in summary.variants:
        parameters = dict(summary.rules[name].parameters)
        number: Any = parameters.pop("passes", 1)
        if number != _UNLIMITED and number not in range(1, 256):
            continue  # a rule that we don't know
        alike = json.dumps(parameters, sort_keys=True, default=str)
        found.setdefault(alike, {}).setdefault(number, name)
    return [
        {number: family[number] for number in sorted(family, key=_order)}
        for family in found.values()
        if len(family) > 1
    ]


def _order(number: int | str) -> float:
    return float("inf") if number == _UNLIMITED else float(number)


def _rows(summary: Summary, family: Family) -> list[Row]:
    """Return the rows of the variants of a family that have games."""
    return [row for row in summary.rows if row.variant in family.values() and row.games]


def _explanation(summary: Summary, families: list[Family]) -> str:
    text = f"Bars: {numbers.percent(summary.confidence)} Wilson intervals."
    text += " Variants of a panel differ in nothing else."
    groups = [_rows(summary, family) for family in families]
    text += marks.about_scale(groups)
    text += max(map(marks.about_zero, groups))
    return text + style.about_stars([row for rows in groups for row in rows])


def _draw_family(axes: Axes, family: Family, summary: Summary, size: panels.Size) -> None:
    """Draw a line for each strategy, and write its name at the end."""
    rows = _rows(summary, family)
    places = _places(family)
    marks.set_rate_axis(axes, rows, upright=True)
    last = max(places.values())
    margin = 0.08 * last
    axes.set(xlim=(min(places.values()) - margin, last + margin))
    axes.set_xticks(list(places.values()), [str(number) for number in family])
    axes.set_xlabel("passes", color=style.GREY)
    axes.tick_params("x", pad=7)  # a mark at 0 reaches below the axis
    by_name = {row.strategy: row for row in rows}
    ends = []
    for strategy, one in by_name.items():
        look = style.look(summary, strategy)
        line = [
            (places[number], row)
            for number, variant in family.items()
            if (row := summary.cells.get((variant, strategy))) and row.games
        ]
        edge, _ = axes.get_ylim()
        rates = [max(edge, row.win_rate or 0.0) for _, row in line]
        axes.plot([place for place, _ in line], rates, color=look.colour, linewidth=1.2, zorder=2)
        for place, row in line:
            marks.draw_rate(axes, place, row, look, upright=True)
        ends.append(panels.End(line[-1][0], rates[-1], numbers.label(one), look))
    panels.write_ends(axes, ends, size)


def _places(family: Family) -> dict[int | str, float]:
    """Return where the numbers of passes stand: unlimited one step beyond the last of the others.

    Distances are true up to a dozen passes; beyond, the numbers only follow each other.
    """
    counts = [number for number in family if number != _UNLIMITED]
    if _order(counts[-1]) > _FARTHEST:
        return {number: float(place) for place, number in enumerate(family, start=1)}
    places = {number: _order(number) for number in counts}
    return places | ({_UNLIMITED: places[counts[-1]] + 1} if _UNLIMITED in family else {})
