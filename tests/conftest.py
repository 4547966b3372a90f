"""What tests share: a real sandbox, and components as conf/ describes them."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hypothesis import settings
from omegaconf import OmegaConf

from environments.sandbox import Sandbox
from pipeline.components import component
from protocol import Episode, Level

settings.register_profile("practicum", deadline=None)  # machines differ; speed belongs in benchmarks/
settings.load_profile("practicum")

CONF = Path(__file__).parents[1] / "conf"


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as opened:
        yield opened


@pytest.fixture(scope="session")
def configured() -> Callable[..., Any]:
    """Makes a component: `configured("student", "beagle", "student.interrupts=off")`."""

    def configure(group: str, choice: str, *overrides: str) -> Any:
        GlobalHydra.instance().clear()
        choices = {"student": "vanilla", group: choice}
        words = [f"{name}={chosen}" for name, chosen in choices.items()]
        with initialize_config_dir(str(CONF), version_base="1.3"):
            config = compose("config", ["study=beagle_table1", *words, *overrides])
        return component(group, OmegaConf.to_container(config[group], resolve=True))  # type: ignore[arg-type]

    return configure


@pytest.fixture
def episode() -> Callable[..., Episode]:
    """Names an episode: `episode(task="slider", replicate=3)`."""

    def name(
        task: str = "particle",
        replicate: int = 0,
        rho_behav: Level = Level.HIGH,
        rho_persona: Level = Level.HIGH,
        condition: str = "any",
    ) -> Episode:
        return Episode("tests", condition, task, replicate, 2026, rho_behav, rho_persona)

    return name
