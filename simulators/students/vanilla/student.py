"""The vanilla baseline (BEAGLE, Table 1), with its prompts."""

from pathlib import Path
from typing import ClassVar

from backends import Prompt
from simulators.students.programmer import act_as_novice, fix_as_novice
from simulators.students.prompted import Act, ActView, Fix, FixView, PhasedAct, PromptedModel, Script

_HERE = Path(__file__).parent


class Vanilla(PromptedModel):
    """A student that is told the problem, the program and the last output, and asked what it does."""

    script: ClassVar[Script] = Script(
        act=Prompt("vanilla/act", _HERE, view=ActView, reply=Act, stand_in=act_as_novice),
        phased_act=Prompt("vanilla/act", _HERE, view=ActView, reply=PhasedAct, stand_in=act_as_novice),
        fix=Prompt("vanilla/fix", _HERE, view=FixView, reply=Fix, stand_in=fix_as_novice),
    )
