"""The chain-of-thought baseline (BEAGLE, Table 1), with its prompts."""

from pathlib import Path
from typing import ClassVar

from backends import Prompt
from simulators.students.programmer import act_as_novice, fix_as_novice
from simulators.students.prompted import (
    ActView,
    FixView,
    PromptedModel,
    ReasonedAct,
    ReasonedFix,
    ReasonedPhasedAct,
    Script,
)

_HERE = Path(__file__).parent


class ChainOfThought(PromptedModel):
    """A student that writes its reasoning down before it says what it does."""

    script: ClassVar[Script] = Script(
        act=Prompt("chain_of_thought/act", _HERE, view=ActView, reply=ReasonedAct, stand_in=act_as_novice),
        phased_act=Prompt("chain_of_thought/act", _HERE, view=ActView, reply=ReasonedPhasedAct, stand_in=act_as_novice),
        fix=Prompt("chain_of_thought/fix", _HERE, view=FixView, reply=ReasonedFix, stand_in=fix_as_novice),
    )
