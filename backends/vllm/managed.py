"""vLLM's own server, in an environment of its own if need be."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from backends.servers import surroundings
from backends.vllm.engine_arguments import EngineArguments, command_line
from protocol import ConfigurationError

SOCKETS = "VLLM_RPC_BASE_PATH"
"""What vLLM calls the folder for the sockets between its processes."""

_HOST = "127.0.0.1"

_UNDERSTOOD = (r"VLLM_\w+", r"HF_\w+", r"TORCH\w*", r"TRITON_\w+", r"(?i:https?_proxy|no_proxy)")

# The package is called otherwise where it is built for other processors.
_TELL_VERSION = "from importlib.metadata import *; print(version(packages_distributions()['vllm'][0]))"


@cache
def installed_version(python: Path | None) -> str:
    """The version of vLLM that an interpreter finds.

    Args:
        python: The interpreter; None for that which runs this.

    Raises:
        ConfigurationError: there is no such interpreter, or it finds none.
    """
    interpreter = str(python or sys.executable)
    try:
        told = subprocess.run([interpreter, "-c", _TELL_VERSION], capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        raise ConfigurationError(
            f"backend=vllm: {interpreter} finds no vllm",
            mend="pip install 'practicum[vllm]' there, or have backend.server=managed with backend.python elsewhere",
        ) from None
    return told.stdout.strip()


def command(python: Path | None, model: str, name: str, arguments: EngineArguments, port: int) -> Sequence[str]:
    """The server's command line.

    Args:
        python: Interpreter of the environment that has vLLM; None for that which runs this.
        model: Name at the Hugging Face hub, or a folder.
        name: What requests call it.
        arguments: Of the engine.
        port: Where it listens.
    """
    return [
        str(python or sys.executable),
        *("-m", "vllm.entrypoints.openai.api_server"),
        *("--model", model, "--served-model-name", name),
        *("--host", _HOST, "--port", str(port)),
        "--enable-prompt-tokens-details",  # else it does not tell what its prefix cache served
        "--disable-uvicorn-access-log",  # a line for every request
        *command_line(arguments),
    ]


def environment(given: Mapping[str, str], secrets: Mapping[str, str], sockets: str) -> dict[str, str]:
    """The server's environment: what it understands of ours, what the settings give, and the hub's key if there is one.

    Args:
        given: By the settings.
        secrets: What it needs to fetch the model.
        sockets: Folder for the sockets between its processes, which it leaves behind.
    """
    own = {"PYTHONSAFEPATH": "1"}  # no module of the folder that practicum runs in is taken for one of vLLM's
    return {**surroundings(*_UNDERSTOOD), **own, SOCKETS: sockets, **given, **secrets}
