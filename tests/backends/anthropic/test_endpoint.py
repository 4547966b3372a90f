"""Requests go out as Anthropic's messages."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from backends import Message, Request, Sampling
from backends.anthropic import Anthropic, AnthropicEndpoint, Structured
from backends.endpoint import DeniedError
from backends.provider import Engine, Identity
from backends.transport import Transport
from protocol import ConfigurationError
from tests.hostile.server import KEY, MODEL, TEXT, Behaviour, HostileServer

SCHEMA = '{"properties":{"number":{"minimum":1,"type":"integer"}},"required":["number"],"type":"object"}'
MESSAGES = (
    Message("system", "Guess."),
    Message("user", "A number?"),
    Message("assistant", "Ten."),
    Message("user", "As JSON."),
)
REQUEST = Request("anthropic", "http://host/v1", MODEL, MESSAGES, SCHEMA, Sampling(), seed=5)
SECRETS = {"ANTHROPIC_API_KEY": KEY}


def body(request: Request = REQUEST, **settings: Any) -> dict[str, Any]:
    return AnthropicEndpoint(Transport("http://host/v1"), MODEL, **settings).body(request)


async def test_a_request_comes_back_as_a_completion() -> None:
    async with HostileServer() as server, Transport(server.url) as transport:
        completion = await AnthropicEndpoint(transport, MODEL).send(REQUEST)
    assert completion.text == TEXT
    assert server.paths == ["/v1/messages"]


def test_the_system_part_stands_apart_and_is_marked_for_the_cache() -> None:
    sent = body()
    assert sent["system"] == "Guess."
    assert [message["role"] for message in sent["messages"]] == ["user", "assistant", "user"]


def test_a_request_without_a_system_part_has_none() -> None:
    assert "system" not in body(dataclasses.replace(REQUEST, messages=MESSAGES[1:]))


def test_no_seed_is_sent_as_the_api_has_none() -> None:
    assert "seed" not in body()


def test_sampling_is_left_out_where_it_is_the_apis_own() -> None:
    assert not {"temperature", "top_p"}.intersection(body())
    assert body(dataclasses.replace(REQUEST, sampling=Sampling(temperature=0)))["temperature"] == 0
    assert body(dataclasses.replace(REQUEST, sampling=Sampling(top_p=0.9)))["top_p"] == 0.9


def test_a_schema_is_enforced_without_keywords_that_the_api_does_not_take() -> None:
    schema = body()["output_config"]["format"]["schema"]
    assert schema["properties"] == {"number": {"type": "integer"}}
    assert schema["additionalProperties"] is False


def test_older_models_hand_their_reply_to_a_tool_that_they_must_use() -> None:
    sent = body(structured=Structured.TOOL)
    assert sent["tool_choice"] == {"type": "tool", "name": sent["tools"][0]["name"]}
    assert sent["tools"][0]["input_schema"]["required"] == ["number"]
    assert "output_config" not in sent


def test_any_model_can_be_only_prompted() -> None:
    assert not {"tools", "tool_choice", "output_config"}.intersection(body(structured=Structured.PROMPTED))


async def test_the_engine_is_the_host_and_the_version_of_its_api() -> None:
    async with HostileServer() as server, Transport(server.url) as transport:
        engine = await AnthropicEndpoint(transport, MODEL).engine()
    assert engine == Engine(server.host, flags={"anthropic-version": "2023-06-01"})


async def test_a_model_that_is_not_there_is_known_before_the_first_request() -> None:
    async with HostileServer() as server, Transport(server.url) as transport:
        with pytest.raises(DeniedError, match="has no model claude-9"):
            await AnthropicEndpoint(transport, "claude-9").engine()


async def test_a_wrong_key_is_known_before_the_first_request() -> None:
    async with (
        HostileServer(then=Behaviour.EXPIRED) as server,
        Anthropic(model=MODEL, base_url=server.url).connect(SECRETS) as endpoint,
    ):
        with pytest.raises(DeniedError, match="denies the key") as caught:
            await endpoint.engine()
    assert caught.value.mend == "set ANTHROPIC_API_KEY to a valid key"


async def test_settings_reach_the_server() -> None:
    async with HostileServer() as server:
        backend = Anthropic(model=MODEL, base_url=server.url, extra={"top_k": 3})
        async with backend.connect(SECRETS) as endpoint:
            assert (await endpoint.send(REQUEST)).text == TEXT
    assert server.requests[0]["top_k"] == 3
    assert server.keys == [KEY]


async def test_a_key_that_is_not_set_is_named_before_anything_is_sent() -> None:
    with pytest.raises(ConfigurationError, match="ANTHROPIC_API_KEY is not set"):
        async with Anthropic(model="m").connect({}):
            pass


def test_an_identity_holds_no_key() -> None:
    assert Anthropic(model="m").identity == Identity("anthropic", "https://api.anthropic.com/v1", "m")


@pytest.mark.parametrize("change", [{"structured": "tool"}, {"extra": {"top_k": 1}}])
def test_what_can_change_an_answer_is_in_the_salt(change: dict[str, Any]) -> None:
    assert Anthropic(model="m", **change).salt != Anthropic(model="m").salt


def test_what_is_shipped_is_a_backend_that_lacks_only_its_model(configured: Callable[..., Any]) -> None:
    backend = configured("backend", "anthropic", "backend.model=m")
    assert isinstance(backend, Anthropic)
    assert backend.structured is Structured.JSON_SCHEMA
