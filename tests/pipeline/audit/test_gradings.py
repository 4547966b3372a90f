from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judging.grades import HUMAN_REALISM, REALISM, Scale
from pipeline.audit.gradings import can_be_graded, greatest_spread
from pipeline.audit.printed import Printed


def printed(value: float) -> Printed:
    return Printed(f"{value:.2f}", float(f"{value:.2f}"), 2)


@given(grades=st.lists(st.integers(1, 3), min_size=2, max_size=40), ddof=st.sampled_from([0, 1]))
def test_what_was_graded_can_be_graded(grades: list[int], ddof: int) -> None:
    assert can_be_graded(printed(np.mean(grades)), printed(np.std(grades, ddof=ddof)), len(grades), ddof=ddof)


@pytest.mark.parametrize("scale", [REALISM, HUMAN_REALISM])
def test_all_that_can_be_graded_is_found_by_trying_every_way(scale: Scale) -> None:
    ways = product(range(scale.worst, scale.best + 1), repeat=4)  # means are quarters: none lies on half a digit
    known = {(f"{np.mean(way):.2f}", f"{np.std(way):.2f}") for way in ways}
    for mean in np.arange(scale.worst, scale.best + 0.001, 0.25):
        for sd in np.arange(0, 2.01, 0.01):
            found = can_be_graded(printed(mean), printed(sd), 4, scale=scale)
            assert found == ((f"{mean:.2f}", f"{sd:.2f}") in known), (mean, sd)


def test_a_mean_of_fifty_grades_has_an_even_last_digit() -> None:
    # BEAGLE, Table 2: 2.33 x 50 = 116.5; of 49 grades 2.33 is 114
    mean, sd = Printed("2.33", 2.33, 2), Printed("0.91", 0.91, 2)
    assert not can_be_graded(mean, sd, 50)
    assert can_be_graded(mean, sd, 49)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_no_share_spreads_more_than_zeros_and_ones(values: list[float]) -> None:
    assert np.std(values) <= greatest_spread(float(np.mean(values))) + 1e-9


def test_zeros_and_ones_spread_the_most() -> None:
    assert greatest_spread(1 / 3) == pytest.approx(np.std([1, 0, 0]))
    assert greatest_spread(1.5, 1, 2) == pytest.approx(0.5)  # as many ones as twos
