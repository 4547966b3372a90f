"""The few-shot baseline (BEAGLE, Table 1), with its prompts and the exemplars that they show."""

from pathlib import Path
from typing import ClassVar

import yaml
from pydantic import Field, TypeAdapter

from backends import Prompt
from simulators.students.programmer import act_as_novice, fix_as_novice
from simulators.students.prompted import Act, ActView, Exemplar, Fix, FixView, PhasedAct, PromptedModel, Script

_HERE = Path(__file__).parent

EXEMPLARS = TypeAdapter(tuple[Exemplar, ...]).validate_python(yaml.safe_load((_HERE / "exemplars.yaml").read_text()))
"""Novices at a problem that is none of the study's, written for this project."""


class FewShot(PromptedModel):
    """A student that is shown how others worked.

    Args:
        shots: How many exemplars are shown.
    """

    script: ClassVar[Script] = Script(
        act=Prompt("few_shot/act", _HERE, view=ActView, reply=Act, stand_in=act_as_novice),
        phased_act=Prompt("few_shot/act", _HERE, view=ActView, reply=PhasedAct, stand_in=act_as_novice),
        fix=Prompt("few_shot/fix", _HERE, view=FixView, reply=Fix, stand_in=fix_as_novice),
    )

    shots: int = Field(default=len(EXEMPLARS), ge=1, le=len(EXEMPLARS))

    @property
    def exemplars(self) -> tuple[Exemplar, ...]:
        """The first exemplars, as many as are asked for."""
        return EXEMPLARS[: self.shots]
