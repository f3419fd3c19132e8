"""The figures of a report: one file a figure, each a function from a summary to a Figure."""

from __future__ import annotations

from pyramid_stats.report.figures.heat_map import heat_map
from pyramid_stats.report.figures.style import save_figure
from pyramid_stats.report.figures.win_rates import win_rates

FIGURES = {"win-rates": win_rates, "heat-map": heat_map}
"""Every figure by the name of its file."""

__all__ = ["FIGURES", "heat_map", "save_figure", "win_rates"]
