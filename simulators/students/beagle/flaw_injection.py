"""Explicit flaw injection: what a learner must do without, in words for a prompt."""

from collections.abc import Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from protocol import Stream, Streams
from simulators.students.beagle.knowledge_tracing import KnowledgeTracing, Mastery


class Status(StrEnum):
    """What a learner can do with a knowledge component (BEAGLE, section 3.2)."""

    BLOCKED = "blocked"
    INCORRECT = "incorrect"
    CORRECT = "correct"


_SENTENCES = {
    Status.BLOCKED: (
        "You have never come across {concept}. You cannot write, name or look for it; where the task asks for it, "
        "you do not see what is missing and make do with what you know."
    ),
    Status.INCORRECT: (
        "You have met {concept} but get it wrong: what you write with it contains a mistake that you do not notice."
    ),
    Status.CORRECT: "You can use {concept}.",
}


class KnowledgeConstraint(BaseModel):
    """One element of kappa_t: a knowledge component and what the learner can do with it.

    Args:
        component: Id of the component.
        concept: What it is about, in words.
        status: Whether the learner lacks it, gets it wrong or gets it right.
    """

    model_config = ConfigDict(frozen=True)

    component: str
    concept: str
    status: Status

    def __str__(self) -> str:
        """The constraint as it stands in a prompt (BEAGLE, App. B.2)."""
        return _SENTENCES[self.status].format(concept=self.concept)


class FlawInjection:
    """Turns mastery into constraints.

    Args:
        concepts: What each knowledge component is about, in words, by id.
        streams: The episode's random streams; `KNOWLEDGE` is drawn from, by component and by segment.
    """

    def __init__(self, concepts: Mapping[str, str], streams: Streams) -> None:
        self._concepts = concepts
        self._streams = streams

    def constraints(self, knowledge: KnowledgeTracing, segment: int) -> tuple[KnowledgeConstraint, ...]:
        """kappa_t, one constraint for each component of the problem.

        A component that is partly known is correct with the probability of its mastery. The draw belongs to the
        segment, so that the Strategist, heard once in it, and the Executor are told the same.

        Args:
            knowledge: What the learner knows at this step.
            segment: Index of the segment, or of the step where no controller makes segments.
        """
        mastery = knowledge.mastery
        draws = self._streams.generator(Stream.KNOWLEDGE, "flaw", segment).random(len(mastery))
        return tuple(
            KnowledgeConstraint(
                component=component,
                concept=self._concepts[component],
                status=_status(knowledge.level(component), correct=bool(draw < probability)),
            )
            for (component, probability), draw in zip(mastery.items(), draws, strict=True)
        )


def _status(mastery: Mastery, *, correct: bool) -> Status:
    match mastery:
        case Mastery.UNKNOWN:
            return Status.BLOCKED
        case Mastery.PARTIAL:
            return Status.CORRECT if correct else Status.INCORRECT
        case Mastery.MASTERED:
            return Status.CORRECT
