"""Figures as SVG inside a page: no file beside it, and colours that follow light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup, escape

from pyramid_stats.report.figures import FIGURES
from pyramid_stats.report.figures.style import BAND, GREY, INK, LIGHT, PAPER, figure_bytes
from pyramid_stats.report.summary import Summary

_VARIABLES = {INK: "ink", GREY: "grey", LIGHT: "light", BAND: "band", PAPER: "paper"}
"""Colours of the style, and the page's variables (``page.css``) that stand for them."""

_NEVER_SHOWN = re.compile(r"<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>", re.S)
_IDS = re.compile(r'(\bid="|url\(#|href="#)')
_SIZE = re.compile(r'<svg [^>]*?viewBox="0 0 (?P<width>[\d.]+) (?P<height>[\d.]+)"[^>]*>')


class Drawing(NamedTuple):
    """A figure of the page."""

    name: str
    title: str
    svg: Markup


def drawings(summary: Summary) -> Iterator[Drawing]:
    """Yield the figures that the summary has data for."""
    for name, draw in FIGURES.items():
        figure = draw(summary)
        if figure is not None:
            title = figure.texts[0].get_text()
            svg = figure_bytes(figure, "svg").decode()
            yield Drawing(name, title, inline(svg, name, title))


def inline(svg: str, name: str, title: str) -> Markup:
    """Turn an SVG file into an element of a page.

    Its ids begin with ``name``, for no two elements of a page may share one.
    """
    found = _SIZE.search(svg)
    if found is None:
        raise ValueError(f"{name}: not an SVG file of matplotlib")
    width, height = found["width"], found["height"]
    body = _NEVER_SHOWN.sub("", svg[found.end() :])
    body = _IDS.sub(lambda match: f"{match[1]}{name}-", body)
    for colour, variable in _VARIABLES.items():
        body = re.sub(colour, f"var(--{variable})", body, flags=re.IGNORECASE)
    head = (
        f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {width} {height}" '
        f'style="--natural:{float(width) * 4 / 3:.0f}px">'
    )
    return Markup(head + body)  # made by matplotlib, which escapes texts
