import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from metrics.programming.reference import COMBINED_TEST_DATA, Reference
from protocol import ConfigurationError


def test_the_reference_is_that_of_appendix_a4() -> None:
    assert COMBINED_TEST_DATA.shares == pytest.approx([0.544, 0.456, 0])
    assert COMBINED_TEST_DATA.stickiness == 0.541


def test_the_row_that_is_not_printed_follows_from_balance() -> None:
    # 0.456 * (1 - 0.541) / 0.544
    assert COMBINED_TEST_DATA.transitions[0] == pytest.approx([0.61525, 0.38475, 0])


@given(debugging=st.floats(0.01, 0.99), stickiness=st.floats(0.01, 0.99))
def test_the_derived_transitions_keep_the_shares(debugging: float, stickiness: float) -> None:
    assume(debugging * (1 - stickiness) <= 1 - debugging)
    reference = Reference.of_two_behaviours(debugging=debugging, stickiness=stickiness)
    behaviours = slice(0, 2)
    after = reference.shares[behaviours] @ reference.transitions[behaviours, behaviours]
    assert after == pytest.approx(reference.shares[behaviours])


@pytest.mark.parametrize(("debugging", "stickiness"), [(0.0, 0.5), (1.0, 0.5), (0.4, -0.1), (0.4, 1.2), (0.9, 0.1)])
def test_shares_that_no_sequence_has_are_refused(debugging: float, stickiness: float) -> None:
    with pytest.raises(ConfigurationError, match="reference"):
        Reference.of_two_behaviours(debugging=debugging, stickiness=stickiness)


def test_a_reference_can_be_counted_from_logs() -> None:
    reference = Reference.of_counts(np.array([6.0, 3.0, 1.0]), np.array([[3.0, 2, 1], [1, 1, 0], [0, 0, 0]]))
    assert reference.shares == pytest.approx([0.6, 0.3, 0.1])
    assert reference.transitions[:2] == pytest.approx(np.array([[1 / 2, 1 / 3, 1 / 6], [1 / 2, 1 / 2, 0]]))
    assert np.isnan(reference.transitions[2]).all()
