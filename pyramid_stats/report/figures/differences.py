"""How much more or less the strategies win than one of them, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from pyramid_stats.report import findings, numbers
from pyramid_stats.report.comparisons import Comparison
from pyramid_stats.report.figures import marks, rows, style
from pyramid_stats.report.summary import Row, Summary

_FOOT = 1.4  # rows below each variant, for the numbers at its axis
_AXIS = 0.15  # inches below the last one, for the name
_ALIKE = 4  # variants whose scales differ by less than this factor get the same one

Group = list[tuple[Row, Comparison]]
"""The strategies of a variant, with what the reference is compared to."""


def differences(summary: Summary) -> Figure | None:
    """Draw one row for each variant and honest strategy: its win rate less the reference's.

    None if nothing was compared with the reference.
    """
    reference = summary.reference or _first_honest(summary)
    compared = [_compared(summary, variant, reference) for variant in summary.variants]
    groups = [group for group in compared if group]
    if reference is None or not groups:
        return None
    layout = _layout(summary, groups)
    caption = style.caption(summary, _explanation(summary), layout.width)
    height = rows.SLOT * sum(len(group) + 1 + _FOOT for group in groups)
    top, bottom = style.title_height(summary) + rows.HEADS, style.caption_height(caption) + _AXIS
    limits = _limits(groups)
    own = " (each variant has its own scale)" if len(set(limits)) > 1 else ""
    with style.own_style():
        figure = Figure(figsize=(layout.width, height + top + bottom))
        y = bottom + height
        for group, ends in zip(groups, limits, strict=True):
            high = rows.SLOT * (len(group) + 1)
            axes = style.axes_in_inches(figure, (layout.names, y - high, layout.plot, high))
            _draw_group(axes, group, ends, summary, layout)
            y -= high + rows.SLOT * _FOOT
        axes.set_xlabel(f"percentage points{own}", color=style.GREY)
        rows.write_heads(figure.axes[0], layout, "difference", numbers.interval_head(summary))
        style.add_title(figure, summary, f"Win rate less that of {reference}, on the same deals")
        style.add_caption(figure, caption)
    return figure


def _first_honest(summary: Summary) -> str | None:
    return next((row.strategy for row in summary.rows if row.honest), None)


def _compared(summary: Summary, variant: str, reference: str | None) -> Group:
    """Return the honest strategies of a variant, each with its comparison with the reference."""
    other = summary.cells.get((variant, reference or ""))
    if other is None:
        return []
    rivals = [row for row in summary.rows if row.variant == variant and row.honest]
    found = [(row, findings.difference(summary, row, other)) for row in rivals if row != other]
    return [(row, comparison) for row, comparison in found if comparison is not None]


def _layout(summary: Summary, groups: Sequence[Group]) -> rows.Layout:
    every = [pair for group in groups for pair in group]
    return rows.make_layout(
        summary.variants,
        [row.strategy for row, _ in every],
        ["difference", *(numbers.points(comparison)[0] for _, comparison in every)],
        ["95.00 % interval", *(_interval(comparison) for _, comparison in every)],
    )


def _interval(comparison: Comparison) -> str:
    return " to ".join(numbers.points(comparison)[1:])


def _explanation(summary: Summary) -> str:
    family = summary.family
    interval, test = summary.method
    return (
        f"Bars: {numbers.percent(summary.confidence)} {interval} intervals, each for itself. "
        f"Filled: more than chance by {test} test, corrected by Holm's method for "
        f"{numbers.count(family)} comparison{'' if family == 1 else 's'}; empty: may be chance."
    )


def _limits(groups: Sequence[Group]) -> list[tuple[float, float]]:
    """Return the ends of each variant's axis; 0 has the same place on all of them."""
    reaches = [
        (max(0.0, *(-each.ci_low for _, each in group)), max(0.0, *(e.ci_high for _, e in group)))
        for group in groups
    ]
    shares = [low / (low + high) if low + high else 0.5 for low, high in reaches]
    zero = min(0.9, max(0.1, sum(shares) / len(shares)))
    spans = [1.06 * max(low / zero, high / (1 - zero)) or 0.01 for low, high in reaches]
    if max(spans) < _ALIKE * min(spans):
        spans = [max(spans)] * len(spans)
    return [(-zero * span, (1 - zero) * span) for span in spans]


def _draw_group(
    axes: Axes,
    group: Group,
    limits: tuple[float, float],
    summary: Summary,
    layout: rows.Layout,
) -> None:
    """Draw one variant: its name, a line at 0 and its strategies."""
    axes.set(xlim=limits, ylim=(len(group) + 1, 0), yticks=[])
    axes.xaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: _tick(share)))
    style.add_grid(axes, "x")
    axes.plot((0, 0), (1, len(group) + 1), color=style.GREY, linewidth=1.1, zorder=1.5)
    rows.draw_head(axes, 0, group[0][0].variant, layout)
    for place, (row, comparison) in enumerate(group, start=1):
        y = place + 0.55
        rows.write_name(axes, y, row.strategy, layout)
        rows.write_numbers(axes, y, layout, numbers.points(comparison)[0], _interval(comparison))
        look = style.look(summary, row.strategy)
        clear = comparison.is_clear(summary.confidence)
        look = look._replace(fill=look.colour if clear else style.PAPER)
        ends = comparison.ci_low, comparison.ci_high
        marks.draw_mark(axes, y, comparison.difference, ends, look)


def _tick(share: float) -> str:
    """Write a mark of the axis; there is no difference of more than all games."""
    if abs(share) > 1.001:
        return ""
    text = f"{round(100 * share, 9):+g}" if share else "0"
    return text.replace("-", "\N{MINUS SIGN}")
