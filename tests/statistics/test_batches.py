from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from pyramid_stats.statistics.batches import batch_means


def test_equal_batches_are_the_t_test_of_scipy():
    excess = np.random.default_rng(1).integers(-5, 9, 40)
    found = batch_means(excess, np.full(40, 250), 0.9)
    expected = ttest_1samp(excess / 250, 0)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert tuple(found.interval) == pytest.approx(tuple(expected.confidence_interval(0.9)))


def test_a_short_last_batch_counts_by_its_deals():
    excess = np.array([3, 5] * 20 + [1])
    sizes = np.array([100] * 40 + [10])
    assert batch_means(excess, sizes).mean == pytest.approx(161 / 4010)


@pytest.mark.parametrize("batches", [0, 1, 29])
def test_few_batches_say_nothing(batches):
    assert batch_means(np.arange(batches), np.full(batches, 10)) is None


def test_batches_that_are_all_alike_say_nothing():
    assert batch_means(np.zeros(50, int), np.full(50, 10)) is None


@pytest.mark.parametrize(("only_a", "only_b"), [(0.002, 0.001), (0.05, 0.04)])
def test_the_interval_holds_as_often_as_it_says(only_a, only_b):
    random, held, samples = np.random.default_rng(2), 0, 3000
    sizes = np.append(np.full(30, 1000), 400)
    for _ in range(samples):
        a, b = random.binomial(sizes, only_a), random.binomial(sizes, only_b)
        found = batch_means(a - b, sizes)
        held += found.interval.low <= only_a - only_b <= found.interval.high
    assert 0.935 < held / samples < 0.965
