from pathlib import Path

import pandas as pd
import pytest
import yaml

from protocol import Level, Metacognition
from simulators.students.beagle.agreement import agreement
from simulators.students.beagle.calibration import solve
from simulators.students.beagle.printed import Sources
from simulators.students.beagle.settings import BeagleSettings

ROOT = Path(__file__).parents[4]
CONF = ROOT / "conf" / "student"


def leaves(tree: object, path: str = "") -> dict[str, float]:
    if not isinstance(tree, dict):
        return {path: tree}
    return {name: leaf for key, branch in tree.items() for name, leaf in leaves(branch, f"{path}.{key}").items()}


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources.read(CONF)


def test_conf_holds_what_the_calibration_solves(sources: Sources) -> None:
    kept = leaves(yaml.safe_load((CONF / "beagle" / "solved.yaml").read_text()))
    assert leaves(solve(sources)) == pytest.approx(kept, abs=2e-3)


def test_table_6_and_table_13_hold_together(sources: Sources, settings: BeagleSettings) -> None:
    assert settings.controller is not None
    rows = {name: (a, b) for name, a, b in agreement(sources, settings.controller) if name.startswith("Table 13")}
    assert len(rows) == 2 * (4 + 11)
    residuals = [expected - printed for printed, expected in rows.values()]
    assert (sum(r * r for r in residuals) / len(residuals)) ** 0.5 < 0.02
    assert max(map(abs, residuals)) < 0.06


def test_what_was_held_out_is_found_again(sources: Sources, settings: BeagleSettings) -> None:
    """Cognition was matched to Figure 4 and App. C.3 only; the test data of App. A.4 was not looked at."""
    assert settings.controller is not None
    rows = {name: (a, b) for name, a, b in agreement(sources, settings.controller)}
    for key in ("debugging_to_debugging", "planning_to_enacting_of_changes", "high_planning_monitoring"):
        printed, expected = rows[f"held out: {key}"]
        assert expected == pytest.approx(printed, abs=0.02)


def test_rows_of_the_printed_tables_are_kept_as_printed(sources: Sources, settings: BeagleSettings) -> None:
    assert settings.controller is not None
    cognition = settings.controller.cognition.model_dump(mode="json")
    table5 = leaves(sources.controller["cognition"])
    assert len(table5) == 2 * 7  # Table 5 has seven rows, LOW and HIGH
    kept = leaves(cognition)
    assert {key: kept[key] for key in table5} == table5


def test_table_13_is_as_published(sources: Sources) -> None:
    published = pd.read_csv(ROOT / "results" / "published" / "beagle_table13.csv").set_index(["row", "column"])["value"]
    short = {m: m.value[:3].capitalize() for m in Metacognition}
    for level, column in ((Level.LOW, "Low Markov"), (Level.HIGH, "High Markov")):
        for m, share in sources.printed.occupancy[level].items():
            assert published[f"{m.value.capitalize()} %", column] == pytest.approx(100 * share)
        for m, row in sources.printed.transitions[level].items():
            for to, share in row.items():
                assert published[f"{short[m]}→{short[to]}", column] == pytest.approx(100 * share)
