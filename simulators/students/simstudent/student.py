"""SimStudent: acts by the production rules that it has learnt, and does the same again where it knows no more."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import numpy as np
from numpy.random import Generator
from pydantic import AfterValidator, Field

from environments.programming import runs
from protocol import Cognition, Stream
from simulators.settings import Settings
from simulators.students.simstudent.demonstrations import DEMONSTRATIONS
from simulators.students.simstudent.interface import Interface
from simulators.students.simstudent.learning import Explanations, learn
from simulators.students.simstudent.rules import ProductionRule, RuleSet
from simulators.students.simstudent.working_memory import Focus, WorkingMemory
from simulators.students.student import Action, Desk, Enrolment, Situation


class Weights(StrEnum):
    """By what a rule is chosen from those that match."""

    LEARNT = "learnt"  # in proportion to the share of demonstrated cases in which it was right
    UNIFORM = "uniform"  # each alike


def _known(names: tuple[str, ...]) -> tuple[str, ...]:
    if unknown := set(names) - set(DEMONSTRATIONS):
        raise ValueError(f"names no demonstration called {min(unknown)!r}: choose from {', '.join(DEMONSTRATIONS)}")
    return names


class SimStudentModel(Settings):
    """A student without a language model, which has seen worked examples and goes by what it made of them.

    Neither rho_behav nor rho_persona changes anything: the rules know no levels, and the student has no voice.

    Args:
        demonstrations: The worked examples that it has seen.
        explanations: What it has learnt where several operators explain a step.
        weights: By what it chooses from the rules that match.

    Source:
        Matsuda et al. (2007); the rule-based baseline of BEAGLE, Table 1.
    """

    demonstrations: Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(_known)] = tuple(DEMONSTRATIONS)
    explanations: Explanations = Explanations.EVERY
    weights: Weights = Weights.LEARNT

    def enrol(self, enrolment: Enrolment) -> "SimStudent":
        """A new student of this kind, for one episode."""
        return SimStudent(learn(self.demonstrations, self.explanations), self.weights, enrolment)


@dataclass(frozen=True)
class Instantiation:
    """A rule with the element that it is applied to."""

    rule: ProductionRule
    focus: Focus

    def __str__(self) -> str:
        return f"{self.rule.name}({self.focus.name})"


class SimStudent:
    """Matches its rules against working memory, chooses one, and applies it.

    A rule fires on one element in one state of working memory once. Where none is left to fire, the student does
    mechanically what it did last: so its errors come back.

    Args:
        rules: What it has learnt.
        weights: By what it chooses from the rules that match.
        enrolment: What it is given for the episode.
    """

    def __init__(self, rules: RuleSet, weights: Weights, enrolment: Enrolment) -> None:
        self._rules = rules.rules
        self._weights = weights
        self._streams = enrolment.episode.streams
        self._interface = Interface.read(enrolment.problem.methods)
        self._fired: set[tuple[WorkingMemory, Instantiation]] = set()
        self._last: Instantiation | None = None
        self._run: str | None = None  # the program that was run last

    async def act(self, situation: Situation, desk: Desk) -> Action:
        """See Student."""
        code = situation.code
        memory = WorkingMemory(self._interface, code, situation.last_output, just_run=code == self._run)
        chosen = self._choose(memory, self._streams.generator(Stream.BEHAVIOUR, "rule", situation.step))
        firing = chosen or self._last
        if firing is None:
            return Action(code=code, utterance="no rule", cognition=Cognition.CONSTRUCTING)
        self._fired.add((memory, firing))
        self._last = firing
        if runs(firing.rule.cognition):
            await desk.run()
            self._run = code
        return Action(
            code=firing.rule.operator.apply(memory, firing.focus) or code,
            utterance=f"rule: {firing.rule.name}",
            cognition=firing.rule.cognition,
            thoughts=(str(firing) if chosen else f"{firing}, again",),
        )

    def _choose(self, memory: WorkingMemory, rng: Generator) -> Instantiation | None:
        """Conflict resolution: a rule by its weight, and of what it can be applied to, the first."""
        for rule in self._shuffled(rng):
            for focus in memory.foci(rule.operator.element):
                match = Instantiation(rule, focus)
                if (memory, match) not in self._fired and rule.matches(memory, focus) and _does(match, memory):
                    return match
        return None

    def _shuffled(self, rng: Generator) -> list[ProductionRule]:
        """The rules, such that the first of any of them to stand there is each in proportion to its weight."""
        rates = [float(rule.weight) if self._weights is Weights.LEARNT else 1.0 for rule in self._rules]
        times = rng.exponential(1 / np.array(rates))  # of independent waits, one ends first in proportion to its rate
        return [self._rules[index] for index in np.argsort(times)]


def _does(match: Instantiation, memory: WorkingMemory) -> bool:
    return match.rule.operator.apply(memory, match.focus) is not None
