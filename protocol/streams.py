"""Random streams of an episode, one for each thing that chance drives.

Streams are derived from (root seed, task, replicate) and not from the condition, so that conditions
of a study share random numbers, and a draw in one stream never moves another.
"""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from numpy.random import Generator, Philox, SeedSequence


class Stream(StrEnum):
    """What chance drives in an episode."""

    BEHAVIOUR = "behaviour"  # which segment, and which cognitive behaviour, comes next
    DURATIONS = "durations"  # how long a segment lasts
    INTERRUPTS = "interrupts"  # off-topic and assistance
    KNOWLEDGE = "knowledge"  # initial mastery, synthetic observations, flaw injection
    MODEL = "model"  # the language model's sampling


def _number(*words: str | int) -> int:
    """64 bits that stand for some words, the same on every machine and in every process."""
    return int.from_bytes(hashlib.sha256("\x1f".join(map(str, words)).encode()).digest()[:8], "big")


@dataclass(frozen=True)
class Streams:
    """The random streams of one episode.

    Args:
        root_seed: The study's seed.
        task: Name of the task.
        replicate: Index of the episode among those of its condition and task, from 0.
    """

    root_seed: int
    task: str
    replicate: int

    @cached_property
    def _root(self) -> SeedSequence:
        return SeedSequence(entropy=(self.root_seed, _number(self.task), self.replicate))

    def generator(self, stream: Stream, *key: str | int) -> Generator:
        """A fresh generator at the start of a stream.

        Args:
            stream: What the draws drive.
            key: Names a branch of the stream, such as a step: draws of one branch leave the others in place.
        """
        sequence = SeedSequence(entropy=self._root.entropy, spawn_key=(_number(stream, *key),))
        return Generator(Philox(sequence))

    def seed(self, stream: Stream, *key: str | int) -> int:
        """A seed in [0, 2**31) for whatever takes one number, such as a model server."""
        return int(self.generator(stream, *key).integers(2**31))
