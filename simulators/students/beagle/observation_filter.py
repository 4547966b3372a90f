"""Selective attention: a learner in the rush of ENACTING does not read what an error says."""

from protocol import Metacognition

REDACTED = "[Error]: (there is an error; you did not read what it says)"


def seen(output: str, *, failed: bool, metacognition: Metacognition | None) -> str:
    """What the learner takes in of a run.

    Args:
        output: o_t, what the run printed.
        failed: Whether the run ended in an error or a test failed; a clean run hides nothing.
        metacognition: M of the step.

    Source:
        BEAGLE, Eq. 5.
    """
    return REDACTED if failed and metacognition is Metacognition.ENACTING else output
