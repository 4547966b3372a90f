import pytest

from protocol import Cognition, ConfigurationError, Level
from simulators.settings import PerLevel, Probability, Row, Settings, Switchable, read_settings


class Module(Settings):
    peak: Probability


class Simulator(Settings):
    module: Switchable[Module]
    rows: PerLevel[Row[Cognition]]


EVEN = {"constructing": 0.5, "debugging": 0.5}


def read(**changes: object) -> Simulator:
    values = {"module": {"peak": 0.1}, "rows": {"low": EVEN, "high": EVEN}, **changes}
    return read_settings(Simulator, values, where="student")


@pytest.mark.parametrize("off", [False, "off", None])
def test_a_module_is_switched_off_by_the_word_or_by_yaml(off: object) -> None:
    assert read(module=off).module is None


def test_per_level_is_indexed_by_level() -> None:
    settings = read(rows={"low": EVEN, "high": {"assessing": 1}})
    assert settings.rows[Level.HIGH] == {Cognition.ASSESSING: 1}
    assert settings.rows[Level.LOW] == {Cognition.CONSTRUCTING: 0.5, Cognition.DEBUGGING: 0.5}


def test_the_order_of_a_row_in_a_file_is_forgotten() -> None:
    reverse = dict(reversed(EVEN.items()))
    assert list(read(rows={"low": EVEN, "high": EVEN}).rows.low) == list(
        read(rows={"low": reverse, "high": EVEN}).rows.low
    )


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"rows": {"low": {"debugging": 0.9}, "high": EVEN}}, "student.rows.low sums to 0.900, not 1"),
        ({"rows": {"low": EVEN}}, "student.rows.high is missing"),
        ({"speed": 3}, "student.speed: no such key"),
        ({"module": {"peak": -0.1}}, "student.module.peak is -0.1: input should be greater than or equal to 0"),
        ({"module": {"peak": float("nan")}}, "student.module.peak is nan: input should be a finite number"),
        ({"module": "on"}, "student.module is 'on': input should be a valid dictionary or instance of Module"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_its_key(changes: dict[str, object], line: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        read(**changes)
    assert str(raised.value) == line


def test_an_unknown_member_of_a_row_is_named() -> None:
    with pytest.raises(
        ConfigurationError, match=r"^student\.rows\.low\.debuging is 'debuging': input should be 'constr"
    ):
        read(rows={"low": {"debuging": 1}, "high": EVEN})
