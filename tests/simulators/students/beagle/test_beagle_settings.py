from collections.abc import Callable

import pytest

from protocol import ConfigurationError, Level, Metacognition
from simulators.students.beagle.settings import BeagleSettings

SWITCHES = [
    "controller",
    "interrupts",
    "knowledge",
    "flaw_injection",
    "strategist_memory",
    "executor_memory",
    "observation_filter",
]


@pytest.mark.parametrize("module", SWITCHES)
def test_every_module_can_be_switched_off_and_takes_no_other_with_it(
    module: str, beagle: Callable[..., BeagleSettings], settings: BeagleSettings
) -> None:
    ablated = beagle(f"{module}=off")
    assert not getattr(ablated, module)
    assert all(getattr(ablated, other) == getattr(settings, other) for other in SWITCHES if other != module)


def test_the_reading_of_the_dwell_times_is_one_override(beagle: Callable[..., BeagleSettings]) -> None:
    reflecting = beagle("controller.dwell.reading=table13").controller.dwell.in_steps(
        Level.LOW, Metacognition.REFLECTING
    )
    assert reflecting.shape == 2.76  # Table 6's in both readings
    assert reflecting.shape * reflecting.scale < 2  # a self-loop of 21.2 % leaves little more than one step


def test_a_transition_row_that_does_not_sum_to_one_is_named(beagle: Callable[..., BeagleSettings]) -> None:
    with pytest.raises(
        ConfigurationError, match=r"^student\.controller\.transitions\.low\.enacting sums to \d\.\d{3}, not 1$"
    ):
        beagle("controller.transitions.low.enacting.planning=0.9")


def test_a_missing_row_is_named(beagle: Callable[..., BeagleSettings]) -> None:
    with pytest.raises(ConfigurationError, match=r"^student\.controller\.transitions\.low\.enacting is missing$"):
        beagle("controller.transitions.low=null", "controller.transitions.low={planning:{enacting:1}}")
