"""The figures with a row or a cell for each variant and strategy."""

from __future__ import annotations

import pytest
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle

from pyramid_stats.report.figures import differences, difficulty, heat_map, style, win_rates
from tests.report.layouts import LAYOUTS, strings
from tests.report.made_up import make_row, make_summary


@pytest.mark.parametrize("draw", [win_rates, heat_map])
def test_every_row_has_its_number(draw):
    figure = draw(LAYOUTS["some of each"])
    for number in ("5.00 %", "0.0010 %", "0.0000 %", "no data", "9.5 %"):
        assert number in strings(figure)


def test_intervals_are_drawn_where_they_are():
    row = make_row("classic", "greedy", 200, 20)
    (axes,) = win_rates(make_summary(row)).axes
    bar, mark = (line.get_xdata() for line in axes.lines)
    assert list(bar) == pytest.approx([row.ci_low, row.ci_high])
    assert list(mark) == [0.1]
    assert axes.get_xlim()[0] == 0


def test_a_row_without_games_has_no_bar_and_no_colour():
    summary = make_summary(make_row("classic", "greedy", 0, 0))
    assert not win_rates(summary).axes[0].lines
    (cell,) = [p for p in heat_map(summary).axes[0].patches if isinstance(p, Rectangle)]
    assert cell.get_facecolor() == to_rgba(style.PAPER)
    assert cell.get_hatch()


def test_a_wide_span_gets_a_logarithmic_scale_that_holds_every_row():
    summary = LAYOUTS["some of each"]
    axes = win_rates(summary).axes[0]
    assert axes.get_xscale() == "log"
    low, high = axes.get_xlim()
    assert all(low < row.ci_high < high for row in summary.rows if row.games)


def points(axes, shape=None):
    """Return the marks, or those of one shape, as x, y and fill."""
    return [
        (float(line.get_xdata()[0]), float(line.get_ydata()[0]), line.get_color())
        for line in axes.lines
        if line.get_marker() not in ("None", "", None) and shape in (None, line.get_marker())
    ]


def test_a_line_at_the_share_of_winnable_deals_crosses_the_honest_rows():
    names = ("greedy", "thoughtful", "random")
    rows = [make_row("classic", name, 100, 10, honest=name != "thoughtful") for name in names]
    rows[1] = make_row("classic", "thoughtful", 100, 40, honest=False)
    (axes,) = win_rates(make_summary(*rows)).axes
    (line,) = [line for line in axes.lines if line.get_color() == style.INK]
    assert list(line.get_xdata()) == [0.4, 0.4]
    top, bottom = line.get_ydata()
    assert top < 1.55
    assert bottom > 3.55
    assert "Line: share of winnable deals." in " ".join(strings(win_rates(make_summary(*rows))))


@pytest.mark.parametrize("wins", [0, None])
def test_no_line_where_no_deal_is_known_to_be_winnable(wins):
    rows = [make_row("classic", "greedy", 100, 10)]
    if wins is not None:
        rows.append(make_row("classic", "thoughtful", 100, wins, undecided=100, honest=False))
    figure = win_rates(make_summary(*rows))
    assert not [line for line in figure.axes[0].lines if line.get_color() == style.INK]
    assert "Line:" not in " ".join(strings(figure))


RIVALS = [
    make_row("classic", "random", 1000, 100),
    make_row("classic", "greedy", 1000, 300),
    make_row("classic", "cautious", 1000, 301),
    make_row("classic", "thoughtful", 1000, 700, honest=False),
]


def test_differences_are_those_from_the_first_strategy_in_percentage_points():
    figure = differences(make_summary(*RIVALS))
    assert "Win rate less that of random, on the same deals" in strings(figure)
    (axes,) = figure.axes
    assert [x for x, _, _ in points(axes)] == pytest.approx([0.2, 0.201])
    assert {"+20.0", "+20.1", "greedy", "cautious"} <= set(strings(figure))
    assert "thoughtful" not in " ".join(strings(figure))


def test_differences_are_turned_for_a_reference_that_comes_later():
    summary = make_summary(*RIVALS, reference="greedy", nested=True)
    figure = differences(summary)
    (random, _, clear), (cautious, _, chance) = points(figure.axes[0])
    assert (random, cautious) == pytest.approx((-0.2, 0.001))
    assert clear != style.PAPER
    assert chance == style.PAPER
    assert "\N{MINUS SIGN}20.0" in strings(figure)
    found = summary.strategy_comparisons[0]
    bar = figure.axes[0].lines[1]
    assert list(bar.get_xdata()) == [found.ci_low, found.ci_high]


def test_zero_has_one_place_and_a_variant_its_own_scale_if_it_has_to():
    rows = [
        make_row(variant, name, 20_000, wins)
        for variant, rates in (("hard", (2, 20, 4)), ("easy", (9000, 2000, 15_000)))
        for name, wins in zip(("a", "b", "c"), rates, strict=True)
    ]
    hard, easy = differences(make_summary(*rows)).axes
    assert (hard.get_xlim()[1] - hard.get_xlim()[0]) * 50 < easy.get_xlim()[1] - easy.get_xlim()[0]
    zeros = [axes.transData.transform((0, 0))[0] for axes in (hard, easy)]
    assert zeros[0] == pytest.approx(zeros[1])
    hard, easy = differences(make_summary(*rows[:3], *rows[:3])).axes[0], None
    assert hard.get_xlabel() == "percentage points"


def test_nothing_to_compare_is_no_figure():
    assert differences(make_summary(make_row("classic", "greedy", 100, 5))) is None
    assert differences(make_summary(RIVALS[0], RIVALS[3])) is None


def test_the_ladder_goes_from_the_hardest_to_the_easiest():
    rows = [
        make_row("easy", "greedy", 1000, 300),
        make_row("easy", "thoughtful", 1000, 900, honest=False),
        make_row("hard", "greedy", 1000, 100),
        make_row("unplayed", "greedy", 0, 0),
    ]
    figure = difficulty(make_summary(*rows))
    written = strings(figure)
    assert written.index("hard") < written.index("easy")
    assert "unplayed" not in written
    assert "Not shown: 1 variant that it didn't play." in " ".join(written).replace("\n", " ")
    (axes,) = figure.axes
    assert sorted((y, x) for x, y, _ in points(axes) if y > 0) == [
        (0.5, 0.1),
        (1.5, 0.3),
        (1.5, 0.9),
    ]
    assert difficulty(make_summary(*rows[:2])) is None
