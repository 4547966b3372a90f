"""The words for what a learner does: metacognitive and cognitive behaviours, interrupts, levels."""

from enum import StrEnum


class Metacognition(StrEnum):
    """Phases of self-regulated learning that a segment is spent in (BEAGLE, section 2)."""

    PLANNING = "planning"
    ENACTING = "enacting"
    MONITORING = "monitoring"
    REFLECTING = "reflecting"


class Cognition(StrEnum):
    """What a learner does in one step, within a phase (BEAGLE, section 2)."""

    CONSTRUCTING = "constructing"
    DEBUGGING = "debugging"
    ASSESSING = "assessing"


class Interrupt(StrEnum):
    """What takes a learner away from the work (BEAGLE, App. A.3)."""

    OFF_TOPIC = "off_topic"
    ASSISTANCE = "assistance"


class Level(StrEnum):
    """How a learner performs: the value of rho_behav and of rho_persona (BEAGLE, section 2)."""

    HIGH = "high"
    LOW = "low"
