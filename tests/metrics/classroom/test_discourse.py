import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.classroom.discourse import irf_bounds, irf_rate, pupil_step_rate, step_rate, triad_rate
from metrics.counting import BoolArray

LESSONS = st.tuples(st.integers(1, 12), st.integers(1, 6)).flatmap(
    lambda shape: st.tuples(arrays(bool, shape[0]), arrays(bool, shape), arrays(bool, shape))
)

# Steps, I, R, F and IRF rate of Table A7 and, last three, of the history lessons, whose steps Table 5 does not print:
# 39, 39 and 35 are the only numbers from 20 to 60 over which I and IRF, and six times over which R and F, are whole
SIMULATED = [
    (37, 0.514, 0.167, 0.275, 0.432),
    (41, 0.439, 0.179, 0.321, 0.293),
    (39, 0.410, 0.154, 0.282, 0.282),
    (36, 0.556, 0.194, 0.282, 0.639),
    (40, 0.375, 0.213, 0.367, 0.475),
    (31, 0.516, 0.215, 0.355, 0.548),
    (33, 0.364, 0.253, 0.475, 0.455),
    (33, 0.242, 0.247, 0.394, 0.303),
    (37, 0.324, 0.189, 0.351, 0.378),
    (39, 0.205, 0.269, 0.385, 0.282),
    (39, 0.256, 0.226, 0.415, 0.282),
    (35, 0.143, 0.071, 0.329, 0.114),
]


def whole(printed: float, of: int) -> bool:
    """Whether some whole number over another is printed so, to three decimals."""
    return abs(round(printed * of) / of - printed) <= 0.0005 + 1e-9


@pytest.fixture
def lesson() -> tuple[BoolArray, BoolArray, BoolArray]:
    """Four steps of two pupils: a triad each, one feedback to the other pupil, no answer, and no question."""
    initiated = np.array([1, 1, 1, 0], dtype=bool)
    responded = np.array([[1, 1], [1, 0], [0, 0], [1, 1]], dtype=bool)
    fed_back = np.array([[1, 1], [0, 1], [1, 0], [1, 1]], dtype=bool)
    return initiated, responded, fed_back


def test_a_complete_step_holds_all_three_parts(lesson) -> None:
    initiated, responded, fed_back = lesson
    # steps 1 and 2; in 3 nobody responds, in 4 nobody asks
    assert irf_rate(initiated, responded.any(axis=1), fed_back.any(axis=1)) == 2 / 4


def test_triads_are_counted_pupil_by_pupil(lesson) -> None:
    assert triad_rate(*lesson) == 2 / 4  # both pupils in step 1; in step 2 the feedback is not to who responds


def test_parts_are_counted_over_steps_and_over_pupils_steps(lesson) -> None:
    initiated, responded, fed_back = lesson
    assert step_rate(initiated) == 3 / 4
    assert (pupil_step_rate(responded), pupil_step_rate(fed_back)) == (5 / 8, 6 / 8)


def test_rates_serve_many_lessons_at_once(lesson) -> None:
    initiated, responded, fed_back = (np.stack([part, part[::-1], ~part]) for part in lesson)
    for i in range(3):
        assert triad_rate(initiated, responded, fed_back)[i] == triad_rate(initiated[i], responded[i], fed_back[i])
        assert pupil_step_rate(responded)[i] == pupil_step_rate(responded[i])


def test_a_lesson_without_a_step_has_no_rate() -> None:
    nothing, nobody = np.zeros(0, dtype=bool), np.zeros((0, 3), dtype=bool)
    assert np.isnan(
        [irf_rate(nothing, nothing, nothing), triad_rate(nothing, nobody, nobody), step_rate(nothing)]
    ).all()
    assert np.isnan([pupil_step_rate(nobody), pupil_step_rate(np.zeros((3, 0), dtype=bool))]).all()


@given(lesson=LESSONS)
def test_no_rate_of_complete_steps_exceeds_a_part(lesson: tuple[BoolArray, BoolArray, BoolArray]) -> None:
    initiated, responded, fed_back = lesson[0], lesson[1].any(axis=1), lesson[2].any(axis=1)
    found = irf_rate(initiated, responded, fed_back)
    assert 0 <= found <= min(step_rate(part) for part in (initiated, responded, fed_back))


@given(lesson=LESSONS)
def test_complete_steps_lie_within_their_bounds(lesson: tuple[BoolArray, BoolArray, BoolArray]) -> None:
    initiated, responded, fed_back = lesson
    parts = step_rate(initiated), pupil_step_rate(responded), pupil_step_rate(fed_back)
    low, high = irf_bounds(*parts, pupils=responded.shape[1])
    assert low - 1e-9 <= irf_rate(initiated, responded.any(axis=1), fed_back.any(axis=1)) <= high + 1e-9


@given(lesson=LESSONS, order=st.randoms())
def test_neither_the_order_of_steps_nor_of_pupils_matters(lesson, order) -> None:
    initiated, responded, fed_back = lesson
    steps, pupils = (order.sample(range(n), n) for n in responded.shape)
    shuffled = initiated[steps], responded[steps][:, pupils], fed_back[steps][:, pupils]
    assert triad_rate(*shuffled) == triad_rate(*lesson)
    assert pupil_step_rate(shuffled[1]) == pupil_step_rate(responded)


@given(initiated=arrays(bool, 9), answered=arrays(bool, 9), fed_back=arrays(bool, 9))
def test_with_one_pupil_triads_are_complete_steps(initiated, answered, fed_back) -> None:
    found = triad_rate(initiated, answered[:, np.newaxis], fed_back[:, np.newaxis])
    assert found == irf_rate(initiated, answered, fed_back)


def test_the_printed_parts_are_of_steps_and_of_six_pupils_steps() -> None:
    assert all(whole(i, steps) and whole(irf, steps) for steps, i, _, _, irf in SIMULATED)
    assert all(whole(part, 6 * steps) for steps, _, r, f, _ in SIMULATED for part in (r, f))
    assert sum(whole(part, steps) for steps, _, r, f, _ in SIMULATED for part in (r, f)) < len(SIMULATED)


def test_eight_of_twelve_printed_rates_are_impossible_as_complete_steps_and_none_as_triads() -> None:
    _, initiation, response, feedback, irf = np.array(SIMULATED).T
    _, high = irf_bounds(initiation, response, feedback, pupils=6)
    assert (irf > high + 0.001).sum() == 8
    assert (irf <= np.minimum.reduce([6 * initiation, 6 * response, 6 * feedback])).all()


def test_a_part_that_is_not_printed_bounds_nothing() -> None:
    low, high = irf_bounds(
        np.array(0.513), np.array(np.nan), np.array(0.703), pupils=1
    )  # Table A7, Lyrical Prose, Real
    assert (low, high) == (0, 0.513)


def test_bounds_are_worked_by_hand() -> None:
    # Three pupils: responses in 1/10 of their steps lie in at most 3/10 of the steps
    assert irf_bounds(np.array(0.8), np.array(0.1), np.array(0.5), pupils=3)[1] == pytest.approx(0.3)
    assert irf_bounds(np.array(1.0), np.array(0.9), np.array(0.8), pupils=3)[0] == pytest.approx(0.7)
