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


# What real models add


STUDY: Any = SimpleNamespace(study="beagle_table1")
JOURNAL = "results/smoke/journal/beagle_table1/beagle/particle.jsonl"
AGAIN = "results/smoke/plan/beagle_table1/again/beagle/particle"


def test_a_dry_run_ends_with_the_estimates_alone(repository: Path) -> None:
    assert smoke(dry_run="true").targets == ["results/smoke/estimates/beagle_table1.txt"]


def test_what_depends_on_the_moment_is_made_anew_in_each_run(repository: Path) -> None:
    plan = smoke()
    assert plan.moment(STUDY) != plan.moment(STUDY)


def test_prices_that_are_not_there_are_one_line(repository: Path) -> None:
    with pytest.raises(SystemExit, match=r"^error: prices=nosuch\.yaml: No such file"):
        plan_or_exit({"profile": "smoke", "prices": "nosuch.yaml"})


def test_a_certificate_depends_on_who_is_asked_and_how_often_and_not_on_what(repository: Path) -> None:
    plan = smoke()
    usual = plan.certification(STUDY), plan.frozen_certified(STUDY)
    others = "study.replicates=9 study.max_steps=3 workers=3 budget.tokens=9 student.metacognitive_prompt=true"
    other = smoke(override=others)
    assert (other.certification(STUDY), other.frozen_certified(STUDY)) == usual
    for change in ("certificate.prompts=3", "backend.garbled=0.5"):
        other = smoke(override=change)
        assert other.certification(STUDY) != usual[0]
        assert other.frozen_certified(STUDY) != usual[1]


def test_whatever_makes_a_certificate_due_by_its_backends_makes_every_simulation_due(repository: Path) -> None:
    """As Snakemake asks of no job below one that is due whether it is due by itself."""
    usual, other = smoke(), smoke(override="backend.garbled=0.5")
    for condition in usual.compositions["beagle_table1"].conditions:
        job: Any = SimpleNamespace(study="beagle_table1", condition=condition, task="particle")
        assert usual.simulation(job) != other.simulation(job)


def test_a_study_is_certified_at_one_task_with_the_first_condition(repository: Path) -> None:
    frozen = yaml.safe_load(Path(smoke().frozen_certified(STUDY)).read_text())
    assert (frozen["condition"], smoke().first_task(STUDY)) == ("vanilla", "particle")
    assert smoke().certificates == ["results/smoke/certificates/beagle_table1.json"]


def test_a_job_that_left_episodes_to_play_is_asked_to_run_again_each_time_until_it_has_played_them(
    repository: Path,
) -> None:
    smoke()
    (repository / JOURNAL).parent.mkdir(parents=True)
    (repository / JOURNAL).touch()
    seen = {(repository / AGAIN).read_bytes()}
    for _ in range(2):
        smoke()
        seen.add((repository / AGAIN).read_bytes())
    assert len(seen) == 3
    (repository / JOURNAL).unlink()
    smoke()
    assert (repository / AGAIN).read_bytes() in seen
    others = [file for file in (repository / AGAIN).parents[1].rglob("*") if file.is_file()]
    assert len(others) == 8 * 3
    assert sum(file.stat().st_size > 0 for file in others) == 1


def test_a_judge_that_cannot_be_made_is_named_before_anything_runs(repository: Path) -> None:
    with pytest.raises(SystemExit, match=r"^error: judge_backend=nosuch: there is no conf/backend/nosuch\.yaml"):
        plan_or_exit({"profile": "smoke", "judge_backend": "nosuch"})
    said = {"judge_backend": "openai", "override": "judge_backend.model=m judge_backend.limits.attempts=0"}
    with pytest.raises(SystemExit, match=r"^error: judge_backend\.limits\.attempts: input should be greater"):
        plan_or_exit({"profile": "smoke", **said})


def test_a_study_of_a_model_is_frozen_with_its_name_and_not_as_scripted(repository: Path) -> None:
    plan = smoke(backend="ollama", model="small", tutor_backend="scripted")
    frozen = FrozenStudy.read(Path(plan.frozen_study(STUDY)))
    assert frozen.scripted  # the tutor is: nothing of it may be taken for a model's alone
    assert frozen.models == ("small (ollama)", "stand-ins")
    frozen = FrozenStudy.read(Path(smoke(backend="ollama", model="small").frozen_study(STUDY)))
    assert not frozen.scripted
    assert frozen.made_with == "language model: small (ollama)"
