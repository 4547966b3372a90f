import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.counting import FloatArray
from metrics.statistics import resampling
from metrics.statistics.intervals import mean, totals_of
from metrics.statistics.resampling import (
    Estimator,
    defined,
    exchanges,
    leaving_out,
    of_sample,
    of_totals,
    resampled,
    sums_within,
)

VALUES = np.random.default_rng(7).gamma(2.0, 3.0, size=24)
STUDENTS = np.repeat(["ann", "bob", "cem", "dia"], [2, 4, 6, 12])


def median(drawn: FloatArray) -> FloatArray:
    return np.asarray(np.median(drawn, axis=1))


def average(drawn: FloatArray) -> FloatArray:
    return np.asarray(np.mean(drawn, axis=1))


def correlation(drawn: FloatArray) -> FloatArray:
    x, y = np.moveaxis(drawn - drawn.mean(axis=1, keepdims=True), 2, 0)
    return np.asarray((x * y).sum(axis=1) / np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1)))


def test_an_estimator_gives_the_number_of_the_data_themselves() -> None:
    assert of_totals(totals_of(VALUES), mean).value == pytest.approx(VALUES.mean())
    assert of_sample(VALUES, median, STUDENTS).value == pytest.approx(np.median(VALUES))
    pairs = np.column_stack([VALUES, VALUES**2])
    assert of_sample(pairs, correlation).value == pytest.approx(np.corrcoef(pairs.T)[0, 1])


def test_what_is_left_of_three_values_without_one() -> None:
    # of 1, 2 and 6 the others' means are 4, 3.5 and 1.5
    values = np.array([1.0, 2.0, 6.0])
    assert leaving_out(of_totals(totals_of(values), mean)) == pytest.approx([4, 3.5, 1.5])
    assert leaving_out(of_sample(values, average)) == pytest.approx([4, 3.5, 1.5])


def test_a_cluster_is_left_out_with_all_its_members() -> None:
    # students a (1, 3) and b (8): without a 8, without b 2
    clustered = of_sample(np.array([1.0, 8.0, 3.0]), average, ["a", "b", "a"])
    assert leaving_out(clustered) == pytest.approx([8, 2])


def test_a_cluster_is_drawn_with_all_its_members() -> None:
    # two draws of a (1, 3) or b (8): 2 (a twice), 4 (a and b), 8 (b twice)
    clustered = of_sample(np.array([1.0, 8.0, 3.0]), average, ["a", "b", "a"])
    assert set(resampled(clustered, np.random.default_rng(0), 200)) == {2, 4, 8}


@settings(max_examples=25)
@given(seed=st.integers(0, 2**31), clustered=st.booleans())
def test_a_mean_is_the_same_as_a_statistic_of_sums_and_of_the_sample(seed: int, clustered: bool) -> None:
    clusters = STUDENTS if clustered else None
    of_sums, of_all = of_totals(totals_of(VALUES), mean, clusters), of_sample(VALUES, average, clusters)
    assert of_sums.clusters == of_all.clusters
    one, other = (resampled(estimator, np.random.default_rng(seed), 50) for estimator in (of_sums, of_all))
    assert one == pytest.approx(other)


def test_the_order_of_the_members_of_clusters_does_not_matter() -> None:
    shuffled = np.random.default_rng(1).permutation(VALUES.size)
    one = of_sample(VALUES, median, STUDENTS)
    other = of_sample(VALUES[shuffled], median, STUDENTS[shuffled])
    draws = [resampled(estimator, np.random.default_rng(2), 50) for estimator in (one, other)]
    assert np.array_equal(*draws)


def test_totals_add_up_within_clusters() -> None:
    totals = np.array([[1.0, 1.0], [10.0, 1.0], [100.0, 1.0]])
    assert sums_within(["b", "a", "b"], totals).tolist() == [[10, 1], [101, 2]]


def test_few_pairs_are_exchanged_in_every_way_once() -> None:
    (kept,) = exchanges(3, np.random.default_rng(0), resamples=8)
    assert sorted(map(tuple, kept.tolist())) == [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]


def test_many_pairs_are_exchanged_at_random_each_half_of_the_time() -> None:
    kept = np.concatenate([*exchanges(40, np.random.default_rng(0), resamples=2000)])
    assert kept.shape == (2000, 40)
    assert kept.mean(axis=0) == pytest.approx(np.full(40, 0.5), abs=5 * 0.5 / math.sqrt(2000))


def test_how_much_is_held_at_a_time_does_not_change_what_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def draws() -> list[FloatArray]:
        estimator, rng = of_totals(totals_of(VALUES), mean), np.random.default_rng(3)
        return [resampled(estimator, rng, 100), leaving_out(estimator), np.concatenate([*exchanges(24, rng, 100)])]

    at_once = draws()
    monkeypatch.setattr(resampling, "_BATCH", 5 * VALUES.size)
    for one, other in zip(at_once, draws(), strict=True):
        assert np.array_equal(one, other)


def test_a_sample_of_nothing_has_no_cluster() -> None:
    assert of_sample(np.empty(0), median).clusters == 0
    assert of_totals(np.empty((0, 2)), mean).clusters == 0


def test_undefined_values_are_told_from_defined_ones() -> None:
    half = Estimator(2, lambda weights: np.where(weights[:, 0] > 0, 1.0, np.nan))
    assert set(defined(resampled(half, np.random.default_rng(0), 100))) == {1.0}
