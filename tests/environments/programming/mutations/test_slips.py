import pytest

from environments.programming.mutations import SlipKind, slipped

METHOD = "def get_mass(self):\n    return float(self.mass)"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (SlipKind.MISSING_COLON, "def get_mass(self)\n    return float(self.mass)"),
        (SlipKind.UNBALANCED_PARENTHESIS, "def get_mass(self):\n    return float(self.mass"),
        (SlipKind.MISSPELT_NAME, "def get_mass(self):\n    return float(slef.mass)"),
        (SlipKind.BAD_INDENTATION, "def get_mass(self):\nreturn float(self.mass)"),
    ],
)
def test_a_slip_changes_one_thing(kind: SlipKind, expected: str) -> None:
    assert slipped(kind, METHOD) == expected


def test_a_method_without_self_in_its_body_is_itself_misspelt() -> None:
    assert slipped(SlipKind.MISSPELT_NAME, "def __init__(self, x):\n    x = x") == "def __int__(self, x):\n    x = x"
