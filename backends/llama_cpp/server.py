"""llama.cpp's server in a process of its own, until a signal ends it; run as a file, as it needs nothing of practicum.

python server.py --model FILE --name NAME --port PORT --threads N --slots N --context N [--prompt-cache]
"""

import argparse
import signal
import sys
from argparse import Namespace

from xllamacpp import CommonParams, Server, ggml_type

HOST = "127.0.0.1"

CACHE_TYPES = {"f16": ggml_type.GGML_TYPE_F16, "q8_0": ggml_type.GGML_TYPE_Q8_0}

KEPT_MIB = 4096
"""Most memory for what is kept of prompts that no slot is at work on."""


def arguments() -> Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description="llama.cpp's server")
    parser.add_argument("--model", required=True, help="GGUF file")
    parser.add_argument("--name", required=True, help="what the model is called")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--slots", type=int, required=True, help="replies that are generated side by side")
    parser.add_argument("--context", type=int, required=True, help="tokens of a prompt and its reply together")
    parser.add_argument("--cache-type", choices=CACHE_TYPES, required=True, help="how keys and values are kept")
    parser.add_argument("--prompt-cache", action="store_true", help="keep keys and values for prompts that begin alike")
    return parser.parse_args()


def settings(wanted: Namespace) -> CommonParams:
    """The same in llama.cpp's terms."""
    params = CommonParams()
    params.model.path = wanted.model
    params.model_alias = {wanted.name}
    params.hostnames, params.port = [HOST], wanted.port
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = wanted.threads
    params.n_parallel = wanted.slots
    params.n_ctx = wanted.context * wanted.slots  # it is shared out among the slots
    params.cache_type_k = params.cache_type_v = CACHE_TYPES[wanted.cache_type]
    params.cache_prompt = wanted.prompt_cache
    params.cache_ram_mib = KEPT_MIB if wanted.prompt_cache else 0
    params.ui = False
    return params


def main() -> None:
    """Serve."""
    wanted = arguments()
    try:
        server = Server(settings(wanted))  # serves for as long as it is referred to
    except RuntimeError:  # the reason stands in what llama.cpp has said
        sys.exit(f"llama.cpp did not start with {wanted.model}")
    print(f"{server.listening_address} is up", flush=True)  # noqa: T201
    signal.pause()


if __name__ == "__main__":
    main()
