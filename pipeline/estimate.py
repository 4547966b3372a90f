"""The stage that says what a study will take before anything is sent: calls, tokens and money.

Stand-ins play a few episodes of every condition, and what they asked and answered is scaled to the study's
size. How long a model's own replies and episodes will be is not known: the most that they can be is shown too.
"""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backends import Usage
from backends.scripted import CHARACTERS_PER_TOKEN
from backends.spending.prices import FREE, Price, Prices
from pipeline.components import component
from pipeline.condition import Condition
from pipeline.grid import Grid
from pipeline.rehearsal import Asked, rehearse
from pipeline.stage import required, stage
from pipeline.writing import write

EPISODES = 2
"""Episodes of each condition and task that are rehearsed: one of each level, where they take turns."""

TITLE = "What the study will take, as stand-ins played it"


@dataclass(frozen=True)
class Estimate:
    """What some episodes take.

    Args:
        calls: Requests.
        prompt_tokens: Of what is asked.
        completion_tokens: Of the replies.
        cost: US dollars; None where the price is unknown.
    """

    calls: float = 0
    prompt_tokens: float = 0
    completion_tokens: float = 0
    cost: float | None = 0.0

    def __add__(self, other: "Estimate") -> "Estimate":
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        prompt_tokens = self.prompt_tokens + other.prompt_tokens
        return Estimate(self.calls + other.calls, prompt_tokens, self.completion_tokens + other.completion_tokens, cost)

    def __mul__(self, times: float) -> "Estimate":
        cost = None if self.cost is None else self.cost * times
        return Estimate(self.calls * times, self.prompt_tokens * times, self.completion_tokens * times, cost)


def price(key: str, condition: Condition) -> Price | None:
    """What a token costs that a role's model takes; None if that is unknown."""
    backend = component(key, condition.components[key])
    if backend.scripted or backend.local:
        return FREE
    return Prices.read(condition.machinery.prices).of(backend.identity.provider, backend.identity.model)


def of_calls(asked: Sequence[Asked], rate: Price | None, max_tokens: int | None = None) -> Estimate:
    """What some calls take, with the stand-ins' replies or with replies of the greatest length."""
    prompts = sum(each.completion.usage.prompt_tokens for each in asked)
    replies = sum(max_tokens or each.completion.usage.completion_tokens for each in asked)
    usage = Usage(prompts, replies)
    if rate is None:
        return Estimate(len(asked), prompts, replies, None)
    return Estimate(len(asked), prompts, replies, rate.of(usage) if max_tokens is None else rate.most(usage))


async def expected(condition: Condition, task: str) -> tuple[Estimate, Estimate]:
    """What a condition takes at a task: as the stand-ins play it, and at most."""
    design = condition.design
    played = min(EPISODES, design.replicates)
    rehearsal = await rehearse(condition, task, played)
    steps = sum(int(trace.episode["steps"]) for trace in rehearsal.traces)
    likely, most = Estimate(), Estimate()
    for key, asked in (("backend", rehearsal.student), ("tutor_backend", rehearsal.tutor)):
        rate = price(key, condition)
        longest = condition.components[key].get("sampling", {}).get("max_tokens")
        likely += of_calls(asked, rate)
        most += of_calls(asked, rate, longest) * (played * design.max_steps / steps)
    return likely * (design.replicates / played), most * (design.replicates / played)


async def estimate(conditions: Sequence[Condition], tasks: Sequence[str]) -> Grid:
    """A row a condition, and their sum."""
    rows, total = [], (Estimate(), Estimate())
    for condition in conditions:
        likely, most = Estimate(), Estimate()
        for task in tasks:
            here = await expected(condition, task)
            likely, most = likely + here[0], most + here[1]
        rows.append(_row(condition.name, likely, most))
        total = (total[0] + likely, total[1] + most)
    headings = ("Condition", "Calls", "Prompt tokens", "Reply tokens", "US$", "at most: tokens", "at most: US$")
    return Grid(TITLE, headings, ((*rows, _row("all", *total)),), _notes(conditions[0]), labels=1)


def _row(name: str, likely: Estimate, most: Estimate) -> tuple[str, ...]:
    numbers = (likely.calls, likely.prompt_tokens, likely.completion_tokens)
    longest = f"{most.prompt_tokens + most.completion_tokens:,.0f}"
    return (name, *(f"{number:,.0f}" for number in numbers), _dollars(likely.cost), longest, _dollars(most.cost))


def _dollars(cost: float | None) -> str:
    return "unknown price" if cost is None else f"{cost:,.2f}"


def _notes(condition: Condition) -> tuple[str, ...]:
    budget = condition.machinery.budget
    limits = [f"{budget.tokens:,} tokens"] if budget.tokens is not None else []
    limits += [f"${budget.money:,.2f}"] if budget.money is not None else []
    return (
        f"Nothing was sent. {EPISODES} episodes of each condition and task were played by stand-ins.",
        f"A token is taken as {CHARACTERS_PER_TOKEN} characters.",
        "At most: every episode at its full length, every reply at max_tokens.",
        "What is in the cache already costs nothing, and is not taken off here.",
        f"Budget: {' and '.join(limits) or 'none'}.",
    )


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write the estimate of a study from the frozen configurations of its conditions."""
    configs, tasks, out = map(str, required(words, "configs", "tasks", "out"))
    conditions = [Condition.read(Path(config)) for config in configs.split()]
    write(Path(out), asyncio.run(estimate(conditions, tasks.split())).to_text())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
