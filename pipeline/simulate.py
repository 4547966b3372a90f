"""The stage that plays the episodes of a condition at a task, and writes their traces.

By hand: python -m pipeline.simulate study=beagle_table1 condition=beagle student.interrupts=off out=DIR
"""

import asyncio
import logging
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from environments.sandbox import Sandbox
from pipeline.components import component
from pipeline.condition import COMPONENTS, Condition
from pipeline.stage import EPISODE_DONE, required, stage
from pipeline.words import Wishes, mend
from pipeline.writing import write
from protocol import ConfigurationError, Episode
from protocol.traces import EPISODES, PROGRAMMING_STEPS, write_trace
from simulators.sessions.programming import Trace

if TYPE_CHECKING:
    from pipeline.composition import Composition

LOG = logging.getLogger(__name__)


def episodes(condition: Condition, task: str) -> Iterator[Episode]:
    """The episodes of a condition at a task, by replicate."""
    design = condition.design
    for replicate in range(design.replicates):
        profile = design.profiles[replicate % len(design.profiles)]
        yield Episode(
            study=condition.study,
            condition=condition.name,
            task=task,
            replicate=replicate,
            root_seed=design.root_seed,
            rho_behav=profile.behav,
            rho_persona=profile.persona,
        )


async def simulate(condition: Condition, task: str) -> list[Trace]:
    """Play all episodes of a condition at a task, several at a time, each at a sandbox of its own.

    Returns:
        The traces, by replicate.

    Raises:
        ConfigurationError: a component cannot be made, or there is no such task.
        SandboxError: the walls that the configuration asks for do not stand.
    """
    session, student, tutor, backend = (component(key, condition.components[key]) for key in COMPONENTS)
    replicates, machinery = condition.design.replicates, condition.machinery
    waiting = episodes(condition, task)
    traces: list[Trace] = []
    async with backend.open(cache=machinery.cache) as model:

        async def work() -> None:
            async with Sandbox(strict=machinery.sandbox.strict) as sandbox:
                for episode in waiting:
                    trace = await session.run(episode, student=student, tutor=tutor, model=model, sandbox=sandbox)
                    traces.append(trace)
                    LOG.info("%s %s/%s: %s", EPISODE_DONE, len(traces), replicates, _in_words(trace))

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(machinery.workers, replicates)):
                    group.create_task(work())
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from failures
    return sorted(traces, key=lambda trace: int(trace.episode["replicate"]))


def run(condition: Condition, task: str, out: Path) -> None:
    """Simulate, and leave the traces and the configuration that made them side by side in a folder."""
    traces = asyncio.run(simulate(condition, task))
    write(out / "config.yaml", condition.to_yaml())
    write_trace((step for trace in traces for step in trace.steps), PROGRAMMING_STEPS, out / "steps.parquet")
    write_trace((trace.episode for trace in traces), EPISODES, out / "episodes.parquet")


def _in_words(trace: Trace) -> str:
    row = trace.episode
    return f"replicate {row['replicate']}, {row['rho_behav']}, {row['outcome']} after {row['steps']} steps"


def _composed(words: Mapping[str, Any]) -> "Composition":
    from pipeline.composition import compose_studies  # by hand only: a job is given what Snakemake composed

    compositions = compose_studies(Wishes.of(words))
    if len(compositions) != 1:
        raise ConfigurationError("study= is missing", mend=f"choose one of {', '.join(compositions)}")
    return next(iter(compositions.values()))


def _one_of(kind: str, name: Any, known: Collection[str]) -> str:
    if name not in known:
        raise ConfigurationError(f"{kind}={name}: the study has no such {kind}", mend=mend(str(name), known))
    return str(name)


@stage
def main(words: Mapping[str, Any]) -> None:
    """Simulate a task of a frozen condition, or one or all tasks of a condition that is composed here."""
    if "config" in words:
        config, task, out = required(words, "config", "task", "out")
        run(Condition.read(Path(config)), task, Path(out))
        return
    own = {key: words[key] for key in ("condition", "task", "out") if key in words}
    composition = _composed({key: value for key, value in words.items() if key not in own})
    name, out = required({key: own[key] for key in own if key != "task"}, "condition", "out")
    condition = composition.conditions[_one_of("condition", name, composition.conditions)]
    tasks = composition.study.tasks
    for task in [_one_of("task", own["task"], tasks)] if "task" in own else tasks:
        run(condition, task, Path(out) / task)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
