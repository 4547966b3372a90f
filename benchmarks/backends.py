"""How fast the path to a model is, beside bare aiohttp, the openai SDK and inspect_ai doing the same work.

    python -m benchmarks.backends [ways | hits | growth] [--rounds N] [--others-python PATH]

`ways`: 128 episodes of 20 calls side by side, each call after the reply to the one before, against a server in a
process of its own that takes 50 ms for an answer. Practicum renders a prompt of about 1,200 tokens, finds nothing in
the cache, goes through the gateway, has the reply recorded, and parses it; the others send the same bodies. The ways
take turns, so that a busy moment of the machine falls on each of them.
`hits`: such calls, answered from the cache.
`growth`: what a call takes, in time and in memory, as calls become many; the server answers at once.

The openai SDK and inspect_ai want an environment of their own:

    python -m venv others && others/bin/pip install openai inspect_ai
    python -m benchmarks.backends --others-python others/bin/python
"""

import argparse
import asyncio
import itertools
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

from backends import Account, Model, Request, Sampling
from backends.limits import Limits
from backends.openai import LocalOpenAI, OpenAIEndpoint
from backends.parsing import parse
from backends.transport import Transport
from benchmarks.model_server import reply_to, serving
from environments.programming import problem
from protocol import Level, PracticumError
from simulators.students.few_shot import FewShot
from simulators.students.prompted import Act, ActView

EPISODES, CALLS = 128, 20
LATENCY_MS = 50.0
HIT_ROUNDS = 5
GROWTH = (1_000, 10_000, 100_000)
PROMPT = FewShot.script.act
PARTS = ("client", "gateway", "server")
OURS = "practicum, the whole path"
OTHERS = {"aiohttp": "bare aiohttp", "sdk": "openai SDK", "inspect": "inspect_ai"}


def opening() -> ActView:
    """What a learner sees at first."""
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


def episodes(turn: int) -> list[range]:
    """The seeds of each episode's calls; no two turns share one, so that nothing is in the cache."""
    firsts = range(turn * EPISODES * CALLS, (turn + 1) * EPISODES * CALLS, CALLS)
    return [range(first, first + CALLS) for first in firsts]


def local(url: str) -> LocalOpenAI:
    """The backend at a local server."""
    return LocalOpenAI(model="fixed", base_url=url, limits=Limits(concurrency=EPISODES))


def rehearsed(url: str, seeds: Iterable[int]) -> list[str]:
    """The bodies that practicum is going to send in an episode: the server's replies follow from them alone."""
    backend, view, bodies = local(url), opening(), []
    who, endpoint = backend.identity, OpenAIEndpoint(Transport(url), backend.model, backend.structured)
    for seed in seeds:
        messages = PROMPT.render(view)
        request = Request(who.provider, who.base_url, who.model, messages, PROMPT.schema, Sampling(), seed)
        body = to_json(endpoint.body(request))
        view = after(view, parse(reply_to(body), PROMPT.reply))
        bodies.append(body.decode())
    return bodies


@dataclass(frozen=True)
class Took:
    """What some calls took.

    Args:
        calls: How many they were.
        seconds: Until the last was answered.
        cpu: Seconds of a processor, by the name of the process that took them.
    """

    calls: int
    seconds: float
    cpu: dict[str, float]

    @property
    def rate(self) -> float:
        """Calls a second."""
        return self.calls / self.seconds

    def a_call(self, process: str) -> float:
        """Milliseconds of a processor that a process took for a call."""
        return 1000 * self.cpu.get(process, 0.0) / self.calls


@dataclass(frozen=True)
class Practicum:
    """Practicum, open.

    Args:
        model: What is asked.
        processes: All that take part, by name.
    """

    model: Model
    processes: dict[str, psutil.Process]

    @classmethod
    @asynccontextmanager
    async def open(cls, latency_ms: float) -> AsyncIterator[tuple["Practicum", str]]:
        """With a cache of its own, before a server of its own, the base URL of which comes along."""
        with serving(latency_ms) as (url, server), tempfile.TemporaryDirectory() as folder:
            async with local(url).open(Path(folder) / "cache.sqlite", Account(name="benchmark")) as model:
                client = psutil.Process()
                gateway = next(child for child in client.children() if "backends.gateway" in child.cmdline())
                yield cls(model, {"client": client, "gateway": gateway, "server": psutil.Process(server)}), url

    async def timed(self, calls: int, plays: Iterable[Awaitable[None]]) -> Took:
        """Play episodes side by side."""
        before, start = self._cpu(), time.perf_counter()
        await asyncio.gather(*plays)
        seconds = time.perf_counter() - start
        return Took(calls, seconds, {name: now - before[name] for name, now in self._cpu().items()})

    def _cpu(self) -> dict[str, float]:
        return {name: cpu_seconds(process) for name, process in self.processes.items()}

    async def play(self, seeds: Iterable[int]) -> None:
        """An episode: what is asked depends on what was answered."""
        view = opening()
        for seed in seeds:
            view = after(view, (await self.model.ask(PROMPT, view, seed=seed)).reply)


def cpu_seconds(process: psutil.Process) -> float:
    """Seconds of a processor that a process has taken, to a hundredth."""
    times = process.cpu_times()
    return float(times.user + times.system)


def peak_mib(process: psutil.Process) -> float:
    """The most memory that a process has had so far."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def by_others(way: str, python: str, url: str, server: psutil.Process, bodies: list[list[str]]) -> Took:
    """Have bodies sent in a usual way, by a process of its own."""
    before = cpu_seconds(server)
    done = subprocess.run(
        [python, "-m", "benchmarks.other_ways", way],
        input=json.dumps({"url": url, "episodes": bodies}),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    seconds, cpu = json.loads(done.stdout.splitlines()[-1])
    return Took(EPISODES * CALLS, seconds, {"client": cpu, "server": cpu_seconds(server) - before})


async def ways(rounds: int, others_python: str | None) -> None:
    """Let the ways take turns at the same work, and print what each does in a second."""
    others = {"aiohttp": sys.executable} | ({"sdk": others_python, "inspect": others_python} if others_python else {})
    took: dict[str, list[Took]] = {name: [] for name in (OURS, *map(OTHERS.__getitem__, others))}
    async with Practicum.open(LATENCY_MS) as (practicum, url):
        for turn in range(rounds):
            work = episodes(turn)
            bodies = [rehearsed(url, seeds) for seeds in work]
            took[OURS].append(await practicum.timed(EPISODES * CALLS, map(practicum.play, work)))
            for way, python in others.items():
                took[OTHERS[way]].append(by_others(way, python, url, practicum.processes["server"], bodies))
            rates = ", ".join(f"{name} {each[-1].rate:.0f}" for name, each in took.items())
            print(f"round {turn + 1}: {rates} calls/s", flush=True)
        print(f"asked of the server: {repetitions(url)}")
    show(took)


def repetitions(url: str) -> str:
    """How often the server was asked what: twice, by practicum and by aiohttp, which send the same to the byte."""
    with urlopen(f"{url.removesuffix('/v1')}/requests") as answer:
        times = Counter(json.load(answer)["asked"].values())
    return ", ".join(f"{requests} requests {often} times" for often, requests in sorted(times.items()))


def show(took: dict[str, list[Took]]) -> None:
    """Print what each way did, over all rounds."""
    print(f"\n{'calls/s':>33}{'least':>7}{'most':>7}   ours is   CPU ms a call: client  gateway  server")
    ours = statistics.median(each.rate for each in took[OURS])
    for name, rounds in took.items():
        rates = [each.rate for each in rounds]
        rate = statistics.median(rates)
        cpu = {part: statistics.median(each.a_call(part) for each in rounds) for part in PARTS}
        print(
            f"{name:26}{rate:7.0f}{min(rates):7.0f}{max(rates):7.0f}{ours / rate:8.2f} x"
            f"{cpu['client']:24.2f}{cpu['gateway']:9.2f}{cpu['server']:8.2f}"
        )


async def hits() -> None:
    """Ask again what was asked before, and print how many answers the cache gives in a second."""
    async with Practicum.open(0.0) as (practicum, _):
        await practicum.timed(EPISODES * CALLS, map(practicum.play, episodes(0)))
        for _ in range(HIT_ROUNDS):
            took = await practicum.timed(EPISODES * CALLS, map(practicum.play, episodes(0)))
            print(f"{took.rate:6.0f} hits/s, {took.a_call('client'):.3f} CPU ms a hit")


async def growth() -> None:
    """Print what calls take, in time and in memory, as they become many."""
    print("    calls   ms a call   CPU ms a call: client  gateway   most memory, MiB: client  gateway")
    async with Practicum.open(0.0) as (practicum, _):
        client, gateway = practicum.processes["client"], practicum.processes["gateway"]
        for before, until in itertools.pairwise((0, *GROWTH)):
            left = iter(range(before, until))
            took = await practicum.timed(until - before, (practicum.play(left) for _ in range(EPISODES)))
            print(
                f"{until:9,}{1000 / took.rate:12.2f}{took.a_call('client'):23.2f}{took.a_call('gateway'):9.2f}"
                f"{peak_mib(client):27.0f}{peak_mib(gateway):9.0f}",
                flush=True,
            )


def main() -> int:
    """Run a benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.backends")
    parser.add_argument("part", choices=("ways", "hits", "growth"), nargs="?", default="ways")
    parser.add_argument("--rounds", type=int, default=3, help="how often each way takes its turn")
    parser.add_argument("--others-python", help="the Python of an environment with openai and inspect_ai")
    words = parser.parse_args()
    parts = {"ways": lambda: ways(words.rounds, words.others_python), "hits": hits, "growth": growth}
    if words.part == "ways" and not words.others_python:
        print("without --others-python: python -m venv others && others/bin/pip install openai inspect_ai")
    try:
        asyncio.run(parts[words.part]())
    except PracticumError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
