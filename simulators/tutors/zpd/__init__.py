"""ZPD tutor: hints as direct as the student's zone of proximal development asks for."""

from simulators.tutors.zpd.tutor import ZpdTutor

__all__ = ["ZpdTutor"]
