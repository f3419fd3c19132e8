"""How the win rates settle while the games add up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from pyramid_stats.report import numbers
from pyramid_stats.report.counting import Tally
from pyramid_stats.report.figures import marks, panels, style
from pyramid_stats.report.summary import Row, Summary
from pyramid_stats.statistics.intervals import wilson

_MOST = 5  # strategies, so that their bands can be told apart
_FEWEST = 10  # games of a line
_POINTS = 80  # of a line
_PALE = 0.14  # opacity of a band
_ROOM = 1.8  # so much farther than the last interval a panel reaches
_UNITS = ((10**9, " G"), (10**6, " M"), (10**3, " k"))


class _Line(NamedTuple):
    """The numbers of games, and the rates and limits after them."""

    games: npt.NDArray[np.int64]
    rates: npt.NDArray[np.float64]
    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]


def running(summary: Summary) -> Figure | None:
    """Draw a panel for each variant: win rates and their intervals by the number of games.

    The strategies are the strongest honest ones. None if all of them have but a few games.
    """
    names = panels.strongest(summary, _MOST)
    lines = {variant: _lines(summary, variant, names) for variant in summary.variants}
    lines = {variant: some for variant, some in lines.items() if some}
    if not lines:
        return None
    groups = [_rows(summary, *item) for item in lines.items()]
    left = marks.labels_width(groups, _ROOM)
    right = style.text_width(names, 8) + 0.45
    size = panels.Size(left=left + panels.BESIDE, plot=2.0, right=right, height=1.75, foot=0.5)
    with style.own_style():
        figure, axes = panels.make_panels(
            summary,
            "How the win rate settles as the games add up",
            _explanation(summary, names) + marks.about_scale(groups),
            list(lines),
            size,
        )
        for each, (variant, some), rows in zip(axes, lines.items(), groups, strict=True):
            marks.set_rate_axis(each, rows, upright=True, room=_ROOM)
            lines[variant] = {name: _fitting(line, each) for name, line in some.items()}
        every = [line for some in lines.values() for line in some.values()]
        for each, some in zip(axes, lines.values(), strict=True):
            _set_games_axis(each, every)
            _draw_lines(each, some, summary, size)
    return figure


def _rows(summary: Summary, variant: str, names: Iterable[str]) -> list[Row]:
    return [summary.cells[variant, name] for name in names]


def _lines(summary: Summary, variant: str, names: list[str]) -> dict[str, _Line]:
    tallies = {name: summary.tallies.get((variant, name)) for name in names}
    return {
        name: _line(tally, summary.confidence)
        for name, tally in tallies.items()
        if tally is not None and tally.games >= _FEWEST
    }


def _line(tally: Tally, confidence: float) -> _Line:
    games, wins, undecided = tally.running(_POINTS)
    limits = [
        wilson(int(won), int(played), confidence, undecided=int(unknown)) or (0.0, 1.0)
        for played, won, unknown in zip(games, wins, undecided, strict=True)
    ]
    low, high = np.array(limits).T
    return _from(_Line(games, wins / games, low, high), int(np.searchsorted(games, _FEWEST)))


def _from(line: _Line, start: int) -> _Line:
    """Return a line without its first points."""
    return _Line(line.games[start:], line.rates[start:], line.low[start:], line.high[start:])


def _fitting(line: _Line, axes: Axes) -> _Line:
    """Return the part of a line from which on its band is within the panel: the last at least."""
    outside = np.flatnonzero(line.high > axes.get_ylim()[1])
    start = min(int(outside[-1]) + 1, len(line.games) - 1) if len(outside) else 0
    return _from(line, start)


def _set_games_axis(axes: Axes, lines: list[_Line]) -> None:
    """Make an axis that begins with a power of ten and ends with the longest of the lines."""
    first, last = min(line.games[0] for line in lines), max(line.games[-1] for line in lines)
    begin = 10 ** np.floor(np.log10(first))
    axes.set(xscale="log", xlim=(min(begin, last / 10), last))
    axes.xaxis.set_major_locator(LogLocator(numticks=6))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda games, _: _short(round(games))))
    axes.tick_params("x", pad=6)  # the first one is close to the lowest number at the left
    axes.set_xlabel("games", color=style.GREY)


def _short(games: int) -> str:
    """Write a power of ten: 10 k."""
    for unit, letter in _UNITS:
        if games >= unit:
            return f"{games // unit}{letter}"
    return str(games)


def _draw_lines(axes: Axes, lines: dict[str, _Line], summary: Summary, size: panels.Size) -> None:
    """Draw lines and their bands, and write the names."""
    ends = []
    for name, (games, rates, low, high) in lines.items():
        look = style.look(summary, name)
        axes.fill_between(games, low, high, color=look.colour, alpha=_PALE, linewidth=0)
        axes.plot(games, rates, color=look.colour, linewidth=1.3)
        ends.append(panels.End(float(games[-1]), float(rates[-1]), name, look))
    panels.write_ends(axes, ends, size)


def _explanation(summary: Summary, names: list[str]) -> str:
    """Say what the band is and, where some are left out, who is shown."""
    text = (
        f"Band: {numbers.percent(summary.confidence)} Wilson interval. At each point it holds for "
        "that number of games alone, not for the line as a whole. A line begins where its band "
        "fits in. k: thousand, M: million."
    )
    return text + panels.about_others(summary, names)
