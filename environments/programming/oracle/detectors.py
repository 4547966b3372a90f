"""The register of detectors: one small function for each knowledge component."""

from collections.abc import Callable

from environments.programming.oracle.program import Program

Detector = Callable[[Program], bool | None]

DETECTORS: dict[str, Detector] = {}
"""By knowledge component."""


def detects(component: str) -> Callable[[Detector], Detector]:
    """Register a function as the detector of a knowledge component."""

    def register(detector: Detector) -> Detector:
        DETECTORS[component] = detector
        return detector

    return register
