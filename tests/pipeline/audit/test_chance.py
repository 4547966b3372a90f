import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from pipeline.audit.chance import correlation_p, fisher_p, p_text, two_sided_p, welch_p
from pipeline.audit.printed import Printed

samples = st.lists(st.floats(-10, 10), min_size=3, max_size=30).filter(lambda values: np.std(values) > 1e-3)


def printed(values: list[float]) -> Printed:
    return Printed("", float(np.mean(values)), 2, float(np.std(values)))


def test_fishers_p_is_the_one_that_the_paper_prints() -> None:
    assert fisher_p(28, 220, 30, 220) == pytest.approx(0.888, abs=5e-4)  # BEAGLE, Table 14
    assert fisher_p(30, 220, 28, 220) == fisher_p(28, 220, 30, 220)


@given(first=samples, other=samples)
def test_welchs_p_of_printed_means_is_that_of_the_samples(first: list[float], other: list[float]) -> None:
    expected = stats.ttest_ind(first, other, equal_var=False).pvalue
    assert welch_p(printed(first), len(first), printed(other), len(other)) == pytest.approx(expected, rel=1e-6)


def test_welchs_p_is_undefined_where_nothing_varies() -> None:
    assert np.isnan(welch_p(Printed("1 ± 0", 1, 0, 0), 50, Printed("2 ± 0", 2, 0, 0), 50))


@given(st.lists(st.tuples(st.floats(-10, 10), st.floats(-10, 10)), min_size=4, max_size=30))
def test_the_p_of_a_correlation_is_that_of_its_pairs(pairs: list[tuple[float, float]]) -> None:
    x, y = np.array(pairs).T
    if min(x.std(), y.std()) < 1e-3:
        return
    r, p = stats.pearsonr(x, y)
    if abs(r) < 0.999:
        assert correlation_p(float(r), len(pairs)) == pytest.approx(p, rel=1e-4, abs=1e-12)


def test_a_t_of_zero_is_what_chance_always_gives() -> None:
    assert two_sided_p(0.0, 10) == 1
    assert two_sided_p(-2.0, 438) == two_sided_p(2.0, 438)


@pytest.mark.parametrize(("p", "text"), [(0.0101, "p = 0.010"), (1.0, "p = 1.000"), (1.5e-7, "p = 1.5e-07")])
def test_small_p_values_keep_two_digits(p: float, text: str) -> None:
    assert p_text(p) == text
