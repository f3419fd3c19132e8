"""How figures look, and how they are saved: the same everywhere, whatever the user's settings.

Colours are close to those of Okabe and Ito, which people with any colour vision tell apart, but
stand out from a white and from a dark page alike; each strategy has a marker of its own besides.
pyplot is never imported, so no window and no display is needed.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import Colormap
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from pyramid_stats.report import numbers
from pyramid_stats.report.summary import Row, Summary
from pyramid_stats.simulate.atomic import write_bytes
from pyramid_stats.simulate.places import Place

INK = "#222222"
GREY = "#6b6b6b"
LIGHT = "#e4e4e4"
BAND = "#f2f2f2"
PAPER = "#fffffe"
"""These five have names so that a dark page can put others in their place. Nothing else is of
these colours: what stays as it is, such as a number in a coloured cell, is black or white."""
COLOURS = ("#0072b2", "#c04400", "#009e73", "#d070a8", "#bf8700", "#5c95d6", INK, "#8a5a44")
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "p")

EDGE = 0.15  # inches around everything
NARROWEST = 5.2  # inches, so that title and caption have room
_LOG_FROM = 30
_CAPTION_LINE = 0.145  # inches
_FONT = "DejaVu Sans"  # comes with matplotlib
_LONGEST = 500  # characters of a line: more have no room, and take long to measure
_ROUNDED = 1.03  # a little more than what a text takes
_SETTINGS: dict[str, Any] = {
    "font.family": [_FONT],
    "font.size": 9,
    "text.color": INK,
    "text.hinting": "none",  # otherwise letters of a PNG are as wide as whole pixels
    "text.parse_math": False,  # a dollar sign in a title is a dollar sign
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
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


def text_width(texts: Iterable[str], size: float = 9, weight: str = "normal") -> float:
    """Return the inches that the longest text takes, or a little more, in points of a size."""
    return max((_width(text, size, weight) for text in texts), default=0.0)


@cache
def _width(text: str, size: float, weight: str) -> float:
    font = FontProperties(family=[_FONT], weight=weight, size=size)
    points: float = text_to_path.get_text_width_height_descent(text, font, False)[0]
    return _ROUNDED * points / 72


def needs_log_scale(rows: Sequence[Row]) -> bool:
    """Tell whether the rates span so much that only a logarithmic scale shows them all."""
    rates = [row.win_rate for row in rows if row.win_rate]
    return bool(rates) and max(rates) >= _LOG_FROM * min(rates)


class Look(NamedTuple):
    """How the marks of a strategy look."""

    colour: str
    shape: str
    fill: str


def marker(index: int) -> Look:
    """Return the look of a strategy; they repeat only after 64 strategies."""
    turn = index // len(COLOURS)
    colour = COLOURS[index % len(COLOURS)]
    return Look(colour, MARKERS[(index + turn) % len(MARKERS)], PAPER if turn % 2 else colour)


def look(summary: Summary, strategy: str) -> Look:
    """Return the look of a strategy, the same in every figure of a report."""
    return marker(summary.strategies.index(strategy))


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


def add_grid(axes: Axes, which: str) -> None:
    """Draw pale lines at the marks of an axis, and take away the frame."""
    axes.grid(axis=which, color=LIGHT, linewidth=0.8)  # type: ignore[arg-type]
    axes.set_axisbelow(True)
    strip(axes)


def title_height(summary: Summary) -> float:
    """Return the inches that :func:`add_title` takes."""
    return 0.62 if summary.titles else 0.42


def add_title(figure: Figure, summary: Summary, title: str) -> None:
    """Write the title at the top left, below it the runs' own titles."""
    width, height = figure.get_size_inches()
    left, room = EDGE / width, width - 2 * EDGE
    title = shortened(title, room, 11, "bold")
    figure.text(left, 1 - 0.12 / height, title, va="top", fontsize=11, weight="bold")
    figure.text(
        left, 1 - 0.36 / height, shortened("; ".join(summary.titles), room), va="top", color=GREY
    )


def caption(summary: Summary, text: str, width: float) -> str:
    """Return how many games, the seed and an explanation, for a figure of a width in inches."""
    room = width - 2 * EDGE
    sample = f"{numbers.sample(summary)}."
    return "\n".join([*_wrapped(sample, room), *_wrapped(text, room)])


def about_stars(rows: Iterable[Row]) -> str:
    """Explain the star of those who see every card, if there are any; in the caption."""
    return " * sees every card." if any(not row.honest for row in rows) else ""


def _wrapped(text: str, inches: float) -> list[str]:
    """Break a text of the caption into lines, but not before a percent sign or after a star."""
    bound = text.replace(" %", "\N{NO-BREAK SPACE}%").replace("* ", "*\N{NO-BREAK SPACE}")
    lines = [""]
    for word in bound.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and text_width([longer], 8) > inches:
            lines.append(word)
        else:
            lines[-1] = longer
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def caption_height(text: str) -> float:
    """Return the inches that :func:`add_caption` takes."""
    return 0.2 + _CAPTION_LINE * len(text.splitlines())


def add_caption(figure: Figure, text: str) -> None:
    """Write the caption at the bottom left."""
    width, height = figure.get_size_inches()
    figure.text(EDGE / width, 0.1 / height, text, va="bottom", color=GREY, fontsize=8)


def shortened(text: str, inches: float, size: float = 9, weight: str = "normal") -> str:
    """Return a text that takes no more than some inches."""
    dots = "\N{HORIZONTAL ELLIPSIS}"
    short = text if len(text) <= _LONGEST else text[:_LONGEST] + dots
    while len(short) > 1 and text_width([short], size, weight) > inches:
        short = short.removesuffix(dots)[:-1].rstrip() + dots
    return short


def save_figure(figure: Figure, path: Place) -> None:
    """Save a figure in the format that the file's ending names; equal data give equal bytes."""
    write_bytes(path, figure_bytes(figure, path.name.rpartition(".")[2]))


def figure_bytes(figure: Figure, ending: str) -> bytes:
    """Return what a figure's file holds."""
    metadata = {"Date": None, "Creator": None} if ending == "svg" else {"Software": None}
    file = io.BytesIO()
    with own_style():
        figure.savefig(file, format=ending, dpi=200, metadata=metadata)
    return file.getvalue()
