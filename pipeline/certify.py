"""The stage that measures, before anything is simulated, whether the study's backends repeat themselves."""

import asyncio
import dataclasses
import json
import logging
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.certificate import Certificate, certify, spread
from pipeline.components import component
from pipeline.condition import BACKENDS, Condition
from pipeline.rehearsal import rehearse
from pipeline.stage import required, stage
from pipeline.writing import write

LOG = logging.getLogger(__name__)

EPISODES = 2
STEPS = 6
"""The size of the rehearsal that the prompts come from."""


def shortened(condition: Condition) -> Condition:
    """A condition at the size that certificates are made from, whatever size the study has."""
    design = condition.design.model_copy(update={"replicates": EPISODES, "max_steps": STEPS})
    components = condition.components | {"session": condition.components["session"] | {"max_steps": STEPS}}
    return dataclasses.replace(condition, design=design, components=components)


async def certificates(condition: Condition, task: str) -> list[Certificate]:
    """A certificate for each backend of a condition, from prompts of its student.

    Raises:
        BackendError: a model cannot be reached or asked.
    """
    rehearsal = await rehearse(condition, task, EPISODES)
    asked = spread(rehearsal.student, condition.machinery.certificate.prompts)
    configurations = {json.dumps(condition.components[key]): key for key in BACKENDS}
    made = []
    for key in sorted(set(configurations.values())):
        backend = component(key, condition.components[key])
        made.append(await certify(backend, asked, condition.machinery.cache, condition.account))
        LOG.info("%s", made[-1].in_words)
    return made


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write the certificates of a frozen condition's backends."""
    config, task, out = required(words, "config", "task", "out")
    made = asyncio.run(certificates(Condition.read(Path(config)), task))
    write(Path(out), json.dumps([each.model_dump(mode="json") for each in made], indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
