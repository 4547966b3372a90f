"""How an episode can end: what the learner did, kept apart from what the machinery could not do."""

from enum import StrEnum


class Outcome(StrEnum):
    """The one way in which an episode ended."""

    SOLVED = "solved"
    STEP_LIMIT = "step_limit"
    BACKEND_FAILED = "backend_failed"
    SANDBOX_FAILED = "sandbox_failed"
    BUDGET_EXHAUSTED = "budget_exhausted"

    @property
    def completed(self) -> bool:
        """Whether the episode says something of the learner, and so counts in a metric."""
        return self in (Outcome.SOLVED, Outcome.STEP_LIMIT)
