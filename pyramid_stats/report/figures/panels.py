"""Small panels side by side, all of one size, and names at the ends of their lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pyramid_stats.report.figures import style
from pyramid_stats.report.summary import Summary

LINE = 0.17
"""Inches that a name needs from top to bottom."""
HEAD = 0.1
"""Inches from the plot to the name of its panel."""
BESIDE = 0.2
"""Inches that the numbers of a panel are from its plot and from the panel before."""

_WIDEST = 8.2  # inches: what is read without a magnifying glass on a page
_TOP = 0.3  # inches for the name of a panel
_MARK, _NAME = 0.2, 0.3  # inches from the panel to a line's mark beside it, and to its name


@dataclass(frozen=True)
class Size:
    """Inches of a panel: what is left of the plot, the plot, what is right of it, and below."""

    left: float
    plot: float
    right: float
    height: float
    """Of the plot."""
    foot: float

    @property
    def width(self) -> float:
        """All of it."""
        return self.left + self.plot + self.right


def make_panels(
    summary: Summary, title: str, explanation: str, heads: Sequence[str], size: Size
) -> tuple[Figure, list[Axes]]:
    """Return a figure with title and caption, and an empty panel for each head.

    Has to be called within :func:`pyramid_stats.report.figures.style.own_style`.
    """
    columns = max(1, min(len(heads), int(_WIDEST / size.width)))
    across = style.text_width(heads, weight="bold") + style.EDGE - size.left
    share = style.NARROWEST / columns - size.left - size.right
    size = replace(size, plot=max(size.plot, across, share))
    columns = max(1, min(columns, int(_WIDEST / size.width)))
    lines = -(-len(heads) // columns)
    width = max(columns * size.width + style.EDGE, style.NARROWEST)
    caption = style.caption(summary, explanation, width)
    top, bottom = style.title_height(summary), style.caption_height(caption)
    each = _TOP + size.height + size.foot
    figure = Figure(figsize=(width, top + lines * each + bottom))
    panels = []
    for index, head in enumerate(heads):
        line, column = divmod(index, columns)
        left = column * size.width + size.left
        below = bottom + (lines - line - 1) * each + size.foot
        axes = style.axes_in_inches(figure, (left, below, size.plot, size.height))
        _write_head(axes, head, size)
        panels.append(axes)
    style.add_title(figure, summary, title)
    style.add_caption(figure, caption)
    return figure, panels


def strongest(summary: Summary, most: int) -> list[str]:
    """Return up to so many honest strategies, in the order of the report.

    Those with the highest mean win rates are chosen from those that played most of the variants.
    """
    rates: dict[str, list[float]] = {}
    for row in summary.rows:
        if row.win_rate is not None and row.honest:
            rates.setdefault(row.strategy, []).append(row.win_rate)
    best = sorted(rates, key=lambda name: (-len(rates[name]), -sum(rates[name])))[:most]
    return [name for name in summary.strategies if name in best]


def about_others(summary: Summary, names: Sequence[str]) -> str:
    """Say, in the caption, that not all honest strategies are shown, if that is so."""
    others = {row.strategy for row in summary.rows if row.honest and row.games} - set(names)
    return f" Shown: the {len(names)} honest strategies that win most." if others else ""


def _write_head(axes: Axes, text: str, size: Size) -> None:
    """Write a panel's name above its left end, where its numbers and names begin."""
    left, top = (style.EDGE - size.left) / size.plot, 1 + HEAD / size.height
    axes.text(left, top, text, transform=axes.transAxes, weight="bold")


class End(NamedTuple):
    """Where a line ends, and whose it is."""

    x: float
    y: float
    name: str
    look: style.Look


def write_ends(axes: Axes, ends: Sequence[End], size: Size) -> None:
    """Write names to the right of a panel, each beside the end of its line.

    Dots lead from an early end to the panel's right one.

    Parameters
    ----------
    axes
        The panel; its scales are final.
    ends
        In any order.
    size
        Of the panel.
    """
    to_panel = axes.transScale + axes.transLimits
    starts = np.clip(to_panel.transform([(end.x, end.y) for end in ends]), 0, 1)
    places = _spread(starts[:, 1], LINE / size.height)
    width = axes.get_position().width * axes.figure.get_size_inches()[0]  # type: ignore[union-attr]
    right, name = 1 + _MARK / width, 1 + _NAME / width
    here: dict[str, Any] = {"transform": axes.transAxes, "clip_on": False}
    for end, (x, y), place in zip(ends, starts, places, strict=True):
        colour, shape, fill = end.look
        axes.plot((x, 1), (y, y), ":", color=colour, linewidth=1, **here)
        axes.plot((1, right), (y, place), color=colour, linewidth=0.8, **here)
        (mark,) = axes.plot(right, place, shape, color=fill, markersize=5, **here)
        mark.set_markeredgecolor(colour)
        axes.text(name, place, end.name, va="center", fontsize=8, **here)


def _spread(wanted: npt.NDArray[np.float64], least: float) -> list[float]:
    """Return the places nearest to those wanted, in the same order, that lie apart enough."""
    order = np.argsort(wanted, kind="stable")
    steps = least * np.arange(len(wanted))
    slack = wanted[order] - steps
    # Isotonic regression by its minimax formula: whoever is too close moves by the group's mean.
    everyone = range(len(slack))
    packed = [
        max(min(slack[i : k + 1].mean() for k in everyone[j:]) for i in everyone[: j + 1])
        for j in everyone
    ]
    places = np.empty(len(wanted))
    places[order] = np.clip(packed, 0, max(0.0, 1.0 - steps[-1])) + steps
    return [float(place) for place in places]
