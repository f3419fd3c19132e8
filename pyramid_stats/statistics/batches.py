"""Two players of whom only the sums over batches of common deals are known: the batch means."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.stats import t as student

from pyramid_stats.statistics.intervals import Interval

FEWEST = 30
"""Batches of equal size that it takes."""


class BatchMeans(NamedTuple):
    """A mean, its interval, and the p-value of its being 0."""

    mean: float
    interval: Interval
    p_value: float


def batch_means(
    excess: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64], confidence: float = 0.95
) -> BatchMeans | None:
    """Return how many more of the deals one of two players wins, by Student's t over the batches.

    With k batches of sizes m and differences d of the win rates, the mean is D = sum(m d) / sum(m),
    its variance sum(m (d - D)^2) / (k - 1) / sum(m), and t has k - 1 degrees of freedom. Batches
    of equal size give the textbook's formula. The weights, with which a last batch may be shorter,
    are right as deals are independent: the variance of d goes with 1 / m.

    Parameters
    ----------
    excess
        Of each batch, deals that the first won less deals that the second won.
    sizes
        Deals in each batch.
    confidence
        Between 0 and 1, for example 0.95.

    Returns
    -------
    BatchMeans or None
        None for fewer than :data:`FEWEST` batches of equal size, or of unequal size if they are
        worth no more (their sum squared / the sum of their squares); and where all differences are
        equal, so that nothing tells how far they spread.

    References
    ----------
    Law, A. M. (2015), Simulation Modeling and Analysis, 5th ed., section 9.5.3 (batch means) and
    section 10.2.1 (the paired t interval).
    """
    counts = [int(size) for size in sizes]
    games = sum(counts)
    if not counts or games**2 < FEWEST * sum(size**2 for size in counts):
        return None
    if np.all(excess * sizes[0] == excess[0] * sizes):
        return None
    mean = int(excess.sum()) / games
    freedom = len(counts) - 1
    squares = float(np.sum(sizes * (excess / sizes - mean) ** 2))
    error = sqrt(squares / freedom / games)
    reach = float(student.ppf((1 + confidence) / 2, freedom)) * error
    interval = Interval(max(-1.0, mean - reach), min(1.0, mean + reach))
    return BatchMeans(mean, interval, float(2 * student.sf(abs(mean) / error, freedom)))
