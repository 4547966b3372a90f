"""Production rules: when what is done, and how well that has worked."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from protocol import Cognition
from simulators.students.simstudent.features import FEATURES
from simulators.students.simstudent.operators import Operator
from simulators.students.simstudent.working_memory import Focus, WorkingMemory


@dataclass(frozen=True)
class Literal:
    """A condition: a feature, and whether it must hold or must not."""

    feature: str
    holds: bool = True

    def __str__(self) -> str:
        return self.feature if self.holds else f"not {self.feature}"

    def met_by(self, memory: WorkingMemory, focus: Focus) -> bool:
        """Whether it is met by what the attention is on."""
        return FEATURES[self.feature].told_by(memory, focus) is self.holds


@dataclass(frozen=True)
class ProductionRule:
    """If all conditions are met by what the attention is on, then the operator is applied to it.

    Args:
        operator: What is done.
        cognition: What doing it is: constructing, debugging or assessing.
        conditions: When it is done.
        right: In how many demonstrated steps the rule does what the expert did.
        wrong: In how many cases its conditions are met, and the expert did something else.
    """

    operator: Operator
    cognition: Cognition
    conditions: tuple[Literal, ...]
    right: int
    wrong: int

    @property
    def name(self) -> str:
        """What it does; a rule that debugs runs the program first."""
        prefix = "run_then_" if self.cognition is Cognition.DEBUGGING else ""
        return prefix + self.operator.name

    @property
    def weight(self) -> Fraction:
        """How far the rule can be trusted: the share of right cases, by Laplace's rule of succession."""
        return Fraction(self.right + 1, self.right + self.wrong + 2)

    def matches(self, memory: WorkingMemory, focus: Focus) -> bool:
        """Whether all conditions are met."""
        return all(condition.met_by(memory, focus) for condition in self.conditions)

    def __str__(self) -> str:
        conditions = " and ".join(map(str, self.conditions)) or "always"
        return (
            f"{self.name}\n"
            f"    if      {conditions}\n"
            f"    then    {self.cognition}: {self.operator.name}({self.operator.element})\n"
            f"    weight  {float(self.weight):.2f} (right {self.right}, wrong {self.wrong})"
        )


@dataclass(frozen=True)
class RuleSet:
    """Rules by name, in the order in which their operators are listed."""

    rules: tuple[ProductionRule, ...]

    def __getitem__(self, name: str) -> ProductionRule:
        return next(rule for rule in self.rules if rule.name == name)

    def __iter__(self) -> Iterator[ProductionRule]:
        return iter(self.rules)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.rules))
