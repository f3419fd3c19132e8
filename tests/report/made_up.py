"""Summaries of made-up counts: tables and figures need no run on disk."""

from __future__ import annotations

from pathlib import Path

from pyramid_stats.report.summary import Row, Summary
from pyramid_stats.statistics.intervals import wilson
from tests.simulate.made_up import make_manifest


def make_row(variant, strategy, games, wins, undecided=0, *, honest=True, confidence=0.95):
    interval = wilson(wins, games, confidence, undecided=undecided)
    return Row(
        variant=variant,
        strategy=strategy,
        honest=honest,
        games=games,
        wins=wins,
        undecided=undecided,
        win_rate=wins / games if games else None,
        ci_low=interval.low if interval else None,
        ci_high=interval.high if interval else None,
        confidence=confidence,
        mean_tableau_left=14.25 if games else None,
        mean_stock_left=9.0 if games else None,
        mean_removals=14.5 if games else None,
        mean_draws=24.0 if games else None,
        mean_passes=1.0 if games else None,
    )


def make_summary(*rows, confidence=0.95, **changes):
    return Summary(((Path("RUN"), make_manifest(**changes)),), tuple(rows), confidence)


def grid(variants, strategies, games=100_000):
    """Return a summary of a whole grid with rates from about 0.01 % to 60 %."""
    rows = [
        make_row(f"variant-{v}", f"strategy-{s}", games, round(games * 0.0001 * 1.6 ** (v + s)))
        for v in range(variants)
        for s in range(strategies)
    ]
    return make_summary(*rows)
