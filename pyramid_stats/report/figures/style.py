"""How figures look, and how they are saved: the same everywhere, whatever the user's settings.

Colours are those of Okabe and Ito, which people with any colour vision tell apart; each strategy
has a marker of its own besides. pyplot is never imported, so no window and no display is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import Colormap
from matplotlib.figure import Figure

from pyramid_stats.report import numbers
from pyramid_stats.report.summary import Row, Summary
from pyramid_stats.simulate.atomic import replacing

INK = "#222222"
GREY = "#6b6b6b"
LIGHT = "#e4e4e4"
BAND = "#f2f2f2"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#222222", "#8C6D1F")
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "p")

EDGE = 0.15  # inches around everything
_LOG_FROM = 30
_CHARACTER = 0.077  # inches that a character of 9 points takes at most, on average
_SETTINGS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],  # comes with matplotlib
    "font.size": 9,
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign in a title is a dollar sign
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.fonttype": "path",  # looks the same where the font is missing
    "svg.hashsalt": "pyramid-stats",  # otherwise ids, and so the bytes, are new each time
}


@contextmanager
def own_style() -> Iterator[None]:
    """Draw with this project's settings, not those of the user's matplotlibrc."""
    # Reading a setting about backends would make matplotlib look for one.
    names = [name for name in mpl.rcParamsDefault if not name.startswith("backend")]
    settings: dict[Any, Any] = {name: mpl.rcParamsDefault[name] for name in names}
    with mpl.rc_context(settings | _SETTINGS):
        yield


def text_width(texts: Iterable[str]) -> float:
    """Return the inches that the longest text takes, a little more than less."""
    return _CHARACTER * max(map(len, texts), default=0)


def needs_log_scale(rows: Sequence[Row]) -> bool:
    """Tell whether the rates span so much that only a logarithmic scale shows them all."""
    rates = [row.win_rate for row in rows if row.win_rate]
    return bool(rates) and max(rates) >= _LOG_FROM * min(rates)


def marker(index: int) -> tuple[str, str, str]:
    """Return colour, marker and fill of a strategy; they repeat only after 64 strategies."""
    turn = index // len(COLOURS)
    colour = COLOURS[index % len(COLOURS)]
    return colour, MARKERS[(index + turn) % len(MARKERS)], "white" if turn % 2 else colour


def text_colour(colour_map: Colormap, position: float) -> str:
    """Return black or white, whichever reads better on a colour of the map."""
    red, green, blue, _ = colour_map(position)
    # Relative luminance as WCAG 2 defines it; 0.179 is where both have the same contrast.
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "black" if luminance > 0.179 else "white"


def axes_in_inches(figure: Figure, box: tuple[float, float, float, float]) -> Axes:
    """Add axes at left, bottom, width and height in inches: room for text needs no guessing."""
    width, height = figure.get_size_inches()
    left, bottom, wide, high = box
    return figure.add_axes((left / width, bottom / height, wide / width, high / height))


def strip(axes: Axes) -> None:
    """Take away the frame and the little strokes at the axes."""
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0)


def title_height(summary: Summary) -> float:
    """Return the inches that :func:`add_title` takes."""
    return 0.62 if summary.titles else 0.42


def add_title(figure: Figure, summary: Summary, title: str) -> None:
    """Write the title at the top left, below it the runs' own titles."""
    width, height = figure.get_size_inches()
    left = EDGE / width
    figure.text(left, 1 - 0.12 / height, title, va="top", fontsize=11, weight="bold")
    line = _shortened("; ".join(summary.titles), width - 2 * EDGE)
    figure.text(left, 1 - 0.36 / height, line, va="top", color=GREY)


def add_caption(figure: Figure, summary: Summary, text: str) -> None:
    """Write how many games, the seed and an explanation at the bottom left."""
    width, height = figure.get_size_inches()
    stars = " * sees every card." if any(not row.honest for row in summary.rows) else ""
    lines = f"{numbers.sample(summary)}.\n{text}{stars}"
    figure.text(EDGE / width, 0.1 / height, lines, va="bottom", color=GREY, fontsize=8)


def _shortened(text: str, inches: float) -> str:
    most = int(inches / _CHARACTER)
    return text if len(text) <= most else text[: most - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"


def save_figure(figure: Figure, path: Path) -> None:
    """Save a figure in the format that the file's ending names; equal data give equal bytes."""
    metadata = {"Date": None, "Creator": None} if path.suffix == ".svg" else {"Software": None}
    with own_style(), replacing(path) as temporary:
        figure.savefig(temporary, format=path.suffix[1:], dpi=200, metadata=metadata)
