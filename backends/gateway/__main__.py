"""Started by the first job that needs a model: `python -m backends.gateway CACHE`."""

import asyncio
import gc
import sys
from pathlib import Path

from backends.cache import ResponseCache
from backends.gateway.place import Place
from backends.gateway.server import Gateway

GARBAGE_AFTER = 10_000
"""New objects until unreachable cycles are looked for; at Python's own 700 that took a tenth of the time."""


async def main(cache: Path) -> None:
    """Serve the jobs of a cache until none is left."""
    with ResponseCache(cache) as replies:
        await Gateway(Place(cache), replies).serve()


if __name__ == "__main__":
    gc.set_threshold(GARBAGE_AFTER)
    asyncio.run(main(Path(sys.argv[1])))
