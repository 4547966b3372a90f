"""Classroom discourse: how often the teacher initiates, pupils respond, feedback follows, and all three meet."""

import numpy as np

from metrics.counting import BoolArray, FloatArray, rate


def irf_rate(initiated: BoolArray, responded: BoolArray, fed_back: BoolArray) -> FloatArray:
    """Share of the teaching steps that hold all of initiation, response and feedback.

    Args:
        initiated: Whether the teacher initiates in a step, shape (..., T).
        responded: Whether a pupil responds in it, shape (..., T).
        fed_back: Whether the teacher gives feedback in it, shape (..., T).

    Returns:
        Values in [0, 1], shape (...), at most the share of the steps with any one part; NaN without a step.

    Source:
        EduVerse, section 4.1.
    """
    return step_rate(initiated & responded & fed_back)


def triad_rate(initiated: BoolArray, responded: BoolArray, fed_back: BoolArray) -> FloatArray:
    """Completed triads a step, counted pupil by pupil: who responds to the teacher and is given feedback.

    The IRF rates of Table A7 exceed the share of steps with an initiation in six of nine lessons (0.639 against 0.556),
    and those of Table 5 in two of three, which `irf_rate` cannot. This count can, as one initiation may be answered
    by several pupils; that the paper counts so is our guess.

    Args:
        initiated: Whether the teacher initiates in a step, shape (..., T).
        responded: Whether each pupil responds in it, shape (..., T, P).
        fed_back: Whether the teacher's feedback in it is to each pupil, shape (..., T, P).

    Returns:
        Values in [0, P], shape (...); NaN without a step.

    Source:
        EduVerse, section 4.1 and Table A7.
    """
    return step_rate((initiated[..., np.newaxis] & responded & fed_back).sum(axis=-1))


def step_rate(happened: BoolArray | FloatArray) -> FloatArray:
    """How often something happens a teaching step: column I of Table A7.

    Args:
        happened: Whether it happens in a step, or how often, shape (..., T).

    Returns:
        Shape (...); NaN without a step.

    Source:
        EduVerse, Table A7: I is a whole number over the printed steps in every simulated lesson.
    """
    happened = np.asarray(happened, dtype=float)
    return rate(happened.sum(axis=-1), np.full(happened.shape[:-1], happened.shape[-1]))


def pupil_step_rate(happened: BoolArray) -> FloatArray:
    """In which share of all pupils' steps something happens: columns R and F of Table A7.

    Args:
        happened: Whether each pupil responds in a step, or is given feedback in it, shape (..., T, P).

    Returns:
        Values in [0, 1], shape (...); NaN without a step or a pupil.

    Source:
        EduVerse, Table A7: R and F are whole numbers over six times the printed steps in every simulated lesson, and
        most are no whole number over the steps.
    """
    return step_rate(happened.reshape(*happened.shape[:-2], happened.shape[-2] * happened.shape[-1]))


def irf_bounds(
    initiation: FloatArray, response: FloatArray, feedback: FloatArray, *, pupils: int
) -> tuple[FloatArray, FloatArray]:
    """Between what `irf_rate` must lie, given the printed shares of its parts.

    Responses that fill a share r of the pupils' steps fill between r and r x pupils of the steps, and so feedback.

    Args:
        initiation: Share of the steps, shape (...).
        response: Share of the pupils' steps; NaN where it is not printed; shape (...).
        feedback: Share of the pupils' steps, shape (...).
        pupils: How many there are; 1 where all shares are of steps, as in a real class.

    Returns:
        Least and greatest value, shapes (...).

    Source:
        EduVerse, Tables 1, 5 and A7; the bounds are Fréchet's.
    """
    parts = np.broadcast_arrays(initiation, response, feedback)
    low = np.maximum(np.nan_to_num(np.sum(parts, axis=0)) - 2, 0.0)
    high = np.fmin.reduce([parts[0], pupils * parts[1], pupils * parts[2]])
    return np.asarray(low), np.asarray(np.minimum(high, 1.0))
