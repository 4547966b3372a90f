"""Worked examples: what an expert did, step by step, at problems that no study uses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from environments.programming import runs
from protocol import Cognition
from simulators.settings import Settings
from simulators.students.simstudent.interface import Interface
from simulators.students.simstudent.working_memory import WorkingMemory


class DemonstratedStep(Settings):
    """One step of the expert's.

    Args:
        behaviour: What the step was.
        code: The program after it; None if it did not change.
        output: What the program printed; None if it was not run.
    """

    behaviour: Cognition
    code: str | None = None
    output: str | None = None


class Demonstration(Settings):
    """The course of an expert's work.

    Args:
        methods: The interface of the class that is asked for, a line a method, the constructor first.
        start: The program at the beginning.
        steps: What the expert did.
    """

    methods: tuple[str, ...]
    start: str
    steps: tuple[DemonstratedStep, ...]

    @property
    def shown(self) -> Iterator["Shown"]:
        """Each step, with what working memory held before it."""
        interface = Interface.read(self.methods)
        memory = WorkingMemory(interface, self.start, output=None, just_run=False)
        for step in self.steps:
            code = memory.code if step.code is None else step.code
            yield Shown(memory, step.behaviour, code)
            just_run = runs(step.behaviour) and code == memory.code
            memory = WorkingMemory(interface, code, step.output, just_run)


@dataclass(frozen=True)
class Shown:
    """A step of an expert's, as a student sees it.

    Args:
        memory: What there was before it.
        cognition: What the step was.
        code: The program after it.
    """

    memory: WorkingMemory
    cognition: Cognition
    code: str


DEMONSTRATIONS: Mapping[str, Demonstration] = TypeAdapter(dict[str, Demonstration]).validate_python(
    yaml.safe_load((Path(__file__).parent / "demonstrations.yaml").read_text())
)
"""The worked examples that are shipped, by name; written for this project."""
