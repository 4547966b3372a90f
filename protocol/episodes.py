"""One run of one learner at one task: the unit that a study repeats."""

from dataclasses import dataclass
from functools import cached_property

from protocol.behaviour import Level
from protocol.streams import Streams


@dataclass(frozen=True)
class Episode:
    """Names one episode of a study.

    Args:
        study: Name of the study file.
        condition: Name of the condition within the study.
        task: Name of the task, such as a programming problem.
        replicate: Index among the episodes of this condition and task, from 0.
        root_seed: The study's seed.
        rho_behav: Which behaviour the learner is to show, HIGH or LOW (BEAGLE, section 2).
        rho_persona: In which voice the learner is to speak, HIGH or LOW.
    """

    study: str
    condition: str
    task: str
    replicate: int
    root_seed: int
    rho_behav: Level
    rho_persona: Level

    @cached_property
    def streams(self) -> Streams:
        """The episode's random streams; conditions of one study share them."""
        return Streams(self.root_seed, self.task, self.replicate)
