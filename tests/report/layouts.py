"""Summaries that are hard to draw, and what the tests of the figures ask of a figure."""

from __future__ import annotations

from matplotlib.backends.backend_agg import FigureCanvasAgg

from pyramid_stats.report.figures import style
from tests.report.made_up import grid, make_row, make_summary

LAYOUTS = {
    "one row": grid(1, 1),
    "12 variants, 8 strategies": grid(12, 8),
    "one variant, 20 strategies": grid(1, 20, 1000),
    "no games": make_summary(make_row("classic", "greedy", 0, 0)),
    "no wins": make_summary(make_row("classic", "greedy", 100, 0)),
    "all won": make_summary(make_row("classic", "greedy", 100, 100)),
    "nothing": make_summary(),
    "long names": make_summary(
        make_row("v" * 60, "s" * 60, 10**9, 0),
        make_row("v" * 60, "r" * 60, 10**9, 9),
        make_row("w" * 60, "s" * 60, 10**9, 10**8),
        make_row("w" * 60, "r" * 60, 10**9, 9),
        title="t" * 300,
        parameters={"w" * 60: {"passes": 2}},
    ),
    "some of each": make_summary(
        make_row("classic", "random", 1_000_000, 0),
        make_row("classic", "greedy", 1_000_000, 50_000),
        make_row("swedish", "random", 0, 0),
        make_row("swedish", "greedy", 1_000_000, 10),
        make_row("swedish", "thoughtful", 1000, 95, undecided=100, honest=False),
        parameters={"swedish": {"passes": "unlimited"}},
    ),
    "undecided": make_summary(
        make_row("classic", "greedy", 100, 0, undecided=100),
        make_row("classic", "random", 100, 10, undecided=60),
        make_row("classic", "thoughtful", 100, 0, undecided=100, honest=False),
    ),
    "wide span": make_summary(
        make_row("classic", "random", 20_000, 0),
        make_row("classic", "greedy", 20_000, 1),
        make_row("classic", "cautious", 20_000, 20_000),
        make_row("swedish", "random", 20_000, 0),
        make_row("swedish", "greedy", 20_000, 20_000),
        make_row("swedish", "cautious", 20_000, 0),
        title="t" * 100_000,
        parameters={"swedish": {"passes": 2}},
    ),
    "few games": make_summary(
        *[make_row(name, "greedy", 3, wins) for name, wins in (("classic", 0), ("swedish", 3))],
        *[make_row(name, "random", 1, 1) for name in ("classic", "swedish")],
        parameters={"swedish": {"passes": 255}},
    ),
    "nobody honest": make_summary(
        make_row("classic", "thoughtful", 1000, 40, honest=False),
        make_row("swedish", "thoughtful", 1000, 90, honest=False),
        parameters={"swedish": {"passes": 3}},
    ),
    "many passes": make_summary(
        *[
            make_row(f"passes-{number}", f"strategy-{s}", 20_000, 20 * number * (s + 1))
            for number in range(1, 8)
            for s in range(20)
            if (number + s) % 5
        ],
        parameters={
            f"passes-{number}": {"passes": number if number < 7 else "unlimited"}
            for number in range(1, 8)
        },
    ),
}


def texts(figure):
    """Return the texts that are seen, once the figure has been drawn."""
    found = [*figure.texts]
    for axes in figure.axes:
        found += [*axes.texts, axes.xaxis.label, axes.yaxis.label]
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            ticks = zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=False)
            found += [label for place, label in ticks if low <= place <= high]
    return [text for text in found if text.get_text()]


def strings(figure):
    """Return what is written in a figure."""
    FigureCanvasAgg(figure).draw()
    return [text.get_text() for text in texts(figure)]


def boxes(figure):
    """Draw a figure; return its texts with their boxes in pixels, and its size."""
    with style.own_style():
        FigureCanvasAgg(figure).draw()
        found = [(text.get_text(), text.get_window_extent()) for text in texts(figure)]
    return found, figure.canvas.get_width_height()
