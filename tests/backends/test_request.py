"""The cache key holds every field of a request, and nothing else."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends import Message, Request, Sampling

REQUEST = Request(
    provider="openai",
    base_url="http://localhost:1",
    model="small",
    messages=(Message("system", "You are."), Message("user", "Am I?")),
    schema="{}",
    sampling=Sampling(),
    seed=1,
)

OTHER: dict[str, Any] = {
    "provider": "vllm",
    "base_url": "http://localhost:2",
    "model": "large",
    "messages": (Message("user", "You are."), Message("user", "Am I?")),
    "schema": '{"type":"object"}',
    "sampling": Sampling(temperature=0.5),
    "seed": 2,
    "replicate": 1,
    "salt": "v2",
}


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Request)])
def test_every_field_of_a_request_is_in_the_key(field: str) -> None:
    assert dataclasses.replace(REQUEST, **{field: OTHER[field]}).key != REQUEST.key


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Sampling)])
def test_every_field_of_the_sampling_is_in_the_key(field: str) -> None:
    sampling = dataclasses.replace(REQUEST.sampling, **{field: getattr(REQUEST.sampling, field) / 2})
    assert dataclasses.replace(REQUEST, sampling=sampling).key != REQUEST.key


@given(st.text(), st.text(), st.text(), st.text())
def test_text_never_moves_from_one_message_to_the_next_unseen(a: str, b: str, c: str, d: str) -> None:
    one, other = (
        dataclasses.replace(REQUEST, messages=(Message("user", x), Message("user", y))) for x, y in ((a, b), (c, d))
    )
    assert (one.key == other.key) == ((a, b) == (c, d))


def test_equal_requests_have_equal_keys() -> None:
    assert dataclasses.replace(REQUEST).key == REQUEST.key
