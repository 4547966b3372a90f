"""CoT: a model that reasons step by step before it acts as a student."""

from simulators.students.chain_of_thought.student import ChainOfThought

__all__ = ["ChainOfThought"]
