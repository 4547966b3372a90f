"""What the semi-Markov model expects of a session: exact shares and transitions over a finite horizon."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.stats import gamma

from protocol import Level, Metacognition
from simulators.students.beagle.controller import ControllerSettings

FloatArray = NDArray[np.float64]

METACOGNITION = tuple(Metacognition)


def dwell_distribution(shape: float, scale: float, steps: int) -> FloatArray:
    """Probability of a dwell time of 1, 2, ... steps, the last of `steps` and more; shape (steps,)."""
    edges = np.concatenate([[0.0], np.arange(1, steps) + 0.5, [np.inf]])  # max(1, round(.)) of the Gamma
    return np.diff(gamma.cdf(edges, shape, scale=scale))


@dataclass(frozen=True)
class Course:
    """The metacognitive course of a session of T steps.

    Args:
        start: P(M_1), shape (4,).
        transitions: P(M_n | M_{n-1}), shape (4, 4), rows from and columns to.
        dwell: P(D = 1, 2, ..., T or more | M), shape (4, T).
    """

    start: FloatArray
    transitions: FloatArray
    dwell: FloatArray

    @property
    def steps(self) -> int:
        """T."""
        return int(self.dwell.shape[1])

    @cached_property
    def opened(self) -> FloatArray:
        """Expected number of segments of each behaviour opened by step t, shape (T, 4)."""
        opening = np.zeros((self.steps, 4))
        opening[0] = self.start
        for t in range(1, self.steps):
            opening[t] = np.einsum("dm,md,mk->k", opening[t - 1 :: -1], self.dwell[:, :t], self.transitions)
        return np.cumsum(opening, axis=0)

    @cached_property
    def outlasts(self) -> FloatArray:
        """Probability of a segment longer than 0, 1, ... steps, shape (4, T)."""
        outlasts: FloatArray = 1 - np.cumsum(self.dwell, axis=1) + self.dwell
        return outlasts

    @cached_property
    def visits(self) -> FloatArray:
        """Expected number of steps at position 0, 1, ... of a segment, shape (4, T)."""
        return self.outlasts * self.opened[::-1].T

    @cached_property
    def stays(self) -> FloatArray:
        """Expected number of steps at position i that one in the same segment follows, shape (4, T - 1)."""
        return self.outlasts[:, 1:] * self.opened[-2::-1].T

    @cached_property
    def exits(self) -> FloatArray:
        """Expected number of segments that end after 1, 2, ... steps within the session, shape (4, T - 1)."""
        return self.dwell[:, :-1] * self.opened[-2::-1].T

    @property
    def occupancy(self) -> FloatArray:
        """Share of the session's steps in each behaviour, shape (4,)."""
        occupancy: FloatArray = self.visits.sum(axis=1) / self.steps
        return occupancy

    @property
    def flows(self) -> FloatArray:
        """Expected number of steps from one behaviour to another, shape (4, 4)."""
        flows: FloatArray = self.exits.sum(axis=1)[:, None] * self.transitions + np.diag(self.stays.sum(axis=1))
        return flows

    @property
    def pooled_transitions(self) -> FloatArray:
        """P(M_{t+1} | M_t) over all steps of all sessions, shape (4, 4)."""
        shares: FloatArray = self.flows / self.flows.sum(axis=1, keepdims=True)
        return shares

    @property
    def mean_transitions(self) -> FloatArray:
        """Mean over sessions of each one's own P(M_{t+1} | M_t), 0 where it never left M_t; shape (4, 4).

        With n steps out of a behaviour, 1 / n is the integral of z^(n-1) over [0, 1]: the mean of a ratio is an
        integral of means of products, and these a recursion gives. They are polynomials in z of a degree below
        T - 1, which Gauss and Legendre integrate exactly.
        """
        nodes, weights = np.polynomial.legendre.leggauss((self.steps + 1) // 2)
        return np.stack([np.tensordot(weights / 2, self._marked(index, (nodes + 1) / 2), axes=1) for index in range(4)])

    def _marked(self, origin: int, z: FloatArray) -> FloatArray:
        """E[N_j z^(N - 1)], where N_j of the N steps out of `origin` lead to j; shape (z, 4)."""
        steps, lengths = self.steps, np.arange(1, self.steps + 1)
        powers = np.ones((z.size, 4, steps))
        powers[:, origin] = z[:, None] ** lengths  # weight of a segment of d steps and its exit
        closed = self.dwell * powers
        before = np.zeros((z.size, steps, 4))  # weight of all that leads to a segment opening at t
        before[:, 0] = self.start
        for t in range(1, steps):
            before[:, t] = np.einsum("zdm,zmd->zm", before[:, t - 1 :: -1], closed[:, :, :t]) @ self.transitions
        after = np.zeros((z.size, steps, 4))  # weight of all that can follow a segment opening at t
        for t in range(steps - 1, -1, -1):
            left = steps - t
            onward = after[:, t + 1 :] @ self.transitions.T
            after[:, t] = np.einsum("zmd,zdm->zm", closed[:, :, : left - 1], onward)
            after[:, t] += self.outlasts[:, left - 1] * np.where(np.arange(4) == origin, z[:, None] ** (left - 1), 1)
        marked = np.zeros((z.size, 4))
        inner = z[:, None] ** (lengths - 1)  # z^(d - 1): a segment without its exit, or its exit marked
        for t in range(steps):
            left = steps - t
            ends = before[:, t, origin, None] * self.dwell[origin, : left - 1] * inner[:, : left - 1]
            marked += np.einsum("zd,zdj->zj", ends, after[:, t + 1 :]) * self.transitions[origin]
            onward = after[:, t + 1 :] @ self.transitions[origin]
            marked[:, origin] += np.einsum("zd,d,zd->z", ends, lengths[: left - 1] - 1.0, onward)
            if left > 1:
                marked[:, origin] += (
                    before[:, t, origin] * self.outlasts[origin, left - 1] * (left - 1) * z ** (left - 2)
                )
        return marked


def course(settings: ControllerSettings, level: Level, steps: int) -> Course:
    """The course that a controller's settings make."""
    rows = [settings.start[level], *(settings.transitions[level][m] for m in METACOGNITION)]
    start, *transitions = np.array([[row.get(m, 0.0) for m in METACOGNITION] for row in rows])
    durations = [settings.dwell.in_steps(level, m) for m in METACOGNITION]
    dwell = [dwell_distribution(duration.shape, duration.scale, steps) for duration in durations]
    return Course(start, np.array(transitions), np.array(dwell))


@dataclass(frozen=True)
class CognitiveCourse:
    """What a course makes of the cognitive behaviours: expected counts over a session.

    Args:
        steps: By metacognitive and cognitive behaviour, shape (4, 3).
        transitions: From one cognitive behaviour to the next, also across segments, shape (3, 3).
    """

    steps: FloatArray
    transitions: FloatArray


def cognitive_course(course: Course, start: FloatArray, rows: FloatArray) -> CognitiveCourse:
    """The cognitive course over a metacognitive one.

    Args:
        course: The metacognitive course.
        start: P(C^(1) | M), shape (4, 3).
        rows: P(C^(i) | M, C^(i-1)), shape (4, 3, 3).
    """
    at = [start]  # P(C^(i) | M), position by position
    for _ in range(course.steps - 1):
        at.append(np.einsum("mc,mck->mk", at[-1], rows))
    positions = np.stack(at, axis=1)
    within = np.einsum("mi,mic,mck->ck", course.stays, positions[:, :-1], rows)
    last = np.einsum("mi,mic->mc", course.exits, positions[:, :-1])
    across = np.einsum("mc,mn,nk->ck", last, course.transitions, start)
    return CognitiveCourse(np.einsum("mi,mic->mc", course.visits, positions), within + across)
