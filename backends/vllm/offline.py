"""vLLM's engine without a server: requests go straight into its continuous batch."""

import asyncio
import os
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from backends.endpoint import RefusedError, UnavailableError
from backends.openai import sent_seed
from backends.provider import Engine
from backends.request import Completion, FinishReason, Request, Usage
from backends.schemas import strict
from backends.servers import no_orphans
from protocol import BackendError, ConfigurationError

_REASONS = {"stop": FinishReason.STOP, "length": FinishReason.LENGTH}


@asynccontextmanager
async def running(words: Sequence[str], environment: Mapping[str, str], engine: Engine) -> AsyncIterator["Offline"]:
    """The engine, for the time of a `with` block.

    Args:
        words: Its arguments, as vLLM's command line takes them.
        environment: What vLLM finds in the environment, which is this process's.
        engine: What it is and how it is started.

    Raises:
        ConfigurationError: vLLM is not installed here.
        BackendError: the engine did not start.
    """
    os.environ.update(environment)  # vLLM reads it as it is imported
    async with no_orphans():
        llm = await _start(words)
        try:
            yield Offline(llm, llm.get_tokenizer(), engine)
        finally:
            llm.shutdown()


async def _start(words: Sequence[str]) -> Any:
    try:
        return await asyncio.to_thread(_started, words)
    except ImportError as error:
        raise ConfigurationError(
            f"backend.server=offline: {error}",
            mend="install practicum into vLLM's environment, or set backend.server=managed and backend.python",
        ) from error
    except (RuntimeError, ValueError, OSError, SystemExit) as error:
        raise BackendError(f"vLLM's engine did not start: {error}", mend="see gateway.log beside the cache") from error


def _started(words: Sequence[str]) -> Any:
    """An engine, whose models run in processes of their own; takes as long as reading the weights."""
    from vllm.engine.arg_utils import AsyncEngineArgs  # seconds to import, and rarely there
    from vllm.utils.argparse_utils import FlexibleArgumentParser
    from vllm.v1.engine.async_llm import AsyncLLM

    parser = AsyncEngineArgs.add_cli_args(FlexibleArgumentParser())
    return AsyncLLM.from_engine_args(AsyncEngineArgs.from_cli_args(parser.parse_args(list(words))))


@dataclass(frozen=True)
class Offline:
    """A model in this process.

    Args:
        llm: vLLM's `AsyncLLM`.
        tokenizer: The model's, with its chat template.
        known_engine: What it is and how it was started.
    """

    llm: Any
    tokenizer: Any
    known_engine: Engine

    async def engine(self) -> Engine:
        """See Endpoint."""
        return self.known_engine

    async def send(self, request: Request) -> Completion:
        """See Endpoint."""
        from vllm.v1.engine.exceptions import EngineDeadError, EngineGenerateError

        answers = self.llm.generate({"prompt_token_ids": self._tokens(request)}, _params(request), uuid.uuid4().hex)
        try:
            (answer,) = [answer async for answer in answers]
        except (EngineDeadError, EngineGenerateError) as error:
            raise UnavailableError(f"vLLM's engine failed: {error}") from error
        except ValueError as error:  # a prompt that is too long, or a schema that cannot be kept
            raise RefusedError(f"vLLM's engine refused the request: {error}") from error
        return _completion(answer)

    def _tokens(self, request: Request) -> list[int]:
        messages = [vars(message) for message in request.messages]
        text = self.tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
        return list(self.tokenizer.encode(text, add_special_tokens=False))  # the template has written them


def _params(request: Request) -> Any:
    from vllm.sampling_params import RequestOutputKind, SamplingParams, StructuredOutputsParams

    return SamplingParams(
        temperature=request.sampling.temperature,
        top_p=request.sampling.top_p,
        max_tokens=request.sampling.max_tokens,
        seed=sent_seed(request),
        structured_outputs=StructuredOutputsParams(json=dict(strict(request.schema))),
        output_kind=RequestOutputKind.FINAL_ONLY,
    )


def _completion(answer: Any) -> Completion:
    (output,) = answer.outputs
    reason = _REASONS.get(output.finish_reason)
    if reason is None:
        raise UnavailableError(f"vLLM's engine ended its reply for another reason ({output.finish_reason})")
    usage = Usage(len(answer.prompt_token_ids), len(output.token_ids), answer.num_cached_tokens or 0)
    return Completion(output.text, reason, usage)
