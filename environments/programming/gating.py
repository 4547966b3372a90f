"""Execution gating: what a learner may do with the code, by cognitive behaviour (BEAGLE, section 3.4).

Constructing writes blind: the code changes and is not run. Debugging runs the code as it stands, then
changes it. Assessing runs the code and leaves it alone.
"""

from protocol import Cognition


def runs(cognition: Cognition) -> bool:
    """Whether the code is run, as it stands before the step changes anything."""
    return cognition in (Cognition.DEBUGGING, Cognition.ASSESSING)


def may_edit(cognition: Cognition) -> bool:
    """Whether the code may change in the step."""
    return cognition in (Cognition.CONSTRUCTING, Cognition.DEBUGGING)
