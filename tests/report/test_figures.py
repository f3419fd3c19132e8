from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import matplotlib as mpl
import pytest

from pyramid_stats.report.figures import FIGURES, heat_map, save_figure, style, win_rates
from tests.report.layouts import LAYOUTS, boxes, strings
from tests.report.made_up import make_row, make_summary

# Layouts for which a figure makes no sense.
ABSENT = {
    "differences": ["one row", "no games", "no wins", "all won", "nothing", "nobody honest"],
    "difficulty": [
        *["one row", "one variant, 20 strategies", "no games", "no wins", "all won", "nothing"],
        "undecided",
    ],
    "passes": [
        *["one row", "12 variants, 8 strategies", "one variant, 20 strategies", "no games"],
        *["no wins", "all won", "nothing", "undecided"],
    ],
    "cards-left": ["no games", "all won", "nothing", "nobody honest"],
    "running": ["no games", "nothing", "few games", "nobody honest"],
}
PRESENT = [(name, each) for name in FIGURES for each in LAYOUTS if each not in ABSENT.get(name, [])]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_that_makes_no_sense_is_none(name):
    for layout in ABSENT.get(name, []):
        assert FIGURES[name](LAYOUTS[layout]) is None, layout


@pytest.mark.parametrize(("name", "layout"), PRESENT)
def test_texts_stay_in_the_figure_and_apart(name, layout):
    found, (width, height) = boxes(FIGURES[name](LAYOUTS[layout]))
    for text, box in found:
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text
    for (one, a), (other, b) in combinations(found, 2):
        apart = a.x1 <= b.x0 or b.x1 <= a.x0 or a.y1 <= b.y0 + 1 or b.y1 <= a.y0 + 1
        assert apart, f"{one} / {other}"


@pytest.mark.parametrize("draw", FIGURES.values(), ids=FIGURES)
def test_the_caption_names_games_and_seed(draw):
    written = "\n".join(strings(draw(LAYOUTS["some of each"])))
    assert "0 to 1,000,000 games for each variant and strategy, seed 13." in written


@pytest.mark.parametrize("draw", FIGURES.values(), ids=FIGURES)
def test_the_star_is_explained_where_it_is(draw):
    written = strings(draw(LAYOUTS["some of each"]))
    explained = "* sees every card." in " ".join(written).replace("\n", " ")
    assert explained == ("thoughtful *" in written)


def test_series_stand_out_from_a_white_and_from_a_dark_page():
    for colour in set(style.COLOURS) - {style.INK}:
        assert contrast(colour, "#ffffff") >= 3
        assert contrast(colour, "#16181d") >= 3


def contrast(one, other):
    """Return the contrast of two colours as WCAG 2 defines it."""
    low, high = sorted(luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def luminance(colour):
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in mpl.colors.to_rgb(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", FIGURES)
def test_a_page_can_replace_every_colour_that_has_to_change_in_the_dark(tmp_path, name):
    save_figure(FIGURES[name](LAYOUTS["some of each"]), tmp_path / "a.svg")
    found = set(re.findall(r"#[0-9a-f]{6}", (tmp_path / "a.svg").read_text()))
    fixed = {style.INK, style.GREY, style.LIGHT, style.BAND, style.PAPER, *style.COLOURS}
    if name == "heat-map":
        found -= {mpl.colors.to_hex(mpl.colormaps["YlGnBu"](step)) for step in range(256)}
        fixed |= {"#000000", "#ffffff"}  # numbers in cells
    assert style.PAPER in found
    assert found <= fixed


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
        "from tests.report.test_figures import save_all\n"
        "save_all(pathlib.Path(sys.argv[1]))\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    here, there = tmp_path / "here", tmp_path / "there"
    save_all(here)
    environment = os.environ | {"MPLBACKEND": "TkAgg", "PYTHONHASHSEED": "5"}
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code, there], check=True, env=environment, cwd=root)
    for name in FIGURES:
        assert (here / f"{name}.svg").read_bytes() == (there / f"{name}.svg").read_bytes()


def save_all(folder):
    folder.mkdir()
    for name, draw in FIGURES.items():
        save_figure(draw(LAYOUTS["some of each"]), folder / f"{name}.svg")


def test_strategies_differ_in_colour_and_in_shape():
    looks = [style.marker(index) for index in range(64)]
    assert len(set(looks)) == 64
    assert len({colour for colour, _, _ in looks[:8]}) == 8
    assert len({shape for _, shape, _ in looks[:8]}) == 8


def test_numbers_are_readable_on_every_colour():
    colours = mpl.colormaps["YlGnBu"]
    assert style.text_colour(colours, 0.0) == "black"
    assert style.text_colour(colours, 1.0) == "white"


def test_png_is_written_and_settings_stay_the_users(tmp_path):
    before = mpl.rcParams["font.size"]
    save_figure(heat_map(LAYOUTS["one row"]), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert mpl.rcParams["font.size"] == before


def test_a_dollar_sign_in_a_title_is_no_formula(tmp_path):
    summary = make_summary(make_row("classic", "greedy", 10, 1), title=r"$\frac{1}{$ 5")
    save_figure(win_rates(summary), tmp_path / "a.svg")
