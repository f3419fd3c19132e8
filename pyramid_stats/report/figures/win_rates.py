"""Win rates with their intervals, one row for each variant and strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from pyramid_stats.report import numbers
from pyramid_stats.report.figures import style
from pyramid_stats.report.summary import Row, Summary

_MOST_SLOTS = 52  # rows; longer figures get a second column
_SLOT = 0.235  # inches a row
_HEADS, _BOTTOM = 0.28, 0.95  # inches for the heads of columns, for axis and caption
_GAP = 0.12  # inches between two things that stand side by side


@dataclass(frozen=True)
class _Layout:
    """Widths in inches of what stands side by side: names, plot, rates, intervals."""

    names: float
    plot: float
    rates: float
    intervals: float

    @property
    def width(self) -> float:
        return self.names + self.plot + self.rates + self.intervals

    def place(self, inches: float) -> float:
        """Turn inches to the right of the plot's left end into widths of the plot."""
        return inches / self.plot


def win_rates(summary: Summary) -> Figure:
    """Draw one row for each variant and strategy: the rate, its interval, and both in numbers."""
    columns = _columns(summary)
    layout = _layout(summary.rows, plot=3.6 if len(columns) == 1 else 3.0)
    height = _SLOT * max(map(_slots, columns))
    top = style.title_height(summary) + _HEADS
    with style.own_style():
        figure = Figure(figsize=(len(columns) * layout.width, height + top + _BOTTOM))
        for index, groups in enumerate(columns):
            left = index * layout.width + layout.names
            axes = style.axes_in_inches(figure, (left, _BOTTOM, layout.plot, height))
            axes.set_ylim(height / _SLOT, 0)
            _set_rate_axis(axes, summary.rows)
            _draw_groups(axes, groups, summary, layout)
        style.add_title(figure, summary, "Win rate by variant and strategy")
        style.add_caption(figure, summary, _explanation(summary))
    return figure


def _columns(summary: Summary) -> list[list[list[Row]]]:
    """Group the rows by variant, in one column or, if that is too long, in two alike."""
    groups = [[row for row in summary.rows if row.variant == name] for name in summary.variants]
    if _slots(groups) <= _MOST_SLOTS or len(groups) < 2:
        return [groups]
    cuts = range(1, len(groups))
    cut = min(cuts, key=lambda at: max(_slots(groups[:at]), _slots(groups[at:])))
    return [groups[:cut], groups[cut:]]


def _slots(groups: Sequence[Sequence[Row]]) -> float:
    """Return the height of some variants in rows: a head for each, and a little space."""
    return sum(len(group) + 1.5 for group in groups) or 1


def _layout(rows: Sequence[Row], plot: float) -> _Layout:
    names = style.text_width([numbers.label(row) for row in rows]) + style.EDGE + 2 * _GAP
    rates = style.text_width(["win rate", *(f"{numbers.rate(row)} %" for row in rows)])
    intervals = style.text_width(["95.00 % interval", *map(_interval, rows)])
    return _Layout(max(names, 1.1), plot, rates + 2 * _GAP, intervals + _GAP)


def _interval(row: Row) -> str:
    return " to ".join(numbers.limits(row) or ())


def _explanation(summary: Summary) -> str:
    text = (
        f"Bars: {numbers.percent(summary.confidence)} Wilson intervals, "
        "often narrower than the mark."
    )
    no_wins = any(row.games and not row.wins for row in summary.rows)
    if no_wins and style.needs_log_scale(summary.rows):
        return f"{text} Arrow: no game won."
    return text


def _set_rate_axis(axes: Axes, rows: Sequence[Row]) -> None:
    """Make the axis hold every interval, and the upper part of those that reach down to 0."""
    top = max((row.ci_high for row in rows if row.ci_high is not None), default=1.0)
    if style.needs_log_scale(rows):
        lows = [row.ci_low if row.wins else (row.ci_high or 1) / 2 for row in rows if row.games]
        axes.set_xscale("log")
        axes.set_xlim(0.7 * min(low for low in lows if low), min(1.0, 1.2 * top))
        decades = np.log10(axes.get_xlim()[1] / axes.get_xlim()[0])
        axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 3.0) if decades < 3.2 else (1.0,)))
        axes.set_xlabel("win rate (logarithmic scale)", color=style.GREY)
    else:
        axes.set_xlim(0, min(1.02, 1.06 * top))
        axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        axes.set_xlabel("win rate", color=style.GREY)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: numbers.percent(share)))
    axes.grid(axis="x", color=style.LIGHT, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_yticks([])
    style.strip(axes)


def _draw_groups(
    axes: Axes, groups: Sequence[Sequence[Row]], summary: Summary, layout: _Layout
) -> None:
    """Draw variant after variant, from the top."""
    interval = f"{numbers.percent(summary.confidence)} interval"
    _write_numbers(axes, -0.45, layout, "win rate", interval, color=style.GREY, fontsize=8)
    y = 0.0
    for group in groups:
        _draw_head(axes, y, group[0].variant, layout)
        for place, row in enumerate(group, start=1):
            strategy = summary.strategies.index(row.strategy)
            _draw_row(axes, y + place + 0.55, row, strategy, layout)
        y += len(group) + 1.5


def _draw_head(axes: Axes, y: float, variant: str, layout: _Layout) -> None:
    """Draw the band with a variant's name, over the whole width."""
    beside = axes.get_yaxis_transform()
    left = layout.place(style.EDGE - layout.names)
    width = layout.place(layout.width - 1.5 * style.EDGE)
    band = Rectangle((left, y + 0.05), width, 0.95, transform=beside, clip_on=False, zorder=2)
    band.set(facecolor=style.BAND, edgecolor="none")
    axes.add_patch(band)
    left += layout.place(0.06)
    axes.text(left, y + 0.54, variant, transform=beside, va="center", weight="bold")


def _draw_row(axes: Axes, y: float, row: Row, strategy: int, layout: _Layout) -> None:
    beside, left = axes.get_yaxis_transform(), layout.place(-_GAP)
    axes.text(left, y, numbers.label(row), transform=beside, ha="right", va="center")
    if row.win_rate is None:
        _write_numbers(axes, y, layout, numbers.NO_DATA, "", color=style.GREY, style="italic")
        return
    _write_numbers(axes, y, layout, f"{numbers.rate(row)} %", _interval(row))
    _draw_mark(axes, y, row, strategy)


def _write_numbers(
    axes: Axes, y: float, layout: _Layout, rate: str, interval: str, **looks: Any
) -> None:
    """Write a rate and its interval to the right of the plot."""
    right = layout.place(layout.plot + layout.rates - _GAP)
    common: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "va": "center"}
    axes.text(right, y, rate, ha="right", **common, **looks)
    right += layout.place(_GAP)
    axes.text(right, y, interval, **common, color=style.GREY, fontsize=8)


def _draw_mark(axes: Axes, y: float, row: Row, strategy: int) -> None:
    """Draw the interval and the rate; on a logarithmic axis 0 lies beyond the left end."""
    colour, shape, fill = style.marker(strategy)
    edge, _ = axes.get_xlim()
    low, high = max(row.ci_low or 0, edge), row.ci_high or 0
    axes.plot([low, high], [y, y], color=colour, linewidth=2, solid_capstyle="butt", zorder=3)
    if not row.wins and axes.get_xscale() == "log":
        shape, fill = "<", "white"
    (mark,) = axes.plot([max(row.win_rate or 0, edge)], [y], shape, color=fill, zorder=4)
    mark.set(markersize=7, clip_on=False, markeredgewidth=0.6)
    mark.set_markeredgecolor(colour if fill == "white" else "white")
