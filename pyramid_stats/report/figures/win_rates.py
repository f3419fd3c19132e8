"""Win rates with their intervals, one row for each variant and strategy."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pyramid_stats.report import numbers
from pyramid_stats.report.figures import marks, rows, style
from pyramid_stats.report.summary import WINNABLE, Row, Summary
from pyramid_stats.strategies import THOUGHTFUL

_FOOT = 0.5  # of a row, below each variant
_AXIS = 0.5  # inches for its numbers and its name


def win_rates(summary: Summary) -> Figure:
    """Draw one row for each variant and strategy: the rate, its interval, and both in numbers.

    A line across a variant's honest strategies is the share of winnable deals, if it is known.
    """
    groups = [[row for row in summary.rows if row.variant == name] for name in summary.variants]
    layout = _layout(summary)
    caption = style.caption(summary, _explanation(summary), layout.width)
    height = rows.SLOT * max(1, sum(len(group) + 1 + _FOOT for group in groups))
    top, bottom = style.title_height(summary) + rows.HEADS, style.caption_height(caption) + _AXIS
    with style.own_style():
        figure = Figure(figsize=(layout.width, height + top + bottom))
        axes = style.axes_in_inches(figure, (layout.names, bottom, layout.plot, height))
        axes.set(ylim=(height / rows.SLOT, 0), yticks=[])
        marks.set_rate_axis(axes, summary.rows)
        _draw_groups(axes, groups, summary, layout)
        style.add_title(figure, summary, "Win rate by variant and strategy")
        style.add_caption(figure, caption)
    return figure


def _layout(summary: Summary) -> rows.Layout:
    return rows.make_layout(
        summary.variants,
        [numbers.label(row) for row in summary.rows],
        ["win rate", *(f"{numbers.rate(row)} %" for row in summary.rows)],
        ["95.00 % interval", *map(numbers.interval, summary.rows)],
    )


def _explanation(summary: Summary) -> str:
    confidence = numbers.percent(summary.confidence)
    text = f"Bars: {confidence} Wilson intervals, often narrower than the mark."
    if any(_ceiling(summary, variant) for variant in summary.variants):
        text += f" Line: {WINNABLE}."
    return text + marks.about_zero(summary.rows) + style.about_stars(summary.rows)


def _ceiling(summary: Summary, variant: str) -> float | None:
    """Return the share of winnable deals; none if unknown, 0, or no honest strategy is below it."""
    row = summary.cells.get((variant, THOUGHTFUL))
    rivals = any(one.honest and one.variant == variant for one in summary.rows)
    return row.win_rate or None if row is not None and not row.honest and rivals else None


def _draw_groups(
    axes: Axes, groups: Sequence[Sequence[Row]], summary: Summary, layout: rows.Layout
) -> None:
    """Draw variant after variant, from the top."""
    rows.write_heads(axes, layout, "win rate", numbers.interval_head(summary))
    y = 0.0
    for group in groups:
        rows.draw_head(axes, y, group[0].variant, layout)
        for place, row in enumerate(group, start=1):
            _draw_row(axes, y + place + 0.55, row, summary, layout)
        ceiling = _ceiling(summary, group[0].variant)
        if ceiling:
            honest = [place for place, row in enumerate(group, start=1) if row.honest]
            ends = y + honest[0] + 0.1, y + honest[-1] + 1
            axes.plot((ceiling, ceiling), ends, color=style.INK, linewidth=0.9, zorder=2.5)
        y += len(group) + 1 + _FOOT


def _draw_row(axes: Axes, y: float, row: Row, summary: Summary, layout: rows.Layout) -> None:
    rows.write_name(axes, y, numbers.label(row), layout)
    if row.win_rate is None:
        looks = {"color": style.GREY, "style": "italic"}
        rows.write_numbers(axes, y, layout, numbers.NO_DATA, "", **looks)
        return
    rows.write_numbers(axes, y, layout, f"{numbers.rate(row)} %", numbers.interval(row))
    marks.draw_rate(axes, y, row, style.look(summary, row.strategy))
