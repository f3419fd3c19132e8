"""Looking at results while they come in: what goes wrong, and that the documented way doesn't.

Two strategies that win equally often play up to 20 000 common deals, and somebody looks after each
thousand.
"""

from __future__ import annotations

import numpy as np
import pytest

from pyramid_stats.statistics.intervals import wilson
from pyramid_stats.statistics.paired import Pairs, mcnemar

LOOKS, EACH = 20, 1000
SHARES = [0.04, 0.03, 0.03, 0.9]
RUNS = 400
ALPHA = 0.05
MOST = 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / RUNS)
"""Of 400 runs, what 5 % may look like."""


@pytest.fixture(scope="module")
def looks():
    """Counts so far: runs x looks x (both, only a, only b, neither)."""
    return np.random.default_rng(13).multinomial(EACH, SHARES, (RUNS, LOOKS)).cumsum(axis=1)


def p_of(counts):
    return mcnemar(Pairs(*map(int, counts)))


def test_stopping_at_the_first_small_p_is_wrong_far_too_often(looks):
    wrong = sum(any(p_of(counts) < ALPHA for counts in run) for run in looks)
    assert wrong / RUNS > 3 * ALPHA


def test_one_test_after_a_number_of_games_fixed_before_keeps_its_level(looks):
    wrong = sum(p_of(run[-1]) < ALPHA for run in looks)
    assert wrong / RUNS <= MOST


def test_one_test_after_a_stop_by_precision_keeps_its_level(looks):
    wrong, stops = 0, set()
    for run in looks:
        stop = next(i for i, counts in enumerate(run) if is_precise(counts) or i == LOOKS - 1)
        wrong += p_of(run[stop]) < ALPHA
        stops.add(stop)
    assert len(stops) > 1  # it does stop at different times
    assert wrong / RUNS <= MOST


def is_precise(counts, half_width=0.005):
    low, high = wilson(int(counts[0] + counts[1]), int(counts.sum()))
    return (high - low) / 2 <= half_width
