"""A request, and an endpoint at a server."""

import pytest

from backends import Message, Request, Sampling
from tests.hostile.server import MODEL

SCHEMA = (
    '{"properties":{"number":{"title":"Number","type":"integer"},'
    '"why":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}},"required":["number"],"type":"object"}'
)


@pytest.fixture
def request_() -> Request:
    messages = (Message("system", "Guess."), Message("user", "A number?"))
    return Request("openai", "http://host/v1", MODEL, messages, SCHEMA, Sampling(0.7, 0.9, 100), seed=5)
