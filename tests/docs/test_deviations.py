"""docs/deviations.md names options that can be run, files that are there, and every module that can be switched off."""

import re
from functools import cache
from pathlib import Path

import pytest

from pipeline.components import check, component
from pipeline.composition import Composition, compose_studies
from pipeline.words import Wishes
from simulators.students.beagle.settings import BeagleSettings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "deviations.md").read_text(encoding="utf-8")
OPTIONS = sorted(set(re.findall(r"`([a-z_]+(?:\.\w+)+=[^`\s]+)`", PAGE)))
KEYS = sorted(set(re.findall(r"`((?:student|tutor|study|reference|backend)(?:\.[a-z_]\w*)+)`", PAGE)))
FILES = sorted(set(re.findall(r"`([\w.-]+/[\w./-]*)`", PAGE)))


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@cache
def composed(override: str = "") -> Composition:
    return compose_studies(Wishes.of({"study": "beagle_table1", "override": override}))["beagle_table1"]


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_makes_another_study_that_can_be_run(option: str) -> None:
    study = composed(option)
    check(study.conditions.values())
    component("reference", study.reference)
    assert study.digest != composed().digest


@pytest.mark.parametrize("key", KEYS)
def test_a_branch_of_keys_is_in_the_configuration(key: str) -> None:
    group, *path = key.split(".")
    branch = composed().conditions["beagle"].components[group]
    for name in path:
        branch = branch[name]
    assert isinstance(branch, dict)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_named_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("module", BeagleSettings.model_fields)
def test_every_module_of_beagle_has_its_switch_on_the_page(module: str) -> None:
    assert f"student.{module}={'on' if module == 'combined_agent' else 'off'}" in OPTIONS
