"""Learning by example: what explains an expert's steps, and when the expert takes such a step.

These are two of SimStudent's parts (Matsuda et al., 2007): a search for operators that explain a demonstrated step,
and an induction of the conditions under which they were used. Whatever explains a step is learnt, however the expert
came to it, so the rules are as general, and as wrong, as the examples let them be.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from protocol import Cognition, DataError
from simulators.students.simstudent.demonstrations import DEMONSTRATIONS, Demonstration, Shown
from simulators.students.simstudent.features import features
from simulators.students.simstudent.operators import OPERATORS, Operator
from simulators.students.simstudent.rules import Literal, ProductionRule, RuleSet

Features = Mapping[str, bool]


@dataclass(frozen=True)
class Case:
    """An application of an operator that was possible in a demonstrated step.

    Args:
        operator: What could have been applied.
        features: What was so before the step, of the element that it could have been applied to.
        explains: What the step was, if this gives the program that the expert went on with; else None.
    """

    operator: Operator
    features: Features
    explains: Cognition | None


@cache
def learn(names: tuple[str, ...]) -> RuleSet:
    """The rules that the shipped demonstrations of those names teach."""
    return induce({name: DEMONSTRATIONS[name] for name in names})


def induce(demonstrations: Mapping[str, Demonstration]) -> RuleSet:
    """The rules by which an expert could have done what it did.

    Args:
        demonstrations: Worked examples, by name.

    Raises:
        DataError: nothing that the student can do explains a step.
    """
    cases: list[Case] = []
    for name, demonstration in demonstrations.items():
        for index, shown in enumerate(demonstration.shown, start=1):
            possible = list(_cases(shown))
            if not any(case.explains for case in possible):
                raise DataError(f"demonstration {name}, step {index}: no operator explains it")
            cases += possible
    return RuleSet(tuple(_rules(cases)))


def _cases(shown: Shown) -> Iterator[Case]:
    for operator in OPERATORS:
        for focus in shown.memory.foci(operator.element):
            code = operator.apply(shown.memory, focus)
            if code is not None:
                explains = shown.cognition if code == shown.code else None
                yield Case(operator, features(shown.memory, focus), explains)


def _rules(cases: Sequence[Case]) -> Iterator[ProductionRule]:
    for operator in OPERATORS:
        of_operator = [case for case in cases if case.operator is operator]
        for cognition in Cognition:
            positives = [case.features for case in of_operator if case.explains is cognition]
            negatives = [case.features for case in of_operator if case.explains is not cognition]
            if positives:
                conditions = generalise(positives, negatives)
                wrong = _accepted(negatives, conditions)
                yield ProductionRule(operator, cognition, conditions, right=len(positives), wrong=wrong)


def generalise(positives: Sequence[Features], negatives: Sequence[Features]) -> tuple[Literal, ...]:
    """Conditions that hold in every positive case, and no more of them than it takes.

    The most specific conjunction that all positives meet excludes as many negatives as any does; from it each
    literal is dropped, the last feature first, unless a negative would then be let in.

    Args:
        positives: Features of the cases in which the operator was used; at least one, all of the same features.
        negatives: Features of the cases in which it was not.

    Returns:
        The conditions that are left. They accept a negative only if it differs from no positive in what these share.
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
