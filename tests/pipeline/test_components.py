from dataclasses import replace
from typing import Any

import pytest

from metrics import Reference
from pipeline.components import check, component
from pipeline.composition import compose_studies
from pipeline.words import Wishes
from protocol import ConfigurationError

REFERENCE = {"_target_": "metrics.Reference.of_two_behaviours", "debugging": 0.4, "stickiness": 0.5}
SESSION = {"_target_": "simulators.sessions.programming.ProgrammingSession", "max_steps": 3}


def test_a_target_is_called_with_its_keys() -> None:
    made = component("reference", REFERENCE)
    assert isinstance(made, Reference)
    assert made.stickiness == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("config", "named"),
    [
        ({"_target_": "nowhere.Nothing"}, "reference._target_: cannot load nowhere.Nothing"),
        ({"_target_": "metrics.Refrence"}, "reference._target_: cannot load metrics.Refrence"),
        ({}, "reference._target_: cannot load None"),
        (REFERENCE | {"sticky": 1}, "reference.sticky: .* takes no such key - did you mean stickiness"),
        ({"_target_": REFERENCE["_target_"], "debugging": 0.4}, "reference: .*stickiness"),
        (SESSION | {"max_steps": 0}, "reference.max_steps: input should be greater than or equal to 1"),
        (SESSION | {"max_step": 0}, "reference.max_step: .*did you mean max_steps"),
    ],
)
def test_what_cannot_be_made_is_named_by_its_key(config: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        component("reference", config)


def test_every_condition_of_the_shipped_study_can_be_made() -> None:
    study = compose_studies(Wishes.of({"study": "beagle_table1"}))["beagle_table1"]
    assert check(study.conditions.values()) == (True, ("stand-ins",))  # the default backend is scripted


def test_a_negative_probability_is_named_with_the_condition_that_has_it() -> None:
    study = compose_studies(Wishes.of({"study": "beagle_table1", "student.knowledge.learn": -0.1}))["beagle_table1"]
    with pytest.raises(ConfigurationError, match=r"student\.knowledge\.learn: .*conditions\.beagle"):
        check(study.conditions.values())


def test_a_row_that_does_not_sum_to_one_is_named_with_its_sum() -> None:
    said = {"study": "beagle_table1", "student.controller.start.low": {"planning": 0.5, "enacting": 0.25}}
    study = compose_studies(Wishes.of(said))["beagle_table1"]
    with pytest.raises(ConfigurationError, match=r"student\.controller\.start\.low sums to 0\.750, not 1"):
        check([study.conditions["beagle"]])


def test_an_unknown_key_of_a_nested_setting_is_named() -> None:
    beagle = compose_studies(Wishes.of({"study": "beagle_table1"}))["beagle_table1"].conditions["beagle"]
    student = beagle.components["student"] | {"knowledge": beagle.components["student"]["knowledge"] | {"slop": 0.1}}
    with pytest.raises(ConfigurationError, match=r"student\.knowledge\.slop"):
        check([replace(beagle, components=beagle.components | {"student": student})])
