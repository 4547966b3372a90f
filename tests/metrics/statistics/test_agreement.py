import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa

from metrics.counting import FloatArray, IntArray
from metrics.statistics.agreement import kappa, linear_kappa, paired_grades, quadratic_kappa
from metrics.statistics.intervals import bootstrap_interval
from protocol import DataError

KAPPAS = {"plain": kappa, "linear": linear_kappa, "quadratic": quadratic_kappa}
grades = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=60).map(
    lambda pairs: np.array(pairs).T
)
tables = arrays(float, (3, 3), elements=st.integers(0, 20).map(float))
each_kappa = pytest.mark.parametrize("of", KAPPAS.values(), ids=KAPPAS.keys())


def table(first: IntArray, second: IntArray, categories: int = 3) -> FloatArray:
    return paired_grades(first, second, categories).sum(axis=0)


def test_kappas_are_those_worked_by_hand() -> None:
    # Of 10 items, rows give shares .5, .5, 0 and columns .4, .4, .2. Agreement .3 + .3 = .6, by chance .2 + .2 = .4.
    counts = np.array([[3.0, 1, 1], [1, 3, 1], [0, 0, 0]])
    assert kappa(counts) == pytest.approx((0.6 - 0.4) / (1 - 0.4))
    # One apart .1 + .1 + .1 = .3, by chance .2 + .2 + .1 = .5; two apart .1, by chance .1
    assert linear_kappa(counts) == pytest.approx(1 - (0.3 + 2 * 0.1) / (0.5 + 2 * 0.1))
    assert quadratic_kappa(counts) == pytest.approx(1 - (0.3 + 4 * 0.1) / (0.5 + 4 * 0.1))


@given(rated=grades)
@pytest.mark.parametrize(("of", "weights"), [(kappa, None), (linear_kappa, "linear"), (quadratic_kappa, "quadratic")])
def test_kappas_agree_with_scikit_learn(of, weights: str | None, rated: IntArray) -> None:
    first, second = rated
    assume(len({*first, *second}) > 1)
    expected = cohen_kappa_score(first, second, weights=weights, labels=[0, 1, 2])
    assert of(table(first, second)) == pytest.approx(expected)


@given(counts=tables)
def test_quadratic_kappa_agrees_with_statsmodels(counts: FloatArray) -> None:
    assume((counts.sum(axis=0) > 0).sum() > 1)
    assume((counts.sum(axis=1) > 0).sum() > 1)
    expected = cohens_kappa(counts, weights=np.arange(3), wt="quadratic", return_results=False)
    assert quadratic_kappa(counts) == pytest.approx(expected)


@each_kappa
@given(counts=tables)
def test_raters_may_change_places(of, counts: FloatArray) -> None:
    assert of(counts) == pytest.approx(of(counts.T), nan_ok=True)


@each_kappa
@given(counts=tables)
def test_the_scale_may_be_turned_round(of, counts: FloatArray) -> None:
    assert of(counts) == pytest.approx(of(counts[::-1, ::-1]), nan_ok=True)


@given(counts=tables, order=st.permutations(range(3)))
def test_plain_kappa_does_not_know_the_names_of_categories(counts: FloatArray, order: list[int]) -> None:
    assert kappa(counts) == pytest.approx(kappa(counts[np.ix_(order, order)]), nan_ok=True)


@each_kappa
@given(counts=tables)
def test_kappa_is_at_most_one_and_one_for_full_agreement(of, counts: FloatArray) -> None:
    assert not of(counts) > 1 + 1e-12
    agreed = np.diag(np.diag(counts))
    if (np.diag(counts) > 0).sum() > 1:
        assert of(agreed) == pytest.approx(1)


@each_kappa
@given(rows=arrays(float, 3, elements=st.integers(1, 9).map(float)), columns=arrays(float, 3, elements=st.just(2.0)))
def test_independent_raters_agree_by_chance_alone(of, rows: FloatArray, columns: FloatArray) -> None:
    assert of(np.outer(rows, columns)) == pytest.approx(0, abs=1e-12)


@each_kappa
@given(counts=arrays(float, array_shapes(max_dims=2, max_side=3).map(lambda s: (*s, 3, 3)), elements=st.integers(0, 9)))
def test_leading_axes_are_tables_of_their_own(of, counts: FloatArray) -> None:
    found = of(counts)
    assert found.shape == counts.shape[:-2]
    for place in np.ndindex(found.shape):
        assert found[place] == pytest.approx(of(counts[place]), nan_ok=True)


@each_kappa
@pytest.mark.parametrize("counts", [np.zeros((3, 3)), np.diag([7.0, 0, 0])], ids=["no item", "one grade"])
def test_kappa_is_undefined_where_chance_agrees_throughout(of, counts: FloatArray) -> None:
    assert math.isnan(of(counts))


def test_between_two_categories_all_weights_are_alike() -> None:
    counts = np.array([[20.0, 5], [10, 15]])
    # Agreement .7, by chance .5 x .6 + .5 x .4 = .5 (Cohen's textbook table)
    assert kappa(counts) == linear_kappa(counts) == quadratic_kappa(counts) == pytest.approx(0.4)


def test_an_interval_resamples_items() -> None:
    rng = np.random.default_rng(3)
    first = rng.integers(0, 3, size=200)
    second = np.where(rng.random(200) < 0.6, first, rng.integers(0, 3, size=200))
    items = paired_grades(first, second, 3).reshape(200, 9)
    interval = bootstrap_interval(items, lambda sums: quadratic_kappa(sums.reshape(*sums.shape[:-1], 3, 3)), rng)
    by_formula = cohens_kappa(table(first, second), weights=np.arange(3), wt="quadratic")
    assert interval == pytest.approx((by_formula.kappa_low, by_formula.kappa_upp), abs=0.03)


def test_grades_off_the_scale_or_of_other_items_are_refused() -> None:
    with pytest.raises(DataError, match="grade 3 is none of 0 to 2"):
        paired_grades(np.array([0, 3]), np.array([0, 1]), 3)
    with pytest.raises(DataError, match="2 grades beside 1"):
        paired_grades(np.array([0, 1]), np.array([0]), 3)
