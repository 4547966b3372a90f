"""The usual ways to make many calls: `python -m benchmarks.other_ways aiohttp`, or `sdk`, or `inspect`.

Each reads the base URL and the bodies to send, episode by episode, as JSON from its input. It sends an episode's bodies
one after the other and the episodes side by side, and prints how long that took and what it took of a processor. It
needs nothing of practicum: the packages that it measures have an environment of their own.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from typing import Any

Episode = list[str]
Clock = tuple[float, float]

_JSON = {"Content-Type": "application/json"}


def clock() -> Clock:
    """Seconds that have passed, and that this process was at work."""
    return time.perf_counter(), time.process_time()


async def side_by_side(episodes: list[Episode], play: Callable[[Episode], Awaitable[None]]) -> Clock:
    """Play all episodes; tells when that began."""
    began = clock()
    await asyncio.gather(*map(play, episodes))
    return began


async def by_aiohttp(url: str, episodes: list[Episode]) -> Clock:
    """No more than has to be: a pool, bodies that are bytes already, answers as plain values."""
    from aiohttp import ClientSession, TCPConnector

    async with ClientSession(connector=TCPConnector(limit=0), headers=_JSON) as session:

        async def play(bodies: Episode) -> None:
            for body in bodies:
                async with session.post(f"{url}/chat/completions", data=body.encode()) as response:
                    json.loads(await response.read())

        return await side_by_side(episodes, play)


async def by_sdk(url: str, episodes: list[Episode]) -> Clock:
    """OpenAI's own client, without retries."""
    from openai import AsyncOpenAI

    async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0) as client:

        async def play(bodies: Episode) -> None:
            for body in bodies:
                await client.chat.completions.create(**json.loads(body))

        return await side_by_side(episodes, play)


def by_inspect(url: str, episodes: list[Episode]) -> Clock:
    """A sample an episode, a call a step, with every setting as fast as it goes that leaves the log of the samples.

    What makes it fast stands on its pages on concurrency and in its issue 3173. What it takes to start is not counted;
    that it writes its log is.
    """
    import inspect_ai
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig, ResponseSchema, get_model
    from inspect_ai.solver import Generate, Solver, TaskState, solver

    began = []

    def config(said: dict[str, Any]) -> GenerateConfig:
        schema = ResponseSchema(name="reply", json_schema=said["response_format"]["json_schema"]["schema"], strict=True)
        sampling = {name: said[name] for name in ("temperature", "top_p", "max_tokens", "seed")}
        return GenerateConfig(response_schema=schema, **sampling)

    @solver
    def steps() -> Solver:
        async def solve(state: TaskState, _: Generate) -> TaskState:
            began.append(clock())
            for body in episodes[int(state.sample_id)]:
                said = json.loads(body)
                system, user = (message["content"] for message in said["messages"])
                messages = [ChatMessageSystem(content=system), ChatMessageUser(content=user)]
                state.output = await get_model().generate(messages, config=config(said))
            return state

        return solve

    with tempfile.TemporaryDirectory() as folder:
        (log,) = inspect_ai.eval(
            inspect_ai.Task(dataset=[Sample("play", id=number) for number in range(len(episodes))], solver=steps()),
            model="openai-api/local/fixed",
            model_base_url=url,
            model_args={"api_key": "none"},
            log_dir=folder,
            log_realtime=False,
            display="none",
            ctl_server=False,
            max_samples=len(episodes),
            max_connections=len(episodes),
            max_retries=0,
            cache=False,
            score=False,
        )
    if log.status != "success":
        raise RuntimeError(f"inspect_ai: {log.status} {log.error}")
    return min(began)


def main() -> None:
    """Make the calls in one way."""
    way, work = sys.argv[1], json.load(sys.stdin)
    url, episodes = work["url"], work["episodes"]
    match way:
        case "aiohttp":
            began = asyncio.run(by_aiohttp(url, episodes))
        case "sdk":
            began = asyncio.run(by_sdk(url, episodes))
        case "inspect":
            began = by_inspect(url, episodes)
    print(json.dumps([end - start for start, end in zip(began, clock(), strict=True)]))


if __name__ == "__main__":
    main()
