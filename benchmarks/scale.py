"""How many games each figure is measured with."""

from __future__ import annotations

from dataclasses import dataclass

SEED = 13
CHUNK = 100_000
"""Games that a kernel plays at a time where its own time is measured."""


@dataclass(frozen=True)
class Scale:
    """Numbers of games and rounds; the defaults are those that the bars are meant for."""

    shuffles: int = 2_000_000
    kernel_games: int = 400_000
    naive_games: int = 400
    slow_games: int = 300
    process_games: int = 5_000_000
    many_games: int = 20_000_000
    few_games: int = 1_000_000
    checked_deals: int = 300
    solver_deals: int = 1000
    slowest_deals: int = 10_000
    shortest_deals: int = 300
    winnable_games: int = 100_000
    parts: int = 10_000
    rounds: int = 3


FULL = Scale()
QUICK = Scale(
    shuffles=300_000,
    kernel_games=50_000,
    naive_games=60,
    slow_games=50,
    process_games=500_000,
    many_games=2_000_000,
    few_games=200_000,
    checked_deals=50,
    solver_deals=100,
    slowest_deals=500,
    shortest_deals=50,
    winnable_games=20_000,
    parts=500,
)
