"""Many comparisons at once: what chance alone would bring about among so many.

Holm's correction comes from statsmodels. Cochran's Q is computed here from counts of pairs, so that
millions of deals need no matrix of deals x players; the tests hold it against statsmodels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.stats import chi2
from statsmodels.stats.multitest import multipletests


class CochranTest(NamedTuple):
    """Cochran's Q, its degrees of freedom, and the p-value of all winning equally often."""

    statistic: float
    freedom: int
    p_value: float


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values adjusted for being a family.

    Whoever rejects where the adjusted value is below alpha is wrong anywhere in the family with a
    probability of at most alpha, however the comparisons depend on each other.

    References
    ----------
    Holm, S. (1979), Scand. J. Statist. 6, 65-70.
    """
    if not p_values:
        return []
    return [float(p) for p in multipletests(p_values, method="holm")[1]]


def cochran(both: npt.NDArray[np.int64]) -> CochranTest | None:
    """Test whether several players win equally often on the same deals.

    Parameters
    ----------
    both
        Players x players: deals that two of them both won; on the diagonal each one's wins.

    Returns
    -------
    CochranTest or None
        None where no deal tells the players apart, or there are fewer than two.

    References
    ----------
    Cochran, W. G. (1950), Biometrika 37, 256-266. There the sum over the deals of the squared
    number of winners is the sum of all entries of ``both``.
    """
    players = len(both)
    wins = [int(count) for count in np.diagonal(both)]
    total, squares = sum(wins), int(both.sum())
    apart = players * total - squares
    if players < 2 or apart == 0:
        return None
    excess = players * sum(count**2 for count in wins) - total**2
    statistic = (players - 1) * excess / apart
    return CochranTest(statistic, players - 1, float(chi2.sf(statistic, players - 1)))
