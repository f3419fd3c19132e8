"""Rows with a name at the left, a plot, and numbers at the right, in groups by variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from pyramid_stats.report.figures import style

SLOT = 0.235
"""Inches a row."""
HEADS = 0.28
"""Inches for the heads of the columns of numbers."""
GAP = 0.12
"""Inches between two things that stand side by side."""

_PLOT = 3.6  # inches at least


@dataclass(frozen=True)
class Layout:
    """Widths in inches of what stands side by side: names, plot, values, intervals."""

    names: float
    plot: float
    values: float
    intervals: float

    @property
    def width(self) -> float:
        """All of them."""
        return self.names + self.plot + self.values + self.intervals

    def place(self, inches: float) -> float:
        """Turn inches to the right of the plot's left end into widths of the plot."""
        return inches / self.plot


def make_layout(
    heads: Sequence[str],
    names: Sequence[str],
    values: Sequence[str],
    intervals: Sequence[str],
) -> Layout:
    """Return a layout in which all texts have room.

    Parameters
    ----------
    heads
        Names of the groups, which stand across.
    names, values, intervals
        Of the rows.
    """
    left = max(style.text_width(names) + style.EDGE + 2 * GAP, 1.1)
    middle = style.text_width(values) + 2 * GAP
    right = style.text_width(intervals) + GAP
    across = max(style.text_width(heads, weight="bold") + 3 * style.EDGE, style.NARROWEST)
    return Layout(left, max(_PLOT, across - left - middle - right), middle, right)


def draw_head(axes: Axes, y: float, text: str, layout: Layout) -> None:
    """Draw the band with a group's name, over the whole width."""
    beside = axes.get_yaxis_transform()
    left = layout.place(style.EDGE - layout.names)
    width = layout.place(layout.width - 1.5 * style.EDGE)
    band = Rectangle((left, y + 0.05), width, 0.95, transform=beside, clip_on=False, zorder=2)
    band.set(facecolor=style.BAND, edgecolor="none")
    axes.add_patch(band)
    left += layout.place(0.06)
    axes.text(left, y + 0.54, text, transform=beside, va="center", weight="bold")


def write_name(axes: Axes, y: float, text: str, layout: Layout) -> None:
    """Write a row's name to the left of the plot."""
    left = layout.place(-GAP)
    axes.text(left, y, text, transform=axes.get_yaxis_transform(), ha="right", va="center")


def write_numbers(
    axes: Axes, y: float, layout: Layout, value: str, interval: str, **looks: Any
) -> None:
    """Write a value and its interval to the right of the plot."""
    right = layout.place(layout.plot + layout.values - GAP)
    common: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "va": "center"}
    axes.text(right, y, value, ha="right", **common, **looks)
    right += layout.place(GAP)
    axes.text(right, y, interval, **common, color=style.GREY, fontsize=8)


def write_heads(axes: Axes, layout: Layout, value: str, interval: str) -> None:
    """Write the heads of the columns of numbers, above the first row."""
    write_numbers(axes, -0.45, layout, value, interval, color=style.GREY, fontsize=8)
