"""A study played by stand-ins, to know what it asks before a model is asked: prompts, and how many there are."""

from collections.abc import Sequence
from dataclasses import dataclass

import yaml

from backends import Completion, Model, Question, Request, ScriptedBackend
from backends.scripted import ScriptedProvider
from environments.sandbox import SandboxPool
from pipeline.components import component
from pipeline.condition import Condition
from pipeline.words import CONF
from simulators.sessions.programming import Models, Trace


@dataclass(frozen=True)
class Asked:
    """A call that a stand-in answered."""

    question: Question
    request: Request
    completion: Completion


class Recorder(ScriptedProvider):
    """Stand-ins that remember what they were asked."""

    def __init__(self, backend: ScriptedBackend) -> None:
        super().__init__(backend.skill, garbled=0.0)
        self.asked: list[Asked] = []

    async def complete(self, request: Request, question: Question) -> Completion:
        """See ScriptedProvider."""
        completion = await super().complete(request, question)
        self.asked.append(Asked(question, request, completion))
        return completion


@dataclass(frozen=True)
class Rehearsal:
    """What some episodes of a condition asked.

    Args:
        traces: The episodes.
        student: Calls that the student's model would get, in their order.
        tutor: Calls that the tutor's would.
    """

    traces: Sequence[Trace]
    student: Sequence[Asked]
    tutor: Sequence[Asked]


def stand_ins() -> ScriptedBackend:
    """The embedded default."""
    path = CONF / "backend" / "scripted.yaml"
    made: ScriptedBackend = component("backend", yaml.safe_load(path.read_text(encoding="utf-8")))
    return made


async def rehearse(condition: Condition, task: str, replicates: int) -> Rehearsal:
    """Play the first episodes of a condition at a task, one after the other.

    Raises:
        ConfigurationError: a component cannot be made, or there is no such task.
        SandboxError: the sandbox broke.
    """
    session, student, tutor = (component(key, condition.components[key]) for key in ("session", "student", "tutor"))
    recorders = Recorder(stand_ins()), Recorder(stand_ins())
    models = Models(*(Model(recorder) for recorder in recorders))
    traces = []
    async with SandboxPool(1) as pool:
        for episode, _ in zip(condition.episodes(task), range(replicates), strict=False):
            traces.append(await session.run(episode, student=student, tutor=tutor, models=models, sandbox=pool))
    return Rehearsal(traces, *(recorder.asked for recorder in recorders))
