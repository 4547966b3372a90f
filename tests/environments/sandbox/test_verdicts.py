"""A verdict compares what came out with what was never let in."""

import pytest

from environments.sandbox import Answer, Ended, Opaque, Sandbox
from environments.sandbox.verdicts import Expectation, verdict, verdicts


@pytest.mark.parametrize(
    ("answer", "expected", "given"),
    [
        (Answer(Ended.OK, value=[1, 2]), [1, 2], "pass"),
        (Answer(Ended.OK, value=(1, 2)), [1, 2], "wrong"),
        (Answer(Ended.OK, value=1), True, "pass"),  # plain ==, as the assignments' own tests
        (Answer(Ended.OK, value=Opaque("Yes")), 1, "wrong"),
        (Answer(Ended.ERROR, error_type="TypeError"), 1, "TypeError"),
        (Answer(Ended.TIMEOUT), None, "timeout"),
        (Answer(Ended.KILLED), None, "killed"),
    ],
)
def test_a_verdict_is_pass_wrong_or_how_it_ended(answer: Answer, expected: int, given: str) -> None:
    assert verdict(answer, expected) == given


async def test_a_submission_gets_a_verdict_a_test() -> None:
    tests = [Expectation("half(4)", 2), Expectation("half(3)", 1), Expectation("half('a')", None)]
    async with Sandbox() as sandbox:
        assert await verdicts(sandbox, "def half(x): return x / TWO", tests, prelude="TWO = 2") == (
            "pass",
            "wrong",
            "TypeError",
        )
