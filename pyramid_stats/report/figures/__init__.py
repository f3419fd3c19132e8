"""The figures of a report: one file a figure, each a function from a summary to a Figure.

A figure that makes no sense for the data is None.
"""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.figure import Figure

from pyramid_stats.report.figures.cards_left import cards_left
from pyramid_stats.report.figures.differences import differences
from pyramid_stats.report.figures.difficulty import difficulty
from pyramid_stats.report.figures.heat_map import heat_map
from pyramid_stats.report.figures.passes import passes
from pyramid_stats.report.figures.running import running
from pyramid_stats.report.figures.style import save_figure
from pyramid_stats.report.figures.win_rates import win_rates
from pyramid_stats.report.summary import Summary

FIGURES: dict[str, Callable[[Summary], Figure | None]] = {
    "win-rates": win_rates,
    "heat-map": heat_map,
    "differences": differences,
    "difficulty": difficulty,
    "passes": passes,
    "cards-left": cards_left,
    "running": running,
}
"""Every figure by the name of its file."""

__all__ = [
    "FIGURES",
    "cards_left",
    "differences",
    "difficulty",
    "heat_map",
    "passes",
    "running",
    "save_figure",
    "win_rates",
]
