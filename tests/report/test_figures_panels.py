"""The figures with a panel for each variant, or for each family of variants."""

from __future__ import annotations

import numpy as np
import pytest

from pyramid_stats.report.figures import cards_left, passes, running
from pyramid_stats.report.figures.panels import strongest
from pyramid_stats.statistics.intervals import wilson
from tests.report.layouts import LAYOUTS, strings
from tests.report.made_up import MARKED, grid, make_row, make_summary


def test_the_strongest_of_those_that_played_most_variants_in_the_order_of_the_report():
    rows = [
        make_row("classic", "weak", 100, 1),
        make_row("classic", "good", 100, 10),
        make_row("classic", "better", 100, 12),
        make_row("classic", "thoughtful", 100, 90, honest=False),
        make_row("swedish", "weak", 100, 2),
        make_row("swedish", "good", 100, 20),
        make_row("swedish", "better", 0, 0),
    ]
    assert strongest(make_summary(*rows), 2) == ["weak", "good"]
    assert strongest(make_summary(*rows), 5) == ["weak", "good", "better"]


def test_ridges_are_as_high_as_the_shares_of_lost_games():
    summary = make_summary(make_row("classic", "greedy", 1000, 440))
    lost = summary.tallies["classic", "greedy"].lost
    lost[:] = 0
    lost[[2, 4]] = 100, 300
    figure = cards_left(summary)
    values, edges, base = figure.axes[0].patches[0].get_data()
    heights = dict(zip((edges[:-1] + 0.5).tolist(), (base - values).tolist(), strict=True))
    assert heights[2] == pytest.approx(heights[4] / 3)
    assert heights[3] == 0
    assert "3.5" in strings(figure)


def test_only_lost_games_and_a_few_strategies_have_ridges():
    assert cards_left(make_summary(make_row("classic", "greedy", 100, 100))) is None
    assert cards_left(make_summary(make_row("classic", "greedy", 0, 0))) is None
    written = strings(cards_left(LAYOUTS["one variant, 20 strategies"]))
    assert [text for text in written if text.startswith("strategy")] == [
        f"strategy-{s}" for s in range(14, 20)
    ]
    assert "Shown: the 6 honest strategies that win most." in " ".join(written).replace("\n", " ")


def family(*numbers, games=1000):
    rows = [
        make_row(f"passes-{number}", "greedy", games, 100 * (place + 1))
        for place, number in enumerate(numbers)
    ]
    parameters = {f"passes-{number}": {"passes": number} for number in numbers}
    return make_summary(*rows, parameters=parameters)


def ticks(figure):
    axes = figure.axes[0]
    return dict(zip([t.get_text() for t in axes.get_xticklabels()], axes.get_xticks(), strict=True))


def test_unlimited_passes_stand_at_the_right_end():
    figure = passes(family("unlimited", 5, 1, 2))
    assert ticks(figure) == {"1": 1, "2": 2, "5": 5, "unlimited": 6}
    line = figure.axes[0].lines[0]
    assert list(line.get_xdata()) == [1, 2, 5, 6]
    assert list(line.get_ydata()) == [0.3, 0.4, 0.2, 0.1]


def test_far_apart_numbers_of_passes_only_follow_each_other():
    assert ticks(passes(family(1, 2, 200))) == {"1": 1, "2": 2, "200": 3}


def test_a_family_differs_in_nothing_but_passes():
    assert passes(make_summary(make_row("classic", "greedy", 100, 5))) is None
    assert passes(family(1, 2, games=1000)) is not None
    rows = [make_row(name, "greedy", 100, 5) for name in ("one", "two", "three")]
    two, three = {"passes": 2, "draw": 3}, {"passes": 3, "draw": 3}
    assert passes(make_summary(*rows[:2], parameters={"two": two})) is None
    figure = passes(make_summary(*rows, parameters={"two": two, "three": three}))
    assert "two and three" in strings(figure)
    decks = {"two": {"passes": 2, "decks": "a"}, "three": {"passes": 3, "decks": "b"}}
    assert passes(make_summary(*rows, parameters=decks)) is None


def test_a_missing_cell_is_a_line_that_goes_past_it():
    figure = passes(LAYOUTS["many passes"])
    lines = [line for line in figure.axes[0].lines if len(line.get_xdata()) > 2]
    assert len(lines) == 20
    assert {len(line.get_xdata()) for line in lines} == {5, 6}


def test_a_running_estimate_ends_at_the_win_rate_with_its_interval():
    row = make_row("classic", "greedy", MARKED, 4000)
    axes = running(make_summary(row)).axes[0]
    line, band = axes.lines[0], axes.collections[0].get_paths()[0].vertices
    assert line.get_xdata()[-1] == MARKED
    assert line.get_ydata()[-1] == 0.2
    last = band[band[:, 0] == MARKED][:, 1]
    limits = wilson(4000, MARKED)
    assert (last.min(), last.max()) == pytest.approx(limits)
    assert np.all(np.diff(line.get_xdata()) > 0)
    assert axes.get_xscale() == "log"


def test_the_band_allows_for_undecided_games_and_stays_in_the_panel():
    summary = make_summary(make_row("classic", "greedy", 1000, 100, undecided=50))
    axes = running(summary).axes[0]
    band = axes.collections[0].get_paths()[0].vertices
    last = band[band[:, 0] == 1000][:, 1]
    assert (last.min(), last.max()) == pytest.approx(wilson(100, 1000, undecided=50))
    assert band[:, 1].max() <= axes.get_ylim()[1]


def test_few_games_make_no_line_and_many_strategies_not_all_of_them():
    assert running(make_summary(make_row("classic", "greedy", 9, 1))) is None
    assert running(make_summary(make_row("classic", "greedy", 0, 0))) is None
    written = strings(running(grid(1, 8)))
    assert "strategy-3" in written
    assert "strategy-2" not in written
    assert "Shown: the 5 honest strategies that win most." in " ".join(written).replace("\n", " ")
