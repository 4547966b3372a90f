"""The stage that plays the episodes of a condition at a task, and writes their traces.

By hand: python -m pipeline.simulate study=beagle_table1 condition=beagle student.interrupts=off out=DIR
"""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from backends import Completion, Engine, Identity, Meter, Model, Question, Request
from environments.sandbox import SandboxPool
from pipeline.components import component
from pipeline.condition import Condition
from pipeline.journal import Journal
from pipeline.stage import EPISODE_DONE, required, stage
from pipeline.words import Wishes, mend
from pipeline.writing import write
from protocol import BackendError, ConfigurationError, Outcome
from protocol.traces import EPISODES, PROGRAMMING_STEPS, write_trace
from simulators.sessions.programming import Models, Trace

if TYPE_CHECKING:
    from pipeline.composition import Composition

LOG = logging.getLogger(__name__)

JOB = ("config", "task", "out", "journal", "digest")
"""The words of Snakemake's own command line."""


async def simulate(condition: Condition, task: str, journal: Journal | None = None) -> list[Trace]:
    """Play all episodes of a condition at a task, many at a time.

    Args:
        condition: What is played.
        task: At what.
        journal: Holds the episodes that were played before, and takes those that are played now.

    Returns:
        The traces, by replicate.

    Raises:
        ConfigurationError: a component cannot be made, or there is no such task.
        SandboxError: the walls that the configuration asks for do not stand.
    """
    session, student, tutor = (component(key, condition.components[key]) for key in ("session", "student", "tutor"))
    machinery = condition.machinery
    traces = list(journal.traces) if journal else []
    played = {int(trace.episode["replicate"]) for trace in traces}
    waiting = (episode for episode in condition.episodes(task) if episode.replicate not in played)
    async with (
        _models(condition) as models,
        SandboxPool(machinery.sandbox.pool, strict=machinery.sandbox.strict) as pool,
    ):

        async def work() -> None:
            for episode in waiting:
                trace = await session.run(episode, student=student, tutor=tutor, models=models, sandbox=pool)
                traces.append(trace)
                if journal:
                    journal.add(trace)
                LOG.info("%s %s/%s: %s", EPISODE_DONE, len(traces), condition.design.replicates, _in_words(trace))

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(machinery.workers, condition.design.replicates)):
                    group.create_task(work())
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from failures
    return sorted(traces, key=lambda trace: int(trace.episode["replicate"]))


@dataclass(frozen=True)
class Unreachable:
    """In the place of a model that cannot be asked: says why, whatever it is asked.

    Args:
        error: Why.
    """

    error: BackendError
    identity = Identity("unreachable", "", "")
    engine = Engine("unreachable")
    keeps = True

    def salt(self, question: Question) -> str:
        """See Provider."""
        return ""

    async def complete(self, request: Request, question: Question) -> Completion:
        """See Provider."""
        raise BackendError(self.error.problem, mend=self.error.mend)


@asynccontextmanager
async def _models(condition: Condition) -> AsyncIterator[Models]:
    """Who speaks for the student and for the tutor: one model, unless the configuration names two.

    One that was there when the run began, and is not any more, breaks episodes off, and not the run: its table still
    has what was played before.
    """
    machinery = condition.machinery
    async with AsyncExitStack() as stack:

        async def opened(key: str) -> Model:
            backend = component(key, condition.components[key])
            try:
                model: Model = await stack.enter_async_context(backend.open(machinery.cache, condition.account))
            except BackendError as error:
                LOG.warning("%s", error)
                return Model(Unreachable(error), meter=Meter(condition.account.name))
            return model

        student = await opened("backend")
        shared = condition.components["tutor_backend"] == condition.components["backend"]
        yield Models(student, student if shared else await opened("tutor_backend"))


def run(condition: Condition, task: str, out: Path, journal: Journal | None = None) -> list[Trace]:
    """Simulate, and leave the traces and the configuration that made them side by side in a folder."""
    traces = asyncio.run(simulate(condition, task, journal))
    write(out / "config.yaml", condition.to_yaml())
    write_trace((step for trace in traces for step in trace.steps), PROGRAMMING_STEPS, out / "steps.parquet")
    write_trace((trace.episode for trace in traces), EPISODES, out / "episodes.parquet")
    return traces


def run_job(condition: Condition, task: str, out: Path, journal: Path, digest: str) -> None:
    """Simulate for Snakemake: take up what a stopped run left, and leave the journal while something is broken off."""
    with Journal(journal, digest) as finished:
        traces = run(condition, task, out, finished)
    broken_off = [trace.episode["failure"] for trace in traces if not Outcome(trace.episode["outcome"]).completed]
    if not broken_off:
        finished.discard()
    else:
        LOG.warning("%s of %s episodes were broken off, such as by: %s", len(broken_off), len(traces), broken_off[0])


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
        config, task, out, journal, digest = required(words, *JOB)
        run_job(Condition.read(Path(config)), task, Path(out), Path(journal), digest)
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
