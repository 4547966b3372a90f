"""BEAGLE: a student held by a semi-Markov controller, Bayesian knowledge tracing and flaw injection."""

from simulators.students.beagle.student import Beagle

__all__ = ["Beagle"]
