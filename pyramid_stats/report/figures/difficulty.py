"""The variants from the hardest to the easiest, for a strategy and with every card known."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pyramid_stats.report import findings, numbers
from pyramid_stats.report.figures import marks, rows, style
from pyramid_stats.report.summary import Row, Summary
from pyramid_stats.strategies import THOUGHTFUL

_AXIS = 0.5  # inches for its numbers and its name
_HEAD_MARK = 0.11  # inches that the mark beside the head of a column takes

Pair = tuple[Row, Row | None]
"""A variant: the row by which it has its place, and the solver's."""


def difficulty(summary: Summary) -> Figure | None:
    """Draw one row for each variant, the hardest first, with the leading strategy's win rate.

    The share of winnable deals is on the same row. None if fewer than two variants were played.
    """
    leader = findings.leader(summary)
    ranking = findings.ranking(summary, leader) if leader is not None else []
    if leader is None or len(ranking) < 2:
        return None
    pairs = [(row, _winnable(summary, row)) for row in ranking]
    drawn = [row for pair in pairs for row in pair if row is not None]
    layout = _layout(pairs)
    caption = style.caption(summary, _explanation(summary, pairs), layout.width)
    height = rows.SLOT * len(pairs)
    top, bottom = style.title_height(summary) + rows.HEADS, style.caption_height(caption) + _AXIS
    with style.own_style():
        figure = Figure(figsize=(layout.width, height + top + bottom))
        box = (layout.names, bottom, layout.plot, height)
        axes = style.axes_in_inches(figure, box)
        axes.set(ylim=(len(pairs), 0), yticks=[])
        marks.set_rate_axis(axes, drawn)
        _write_heads(axes, pairs, summary, layout)
        for place, (row, winnable) in enumerate(pairs):
            _draw_row(axes, place + 0.5, row, winnable, summary, layout)
        style.add_title(figure, summary, "From the hardest variant to the easiest")
        style.add_caption(figure, caption)
    return figure


def _winnable(summary: Summary, row: Row) -> Row | None:
    """Return the solver's row of the same variant, if it is another one and has games."""
    found = summary.cells.get((row.variant, THOUGHTFUL))
    return found if found is not None and found.games and found != row else None


def _layout(pairs: list[Pair]) -> rows.Layout:
    blank = "   "  # as wide as the mark in front of the head
    return rows.make_layout(
        [],
        [row.variant for row, _ in pairs],
        [blank + numbers.label(pairs[0][0]), *(f"{numbers.rate(row)} %" for row, _ in pairs)],
        [blank + numbers.label(other) for _, other in pairs if other],
    )


def _explanation(summary: Summary, pairs: list[Pair]) -> str:
    confidence = numbers.percent(summary.confidence)
    drawn = [row for pair in pairs for row in pair if row is not None]
    text = f"In the order of {pairs[0][0].strategy}'s win rate. "
    text += f"Bars: {confidence} Wilson intervals, often narrower than the mark."
    text += marks.about_zero(drawn) + style.about_stars(drawn)
    missing = len(summary.variants) - len(pairs)
    if missing:
        text += f" Not shown: {missing} variant{'' if missing == 1 else 's'} that it didn't play."
    return text


def _write_heads(axes: Axes, pairs: list[Pair], summary: Summary, layout: rows.Layout) -> None:
    """Write the names of the two columns of numbers, each beside the mark that it has."""
    heads = [pairs[0][0], next((other for _, other in pairs if other), None)]
    for right, row in zip(_right_ends(layout), heads, strict=True):
        if row is not None:
            text = numbers.label(row)
            _write(axes, -0.45, right, text, layout, color=style.GREY, fontsize=8)
            left = layout.place(right - style.text_width([text], 8) - _HEAD_MARK)
            look = style.look(summary, row.strategy)
            (mark,) = axes.plot(left, -0.45, look.shape, color=look.fill, markersize=6)
            mark.set(transform=axes.get_yaxis_transform(), clip_on=False)
            mark.set_markeredgecolor(look.colour)


def _right_ends(layout: rows.Layout) -> tuple[float, float]:
    """Return where the two columns of numbers end, in inches from the plot's left end."""
    values = layout.plot + layout.values - rows.GAP
    return values, values + layout.intervals


def _write(
    axes: Axes, y: float, right: float, text: str, layout: rows.Layout, **looks: object
) -> None:
    place = layout.place(right)
    transform = axes.get_yaxis_transform()
    axes.text(place, y, text, transform=transform, ha="right", va="center", **looks)  # type: ignore[arg-type]


def _draw_row(
    axes: Axes, y: float, row: Row, winnable: Row | None, summary: Summary, layout: rows.Layout
) -> None:
    """Draw a variant: one mark, or two with a line between them."""
    rows.write_name(axes, y, row.variant, layout)
    both = [row, winnable] if winnable is not None else [row]
    edge, _ = axes.get_xlim()
    ends = [max(edge, one.win_rate or 0.0) for one in both]
    axes.plot(ends, [y] * len(ends), color=style.GREY, linewidth=0.8, zorder=2)
    for right, one in zip(_right_ends(layout), both, strict=False):
        _write(axes, y, right, f"{numbers.rate(one)} %", layout)
        marks.draw_rate(axes, y, one, style.look(summary, one.strategy))
