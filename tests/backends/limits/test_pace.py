"""Rests double up to a bound, and are drawn from the whole of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from backends.limits.pace import Pace


@given(st.integers(1, 10_000), st.integers(0, 2**32))
def test_a_rest_is_between_nothing_and_its_bound(failures: int, seed: int) -> None:
    longest = min(30.0, 0.5 * 2.0 ** min(failures - 1, 100))
    assert 0 <= Pace().rest(failures, default_rng(seed)) <= longest


def test_rests_are_jittered_in_full() -> None:
    rng = default_rng(1)
    rests = [Pace().rest(3, rng) for _ in range(4000)]  # uniform on [0, 2]: mean 1, standard error 0.58 / 63 = 0.009
    assert sum(rests) / len(rests) == pytest.approx(1, abs=0.05)
    assert min(rests) < 0.01
    assert max(rests) > 1.99


def test_a_dead_server_is_left_alone_for_longer_each_time() -> None:
    assert [Pace().cool_off(probes) for probes in range(6)] == [2, 4, 8, 16, 30, 30]
