from __future__ import annotations

import csv
import io
import json
import re

import pytest

from pyramid_stats.report import numbers
from pyramid_stats.report.export import csv_text, json_text
from pyramid_stats.report.tables import markdown_table, text_table
from tests.report.made_up import grid, make_row, make_summary

FIVE = make_summary(
    make_row("classic", "random", 1_000_000, 1_580),
    make_row("classic", "greedy", 1_000_000, 4_000),
    make_row("swedish-two-passes", "random", 1_000_000, 47_500),
    make_row("swedish-two-passes", "greedy", 1_000_000, 119_500),
    make_row("finnish", "random", 1_000_000, 0),
    make_row("finnish", "greedy", 0, 0),
)


TEXT = """\
A test.
0 to 1,000,000 games for each variant and strategy, seed 13.

                                                 mean cards left in
          win rate %       95 % interval      games  tableau  stock
classic
  random      0.158    0.150  to  0.166   1,000,000     14.2    9.0
  greedy      0.40     0.39   to  0.41    1,000,000     14.2    9.0
swedish-two-passes
  random      4.75     4.71   to  4.79    1,000,000     14.2    9.0
  greedy     11.95    11.89   to 12.01    1,000,000     14.2    9.0
finnish
  random      0.0000   0.0000 to  0.0004  1,000,000     14.2    9.0
  greedy     no data                              0        -      -

Hardest variant for random: finnish (wins 0.0000 %).
Easiest variant for random: swedish-two-passes (wins 4.75 %).
Wins most of classic: greedy, 1 to 3 more games in a thousand than random.
Wins most of swedish-two-passes: greedy, 6.7 to 7.7 more games in a hundred than
  random.
"""


def test_the_text_table():
    assert text_table(FIVE) == TEXT


@pytest.mark.parametrize("summary", [FIVE, grid(12, 8, 1_000_000_000), grid(1, 1)])
def test_the_text_table_fits_80_columns_and_is_plain(summary):
    text = text_table(summary)
    assert max(map(len, text.splitlines())) <= 80
    assert text.isascii()
    assert all(line == line.rstrip() for line in text.splitlines())


def test_points_and_ends_of_columns_are_aligned():
    lines = [line for line in text_table(FIVE).splitlines() if "1,000,000  " in line]
    assert len(lines) == 5
    for pattern in (r"\.", r"(?<= to)", r"1,000,000", r"$"):
        assert len({re.search(pattern, line).start() for line in lines}) == 1


def test_a_row_without_games_says_so():
    assert re.search(r"greedy +no data +0 +- +-$", text_table(FIVE), re.MULTILINE)
    assert "| finnish | greedy | no data |  | 0 | - | - |" in markdown_table(FIVE)


@pytest.mark.parametrize(
    ("games", "wins", "rate", "limits"),
    [
        (30, 1, "3.3", ("0.6", "16.7")),
        (30, 0, "0.0", ("0.0", "11.4")),
        (1000, 3, "0.3", ("0.1", "0.9")),
        (1_000_000, 50_000, "5.00", ("4.96", "5.04")),
        (1_000_000, 100, "0.010", ("0.008", "0.012")),
        (1_000_000, 0, "0.0000", ("0.0000", "0.0004")),
        (7, 7, "100.0", ("64.6", "100.0")),
    ],
)
def test_rates_have_the_digits_that_the_games_bear_out(games, wins, rate, limits):
    row = make_row("classic", "greedy", games, wins)
    assert (numbers.rate(row), numbers.limits(row)) == (rate, limits)


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.95, "95 %"), (0.999, "99.9 %"), (1, "100 %"), (0, "0 %"), (1e-5, "0.001 %")],
)
def test_percent_writes_no_digit_too_many(share, text):
    assert numbers.percent(share) == text


def test_a_dishonest_strategy_is_starred_and_explained():
    summary = make_summary(make_row("classic", "thoughtful", 1000, 38, honest=False))
    assert re.search(r"^  thoughtful \* .*3\.8", text_table(summary), re.MULTILINE)
    assert "* sees every card" in text_table(summary)
    assert r"thoughtful \*" in markdown_table(summary)


def test_undecided_games_are_told():
    text = text_table(make_summary(make_row("classic", "thoughtful", 100_000, 3800, 1200)))
    assert "classic, thoughtful: 1,200 games undecided" in text


def test_markdown_is_one_row_a_line():
    lines = markdown_table(FIVE).splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == 2 + 6
    assert {line.count("|") for line in table} == {8}
    assert "| classic | random | 0.158 % | 0.150 to 0.166 % | 1,000,000 | 14.2 | 9.0 |" in table


def test_a_title_is_no_markup():
    title = "<script>|*[x](y)"
    assert r"\<script\>\|\*\[x\](y)" in markdown_table(make_summary(title=title))


def test_json_is_the_contract():
    content = json.loads(json_text(FIVE))
    assert content["schema"] == 1
    (run,) = content["runs"]
    assert (run["path"], run["seed"]) == ("RUN", 13)
    assert list(content["rows"][0])[:12] == [
        "variant",
        "strategy",
        "honest",
        "rate_is",
        "games",
        "wins",
        "undecided",
        "win_rate",
        "ci_low",
        "ci_high",
        "confidence",
        "mean_tableau_left",
    ]
    row = content["rows"][1]
    assert row["honest"] is True
    assert (row["games"], row["wins"], row["win_rate"]) == (1_000_000, 4000, 0.004)
    assert row["ci_low"] < 0.004 < row["ci_high"]


def test_json_has_null_where_there_is_no_rate():
    text = json_text(FIVE)
    assert "NaN" not in text
    row = json.loads(text)["rows"][-1]
    assert row["games"] == 0
    assert row["win_rate"] is row["ci_low"] is row["mean_tableau_left"] is None


def test_json_keeps_all_digits_of_a_seed():
    assert f'"seed": {2**64 - 1},' in json_text(make_summary(seed=2**64 - 1))


def test_csv_has_the_same_values_as_json():
    rows = list(csv.DictReader(io.StringIO(csv_text(FIVE))))
    expected = json.loads(json_text(FIVE))["rows"]
    assert list(rows[0]) == list(expected[0])
    assert [float(row["ci_low"]) for row in rows[:5]] == [row["ci_low"] for row in expected[:5]]
    assert rows[-1]["win_rate"] == ""


def test_a_run_of_nothing_makes_every_table():
    empty = make_summary(variants=(), strategies=())
    for table in (text_table, markdown_table, csv_text, json_text):
        assert table(empty)
