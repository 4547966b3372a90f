"""Few-Shot: a model that is shown other students at work and asked to work as they do."""

from simulators.students.few_shot.student import FewShot

__all__ = ["FewShot"]
