"""What an agent remembers: its latest outputs, and the errors that it has learnt from."""

from collections import deque
from dataclasses import dataclass, replace
from typing import Annotated, Generic, TypeVar

from pydantic import Field

from simulators.settings import Settings

T = TypeVar("T")


class MemorySettings(Settings):
    """Size of a memory; `buffer` is how many of the latest outputs it holds (BEAGLE, App. B.3)."""

    buffer: Annotated[int, Field(ge=1)]


@dataclass(frozen=True)
class ErrorEpisode:
    """An error that the learner met.

    Args:
        pattern: What the error looked like, such as its type.
        realization: What the learner made of it; empty until said.
        fix_applied: Whether a later run was rid of it.
    """

    pattern: str
    realization: str = ""
    fix_applied: bool = False


class Memory(Generic[T]):
    """Memory of one agent: Gamma_Strat holds strategies, Gamma_Exec utterances (BEAGLE, App. B.3)."""

    def __init__(self, settings: MemorySettings) -> None:
        self._recent: deque[T] = deque(maxlen=settings.buffer)
        self._episodes: dict[str, ErrorEpisode] = {}
        self._present: str | None = None
        self._familiar: ErrorEpisode | None = None

    @property
    def recent(self) -> tuple[T, ...]:
        """The agent's latest outputs, oldest first."""
        return tuple(self._recent)

    @property
    def episodes(self) -> tuple[ErrorEpisode, ...]:
        """Every error met, in the order of the first meeting."""
        return tuple(self._episodes.values())

    @property
    def familiar(self) -> ErrorEpisode | None:
        """What is remembered of the present error; None without one, or when it is met for the first time."""
        return self._familiar

    def remember(self, output: T) -> None:
        """Keep an output; the oldest beyond the buffer's size is forgotten."""
        self._recent.append(output)

    def meet(self, error: str | None) -> None:
        """Take in what a run showed: the pattern of its error, or None if it had none.

        An error that the run before showed and this one does not counts as fixed.
        """
        if self._present is not None and error != self._present:
            self._episodes[self._present] = replace(self._episodes[self._present], fix_applied=True)
        self._present = error
        self._familiar = self._episodes.get(error) if error is not None else None
        if error is not None:
            self._episodes.setdefault(error, ErrorEpisode(error))

    def realize(self, words: str) -> None:
        """Keep what the learner made of the present error, if it is new."""
        if self._present is not None and not self._episodes[self._present].realization:
            self._episodes[self._present] = replace(self._episodes[self._present], realization=words)
