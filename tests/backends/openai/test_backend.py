"""Settings of an OpenAI-compatible server: what of them can change an answer, and where its key comes from."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from backends import Request
from backends.openai import LocalOpenAI, OpenAI
from backends.provider import Identity
from protocol import ConfigurationError
from tests.hostile.server import KEY, MODEL, TEXT, Behaviour, HostileServer

SECRETS = {"OPENAI_API_KEY": KEY}


def test_an_identity_holds_no_key() -> None:
    backend = OpenAI(model="m", base_url="https://host/v1/", provider="mine")
    assert backend.identity == Identity("mine", "https://host/v1", "m")
    assert backend.secrets == ("OPENAI_API_KEY",)


@pytest.mark.parametrize(
    "change",
    [
        {"structured": "prompted"},
        {"limited_by": "max_completion_tokens"},
        {"sends_seed": False},
        {"extra": {"top_k": 1}},
    ],
)
def test_what_can_change_an_answer_is_in_the_salt(change: dict[str, Any]) -> None:
    assert OpenAI(model="m", **change).salt != OpenAI(model="m").salt


def test_what_cannot_change_an_answer_is_not() -> None:
    changed = OpenAI(model="m", key_variable="OTHER", limits={"concurrency": 1})  # type: ignore[arg-type]
    assert changed.salt == OpenAI(model="m").salt


@pytest.mark.parametrize("field", ["model", "messages", "n", "stream"])
def test_fields_that_would_break_a_request_cannot_be_added(field: str) -> None:
    with pytest.raises(ValidationError, match=f"{field} is not to be set here"):
        OpenAI(model="m", extra={field: 2})


def test_a_secret_in_the_address_is_refused() -> None:
    with pytest.raises(ValidationError, match="put no key into it"):
        OpenAI(model="m", base_url="https://user:secret@host/v1")


async def test_a_key_that_is_not_set_is_named_before_anything_is_sent() -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY is not set"):
        async with OpenAI(model="m").connect({}):
            pass


async def test_settings_reach_the_server(request_: Request) -> None:
    async with HostileServer() as server:
        backend = OpenAI(model=MODEL, base_url=server.url, extra={"top_k": 3}, sends_seed=False)
        async with backend.connect(SECRETS) as endpoint:
            assert (await endpoint.send(request_)).text == TEXT
    assert server.requests[0]["top_k"] == 3
    assert "seed" not in server.requests[0]
    assert server.keys == [KEY]


async def test_the_bound_on_replies_is_a_setting(request_: Request) -> None:
    async with HostileServer(then=Behaviour.HUGE) as server:
        backend = OpenAI(model=MODEL, base_url=server.url, limits={"reply_bytes": 2000})  # type: ignore[arg-type]
        async with backend.connect(SECRETS) as endpoint:
            with pytest.raises(Exception, match="more than 2,000 bytes"):
                await endpoint.send(request_)


async def test_a_local_server_wants_no_key_and_costs_nothing(request_: Request) -> None:
    async with HostileServer() as server:
        backend = LocalOpenAI(model=MODEL, base_url=server.url)
        async with backend.connect({}) as endpoint:
            assert (await endpoint.send(request_)).text == TEXT
    assert (backend.local, backend.secrets, server.keys) == (True, (), [""])


@pytest.mark.parametrize("name", ["openai", "gemini", "deepseek", "ollama"])
def test_what_is_shipped_is_a_backend_that_lacks_only_its_model(name: str, configured: Callable[..., Any]) -> None:
    backend = configured("backend", name, "backend.model=m")
    assert isinstance(backend, OpenAI)
    assert (backend.model, backend.scripted) == ("m", False)
