"""Connects to a model, asks it, and holds on until it is killed: `python -m tests.backends.vllm.hold SETTINGS`."""

import asyncio
import json
import sys

from backends.vllm import Vllm
from tests.backends.vllm.tiny import request


async def main(settings: str) -> None:
    """Say what the model answers."""
    async with Vllm.model_validate_json(settings).connect({}) as endpoint:
        replies = await asyncio.gather(*(endpoint.send(request(seed)) for seed in range(3)))
        print(json.dumps([[reply.text, vars(reply.usage)] for reply in replies]), flush=True)
        await asyncio.sleep(600)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
