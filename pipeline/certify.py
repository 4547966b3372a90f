"""The stage that measures, before anything is simulated, whether the study's backends repeat themselves."""

import asyncio
import dataclasses
import json
import logging
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from backends import Backend, RemoteBackend, Replay, ResponseCache
from backends.recording import CERTIFICATE, certificate_name
from pipeline.certificate import Certificate, certify, spread
from pipeline.components import component
from pipeline.condition import BACKENDS, Condition
from pipeline.rehearsal import rehearse
from pipeline.stage import required, stage
from pipeline.writing import write
from protocol import DataError

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

    Of a backend that is replayed it is the one that was recorded.

    Raises:
        BackendError: a model cannot be reached or asked.
    """
    configurations = {json.dumps(condition.components[key]): key for key in BACKENDS}
    backends = [component(key, condition.components[key]) for key in sorted(set(configurations.values()))]
    replays = [backend for backend in backends if isinstance(backend, Replay)]
    made = [certificate for replay in replays if (certificate := recorded(replay, condition))]
    if others := [backend for backend in backends if not isinstance(backend, Replay)]:
        rehearsal = await rehearse(condition, task, EPISODES)
        asked = spread(rehearsal.student, condition.machinery.certificate.prompts)
        for backend in others:
            made.append(await certify(backend, asked, condition.machinery.cache, condition.account))
            record(made[-1], backend, condition)
    for certificate in made:
        LOG.info("%s", certificate.in_words)
    return made


def record(certificate: Certificate, backend: Backend, condition: Condition) -> None:
    """Put a certificate beside the replies of its backend, so that a replay can show it."""
    if isinstance(backend, RemoteBackend):
        with ResponseCache(condition.machinery.cache) as cache:
            name = certificate_name(backend.recorded_as, condition.account.name)
            cache.write_document(CERTIFICATE, name, certificate.model_dump_json())


def recorded(replay: Replay, condition: Condition) -> Certificate | None:
    """What was measured when the replies of a backend were recorded; None if that is not there.

    Raises:
        DataError: what is there is no certificate.
    """
    name = certificate_name(replay.recorded_as, condition.account.name)
    with ResponseCache.existing(replay.cache) as cache:
        text = cache.documents(CERTIFICATE).get(name)
    if text is None:
        LOG.warning("%s: no certificate was recorded for %s", replay.cache, condition.account.name)
        return None
    try:
        return Certificate.model_validate_json(text)
    except ValidationError as error:
        raise DataError(f"{replay.cache}: {name}: no certificate", mend="import the replies anew") from error


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write the certificates of a frozen condition's backends."""
    config, task, out = required(words, "config", "task", "out")
    made = asyncio.run(certificates(Condition.read(Path(config)), task))
    write(Path(out), json.dumps([each.model_dump(mode="json") for each in made], indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
