"""What a study file says: a published table as an experiment."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pipeline.words import mend
from protocol import Level


class Profile(BaseModel):
    """How a learner behaves and speaks (rho in BEAGLE, section 2); written as one level where both are the same."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    behav: Level
    persona: Level

    @model_validator(mode="before")
    @classmethod
    def _same_for_both(cls, value: Any) -> Any:
        return {"behav": value, "persona": value} if isinstance(value, str) else value


class Design(BaseModel):
    """How the episodes of a condition and task are laid out.

    Args:
        replicates: How many there are.
        max_steps: Length of each.
        root_seed: Seed of every random stream.
        profiles: What replicates take in turn: of two, every other replicate has the first.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    replicates: int = Field(ge=1)
    max_steps: int = Field(ge=1)
    root_seed: int = Field(ge=0)
    profiles: tuple[Profile, ...] = Field(min_length=1)


class Figure(StrEnum):
    """The figures that a study can ask for."""

    COGNITIVE_TRANSITIONS = "cognitive_transitions"
    METACOGNITIVE_TRANSITIONS = "metacognitive_transitions"
    METACOGNITION_BY_LEVEL = "metacognition_by_level"
    BEHAVIOURAL_DNA = "behavioural_dna"


class Study(Design):
    """A published table as an experiment: `conf/study/*.yaml`.

    Args:
        title: What the table is about.
        paper: Short name of the paper.
        published: Stem of the table's printed numbers in results/published.
        published_behaviour: The same for what rho_behav does to metacognition, if the paper prints that.
        tasks: What every condition is put to.
        focus: The condition that the others are compared with.
        figures: The figures to draw, with the stem of each one's printed numbers, if there are any.
        conditions: What each condition chooses: groups by name, and values by dotted key.
        rows: The printed rows in their order, with the condition that stands for each; none if there is none.
    """

    title: str
    paper: str
    published: str
    published_behaviour: str | None = None
    tasks: tuple[str, ...] = Field(min_length=1)
    focus: str
    figures: dict[Figure, str | None]
    conditions: dict[str, dict[str, Any]] = Field(min_length=1)
    rows: dict[str, str | None]

    @model_validator(mode="after")
    def _names_its_conditions(self) -> "Study":
        for place, names in (("focus", [self.focus]), ("rows", [name for name in self.rows.values() if name])):
            for name in names:
                if name not in self.conditions:
                    raise ValueError(f"{place} names the condition {name}, {mend(name, self.conditions)}")
        return self

    @property
    def printed(self) -> tuple[str, ...]:
        """Stems of all printed tables that the study is held against."""
        stems = (self.published, self.published_behaviour, *self.figures.values())
        return tuple(dict.fromkeys(stem for stem in stems if stem))

    @property
    def design(self) -> Design:
        """The part of the study that can change a trace."""
        return Design.model_validate(self.model_dump(include=set(Design.model_fields)))


def faults(error: ValidationError, prefix: str = "") -> str:
    """What pydantic has to say of a configuration, in one line: key path and fault of the first few."""
    found = []
    for fault in error.errors(include_url=False)[:3]:
        path = ".".join(part for part in (prefix, *map(str, fault["loc"])) if part and part != "[key]")
        if fault["type"] == "value_error":
            found.append(f"{path} {fault['ctx']['error']}".strip())
        else:
            found.append(f"{path}: {fault['msg'][0].lower()}{fault['msg'][1:]}")
    return "; ".join(found)
