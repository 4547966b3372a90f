from collections.abc import AsyncIterator

import pytest_asyncio

from environments.programming import Grader
from environments.sandbox import Sandbox


@pytest_asyncio.fixture
async def grader() -> AsyncIterator[Grader]:
    async with Sandbox() as sandbox:
        yield Grader(sandbox)
