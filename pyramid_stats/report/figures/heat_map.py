"""A heat map of variants x strategies with the win rate in each cell."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from pyramid_stats.report import numbers
from pyramid_stats.report.figures import style
from pyramid_stats.report.summary import Row, Summary

_CELL_WIDTH, _CELL_HEIGHT = 0.95, 0.42  # inches, the width at least
_HEADS = 0.28  # inches for the names of the strategies
_PALEST, _DARKEST = 0.08, 0.92  # of the colour map: the ends are near white and near black


def heat_map(summary: Summary) -> Figure:
    """Draw variants x strategies with the win rate in each cell, in colour and as a number."""
    variants, strategies = summary.variants, summary.strategies
    labels = list({row.strategy: numbers.label(row) for row in summary.rows}.values())
    left = style.text_width(variants) + 2 * style.EDGE
    width = max(_CELL_WIDTH, style.text_width(labels) + 0.1) * max(len(strategies), 1)
    height = _CELL_HEIGHT * max(len(variants), 1)
    top = style.title_height(summary) + _HEADS
    scale = _colour_scale(summary)
    kind = "logarithmic" if isinstance(scale, LogNorm) else "linear"
    total = max(left + width + style.EDGE, style.NARROWEST)
    explanation = f"Darker: wins more ({kind} scale)." + style.about_stars(summary.rows)
    caption = style.caption(summary, explanation, total)
    bottom = style.caption_height(caption) + 0.1
    with style.own_style():
        figure = Figure(figsize=(total, height + top + bottom))
        axes = style.axes_in_inches(figure, (left, bottom, width, height))
        axes.set(xlim=(0, len(strategies) or 1), ylim=(len(variants) or 1, 0))
        axes.set_xticks(np.arange(len(strategies)) + 0.5, labels)
        axes.set_yticks(np.arange(len(variants)) + 0.5, variants)
        axes.xaxis.tick_top()
        style.strip(axes)
        for y, variant in enumerate(variants):
            for x, strategy in enumerate(strategies):
                _draw_cell(axes, x, y, summary.cells.get((variant, strategy)), scale)
        style.add_title(figure, summary, "Win rate by variant and strategy")
        style.add_caption(figure, caption)
    return figure


def _colour_scale(summary: Summary) -> Normalize:
    rates = [row.win_rate for row in summary.rows if row.win_rate]
    if style.needs_log_scale(summary.rows):
        return LogNorm(min(rates), max(rates), clip=True)
    return Normalize(0, max(rates, default=1.0), clip=True)


def _draw_cell(axes: Axes, x: int, y: int, row: Row | None, scale: Normalize) -> None:
    """Draw one cell; where no game was played, it is hatched and has no colour."""
    box = Rectangle((x, y), 1, 1, linewidth=2, edgecolor=style.PAPER)
    if row is None or row.win_rate is None:
        box.set(facecolor=style.PAPER, edgecolor=style.LIGHT, hatch="////", linewidth=0)
        text, ink = numbers.NO_DATA, style.GREY
    else:
        colours = mpl.colormaps["YlGnBu"]
        lowest = scale.vmin or 0.0  # a logarithmic scale has no place for a rate of 0
        place = _PALEST + (_DARKEST - _PALEST) * float(scale(max(row.win_rate, lowest)))
        box.set(facecolor=colours(place))
        text, ink = f"{numbers.rate(row)} %", style.text_colour(colours, place)
    axes.add_patch(box)
    axes.text(x + 0.5, y + 0.5, text, ha="center", va="center_baseline", color=ink)
