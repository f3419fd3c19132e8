"""What has to be said beside the table of ``plan``, each in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from pyramid_stats.cli.plan_words import rounded_up, time_in_words
from pyramid_stats.cli.planning import Clock, Goal, Line, correction, games_of_each
from pyramid_stats.cli.playing import MOST_GAMES
from pyramid_stats.statistics.shares import percent


def notes_for(
    lines: Sequence[Line], goal: Goal, clock: Clock, allowed: Callable[[str], int | None]
) -> list[str]:
    """Return what has to be known beside the table.

    ``allowed`` tells how many games the config lets a strategy play, None if it doesn't say.
    """
    what = "disagreement" if goal.kind == "difference" else "win rate"
    notes = [
        f"cautious: should the {what} be what needs most games within the pilot's "
        f"{percent(goal.confidence)} interval.",
        *_about_pairs(lines, goal),
        _about_time(clock),
        *_about_one_number(lines, clock),
        *(note for line in lines for note in _about_line(line, goal)),
    ]
    for (_, strategy), games in games_of_each(lines).items():
        most = allowed(strategy)
        if most is not None and most < games:
            notes.append(f"at_most in the config: {strategy} plays {most:,} games only.")
    return list(dict.fromkeys(notes))


def _about_pairs(lines: Sequence[Line], goal: Goal) -> list[str]:
    if goal.kind != "difference":
        return []
    notes = [
        "disagree: deals that only one of the two won.",
        "unpaired: games of each that it would take on different deals.",
    ]
    if len(lines) > 1:
        more = correction(lines, goal) - 1
        notes.append(
            f"Each line holds for itself. A report corrects for making {len(lines)} comparisons "
            f"at once (Holm); to allow for that, play {percent(ceil(100 * more) / 100)} more."
        )
    return notes


def _about_time(clock: Clock) -> str:
    if clock.workers == 1:
        return "time: to play the cautious number with one worker."
    return (
        f"time: to play the cautious number with {clock.workers} workers, taken to be "
        f"{clock.workers} times as fast as one."
    )


def same_for_all(lines: Sequence[Line]) -> int | None:
    """Return a number of games, the same for all, that is enough for all lines; None: none is."""
    most = rounded_up(max(games_of_each(lines).values()))
    return most if 0 < most <= MOST_GAMES else None


def _about_one_number(lines: Sequence[Line], clock: Clock) -> list[str]:
    """Say how long it takes if all play as many games as one of them needs."""
    games, most = games_of_each(lines), same_for_all(lines)
    if most is None or len(set(games.values())) == 1:
        return []
    time = time_in_words(clock.seconds(dict.fromkeys(games, most)))
    return [f"With the same --games for all, {most:,}: {time}."]


def _about_line(line: Line, goal: Goal) -> list[str]:
    name = ", ".join(line.cells[0])
    notes = []
    if line.undecided:
        notes.append(
            f"{name}: {line.undecided:,} results of the pilot are undecided; "
            + ("they count as lost." if goal.kind == "difference" else "they widen the interval.")
        )
    if line.need.cautious is None and not sum(line.hits):
        notes.append(
            f"{name}: no win in {line.pilot:,} games: a bigger --pilot is needed; not in the total."
        )
    elif line.need.cautious is None:
        notes.append(f"{name}: with so many undecided no number of games is enough.")
    elif line.need.cautious > MOST_GAMES:
        notes.append(f"{name}: no run can have so many games.")
    return notes
