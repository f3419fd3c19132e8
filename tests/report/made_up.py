"""Summaries of made-up counts: tables and figures need no run on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pyramid_stats.report.comparisons import compare, equalities
from pyramid_stats.report.counting import MEANS, Tally
from pyramid_stats.report.summary import Summary
from pyramid_stats.report.summary import make_row as row_of
from tests.simulate.made_up import make_manifest

DEALS = ("philox", 13)
MARKED = 20_000


def make_tally(games, wins, undecided=0, luck=0):
    """Return so many games; which of the deals are won depends on ``luck``.

    Of large numbers only a sample in the same proportions has its deals marked.
    """
    lost = games - wins - undecided
    tally = Tally(games, wins, undecided, _sums(games))
    tally.lost[1:29] = lost // 28
    tally.lost[28] += lost % 28
    marked = min(games, MARKED)
    wins, undecided = (round(some / games * marked) for some in (wins, undecided))
    order = np.random.default_rng(luck).permutation(marked)
    won, open_ones = np.zeros(marked, np.uint8), np.zeros(marked, np.uint8)
    won[order[:wins]] = 1
    open_ones[order[wins : wins + undecided]] = 1
    tally.outcomes.add(DEALS, 0, won, open_ones)
    return tally


def _sums(games):
    return dict.fromkeys(MEANS, games) | {
        "tableau_left": 142 * games // 10,
        "stock_left": 9 * games,
    }


def make_row(variant, strategy, games, wins, undecided=0, *, honest=True, confidence=0.95):
    tally = Tally(games, wins, undecided, _sums(games))
    return row_of((variant, strategy), tally, honest, confidence)


def make_summary(
    *rows, confidence=0.95, parameters=None, reference=None, nested=False, luck=0, **changes
):
    """Return a summary of some rows.

    Their deals were won independently of each other, or, ``nested``, who wins more wins all the
    deals of who wins less.
    """
    strategies = {row.strategy: row.honest for row in rows}
    names = list(dict.fromkeys(row.variant for row in rows))
    manifest = make_manifest(names, list(strategies), max([row.games for row in rows] or [0]))
    for entry in manifest.variants:
        entry.parameters.update((parameters or {}).get(entry.name, {}))
    manifest = manifest.model_copy(update=changes)
    lucks = [0 if nested else luck + place for place in range(len(rows))]
    tallies = {
        (row.variant, row.strategy): make_tally(row.games, row.wins, row.undecided, lucks[place])
        for place, row in enumerate(rows)
        if row.games
    }
    rules = {entry.name: entry for entry in manifest.variants}
    honest = [name for name in strategies if strategies[name]]
    return Summary(
        ((Path("RUN"), manifest),),
        tuple(rows),
        confidence,
        {},
        tallies,
        reference,
        *compare(tallies, rules, list(strategies), confidence, reference),
        equalities(tallies, names, honest),
    )


def grid(variants, strategies, games=100_000):
    """Return a summary of a whole grid with rates from about 0.01 % to 60 %."""
    rows = [
        make_row(f"variant-{v}", f"strategy-{s}", games, round(games * 0.0001 * 1.6 ** (v + s)))
        for v in range(variants)
        for s in range(strategies)
    ]
    return make_summary(*rows)
