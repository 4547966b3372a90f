import numpy as np
import pytest

from metrics.debugging.cost import bubble, expected_tokens


def test_debugta_takes_the_input_twice_and_its_prompt() -> None:
    assert expected_tokens(np.array([0.0, 1500.0])).tolist() == [2000, 5000]


def test_a_bubble_lies_at_the_means_and_is_as_large_as_the_variance() -> None:
    # AC Rates of 10, 20 and 60: mean 30, squares of 20, 10 and 30 over 3
    found = bubble(np.array([1000.0, 2000.0, 6000.0]), np.array([10.0, 20.0, 60.0]))
    assert found == pytest.approx((3000, 30, 1400 / 3))


def test_with_one_backbone_nothing_varies() -> None:
    assert bubble(np.array([5.0]), np.array([0.4])).variance == 0


def test_without_a_backbone_there_is_no_bubble() -> None:
    assert np.isnan(bubble(np.empty(0), np.empty(0))).all()
