"""Marks with intervals, and the axes that they stand on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from pyramid_stats.report import numbers
from pyramid_stats.report.figures import style
from pyramid_stats.report.summary import Row

_DECADES = 3.3  # of a longer logarithmic axis only the powers of ten are marked
_LINE = 0.2  # inches that a number at an upright axis needs


def draw_mark(
    axes: Axes,
    place: float,
    value: float,
    limits: tuple[float, float],
    look: style.Look,
    *,
    upright: bool = False,
) -> None:
    """Draw a value and its interval at a place: side by side, or, ``upright``, one above the other.

    Parameters
    ----------
    axes
        What to draw on.
    place
        On the axis that has no values.
    value, limits
        On the other axis.
    look
        Of the mark; the interval has its colour.
    upright
        Whether the values are on the y axis.
    """
    bar, dot = (limits, (place, place)), ((value,), (place,))
    if upright:
        bar, dot = (bar[1], bar[0]), (dot[1], dot[0])
    axes.plot(*bar, color=look.colour, linewidth=2, solid_capstyle="butt", zorder=3)
    (mark,) = axes.plot(*dot, look.shape, color=look.fill, zorder=4)
    mark.set(markersize=7, clip_on=False, markeredgewidth=0.6)
    mark.set_markeredgecolor(look.colour if look.fill == style.PAPER else style.PAPER)


def draw_rate(
    axes: Axes, place: float, row: Row, look: style.Look, *, upright: bool = False
) -> None:
    """Draw a win rate and its interval; on a logarithmic axis 0 lies beyond the end."""
    edge, _ = axes.get_ylim() if upright else axes.get_xlim()
    scale = axes.get_yscale() if upright else axes.get_xscale()
    if not row.wins and scale == "log":
        look = look._replace(shape="v" if upright else "<", fill=style.PAPER)
    limits = max(row.ci_low or 0.0, edge), row.ci_high or 0.0
    draw_mark(axes, place, max(row.win_rate or 0.0, edge), limits, look, upright=upright)


def set_rate_axis(
    axes: Axes, rows: Sequence[Row], *, upright: bool = False, room: float = 1.0
) -> None:
    """Make an axis of win rates that holds all intervals, of those down to 0 the upper part.

    Parameters
    ----------
    axes
        What to draw on.
    rows
        What the axis has to hold.
    upright
        Whether it is the y axis, which has no name: there is no room for it.
    room
        Factor by which there is more room than the intervals take.
    """
    name, axis = ("y", axes.yaxis) if upright else ("x", axes.xaxis)
    low, high = _rate_limits(rows, room)
    settings: dict[str, Any] = {f"{name}lim": (low, high)}
    if low:
        axes.set(**{f"{name}scale": "log"})
        axis.set_major_locator(_log_locator(axes, low, high, upright))
    else:
        axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.set(**settings)
    if not upright:
        axis.set_label_text(f"win rate{' (logarithmic scale)' if low else ''}", color=style.GREY)
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda share, _: numbers.percent(share)))
    style.add_grid(axes, name)


def _log_locator(axes: Axes, low: float, high: float, upright: bool) -> LogLocator:
    """Return what marks 1 and 3 in each decade if all have room, or some of the powers of ten."""
    place, (width, height) = axes.get_position(), axes.figure.get_size_inches()  # type: ignore[union-attr]
    label = style.text_width([_shortest(low)]) + 0.1
    most = place.height * height / _LINE if upright else place.width * width / label
    decades = np.log10(high / low)
    subs = (1.0, 3.0) if decades <= min(_DECADES, most / 2) else (1.0,)
    return LogLocator(subs=subs, numticks=max(2, int(most)))


def _shortest(rate: float) -> str:
    """Write a rate in percent with one digit."""
    return numbers.percent(float(f"{rate:.0e}"))


def _rate_limits(rows: Sequence[Row], room: float) -> tuple[float, float]:
    """Return the ends of an axis of win rates; from 0, or, if it has to be logarithmic, above."""
    top = max((row.ci_high for row in rows if row.ci_high is not None), default=1.0)
    if not style.needs_log_scale(rows):
        return 0.0, min(1.02, 1.06 * room * top)
    lows = [row.ci_low if row.wins else (row.ci_high or 1) / 2 for row in rows if row.games]
    return 0.7 / room * min(low for low in lows if low), min(1.0, 1.2 * room * top)


def labels_width(groups: Sequence[Sequence[Row]], room: float = 1.0) -> float:
    """Return the inches that the longest number takes at one of several upright axes."""
    limits = [_rate_limits(rows, room) for rows in groups]
    # A linear axis has about five steps.
    least = min(low or high / 10 for low, high in limits)
    return style.text_width(["100 %", _shortest(least)])


def about_scale(groups: Sequence[Sequence[Row]]) -> str:
    """Tell, in the caption, in how many panels the win rates stand on a logarithmic scale."""
    logarithmic = sum(style.needs_log_scale(rows) for rows in groups)
    if not logarithmic:
        return ""
    return f" Logarithmic scale{'' if logarithmic == len(groups) else ' in some panels'}."


def about_zero(rows: Sequence[Row]) -> str:
    """Explain the mark of a row without wins, if there is one; in the caption."""
    if style.needs_log_scale(rows) and any(row.games and not row.wins for row in rows):
        return " Arrow: no game won."
    return ""
