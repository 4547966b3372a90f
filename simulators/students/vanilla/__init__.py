"""Vanilla: a model that is asked to be a student, and nothing more."""

from simulators.students.vanilla.student import Vanilla

__all__ = ["Vanilla"]
