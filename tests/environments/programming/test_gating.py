import pytest

from environments.programming import may_edit, runs
from protocol import Cognition


@pytest.mark.parametrize(
    ("cognition", "run", "edited"),  # BEAGLE, section 3.4
    [
        (Cognition.CONSTRUCTING, False, True),
        (Cognition.DEBUGGING, True, True),
        (Cognition.ASSESSING, True, False),
    ],
)
def test_constructing_edits_assessing_runs_and_debugging_does_both(
    cognition: Cognition, run: bool, edited: bool
) -> None:
    assert (runs(cognition), may_edit(cognition)) == (run, edited)
