from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import Rectangle

from pyramid_stats.report.figures import FIGURES, heat_map, save_figure, style, win_rates
from tests.report.made_up import grid, make_row, make_summary

LAYOUTS = {
    "one row": grid(1, 1),
    "12 variants, 8 strategies": grid(12, 8),
    "one variant, 20 strategies": grid(1, 20, 1000),
    "no games": make_summary(make_row("classic", "greedy", 0, 0)),
    "no wins": make_summary(make_row("classic", "greedy", 100, 0)),
    "all won": make_summary(make_row("classic", "greedy", 100, 100)),
    "nothing": make_summary(),
    "long names": make_summary(make_row("v" * 60, "s" * 40, 10**9, 0), title="t" * 300),
    "some of each": make_summary(
        make_row("classic", "random", 1_000_000, 0),
        make_row("classic", "greedy", 1_000_000, 50_000),
        make_row("swedish", "random", 0, 0),
        make_row("swedish", "greedy", 1_000_000, 10),
        make_row("swedish", "thoughtful", 1000, 95, undecided=100, honest=False),
    ),
}


@pytest.fixture(params=LAYOUTS.values(), ids=LAYOUTS.keys())
def summary(request):
    return request.param


def texts(figure):
    written = [*figure.texts]
    for axes in figure.axes:
        written += [*axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels()]
        written += [axes.xaxis.label]
    return [text for text in written if text.get_text()]


def strings(figure):
    return [text.get_text() for text in texts(figure)]


@pytest.mark.parametrize("draw", [win_rates, heat_map])
def test_no_text_leaves_the_figure(summary, draw):
    with style.own_style():
        figure = draw(summary)
        FigureCanvasAgg(figure).draw()
        width, height = figure.canvas.get_width_height()
        boxes = [(text.get_text(), text.get_window_extent()) for text in texts(figure)]
    for text, box in boxes:
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text


def test_names_rates_and_intervals_do_not_touch(summary):
    with style.own_style():
        figure = win_rates(summary)
        FigureCanvasAgg(figure).draw()
        for axes in figure.axes:
            rows = {}
            for text in axes.texts:
                if text.get_text() and text.get_weight() != "bold":
                    rows.setdefault(round(text.get_position()[1], 3), []).append(text)
            for row in rows.values():
                boxes = sorted((text.get_window_extent() for text in row), key=lambda box: box.x0)
                for left, right in pairwise(boxes):
                    assert left.x1 < right.x0


@pytest.mark.parametrize("draw", [win_rates, heat_map])
def test_every_row_has_its_number(draw):
    figure = draw(LAYOUTS["some of each"])
    for number in ("5.00 %", "0.0010 %", "0.0000 %", "no data", "9.5 %"):
        assert number in strings(figure)


@pytest.mark.parametrize("draw", [win_rates, heat_map])
def test_the_caption_names_games_and_seed(draw):
    written = "\n".join(strings(draw(make_summary(make_row("classic", "greedy", 1000, 5), seed=7))))
    assert "1,000 games, seed 7." in written


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
    assert cell.get_facecolor() == (1, 1, 1, 1)
    assert cell.get_hatch()


def test_a_wide_span_gets_a_logarithmic_scale_that_holds_every_row():
    summary = LAYOUTS["some of each"]
    axes = win_rates(summary).axes[0]
    assert axes.get_xscale() == "log"
    low, high = axes.get_xlim()
    assert all(low < row.ci_high < high for row in summary.rows if row.games)


def test_many_rows_take_two_columns():
    assert len(win_rates(grid(4, 4)).axes) == 1
    figure = win_rates(grid(12, 8))
    assert len(figure.axes) == 2
    assert figure.get_figheight() < 20


def test_strategies_differ_in_colour_and_in_shape():
    looks = [style.marker(index) for index in range(64)]
    assert len(set(looks)) == 64
    assert len({colour for colour, _, _ in looks[:8]}) == 8
    assert len({shape for _, shape, _ in looks[:8]}) == 8


def test_numbers_are_readable_on_every_colour():
    colours = mpl.colormaps["YlGnBu"]
    assert style.text_colour(colours, 0.0) == "black"
    assert style.text_colour(colours, 1.0) == "white"


@pytest.mark.parametrize("name", FIGURES)
def test_equal_data_give_equal_svg_bytes_and_no_date(tmp_path, name):
    draw = FIGURES[name]
    for file in ("a.svg", "b.svg"):
        save_figure(draw(LAYOUTS["some of each"]), tmp_path / file)
    content = (tmp_path / "a.svg").read_bytes()
    assert content == (tmp_path / "b.svg").read_bytes()
    assert b"<dc:date>" not in content
    assert b"<image" not in content


def test_svg_bytes_are_equal_in_another_process_with_other_settings(tmp_path):
    code = (
        "import sys, pathlib, matplotlib as mpl; mpl.rcParams['font.size'] = 20\n"
        "mpl.rcParams['axes.facecolor'] = 'red'\n"
        "from tests.report.test_figures import LAYOUTS, win_rates, save_figure\n"
        "save_figure(win_rates(LAYOUTS['some of each']), pathlib.Path(sys.argv[1]))\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    save_figure(win_rates(LAYOUTS["some of each"]), tmp_path / "here.svg")
    there = tmp_path / "there.svg"
    environment = os.environ | {"MPLBACKEND": "TkAgg"}
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code, there], check=True, env=environment, cwd=root)
    assert there.read_bytes() == (tmp_path / "here.svg").read_bytes()


def test_png_is_written_and_settings_stay_the_users(tmp_path):
    before = mpl.rcParams["font.size"]
    save_figure(heat_map(LAYOUTS["one row"]), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert mpl.rcParams["font.size"] == before


def test_a_dollar_sign_in_a_title_is_no_formula(tmp_path):
    summary = make_summary(make_row("classic", "greedy", 10, 1), title=r"$\frac{1}{$ 5")
    save_figure(win_rates(summary), tmp_path / "a.svg")
