import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends import Completion, FinishReason, Usage
from backends.gateway import frames
from backends.gateway.client import completion, plain_error
from protocol import BackendError, BudgetError, ConfigurationError, DataError, PracticumError

COUNTS = st.integers(0, 2**40)
COMPLETIONS = st.builds(
    Completion,
    text=st.text(),
    finish_reason=st.sampled_from(FinishReason),
    usage=st.builds(Usage, COUNTS, COUNTS, COUNTS),
    account=st.text(),
    cost=st.none() | st.floats(0, 1e9),
)


@given(COMPLETIONS)
def test_a_completion_comes_through_as_it_was(given: Completion) -> None:
    content = frames.packed({"completion": given})[4:]  # after its length
    came = completion(json.loads(content)["completion"])
    assert came == given
    assert isinstance(came.finish_reason, FinishReason)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (BackendError("a", mend="b"), "backend"),
        (BudgetError("a", mend="b"), "budget"),
        (ConfigurationError("a", mend="b"), "configuration"),
        (DataError("a", mend="b"), "backend"),  # of the gateway's cache: the model could not be asked
    ],
)
def test_an_error_is_told_by_its_kind(error: PracticumError, kind: str) -> None:
    assert plain_error(error) == {"kind": kind, "problem": "a", "mend": "b"}
