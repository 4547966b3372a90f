"""The catalogue of knowledge components: C1-C16 coding, P1-P16 physics, M1-M5 mathematics.

The paper's problems draw on it, as will those to come; the oracle has a detector for each component that a problem
which is here exercises.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class KnowledgeComponent:
    """One thing to know.

    Args:
        id: Its number in the paper, such as "P9".
        name: Its name, in a few words.
        evidence: What the IDE oracle looks for in the syntax tree.
        concept: What a learner without it has never heard of; ends the constraint of flaw injection.
        named_in_paper: Whether the paper prints a name for it; the rest are ours.

    Source:
        BEAGLE, App. E.2; Table 9 for the concepts of C2, P5, P9 and C14.
    """

    id: str
    name: str
    evidence: str
    concept: str
    named_in_paper: bool = True


def _ours(identifier: str, name: str, evidence: str, concept: str) -> KnowledgeComponent:
    return KnowledgeComponent(identifier, name, evidence, concept, named_in_paper=False)


_K = KnowledgeComponent

_CODING = (
    _K("C1", "Function return", "every query that is written returns a value", "the return statement"),
    _K("C2", "Math library", "math is imported", "the math library and its functions"),
    _ours("C3", "Variables", "a name is bound before it is read", "naming a value to use it later"),
    _ours("C4", "Arithmetic", "an expression of numbers with operators", "arithmetic operators and their precedence"),
    _ours("C5", "Default arguments", "a parameter has a default value", "default values of parameters"),
    _ours("C6", "Comparisons", "a query returns an ordering of quantities", "less-than and greater-than comparisons"),
    _ours("C7", "Calls", "a function is called with the arguments it takes", "calling a function with arguments"),
    _ours("C8", "Tuples", "a query of two quantities returns both in one tuple", "tuples that hold several values"),
    _K("C9", "Class definition", "a class of the name asked for", "class definitions"),
    _K("C10", "Constructor", "__init__ takes what the object is made from", "the __init__ method"),
    _K("C11", "Instance variables", "state is kept on, and read from, self", "instance variables kept on self"),
    _K("C12", "Method definition", "methods stand in the class and take self first", "methods that take self"),
    _ours("C13", "Named constants", "a number is given a name in capitals", "constants with a name of their own"),
    _K("C14", "Conditionals", "a branch where the problem has cases", "if/else conditional statements"),
    _K("C15", "Variable update", "a new value is made from the old one", "updating a variable from its own old value"),
    _ours("C16", "Loops", "a loop whose body changes what it tests", "for and while loops"),
)

_PHYSICS = (
    _K("P1", "Vector decomposition", "each component is worked out by itself", "splitting a vector into components"),
    _K("P2", "Trigonometry", "sine along the plane, cosine across it", "which of sine and cosine gives which side"),
    _ours("P3", "Uniform acceleration", "half of acceleration times time squared", "equations of uniform acceleration"),
    _ours("P4", "Free fall", "9.8 acts downward whatever the mass", "gravitational acceleration"),
    _K("P5", "Radian conversion", "the angle is converted before it is used", "degree-to-radian conversion"),
    _ours("P6", "Drag", "a force proportional to the velocity, against it", "drag that grows with velocity"),
    _ours("P7", "Momentum", "mass times velocity", "momentum and its conservation"),
    _ours("P8", "Conservation of energy", "kinetic plus potential energy", "conservation of energy"),
    _K("P9", "Euler integration", "velocity, then position, move by a rate times dt", "numerical integration methods"),
    _K("P10", "Force and acceleration", "force is divided by mass", "how force and mass make acceleration"),
    _K("P11", "Kinetic energy", "one half times mass times speed squared", "the kinetic energy formula"),
    _K("P12", "Potential energy", "mass times 9.8 times height", "the potential energy formula"),
    _K("P13", "Hooke's law", "a force proportional to the stretch, against it", "springs and Hooke's law"),
    _K("P14", "Collision reflection", "velocity reverses, scaled by restitution", "velocity reversal in a collision"),
    _K("P15", "Relative velocity", "velocities of body and medium are added", "adding velocities of two frames"),
    _K("P16", "Friction", "the coefficient times the normal component", "friction from the normal force"),
)

_MATHEMATICS = (
    _K("M1", "Derivative", "a rate of change is worked out", "derivatives"),
    _K("M2", "Numerical differentiation", "a difference quotient", "difference quotients"),
    _K("M3", "Iteration", "a loop that improves an estimate", "iterative algorithms"),
    _K("M4", "Convergence", "a loop ends once a change is small", "convergence criteria"),
    _K("M5", "Learning rate", "a step is scaled by a small factor", "step size of an iterative method"),
)

KNOWLEDGE_COMPONENTS: Mapping[str, KnowledgeComponent] = MappingProxyType(
    {component.id: component for component in (*_CODING, *_PHYSICS, *_MATHEMATICS)}
)
"""Every knowledge component, by its id, in the order of the catalogue."""
