from collections.abc import Callable
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf

from simulators.settings import read_settings
from simulators.students.beagle.settings import BeagleSettings

CONF = Path(__file__).parents[4] / "conf"


def compose_beagle(*overrides: str) -> BeagleSettings:
    with initialize_config_dir(str(CONF), version_base=None):
        composed = compose("student/beagle", overrides=[f"student.{override}" for override in overrides])
    values = OmegaConf.to_container(composed.student)
    del values["_target_"]
    return read_settings(BeagleSettings, values, where="student")


@pytest.fixture(scope="session")
def beagle() -> Callable[..., BeagleSettings]:
    """BEAGLE's settings as conf/ has them, with overrides."""
    return compose_beagle


@pytest.fixture(scope="session")
def settings() -> BeagleSettings:
    return compose_beagle()
