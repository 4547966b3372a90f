"""How fast the path to a model is, beside bare aiohttp, the openai SDK and inspect_ai doing the same work.

    python -m benchmarks.backends [ways | hits | growth] [--rounds N] [--others-python PATH]

`ways`: episodes side by side, in which every call depends on the reply before, against a server in a process of its own
that takes a fixed time for an answer. Practicum renders the prompt, misses the cache, goes through the gateway, parses
the reply and has it recorded; the others send the same bodies. The ways take turns, so that a busy moment of the
machine falls on each of them.
`hits`: calls that are answered from the cache.
`growth`: what a call takes, in time and in memory, as calls become many; the server answers at once.

The openai SDK and inspect_ai need an environment of their own:

    python -m venv others && others/bin/pip install openai inspect_ai
    python -m benchmarks.backends --others-python others/bin/python
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import psutil
from pydantic_core import to_json

from backends import Account, Model, Question, Request, Sampling
from backends.limits import Limits
from backends.openai import LocalOpenAI, OpenAIEndpoint
from backends.parsing import parse
from backends.transport import Transport
from benchmarks.model_server import reply_to, serving
from benchmarks.other_ways import clock
from environments.programming import problem
from protocol import Level, PracticumError
from simulators.students.few_shot import FewShot
from simulators.students.prompted import Act, ActView

EPISODES, CALLS = 128, 20
LATENCY_MS = 50.0
GROWTH = (1_000, 10_000, 100_000)
PROMPT = FewShot.script.act
OURS, OTHERS = "practicum", ("aiohttp", "sdk", "inspect")
NAMES = {OURS: "practicum, the whole path", "aiohttp": "bare aiohttp", "sdk": "openai SDK", "inspect": "inspect_ai"}


def opening() -> ActView:
    """What a learner sees at first; the prompt that tells it has about 1,200 tokens."""
    task = problem("slider")
    return ActView(
        problem=task.id,
        title=task.title,
        statement=task.statement,
        level=Level.LOW,
        metacognitive_prompt=False,
        reasons=False,
        exemplars=FewShot().exemplars,
        step=1,
        max_steps=CALLS,
        code=task.starter,
        last_output=None,
        hint=None,
    )


def after(view: ActView, reply: Act) -> ActView:
    """What the learner sees once it has acted."""
    return view.model_copy(update={"step": view.step + 1, "code": reply.code, "last_output": reply.utterance})


def seeds(turn: int, episode: int) -> range:
    """Seeds of an episode's calls: no two calls of a run have the same."""
    first = (turn * EPISODES + episode) * CALLS
    return range(first, first + CALLS)


def rehearsed(url: str, seeds: Iterable[int]) -> list[str]:
    """The bodies that practicum sends in an episode: the server's replies follow from them alone."""
    backend, view, bodies = local(url), opening(), []
    endpoint = OpenAIEndpoint(Transport(url), backend.model, backend.structured)
    who = backend.identity
    for seed in seeds:
        messages = PROMPT.render(view)
        request = Request(who.provider, who.base_url, who.model, messages, PROMPT.schema, Sampling(), seed)
        body = to_json(endpoint.body(request))
        view = after(view, parse(reply_to(body), PROMPT.reply))
        bodies.append(body.decode())
    return bodies


def local(url: str) -> LocalOpenAI:
    """The backend at a local server."""
    return LocalOpenAI(model="fixed", base_url=url, limits=Limits(concurrency=EPISODES))


@dataclass(frozen=True)
class Took:
    """What some calls took.

    Args:
        calls: How many they were.
        seconds: Until the last was answered.
        client: Seconds of a processor that the process took which made them.
        gateway: The same for practicum's gateway.
        server: The same for the server.
    """

    calls: int
    seconds: float
    client: float
    gateway: float
    server: float

    @property
    def rate(self) -> float:
        """Calls a second."""
        return self.calls / self.seconds

    def a_call(self, name: str) -> float:
        """Milliseconds of a processor that a process took for a call."""
        return 1000 * float(getattr(self, name)) / self.calls


@dataclass(frozen=True)
class Ours:
    """Practicum, open.

    Args:
        model: What is asked.
        gateway: The process through which it is asked.
        server: The process that answers.
    """

    model: Model
    gateway: psutil.Process
    server: psutil.Process

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, server: psutil.Process, folder: Path) -> AsyncIterator["Ours"]:
        """Practicum with a cache of its own."""
        async with local(url).open(folder / "cache.sqlite", Account(name="benchmark")) as model:
            gateway = next(child for child in psutil.Process().children() if "backends.gateway" in child.cmdline())
            yield cls(model, gateway, server)

    async def timed(self, calls: int, *work: Awaitable[None]) -> Took:
        """Do some work side by side."""
        before = self._clocks()
        await asyncio.gather(*work)
        return Took(calls, *(end - start for start, end in zip(before, self._clocks(), strict=True)))

    def _clocks(self) -> tuple[float, ...]:
        return (*clock(), cpu_seconds(self.gateway), cpu_seconds(self.server))

    async def play(self, seeds: Iterable[int]) -> None:
        """An episode: what is asked depends on what was answered."""
        view = opening()
        for seed in seeds:
            view = after(view, (await self.model.ask(PROMPT, view, seed=seed)).reply)


def cpu_seconds(process: psutil.Process) -> float:
    """Seconds of a processor that a process has taken, in steps of 0.01."""
    times = process.cpu_times()
    return float(times.user + times.system)


def by_others(way: str, python: str, url: str, server: psutil.Process, episodes: list[list[str]]) -> Took:
    """Have bodies sent in a usual way, by a process of its own."""
    work = json.dumps({"url": url, "episodes": episodes})
    command = [python, "-m", "benchmarks.other_ways", way]
    before = cpu_seconds(server)
    done = subprocess.run(command, input=work, stdout=subprocess.PIPE, text=True, check=True)
    seconds, client = json.loads(done.stdout.splitlines()[-1])
    return Took(EPISODES * CALLS, seconds, client, 0.0, cpu_seconds(server) - before)


async def ways(rounds: int, others_python: str | None) -> None:
    """Let the ways take turns at the same work, and print what each does in a second."""
    took: dict[str, list[Took]] = {way: [] for way in (OURS, *OTHERS) if others_python or way in (OURS, "aiohttp")}
    with serving(LATENCY_MS) as (url, pid), tempfile.TemporaryDirectory() as folder:
        server = psutil.Process(pid)
        async with Ours.open(url, server, Path(folder)) as ours:
            for turn in range(rounds):
                work = [seeds(turn, episode) for episode in range(EPISODES)]
                bodies = [rehearsed(url, each) for each in work]
                took[OURS].append(await ours.timed(EPISODES * CALLS, *map(ours.play, work)))
                for way in list(took)[1:]:
                    python = sys.executable if way == "aiohttp" else str(others_python)
                    took[way].append(by_others(way, python, url, server, bodies))
                asked = asked_twice(url)
                print(f"round {turn + 1}: {', '.join(f'{way} {each[-1].rate:.0f}' for way, each in took.items())}; {asked}")
        show(took)


def show(took: dict[str, list[Took]]) -> None:
    """Print what each way did, over all rounds."""
    print(f"{'':28}{'calls/s':>8}{'least':>8}{'most':>8}   CPU ms a call: client  gateway  server   ours is")
    ours = statistics.median(each.rate for each in took[OURS])
    for way, rounds in took.items():
        rates = [each.rate for each in rounds]
        cpu = [statistics.median(each.a_call(name) for each in rounds) for name in ("client", "gateway", "server")]
        print(
            f"{NAMES[way]:28}{statistics.median(rates):8.0f}{min(rates):8.0f}{max(rates):8.0f}{'':16}"
            f"{cpu[0]:8.2f}{cpu[1]:9.2f}{cpu[2]:8.2f}{ours / statistics.median(rates):9.2f} times"
        )


def asked_twice(url: str) -> str:
    """Whether the server was asked by aiohttp what it was asked by practicum, and each once."""
    with urlopen(url.replace("/v1", "/requests")) as answer:
        counts = Counter(json.load(answer)["asked"].values())
    return ", ".join(f"{number} requests were made {times} times" for times, number in sorted(counts.items()))


async def hits(calls: int) -> None:
    """Fill a cache, ask the same again, and print how many answers it gives in a second."""
    with serving(0.0) as (url, pid), tempfile.TemporaryDirectory() as folder:
        async with Ours.open(url, psutil.Process(pid), Path(folder)) as ours:
            work = [seeds(0, episode) for episode in range(calls // CALLS)]
            await ours.timed(calls, *map(ours.play, work))
            for _ in range(5):
                took = await ours.timed(calls, *map(ours.play, work))
                print(f"{took.rate:8.0f} hits/s, {took.a_call('client'):.3f} CPU ms a hit")


def main() -> int:
    """Run a benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.backends")
    parser.add_argument("part", choices=("ways", "hits", "growth"), nargs="?", default="ways")
    parser.add_argument("--rounds", type=int, default=3, help="how often each way takes its turn")
    parser.add_argument("--others-python", help="the Python of an environment with openai and inspect_ai")
    words = parser.parse_args()
    match words.part:
        case "ways":
            asyncio.run(ways(words.rounds, words.others_python))
        case "hits":
            asyncio.run(hits(2560))
    return 0


if __name__ == "__main__":
    sys.exit(main())
