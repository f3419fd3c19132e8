"""One measured figure with its bar and its aim, and the table of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HEADER = ("what", "measured", "bar", "aim", "")
WIDTH = 64


@dataclass(frozen=True)
class Figure:
    """A ratio that was measured.

    Parameters
    ----------
    what
        What is measured, and in which unit.
    value
        The median of the rounds.
    bar, aim
        What it has to be, and what it should be; None where nothing is asked.
    more_is_better
        Whether the bar is a least value instead of a highest.
    spread
        The single rounds, shown as their range.
    """

    what: str
    value: float
    bar: float | None = None
    aim: float | None = None
    more_is_better: bool = False
    spread: Sequence[float] = ()

    def meets(self, limit: float | None) -> bool:
        """Return whether the value is as good as a limit."""
        if limit is None:
            return True
        return self.value >= limit if self.more_is_better else self.value <= limit

    def cells(self) -> tuple[str, ...]:
        """Return the figure's line of the table."""
        sign = "at least " if self.more_is_better else "at most "
        limits = [sign + _number(each) if each is not None else "" for each in (self.bar, self.aim)]
        return (self.what, self._measured(), *limits, self._verdict())

    def _measured(self) -> str:
        if len(self.spread) < 2:
            return _number(self.value)
        low, high = _number(min(self.spread)), _number(max(self.spread))
        return f"{_number(self.value)} ({low} to {high})"

    def _verdict(self) -> str:
        if self.bar is None:
            return ""
        if not self.meets(self.bar):
            return "MISSED"
        return "aim met" if self.aim is not None and self.meets(self.aim) else "bar met"


def _number(value: float) -> str:
    """Return three digits or so, without an exponent."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def text_line(figure: Figure) -> str:
    """Return a line for the terminal; lines of several figures stand in columns."""
    what, measured, bar, aim, verdict = figure.cells()
    return f"{what:<{WIDTH}} {measured:<22} {bar:<14} {aim:<14} {verdict}".rstrip()


def text_header() -> str:
    """Return the line above :func:`text_line`."""
    what, measured, bar, aim, _ = HEADER
    return f"{what:<{WIDTH}} {measured:<22} {bar:<14} {aim}"


def markdown(figures: Sequence[Figure]) -> str:
    """Return the table for ``benchmarks/README.md``."""
    lines = [HEADER, ("---",) * len(HEADER), *(figure.cells() for figure in figures)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
