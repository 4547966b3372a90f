"""Requests go out as OpenAI's chat completions, in the dialect of the server at hand."""

import dataclasses
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from backends import Message, Request, Sampling
from backends.endpoint import DeniedError, UnavailableError
from backends.openai import OpenAIEndpoint, Structured, sent_seed
from backends.provider import Engine
from backends.transport import Transport
from tests.hostile.server import KEY, MODEL, TEXT, Behaviour, HostileServer


def body(request: Request, **settings: Any) -> dict[str, Any]:
    return OpenAIEndpoint(Transport("http://host/v1"), MODEL, **settings).body(request)


async def test_a_request_comes_back_as_a_completion(request_: Request) -> None:
    async with HostileServer() as server, Transport(server.url) as transport:
        completion = await OpenAIEndpoint(transport, MODEL).send(request_)
    assert completion.text == TEXT
    assert server.paths == ["/v1/chat/completions"]
    assert server.requests[0]["messages"] == [
        {"role": "system", "content": "Guess."},
        {"role": "user", "content": "A number?"},
    ]


def test_sampling_is_sent_whole_as_servers_have_defaults_of_their_own(request_: Request) -> None:
    sent = body(dataclasses.replace(request_, sampling=Sampling()))
    assert (sent["temperature"], sent["top_p"], sent["max_tokens"]) == (1.0, 1.0, 2048)


def test_the_limit_of_tokens_has_the_name_that_the_server_knows(request_: Request) -> None:
    sent = body(request_, limited_by="max_completion_tokens")
    assert sent["max_completion_tokens"] == 100
    assert "max_tokens" not in sent


def test_a_schema_is_enforced_in_the_strict_dialect(request_: Request) -> None:
    form = body(request_)["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["strict"] is True
    assert form["json_schema"]["schema"]["required"] == ["number", "why"]
    assert form["json_schema"]["schema"]["additionalProperties"] is False


def test_a_server_without_schemas_is_asked_for_json(request_: Request) -> None:
    assert body(request_, structured=Structured.JSON_OBJECT)["response_format"] == {"type": "json_object"}


def test_a_server_without_json_is_only_prompted(request_: Request) -> None:
    assert "response_format" not in body(request_, structured=Structured.PROMPTED)


def test_a_server_without_seeds_is_sent_none(request_: Request) -> None:
    assert "seed" not in body(request_, sends_seed=False)


def test_further_fields_are_added_and_null_takes_one_out(request_: Request) -> None:
    sent = body(request_, extra={"top_k": 40, "temperature": None, "top_p": 0.5})
    assert (sent["top_k"], sent["top_p"]) == (40, 0.5)
    assert "temperature" not in sent


@given(st.integers(0, 2**31 - 1), st.integers(0, 1000))
def test_a_sent_seed_is_in_the_range_that_every_server_takes(seed: int, replicate: int) -> None:
    request = Request("p", "", "m", (), "{}", Sampling(), seed, replicate)
    assert 0 <= sent_seed(request) < 2**31
    assert sent_seed(request) == sent_seed(dataclasses.replace(request, messages=(Message("user", "!"),)))


def test_replicates_and_seeds_are_drawn_apart() -> None:
    requests = [Request("p", "", "m", (), "{}", Sampling(), seed, draw) for seed in range(40) for draw in range(40)]
    # 1,600 draws from 2**31: the chance that any two meet is below 1600**2 / 2 / 2**31 = 0.06 %.
    assert len({sent_seed(request) for request in requests}) == 1600


@asynccontextmanager
async def serving(pages: dict[str, Any]) -> AsyncIterator[OpenAIEndpoint]:
    async def page(request: web.Request) -> web.Response:
        return web.json_response(pages[request.path]) if request.path in pages else web.Response(status=404)

    app = web.Application()
    app.router.add_get("/{path:.*}", page)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with Transport(f"http://127.0.0.1:{runner.addresses[0][1]}/v1") as transport:
        yield OpenAIEndpoint(transport, "tiny")
    await runner.cleanup()


def listing(*ids: str, owner: str = "someone") -> dict[str, Any]:
    return {"/v1/models": {"object": "list", "data": [{"id": name, "owned_by": owner} for name in ids]}}


@pytest.mark.parametrize(
    ("owner", "page", "told", "engine"),
    [
        ("vllm", "/version", {"version": "0.32.0"}, Engine("vLLM", "0.32.0")),
        ("llamacpp", "/props", {"build_info": "b8681-1f2e"}, Engine("llama.cpp", "b8681-1f2e")),
        ("library", "/api/version", {"version": "0.40.12"}, Engine("Ollama", "0.40.12")),
        ("vllm", "/elsewhere", {}, Engine("vLLM")),
    ],
)
async def test_an_engine_is_known_by_who_owns_its_models(
    owner: str, page: str, told: dict[str, str], engine: Engine
) -> None:
    async with serving(listing("tiny", owner=owner) | {page: told}) as endpoint:
        assert await endpoint.engine() == engine


async def test_a_server_that_tells_nothing_is_called_by_its_host() -> None:
    async with serving({}) as endpoint:
        assert await endpoint.engine() == Engine(endpoint.transport.server.name)


async def test_an_engine_that_is_known_is_not_asked_for() -> None:
    known = Engine("llama.cpp", "b1", {"threads": "1"})
    async with serving(listing("tiny", owner="llamacpp")) as endpoint:
        assert await dataclasses.replace(endpoint, known_engine=known).engine() == known


@pytest.mark.parametrize("listed", ["tiny", "tiny:latest"])
async def test_a_model_is_found_as_servers_list_it(listed: str) -> None:
    async with serving(listing("other", listed, owner="library")) as endpoint:
        assert (await endpoint.engine()).name == "Ollama"


async def test_a_hosted_model_need_not_be_listed() -> None:
    async with serving(listing("a", "b", owner="a company")) as endpoint:
        assert await endpoint.engine() == Engine(endpoint.transport.server.name)


async def test_a_model_that_a_server_does_not_run_is_known_before_the_first_request() -> None:
    async with serving(listing("a", "b", owner="llamacpp")) as endpoint:
        with pytest.raises(DeniedError, match="has no model tiny") as caught:
            await endpoint.engine()
    assert caught.value.mend == "set backend.model to one that it has: a, b"


async def test_a_wrong_key_is_known_before_the_first_request() -> None:
    async with (
        HostileServer(then=Behaviour.EXPIRED) as server,
        Transport(server.url, key_variable="SOME_KEY", secrets=(KEY,)) as transport,
    ):
        with pytest.raises(DeniedError, match="denies the key") as caught:
            await OpenAIEndpoint(transport, MODEL).engine()
    assert caught.value.mend == "set SOME_KEY to a valid key"


async def test_a_server_that_is_not_there_is_known_before_the_first_request() -> None:
    async with HostileServer() as server:
        url = server.url
    async with Transport(url) as transport:
        with pytest.raises(UnavailableError, match="cannot be reached"):
            await OpenAIEndpoint(transport, MODEL).engine()


def test_a_body_is_plain_json(request_: Request) -> None:
    assert json.loads(json.dumps(body(request_)))["model"] == MODEL
