"""Connects to a model, asks it, and holds on until it is killed: `python -m tests.backends.vllm.hold SETTINGS FILE`."""

import asyncio
import json
import sys
from pathlib import Path

from backends.vllm import Vllm
from tests.backends.vllm.tiny import request


async def main(settings: str, file: Path) -> None:
    """Leave what the model answers in a file."""
    async with Vllm.model_validate_json(settings).connect({}) as endpoint:
        replies = await asyncio.gather(*(endpoint.send(request(seed)) for seed in range(3)))
        draft = file.with_suffix(".draft")
        draft.write_text(json.dumps([[reply.text, vars(reply.usage)] for reply in replies]))
        draft.rename(file)
        await asyncio.sleep(600)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
