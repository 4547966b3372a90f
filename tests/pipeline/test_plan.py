import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from pipeline.digest import PACKAGES
from pipeline.frozen import FrozenStudy
from pipeline.plan import Plan, plan_or_exit
from protocol import DataError

BEAGLE: Any = SimpleNamespace(study="beagle_table1", condition="beagle", task="particle")
VANILLA: Any = SimpleNamespace(study="beagle_table1", condition="vanilla", task="particle")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The repository, with a configuration and printed tables that a test may change."""
    here = Path.cwd()
    for name in PACKAGES:
        (tmp_path / name).symlink_to(here / name)
    shutil.copytree(here / "conf", tmp_path / "conf")
    shutil.copytree(here / "results" / "published", tmp_path / "results" / "published")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def smoke(**said: Any) -> Plan:
    return Plan.of({"profile": "smoke", **said})


def test_a_run_ends_with_the_report_and_what_is_tracked(repository: Path) -> None:
    assert smoke().targets == ["results/smoke/report.html", "results/smoke/tracked/beagle_table1.json"]


def test_a_simulation_is_given_its_frozen_configuration(repository: Path) -> None:
    path = Path(smoke().frozen_condition(BEAGLE))
    assert yaml.safe_load(path.read_text())["condition"] == "beagle"


def test_planning_twice_writes_nothing_twice(repository: Path) -> None:
    path = Path(smoke().frozen_study(BEAGLE))
    before = path.stat().st_mtime_ns
    smoke()
    assert path.stat().st_mtime_ns == before


def test_another_wish_leaves_the_frozen_configurations_of_the_first(repository: Path) -> None:
    usual, other = smoke(), smoke(override="student.knowledge.slip=0.06")
    assert Path(usual.frozen_condition(BEAGLE)).exists()
    assert usual.frozen_condition(BEAGLE) != other.frozen_condition(BEAGLE)


def test_a_changed_parameter_of_beagle_changes_what_beagle_depends_on_and_not_vanilla(repository: Path) -> None:
    usual, other = smoke(), smoke(override="student.knowledge.slip=0.06")
    assert usual.simulation(BEAGLE) != other.simulation(BEAGLE)
    assert usual.simulation(VANILLA) == other.simulation(VANILLA)


def test_what_a_stage_depends_on_is_its_own_source(repository: Path) -> None:
    plan = smoke()
    assert len({plan.source(stage) for stage in ("score", "summarize", "table", "figure", "track", "report")}) == 6


def test_a_score_is_of_one_condition_and_a_summary_of_all(repository: Path) -> None:
    plan = smoke()
    assert len(plan.steps(BEAGLE)) == 3
    assert len(plan.steps(SimpleNamespace(study="beagle_table1"))) == 8 * 3  # type: ignore[arg-type]


def test_the_frozen_study_says_that_stand_ins_answer(repository: Path) -> None:
    assert FrozenStudy.read(Path(smoke().frozen_study(BEAGLE))).scripted


def test_a_missing_printed_table_is_named(repository: Path) -> None:
    (repository / "results" / "published" / "beagle_table1.csv").unlink()
    with pytest.raises(DataError, match=r"results/published/beagle_table1\.csv: no such published table"):
        smoke()


def test_a_results_folder_that_cannot_be_written_to_is_one_line(repository: Path) -> None:
    (repository / "results" / "smoke").write_text("in the way")
    with pytest.raises(SystemExit, match=r"error: results/smoke: cannot be written to"):
        plan_or_exit({"profile": "smoke"})


def test_a_mistake_ends_the_process_with_one_line(repository: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        plan_or_exit({"profile": "smok"})
    assert str(ended.value).startswith("error: profile=smok")
    assert "\n" not in str(ended.value)
