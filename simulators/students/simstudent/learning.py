"""Learning by example: what explains an expert's steps, and when the expert takes such a step.

These are two of SimStudent's parts (Matsuda et al., 2007): a search for operators that explain a demonstrated step,
and an induction of the conditions under which they were used. What explains a step is learnt, however the expert
came to it, so the rules are as general, and as wrong, as the examples let them be.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from protocol import Cognition, DataError
from simulators.students.simstudent.demonstrations import DEMONSTRATIONS, Demonstration, Shown
from simulators.students.simstudent.features import features
from simulators.students.simstudent.operators import OPERATORS, Operator
from simulators.students.simstudent.rules import Literal, ProductionRule, RuleSet
from simulators.students.simstudent.working_memory import Element

Features = Mapping[str, bool]
Skill = tuple[Operator, Cognition]
"""Applying an operator in a step of some kind: what a rule is learnt for."""

_SMALLEST_FIRST = (Element.STATEMENT, Element.METHOD, Element.PROGRAM)


class Explanations(StrEnum):
    """What is learnt where several operators explain a step."""

    EVERY = "every"  # a rule for each of them
    FEWEST = "fewest"  # as few rules as explain all steps, so that few compete


@dataclass(frozen=True)
class Case:
    """An application of an operator that was possible in a demonstrated step.

    Args:
        step: Of which demonstration, and which of its steps, from 1.
        operator: What could have been applied.
        features: What was so before the step, of the element that it could have been applied to.
        explains: What the step was, if this gives the program that the expert went on with; else None.
    """

    step: tuple[str, int]
    operator: Operator
    features: Features
    explains: Cognition | None


@cache
def learn(names: tuple[str, ...], explanations: Explanations = Explanations.EVERY) -> RuleSet:
    """The rules that the shipped demonstrations of those names teach."""
    return induce({name: DEMONSTRATIONS[name] for name in names}, explanations)


def induce(demonstrations: Mapping[str, Demonstration], explanations: Explanations) -> RuleSet:
    """The rules by which an expert could have done what it did.

    Args:
        demonstrations: Worked examples, by name.
        explanations: What is learnt where several operators explain a step.

    Raises:
        DataError: nothing that the student can do explains a step.
    """
    shown = {(name, at): step for name, d in demonstrations.items() for at, step in enumerate(d.shown, start=1)}
    cases = [case for step, what in shown.items() for case in _cases(step, what)]
    skills = _skills(cases)
    if unexplained := shown.keys() - set().union(*skills.values()):
        name, at = min(unexplained)
        raise DataError(f"demonstration {name}, step {at}: no operator explains it")
    chosen = skills if explanations is Explanations.EVERY else _fewest(skills)
    return RuleSet(tuple(_rule(skill, cases) for skill in skills if skill in chosen))


def _cases(step: tuple[str, int], shown: Shown) -> Iterator[Case]:
    for operator in OPERATORS:
        for focus in shown.memory.foci(operator.element):
            code = operator.apply(shown.memory, focus)
            if code is not None:
                explains = shown.cognition if code == shown.code else None
                yield Case(step, operator, features(shown.memory, focus), explains)


def _skills(cases: Sequence[Case]) -> Mapping[Skill, set[tuple[str, int]]]:
    """Which steps each skill explains; of skills that explain any."""
    explained = {
        (operator, cognition): {c.step for c in cases if c.operator is operator and c.explains is cognition}
        for operator in OPERATORS
        for cognition in Cognition
    }
    return {skill: steps for skill, steps in explained.items() if steps}


def _fewest(skills: Mapping[Skill, set[tuple[str, int]]]) -> set[Skill]:
    """Skills that explain every step between them: most steps first, and of equals what changes the smallest part."""
    smallest_first = sorted(skills, key=lambda skill: _SMALLEST_FIRST.index(skill[0].element))
    left, chosen = set().union(*skills.values()), set[Skill]()
    while left:
        best = max(smallest_first, key=lambda skill: len(skills[skill] & left))
        chosen.add(best)
        left -= skills[best]
    return chosen


def _rule(skill: Skill, cases: Sequence[Case]) -> ProductionRule:
    operator, cognition = skill
    possible = [case for case in cases if case.operator is operator]
    positives = [case.features for case in possible if case.explains is cognition]
    negatives = [case.features for case in possible if case.explains is not cognition]
    conditions = generalise(positives, negatives)
    return ProductionRule(operator, cognition, conditions, len(positives), _accepted(negatives, conditions))


def generalise(positives: Sequence[Features], negatives: Sequence[Features]) -> tuple[Literal, ...]:
    """Conditions that hold in every positive case, and no more of them than it takes.

    The most specific conjunction that all positives meet excludes as many negatives as any does; from it each
    literal is dropped, the last feature first, unless a negative would then be let in.

    Args:
        positives: Features of the cases in which the operator was used; at least one, all of the same features.
        negatives: Features of the cases in which it was not.

    Returns:
        The conditions that are left; a negative meets them only if it has all that the positives share.
    """
    first, *others = positives
    conditions = tuple(
        Literal(name, holds) for name, holds in first.items() if all(other[name] is holds for other in others)
    )
    for literal in reversed(conditions):
        rest = tuple(condition for condition in conditions if condition is not literal)
        if _accepted(negatives, rest) == _accepted(negatives, conditions):
            conditions = rest
    return conditions


def _accepted(cases: Iterable[Features], conditions: Sequence[Literal]) -> int:
    return sum(all(case[literal.feature] is literal.holds for literal in conditions) for case in cases)
