"""What ``plan`` prints: its table, or JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import ceil, log10
from typing import Any

from pyramid_stats.cli.output import table, terminal_width, wrap
from pyramid_stats.cli.planning import Clock, Goal, Line, games_of_each, grouped
from pyramid_stats.statistics.shares import percent

_DIGITS = 3
"""Digits of a number of games: the pilot bears out no more."""

_LONGEST = 10**10
"""From here on numbers of games are written as 1.2e+12."""

_DISPENSABLE = ("pilot", "unpaired", "expected")
"""Columns that go, the first first, where a line would be too long; JSON has them all."""

_UNITS = (
    (90, 1, "about {} s"),
    (90 * 60, 60, "{} min"),
    (48 * 3600, 3600, "{} hours"),
    (2 * 365 * 86400, 86400, "{} days"),
)
"""Up to how many seconds a unit is used, its seconds, and how it is written."""


def rounded_up(games: int) -> int:
    """Round a number of games up to the digits that are worth saying."""
    step = int(10 ** max(0, len(str(games)) - _DIGITS))
    return -(-games // step) * step


def time_in_words(seconds: float) -> str:
    """Say how long something takes: under 1 s, about 3 s, 40 min, 2 days."""
    if seconds < 1:
        return "under 1 s"
    for most, unit, text in _UNITS:
        if seconds < most:
            return text.format(round(seconds / unit))
    years = seconds / (365 * 86400)
    return f"{years:,.0f} years" if years < 1e6 else "for ever"


def as_text(lines: Sequence[Line], goal: Goal, clock: Clock, notes: Sequence[str]) -> str:
    """Return the table with what it means above and what to know below."""
    parts = [_wrapped(_title(goal)), "", _grid(lines, goal, clock), ""]
    return "\n".join([*parts, *map(_wrapped, notes)]).rstrip()


def _wrapped(text: str) -> str:
    """Break a text into lines, but never between a number and its percent sign."""
    return wrap(text.replace(" %", "\N{NO-BREAK SPACE}%")).replace("\N{NO-BREAK SPACE}", " ")


def _title(goal: Goal) -> str:
    wanted, level = percent(goal.wanted), percent(goal.confidence)
    if goal.kind == "difference":
        return (
            f"Deals, common to both, on which a difference of {wanted} is seen with a power of "
            f"{percent(goal.power)} (McNemar's test, {level} confidence)."
        )
    of = " of the win rate" if goal.kind == "relative" else ""
    return f"Games for a {level} interval that reaches {wanted}{of} to either side, or less."


def _grid(lines: Sequence[Line], goal: Goal, clock: Clock) -> str:
    """Return the lines in columns, under the headings of :func:`grouped`, and their total."""
    paired = goal.kind == "difference"
    rows: list[dict[str, str] | str] = []
    for heading, members in grouped(lines):
        rows.append(heading)
        rows += [{"": f"  {name}", **_cells(line, clock, paired)} for name, line in members]
    if len(lines) > 1:
        rows.append({"": "total", **_total(lines, clock)})
    widths = _widths([row for row in rows if isinstance(row, dict)])
    head = _aligned({name: name for name in widths}, widths)
    return table(
        [head],
        [[row if isinstance(row, str) else _aligned(row, widths)] for row in rows],
    )


def _widths(rows: Sequence[Mapping[str, str]]) -> dict[str, int]:
    """Return each column's width; without those that the terminal has no room for."""
    widths = {
        name: max(len(row.get(name, "")) for row in [*rows, {name: name}]) for name in rows[0]
    }
    for name in _DISPENSABLE:
        if sum(widths.values()) + 2 * (len(widths) - 1) > terminal_width():
            widths.pop(name, None)
    return widths


def _aligned(row: Mapping[str, str], widths: Mapping[str, int]) -> str:
    """Return a row's cells beside each other: its name to the left, numbers to the right."""
    cells = [row.get(name, "").rjust(width) for name, width in widths.items() if name]
    return "  ".join([row[""].ljust(widths[""]), *cells])


def _cells(line: Line, clock: Clock, paired: bool) -> dict[str, str]:
    expected, cautious = line.need
    time = "-"
    if cautious is not None:
        time = time_in_words(clock.seconds(dict.fromkeys(line.cells, cautious)))
    return {
        "pilot": f"{line.pilot:,}",
        "disagree %" if paired else "win rate %": _rate(line.share, line.pilot),
        "expected": _count(expected),
        "cautious": _count(cautious),
        **({"unpaired": _count(line.unpaired)} if paired else {}),
        "time here": time,
    }


def _total(lines: Sequence[Line], clock: Clock) -> dict[str, str]:
    """Return the sums over all that has to be played, a reference only once."""
    expected, cautious = (games_of_each(lines, wary) for wary in (False, True))
    return {
        "expected": _count(sum(expected.values())),
        "cautious": _count(sum(cautious.values())),
        "time here": time_in_words(clock.seconds(cautious)),
    }


def _count(games: int | None) -> str:
    if games is None:
        return "-"
    shown = rounded_up(games)
    return f"{shown:,}" if shown < _LONGEST else f"{shown:.1e}"


def _rate(share: float, games: int) -> str:
    """Write a share in percent, with the decimals that so many games bear out."""
    return f"{100 * share:.{max(0, ceil(log10(games)) - 2)}f}"


def as_json(
    lines: Sequence[Line], goal: Goal, clock: Clock, seed: int, notes: Sequence[str]
) -> dict[str, Any]:
    """Return everything, with numbers in full."""
    cautious = games_of_each(lines)
    return {
        **asdict(goal),
        "power": goal.power if goal.kind == "difference" else None,
        "seed": seed,
        "workers": clock.workers,
        "rows": [_row(line, clock) for line in lines],
        "total": {
            "games_expected": sum(games_of_each(lines, cautious=False).values()),
            "games_cautious": sum(cautious.values()),
            "seconds": clock.seconds(cautious),
        },
        "notes": list(notes),
    }


def _row(line: Line, clock: Clock) -> dict[str, Any]:
    players = [
        {"variant": cell[0], "strategy": cell[1], "games_per_second": clock.speeds[cell]}
        for cell in line.cells
    ]
    expected, cautious = line.need
    time = None if cautious is None else clock.seconds(dict.fromkeys(line.cells, cautious))
    row: dict[str, Any] = {"pilot_games": line.pilot, "undecided": line.undecided}
    if len(players) == 1:
        row |= {**players[0], "wins": line.hits[0], "win_rate": line.share}
    else:
        row |= {"a": players[0], "b": players[1], "disagreement": line.share}
        row |= {"only_a_won": line.hits[0], "only_b_won": line.hits[1], "unpaired": line.unpaired}
    return row | {"games_expected": expected, "games_cautious": cautious, "seconds": time}
