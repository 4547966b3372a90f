import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import false_discovery_control

from metrics.counting import FloatArray
from metrics.statistics.multiplicity import benjamini_hochberg, holm

NAN = np.nan
FEW = settings(max_examples=20)  # statsmodels collects garbage in each call
P_VALUES = arrays(float, st.integers(1, 20), elements=st.floats(0, 1))


def test_holm_multiplies_by_the_tests_that_are_left() -> None:
    # 3 x 0.01, 2 x 0.03, and 0.04 no less than the one before it
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_benjamini_and_hochberg_divide_by_the_rank() -> None:
    # 3/1 x 0.01, 3/2 x 0.03 = 0.045 but no more than the one after it, 3/3 x 0.04
    assert benjamini_hochberg([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.04, 0.04])


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_an_undefined_p_value_stays_so_and_is_no_test(adjust) -> None:
    found = adjust([0.01, NAN, 0.04, 0.03, NAN])
    assert np.isnan(found[[1, 4]]).all()
    assert found[[0, 2, 3]] == pytest.approx(adjust([0.01, 0.04, 0.03]))


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_families_without_a_test_stay_empty(adjust) -> None:
    assert adjust([]).shape == (0,)
    assert np.isnan(adjust([NAN, NAN])).all()


@FEW
@given(p=P_VALUES)
def test_benjamini_and_hochberg_agree_with_scipy(p: FloatArray) -> None:
    assert benjamini_hochberg(p) == pytest.approx(false_discovery_control(p))


@FEW
@given(p=P_VALUES)
def test_adjusting_keeps_the_order_and_only_raises(p: FloatArray) -> None:
    strict, lenient = holm(p), benjamini_hochberg(p)
    assert ((p <= lenient + 1e-12) & (lenient <= strict + 1e-12) & (strict <= 1)).all()
    order = np.argsort(p)
    assert (np.diff(strict[order]) >= 0).all()
    assert (np.diff(lenient[order]) >= 0).all()


@FEW
@given(p=st.floats(0, 1))
def test_one_test_needs_no_adjustment(p: float) -> None:
    assert holm([p]) == benjamini_hochberg([p]) == [p]


def test_families_of_a_table_are_adjusted_each_by_itself() -> None:
    table = pd.DataFrame({"measure": ["a", "b", "a", "b"], "p": [0.01, 0.02, 0.04, NAN]})
    adjusted = table.groupby("measure", sort=False)["p"].transform(holm)
    assert adjusted.tolist() == pytest.approx([0.02, 0.02, 0.04, NAN], nan_ok=True)


@FEW
@given(p=P_VALUES)
def test_holm_finds_something_where_the_least_of_n_lies_below_an_nth_of_the_level(p: FloatArray) -> None:
    # which among n tests of nothing happens in 5 % of families at most, as Bonferroni showed
    assert (holm(p) < 0.05).any() == (p.min() * p.size < 0.05)
