"""Settings of a llama.cpp server that practicum runs itself."""

import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from backends.llama_cpp.weights import gguf_file
from backends.openai import OpenAIEndpoint
from backends.provider import Engine, Identity
from backends.remote import RemoteBackend
from backends.request import canonical
from backends.servers import Launch, fingerprint, serving, surroundings
from backends.transport import Transport
from protocol import ConfigurationError

_SERVER = Path(__file__).parent / "server.py"

_SAMPLERS = ("temperature", "top_p")
"""What a request names, in the order that OpenAI's parameters have; llama.cpp's own choice holds six more."""

CacheType = Literal["f16", "q8_0"]


class LlamaCpp(RemoteBackend):
    """A model in a GGUF file, run on this machine's processors by llama.cpp.

    With one slot and no prompt cache, the same request gets the same reply, whatever was asked before and whatever
    is asked beside it. More slots and the prompt cache are faster where many prompts begin alike, and have a prompt
    read in other pieces each time. With keys and values in 16 bits llama.cpp computes attention otherwise for a long
    piece than for a short one, so that the last bits of its probabilities, and now and then its words, depend on what
    came before; in 8 bits it computes row by row, however many there are, and repeats itself all the same.

    Args:
        model: Path of the GGUF file, or `package:` and the name of an installed package that carries one.
        threads: Processors that compute.
        slots: Replies that are generated side by side.
        context: Longest prompt and reply together, in tokens.
        prompt_cache: Keep what was computed for earlier prompts, for those that begin alike.
        cache_type: How what was computed for a token is kept.
        start_timeout_s: Longest time until the server is up, in seconds.
        log: Where what the server says is added.
    """

    local: ClassVar[bool] = True

    threads: int = Field(default=1, ge=1)
    slots: int = Field(default=1, ge=1)
    context: int = Field(default=8192, ge=256)
    prompt_cache: bool = False
    cache_type: CacheType = "f16"
    start_timeout_s: float = Field(default=300, gt=0)
    log: Path = Path(".practicum/llama_cpp.log")

    @property
    def file(self) -> Path:
        """The GGUF file.

        Raises:
            ConfigurationError: there is none.
        """
        return gguf_file(self.model)

    @property
    def identity(self) -> Identity:
        """See RemoteBackend."""
        return Identity("llama_cpp", "", self.file.stem)

    @property
    def label(self) -> str:
        """See Backend."""
        return f"{self.identity.model} (llama.cpp)"

    @property
    def flags(self) -> Mapping[str, str]:
        """What the server is started with that can change an answer."""
        return {
            "sha256": fingerprint(self.file),
            "threads": str(self.threads),
            "slots": str(self.slots),
            "context": str(self.context),
            "prompt_cache": "on" if self.prompt_cache else "off",
            "cache_type": self.cache_type,
        }

    @property
    def salt(self) -> str:
        """See RemoteBackend."""
        return canonical({**self.flags, "version": _version(), "samplers": _SAMPLERS})

    @asynccontextmanager
    async def connect(self, secrets: Mapping[str, str]) -> AsyncIterator[OpenAIEndpoint]:
        """See RemoteBackend."""
        engine = Engine("llama.cpp", _version(), self.flags)
        launch = Launch(
            name="llama.cpp",
            command=partial(self._command, self.file),
            # A thread that waits for another sleeps: if it spun, a busy machine would be slower by a factor of ten.
            environment={**surroundings(r"GGML_\w+"), "OMP_WAIT_POLICY": "passive"},
            log=self.log,
            timeout_s=self.start_timeout_s,
        )
        async with serving(launch) as address, Transport(f"{address}/v1") as transport:
            extra = {"samplers": _SAMPLERS}
            yield OpenAIEndpoint(transport, self.identity.model, extra=extra, known_engine=engine)

    def _command(self, file: Path, port: int) -> Sequence[str]:
        options = {
            "model": file,
            "name": file.stem,
            "port": port,
            "threads": self.threads,
            "slots": self.slots,
            "context": self.context,
            "cache-type": self.cache_type,
        }
        words = (word for name, value in options.items() for word in (f"--{name}", str(value)))
        return [sys.executable, "-P", str(_SERVER), *words, *(["--prompt-cache"] if self.prompt_cache else [])]


def _version() -> str:
    try:
        return f"xllamacpp {version('xllamacpp')}"
    except PackageNotFoundError:
        raise ConfigurationError(
            "backend=llama_cpp needs the package xllamacpp", mend="pip install 'practicum[llama_cpp]'"
        ) from None
