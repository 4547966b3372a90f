import pytest

from protocol import Metacognition
from simulators.students.beagle.observation_filter import REDACTED, seen

TRACEBACK = "NameError: name 'math' is not defined"


@pytest.mark.parametrize("metacognition", [*Metacognition, None])
def test_an_error_stays_unread_in_enacting_only(metacognition: Metacognition | None) -> None:
    shown = seen(TRACEBACK, failed=True, metacognition=metacognition)
    assert shown == (REDACTED if metacognition is Metacognition.ENACTING else TRACEBACK)


def test_the_redaction_says_that_there_is_an_error_and_not_which() -> None:
    assert "Error" in REDACTED
    assert "NameError" not in REDACTED


def test_a_clean_run_hides_nothing() -> None:
    assert seen("24 of 24 tests pass", failed=False, metacognition=Metacognition.ENACTING) == "24 of 24 tests pass"
