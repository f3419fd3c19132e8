"""How many cards are left in the tableau when a game is lost."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from pyramid_stats.report import numbers
from pyramid_stats.report.figures import panels, style
from pyramid_stats.report.summary import Summary

_MOST = 6  # strategies
_RIDGE = 0.38  # inches from one strategy to the next
_BELOW = 0.15  # of that distance, below the last one
_HIGHEST = 0.85  # of that distance, which the most frequent number takes

Shares = npt.NDArray[np.float64]


def cards_left(summary: Summary) -> Figure | None:
    """Draw a panel for each variant, in it for each strategy the shares of its lost games.

    The strategies are honest: the solver touches no card of a deal that can't be won. None if no
    game was lost.
    """
    names = panels.strongest(summary, _MOST)
    shares = {variant: _shares(summary, variant, names) for variant in summary.variants}
    shares = {variant: some for variant, some in shares.items() if some}
    if not shares:
        return None
    left = style.text_width(names) + style.EDGE + 0.2
    high = _RIDGE * (_BELOW + max(map(len, shares.values())))
    size = panels.Size(left=left, plot=2.1, right=0.55, height=high, foot=0.5)
    most = max(int(np.flatnonzero(one)[-1]) for some in shares.values() for one in some.values())
    with style.own_style():
        figure, axes = panels.make_panels(
            summary,
            "Cards left in the tableau when a game is lost",
            _explanation(summary, names),
            list(shares),
            size,
        )
        for each, some in zip(axes, shares.values(), strict=True):
            _set_axes(each, most, size.height)
            highest = max(float(one.max()) for one in some.values())
            for place, (name, one) in enumerate(some.items(), start=1):
                look = style.look(summary, name)
                _draw_ridge(each, place, one / highest, name, look)
                _write_mean(each, place, one, look)
    return figure


def _shares(summary: Summary, variant: str, names: list[str]) -> dict[str, Shares]:
    """Return for each strategy the shares of its lost games by the cards left."""
    tallies = {name: summary.tallies.get((variant, name)) for name in names}
    return {
        name: tally.lost / tally.lost.sum()
        for name, tally in tallies.items()
        if tally is not None and tally.lost.any()
    }


def _set_axes(axes: Axes, most: int, height: float) -> None:
    axes.set(xlim=(0, most + 1), ylim=(height / _RIDGE, 0), yticks=[])
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, steps=[1, 2, 5, 10]))
    axes.set_xlabel("cards left", color=style.GREY)
    style.add_grid(axes, "x")
    right = {"transform": axes.transAxes, "color": style.GREY, "fontsize": 8}
    axes.text(1.04, 1 + panels.HEAD / height, "mean", **right)  # type: ignore[arg-type]


def _draw_ridge(axes: Axes, place: int, heights: Shares, name: str, look: style.Look) -> None:
    """Draw the shares as a stepped outline above the strategy's own base line."""
    first, last = np.flatnonzero(heights)[[0, -1]]
    edges = np.arange(first, last + 2) - 0.5
    tops = place - _HIGHEST * heights[first : last + 1]
    axes.stairs(tops, edges, baseline=place, fill=True, color=look.colour, alpha=0.25, zorder=2)
    axes.stairs(tops, edges, baseline=place, color=look.colour, linewidth=1, zorder=3)
    beside = axes.get_yaxis_transform()
    axes.text(-0.06, place - 0.3, name, transform=beside, ha="right", va="center")


def _write_mean(axes: Axes, place: int, shares: Shares, look: style.Look) -> None:
    """Mark the mean on the base line and write it at the right."""
    mean = float(shares @ np.arange(len(shares)))
    (mark,) = axes.plot(mean, place, look.shape, color=look.fill, markersize=5, zorder=4)
    mark.set(clip_on=False, markeredgewidth=0.6)
    mark.set_markeredgecolor(look.colour if look.fill == style.PAPER else style.PAPER)
    beside = axes.get_yaxis_transform()
    axes.text(1.04, place - 0.3, numbers.mean(mean), transform=beside, va="center")


def _explanation(summary: Summary, names: list[str]) -> str:
    text = (
        "Heights: share of the lost games, on one scale within each variant. Marks: means. "
        "Games without a result are left out."
    )
    return text + panels.about_others(summary, names)
