"""What ``plan`` works out from pilots: the lines of its table, and how long the games take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pyramid_stats.errors import UsageError, suggestion
from pyramid_stats.rules.variant import Variant
from pyramid_stats.simulate.experiment import Experiment
from pyramid_stats.simulate.pilot import Pilot, shared
from pyramid_stats.simulate.plan import chunk_size
from pyramid_stats.statistics import planning
from pyramid_stats.statistics.planning import Need

Cell = tuple[str, str]
"""The names of a variant and of a strategy that plays it."""


@dataclass(frozen=True)
class Goal:
    """What is wanted: an interval so narrow, or a difference seen with some power."""

    kind: str
    """``precision``, ``relative`` or ``difference``, as the flags are called."""
    wanted: float
    confidence: float
    power: float


@dataclass(frozen=True)
class Line:
    """One line of the table.

    Parameters
    ----------
    cells
        Who plays: one variant and strategy, or the two that are compared, the reference last.
    pilot
        Deals of the pilot.
    hits
        Deals of it that were won; of two, for each the deals that it won alone.
    undecided
        Deals of the pilot whose result is not known.
    need
        Games of each cell.
    unpaired
        Of two: games of each if they did not play the same deals.
    """

    cells: tuple[Cell, ...]
    pilot: int
    hits: tuple[int, ...]
    undecided: int
    need: Need
    unpaired: int | None = None

    @property
    def share(self) -> float:
        """The win rate in the pilot; of two, the share of deals that only one of them won."""
        return sum(self.hits) / self.pilot


@dataclass(frozen=True)
class Clock:
    """How long games take here.

    Parameters
    ----------
    speeds
        Games a second in one process.
    chunks
        Games that one worker plays at a time.
    workers
        Number of processes; two are taken to be twice as fast as one.
    """

    speeds: Mapping[Cell, float]
    chunks: Mapping[Cell, int]
    workers: int

    def seconds(self, games: Mapping[Cell, int]) -> float:
        """Return the time for some games of each cell; few games don't keep all workers busy."""
        work = sum(count / self.speeds[cell] for cell, count in games.items())
        pieces = sum(-(-count // self.chunks[cell]) for cell, count in games.items())
        return work / max(1, min(self.workers, pieces))


def clock_for(experiment: Experiment, pilots: Mapping[Cell, Pilot], workers: int) -> Clock:
    """Return what the pilots tell about the time."""
    chunks = {
        (variant.name, strategy.name): chunk_size(experiment, strategy)
        for variant in experiment.variants
        for strategy in experiment.strategies
    }
    return Clock({cell: pilot.speed for cell, pilot in pilots.items()}, chunks, workers)


def games_of_each(lines: Sequence[Line], cautious: bool = True) -> dict[Cell, int]:
    """Return the games that each cell has to play for all lines."""
    games: dict[Cell, int] = {}
    for line in lines:
        count = line.need.cautious if cautious else line.need.expected
        for cell in line.cells:
            games[cell] = max(games.get(cell, 0), count or 0)
    return games


def lines_for(
    pilots: Mapping[Cell, Pilot], pairs: Sequence[tuple[Cell, Cell]], goal: Goal
) -> list[Line]:
    """Return the table: of the pairs if a difference is wanted, else of every cell."""
    if goal.kind == "difference":
        return [_pair(one, other, pilots, goal) for one, other in pairs]
    return [_single(cell, pilot, goal) for cell, pilot in pilots.items()]


def _single(cell: Cell, pilot: Pilot, goal: Goal) -> Line:
    needed = {
        "precision": planning.need_for_precision,
        "relative": planning.need_for_relative,
    }[goal.kind]
    wins, games, undecided = pilot.wins, pilot.games, pilot.undecided
    need = needed(wins, games, goal.wanted, goal.confidence, undecided=undecided)
    return Line((cell,), games, (wins,), undecided, need)


def _pair(one: Cell, other: Cell, pilots: Mapping[Cell, Pilot], goal: Goal) -> Line:
    first, second = pilots[one], pilots[other]
    games, alone, other_alone = shared(first, second)
    how = goal.wanted, goal.power, goal.confidence
    need = planning.need_for_difference(alone + other_alone, games, *how)
    mean_rate = (first.wins / first.games + second.wins / second.games) / 2
    unpaired = planning.games_unpaired(mean_rate, *how)
    undecided = first.undecided + second.undecided
    return Line((one, other), games, (alone, other_alone), undecided, need, unpaired)


def pairs_of(experiment: Experiment, reference: str | None) -> list[tuple[Cell, Cell]]:
    """Return who is compared with whom, the reference last.

    Every strategy with the reference, variant by variant; a single strategy has its variants
    compared, those that are dealt from the same decks.

    Raises
    ------
    UsageError
        The reference doesn't play, or nothing can be compared.
    """
    strategies = [strategy.name for strategy in experiment.strategies]
    if len(strategies) > 1:
        chosen = _reference(strategies, reference)
        return [
            ((variant.name, name), (variant.name, chosen))
            for variant in experiment.variants
            for name in strategies
            if name != chosen
        ]
    chosen = _reference([variant.name for variant in experiment.variants], reference)
    names = list(_dealt_alike(experiment.variants, chosen))
    if not names:
        raise UsageError(
            "--difference: there is nothing to compare",
            "name two strategies, or two variants that are dealt from the same decks",
        )
    return [((name, strategies[0]), (chosen, strategies[0])) for name in names]


def _reference(names: Sequence[str], wanted: str | None) -> str:
    if wanted is not None and wanted not in names:
        raise UsageError(f"--reference: {wanted!r} doesn't play", suggestion(wanted, names))
    return wanted or names[0]


def _dealt_alike(variants: Sequence[Variant], chosen: str) -> Iterator[str]:
    """Yield the other variants that have their decks in common with one."""
    decks = {variant.name: variant.parameters().get("decks") for variant in variants}
    return (name for name in decks if name != chosen and decks[name] == decks[chosen])


def correction(lines: Sequence[Line], goal: Goal) -> float:
    """Return how many times the games Holm's correction for all lines asks for at most.

    Its first step is Bonferroni's: the level is divided by the number of comparisons.
    """
    stricter = 1 - (1 - goal.confidence) / max(1, len(lines))
    return max(
        planning.games_for_difference(line.share, goal.wanted, goal.power, stricter)
        / planning.games_for_difference(line.share, goal.wanted, goal.power, goal.confidence)
        for line in lines
    )


def grouped(lines: Sequence[Line]) -> list[tuple[str, list[tuple[str, Line]]]]:
    """Return the lines under headings, each with its own name."""
    named = [(*_names(line), line) for line in lines]
    return [
        (heading, [(name, line) for _, name, line in group])
        for heading, group in groupby(named, key=lambda each: each[0])
    ]


def _names(line: Line) -> tuple[str, str]:
    """Return under which heading a line stands, and its own name."""
    variant, strategy = line.cells[0]
    if len(line.cells) == 1:
        return variant, strategy
    other_variant, other_strategy = line.cells[1]
    if variant == other_variant:
        return f"{variant}, against {other_strategy}", strategy
    return f"{strategy}, against {other_variant}", variant
