"""The page as text; how it looks and works in a browser is in test_browser.py."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from pyramid_stats.report.findings import findings
from pyramid_stats.report.page import html_page
from pyramid_stats.report.page.page import question
from tests.report.made_up import grid, make_row, make_summary

ROWS = [
    make_row("classic", "greedy", 10_000, 100),
    make_row("classic", "first", 10_000, 60),
    make_row("swedish", "greedy", 10_000, 900),
    make_row("swedish", "first", 10_000, 700),
    make_row("swedish", "thoughtful", 5_000, 2_000, 100, honest=False),
]


EMPTY = {"meta", "link"}


class Reader(HTMLParser):
    """Collects what a page is made of, and that its elements are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.links, self.ids, self.words = [], [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.links += [v for k, v in attributes if k in {"href", "src", "xlink:href", "action"}]
        self.ids += [v for k, v in attributes if k == "id"]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(self.words))


@pytest.mark.parametrize(
    "summary",
    [
        make_summary(*ROWS),
        make_summary(*ROWS, reference="greedy"),
        grid(12, 8),
        make_summary(make_row("classic", "greedy", 0, 0)),
        make_summary(variants=(), strategies=()),
    ],
    ids=["five rows", "with a reference", "12 x 8", "no games", "nothing"],
)
def test_a_page_is_whole_and_alone(summary):
    page = Reader(html_page(summary))
    assert len(page.ids) == len(set(page.ids))
    for link in page.links:
        assert link.startswith(("#", "data:"))
        if link.startswith("#"):
            assert link[1:] in page.ids


def test_it_says_what_was_found():
    summary = make_summary(*ROWS)
    text = Reader(html_page(summary)).text
    for sentence in findings(summary):
        assert sentence in text
    assert "10,000 games" in text
    assert "seed 13" in text
    assert "share of winnable deals" in text
    assert "Wilson" in text
    assert "pyramid-stats simulate" in text


def test_equal_data_make_equal_pages():
    assert html_page(make_summary(*ROWS)) == html_page(make_summary(*ROWS))


def test_a_title_is_text_not_markup():
    text = html_page(make_summary(*ROWS, title="<script>alert(1)</script>"))
    assert "<script>alert" not in text
    assert Reader(text).open == []


def test_figures_follow_light_and_dark():
    text = html_page(make_summary(*ROWS))
    (svg, *_) = re.findall(r"<svg .*?</svg>", text, re.DOTALL)
    assert "var(--ink)" in svg
    assert not re.search("#222222|#fffffe", svg, re.IGNORECASE)


@pytest.mark.parametrize(
    ("rows", "asked"),
    [
        (ROWS[:1], "How hard is classic for greedy?"),
        (ROWS[:2], "Which of 2 strategies wins classic most often?"),
        (ROWS[:4], "How hard are classic and swedish, and which of 2 strategies wins most?"),
        (ROWS[0:3:2], "How hard are classic and swedish for greedy?"),
        (ROWS[4:], "How many deals of swedish can be won at all?"),
    ],
)
def test_the_question(rows, asked):
    assert question(make_summary(*rows)) == asked
