"""Which deals were won: three bits a deal, so that players and variants can be paired deal by deal.

The bits lie in blocks of deals. Blocks need not follow each other, so memory grows with the games
that were played and not with the numbers of the deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pyramid_stats.statistics.paired import Pairs

BLOCK = 1 << 17
"""Deals in a block."""

Bits = npt.NDArray[np.uint8]
Where = tuple[tuple[str, int], int]
"""A generator and a seed, which together name the deals, and the number of a block."""


class Block(NamedTuple):
    """Bits of the deals of a block."""

    played: Bits
    won: Bits
    undecided: Bits


class Meeting(NamedTuple):
    """Deals that two played, by who won them.

    Nobody won an undecided deal in ``as_known``. In ``worst`` it counts as lost by the first and
    won by the second, in ``best`` the other way round.
    """

    as_known: Pairs
    worst: Pairs
    best: Pairs

    @property
    def is_decided(self) -> bool:
        """Whether every deal is, so that there is but one reading."""
        return self.worst == self.best


class Outcomes:
    """The deals of one variant and strategy."""

    def __init__(self) -> None:
        self.blocks: dict[Where, Block] = {}

    def add(self, deals: tuple[str, int], first: int, won: Bits, undecided: Bits) -> None:
        """Add the deals from ``first`` on.

        Parameters
        ----------
        deals
            The generator and the seed.
        first
            The first deal's number.
        won, undecided
            One value a deal, 0 or 1.
        """
        done, games = 0, len(won)
        while done < games:
            number, start = divmod(first + done, BLOCK)
            here = slice(done, min(games, done + BLOCK - start))
            block = self._block((deals, number))
            for bits, values in zip(block, (np.ones_like(won), won, undecided), strict=True):
                _set(bits, start, values[here])
            done = here.stop

    def _block(self, where: Where) -> Block:
        if where not in self.blocks:
            self.blocks[where] = Block(*(np.zeros(BLOCK // 8, np.uint8) for _ in Block._fields))
        return self.blocks[where]

    def running(self, points: int) -> tuple[npt.NDArray[np.int64], ...]:
        """Return games, wins and undecided games so far, in the order of the deals.

        Parameters
        ----------
        points
            How often at most; the numbers of games are about evenly spread on a logarithmic scale.

        Returns
        -------
        tuple of three arrays of int64
        """
        blocks = [block for _, block in sorted(self.blocks.items(), key=lambda item: item[0])]
        if not blocks:
            return tuple(np.zeros(0, np.int64) for _ in Block._fields)
        sums = [np.cumsum(_counts([block[kind] for block in blocks])) for kind in range(3)]
        # The bits lie eight to a byte, so the first numbers of games come in steps of eight.
        return thinned(sums, points)


def thinned(
    sums: Sequence[npt.NDArray[np.int64]], points: int
) -> tuple[npt.NDArray[np.int64], ...]:
    """Return some running counts at so many places at most; the first of them are of games."""
    games = sums[0]
    at = np.unique(np.searchsorted(games, np.geomspace(1, games[-1], points)))
    return tuple(each[at] for each in sums)


def meeting(one: Outcomes, other: Outcomes) -> Meeting:
    """Count the deals that two players, or one player under two rules, both played."""
    counts = np.zeros((3, 4), np.int64)
    for a, b in _shared([one, other]):
        common = a.played & b.played
        sure = a.won & common, b.won & common
        open_a, open_b = a.undecided & common, b.undecided & common
        readings = [sure, (sure[0], sure[1] | open_b), (sure[0] | open_a, sure[1])]
        counts += [_four(common, *reading) for reading in readings]
    return Meeting(*(Pairs(*map(int, row)) for row in counts))


def together(all_of_them: Sequence[Outcomes]) -> tuple[int, npt.NDArray[np.int64]]:
    """Return the deals that all of some players played, and how many of them two of them both won.

    Returns
    -------
    games : int
    both : array of int64, players x players
        On the diagonal the deals that each of them won.
    """
    games, size = 0, len(all_of_them)
    both = np.zeros((size, size), np.int64)
    for blocks in _shared(all_of_them):
        common = reduce(np.bitwise_and, [block.played for block in blocks])
        games += _count(common)
        won = [block.won & common for block in blocks]
        for i in range(size):
            for j in range(i, size):
                both[i, j] += _count(won[i] & won[j])
    return games, np.maximum(both, both.T)


def _set(bits: Bits, start: int, values: Bits) -> None:
    """Set the bits from ``start`` on to the values, which are 0 or 1."""
    shifted = np.concatenate([np.zeros(start % 8, np.uint8), values])
    packed = np.packbits(shifted)
    bits[start // 8 : start // 8 + len(packed)] |= packed


def _shared(players: Sequence[Outcomes]) -> Iterator[list[Block]]:
    """Yield the blocks of the deals that all have a part of."""
    for where, block in players[0].blocks.items():
        others = [player.blocks.get(where) for player in players[1:]]
        found = [block, *(other for other in others if other is not None)]
        if len(found) == len(players):
            yield found


def _four(common: Bits, a: Bits, b: Bits) -> list[int]:
    """Count the bits that both have, only one or the other, and neither."""
    both, won_a, won_b = _count(a & b), _count(a), _count(b)
    return [both, won_a - both, won_b - both, _count(common) - won_a - won_b + both]


def _count(bits: Bits) -> int:
    return int(np.bitwise_count(bits).sum(dtype=np.int64))


def _counts(blocks: Sequence[Bits]) -> npt.NDArray[np.int64]:
    return np.bitwise_count(np.concatenate(blocks)).astype(np.int64)
