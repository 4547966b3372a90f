import shutil
from pathlib import Path

import pytest
import yaml

from pipeline.composition import Composition, compose_studies
from pipeline.condition import Condition
from pipeline.words import Wishes
from protocol import ConfigurationError, Level


def composed(**said: object) -> Composition:
    return compose_studies(Wishes.of({"study": "beagle_table1", **said}))["beagle_table1"]


@pytest.fixture
def conf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the configuration that a test may change."""
    shutil.copytree("conf", tmp_path / "conf")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "conf"


def change(path: Path, **changes: object) -> None:
    path.write_text(yaml.safe_dump(yaml.safe_load(path.read_text()) | changes, sort_keys=False))


def test_the_study_has_every_condition_at_the_size_that_the_paper_prints() -> None:
    study = composed()
    assert list(study.conditions) == [
        "vanilla",
        "vanilla_m",
        "cot",
        "cot_m",
        "few_shot",
        "few_shot_m",
        "simstudent",
        "beagle",
    ]
    assert (study.study.replicates, study.study.max_steps) == (50, 30)


def test_a_profile_overrides_the_sizes_and_the_session_follows() -> None:
    beagle = composed(profile="smoke").conditions["beagle"]
    assert beagle.design.replicates == 4
    assert beagle.components["session"]["max_steps"] == beagle.design.max_steps == 10


def test_a_condition_is_its_group_with_its_own_keys_set() -> None:
    conditions = composed().conditions
    assert conditions["cot"].components["student"]["metacognitive_prompt"] is False
    assert conditions["cot_m"].components["student"]["metacognitive_prompt"] is True


def test_a_profile_of_one_level_is_of_behaviour_and_persona_alike() -> None:
    first, second = composed().study.profiles
    assert (first.behav, first.persona) == (Level.HIGH, Level.HIGH)
    assert (second.behav, second.persona) == (Level.LOW, Level.LOW)


def test_behaviour_and_persona_can_be_set_apart() -> None:
    study = composed(**{"study.profiles": [{"behav": "high", "persona": "low"}]}).study
    assert [(profile.behav, profile.persona) for profile in study.profiles] == [(Level.HIGH, Level.LOW)]


def test_a_setting_reaches_only_the_conditions_that_have_its_key() -> None:
    before, after = composed(), composed(**{"student.interrupts": False})
    assert after.conditions["beagle"].components["student"]["interrupts"] is False
    changed = [name for name in before.conditions if before.conditions[name] != after.conditions[name]]
    assert changed == ["beagle"]


def test_a_setting_that_no_condition_has_is_named_with_the_nearest_key() -> None:
    with pytest.raises(ConfigurationError, match=r"student\.interupts.*did you mean student\.interrupts"):
        composed(**{"student.interupts": False})


def test_the_digest_follows_what_can_change_a_trace_and_not_where_it_runs() -> None:
    usual = composed().conditions["beagle"]
    assert composed(**{"student.knowledge.slip": 0.06}).conditions["beagle"].digest != usual.digest
    assert composed(profile="smoke").conditions["beagle"].digest != usual.digest
    elsewhere = composed(cache="elsewhere.sqlite", workers=1, **{"sandbox.strict": True}).conditions["beagle"]
    assert elsewhere.digest == usual.digest
    assert elsewhere.machinery.cache == Path("elsewhere.sqlite")


@pytest.mark.parametrize(("key", "value"), [("workers", 0), ("workers", "many"), ("sandbox.strict", "perhaps")])
def test_machinery_that_cannot_be_is_named(key: str, value: object) -> None:
    with pytest.raises(ConfigurationError, match=key):
        composed(**{key: value})


def test_a_condition_comes_back_from_its_file(tmp_path: Path) -> None:
    condition = composed().conditions["beagle"]
    (tmp_path / "frozen.yaml").write_text(condition.to_yaml())
    assert Condition.read(tmp_path / "frozen.yaml") == condition


def test_a_file_that_is_no_condition_is_named(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("a: 1")
    with pytest.raises(ConfigurationError, match=r"other\.yaml"):
        Condition.read(tmp_path / "other.yaml")


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"conditions": {"vanilla": {"student": "vanila"}}}, r"conditions\.vanilla: student=vanila.*vanilla"),
        (
            {"conditions": {"v": {"student": "vanilla", "student.metacognitive": True}}},
            r"conditions\.v: no key.*metacog",
        ),
        ({"conditions": [1]}, "conditions: not a mapping"),
        ({"focus": "beagel"}, "focus names the condition beagel.*did you mean beagle"),
        ({"rows": {"Vanilla": "vanila"}}, "rows names the condition vanila"),
        ({"replicates": 0}, "replicates: input should be greater"),
        ({"replicats": 3}, "replicats"),
        ({"profiles": ["middling"]}, r"profiles\.0"),
    ],
)
def test_a_study_that_cannot_be_run_is_named_by_file_and_key(
    conf: Path, changes: dict[str, object], named: str
) -> None:
    change(conf / "study" / "beagle_table1.yaml", **changes)
    with pytest.raises(ConfigurationError, match=rf"conf/study/beagle_table1\.yaml: .*{named}"):
        composed()


def test_a_file_that_is_no_yaml_is_named(conf: Path) -> None:
    (conf / "student" / "vanilla.yaml").write_text("a: [1")
    with pytest.raises(ConfigurationError, match=r"conditions\.vanilla"):
        composed()


def test_what_was_composed_once_is_not_composed_again(conf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = composed()
    monkeypatch.setattr("pipeline.composing.compose_configurations", None)
    assert composed() == first


def test_a_changed_file_is_composed_anew(conf: Path) -> None:
    before = composed().conditions["vanilla"]
    change(conf / "session" / "programming.yaml", max_steps=7)
    assert composed().conditions["vanilla"].components["session"]["max_steps"] == 7
    assert composed().conditions["vanilla"].digest != before.digest


def spoken_by(composition: Composition, role: str) -> dict[str, object]:
    return composition.conditions["beagle"].components[role]


def test_who_speaks_for_the_tutor_is_who_speaks_for_the_student_unless_it_is_named() -> None:
    shared = composed(backend="ollama", model="small")
    assert spoken_by(shared, "tutor_backend") == spoken_by(shared, "backend") == shared.judge
    named = composed(backend="ollama", model="small", tutor_backend="scripted")
    assert spoken_by(named, "backend")["model"] == "small"
    assert spoken_by(named, "tutor_backend")["_target_"] == "backends.scripted.ScriptedBackend"
    assert named.judge == spoken_by(named, "backend")


def test_a_setting_of_the_backend_holds_for_all_roles_that_share_it_and_for_no_other() -> None:
    hot = composed(backend="ollama", model="small", **{"backend.sampling.temperature": 0.2})
    assert spoken_by(hot, "tutor_backend")["sampling"]["temperature"] == 0.2  # type: ignore[index]
    assert hot.judge["sampling"]["temperature"] == 0.2
    two = composed(
        backend="ollama",
        model="small",
        judge_backend="anthropic",
        **{"judge_backend.model": "large", "backend.sampling.temperature": 0.2},
    )
    assert (two.judge["model"], two.judge["sampling"]["temperature"]) == ("large", 1.0)
    assert spoken_by(two, "tutor_backend") == spoken_by(two, "backend")


def test_a_role_that_shares_the_backend_may_have_one_setting_of_its_own() -> None:
    strict = composed(backend="ollama", model="small", **{"tutor_backend.sampling.temperature": 0.0})
    assert spoken_by(strict, "backend")["sampling"]["temperature"] == 1.0  # type: ignore[index]
    assert spoken_by(strict, "tutor_backend")["sampling"]["temperature"] == 0.0  # type: ignore[index]
    assert spoken_by(strict, "tutor_backend")["model"] == "small"


def test_a_model_that_has_to_be_named_and_is_not_is_one_line() -> None:
    with pytest.raises(ConfigurationError, match=r"^backend\.model is not set - say model=\.\.\.$"):
        composed(backend="openai")
    with pytest.raises(ConfigurationError, match=r"^tutor_backend\.model is not set - say override=tutor_back"):
        composed(backend="openai", model="large", tutor_backend="anthropic")


def test_a_model_for_stand_ins_is_a_mistake() -> None:
    with pytest.raises(ConfigurationError, match=r"^backend\.model: no condition has this key"):
        composed(model="gpt-4o")


def test_what_it_costs_and_where_it_is_kept_cannot_change_a_trace() -> None:
    usual, other = composed(), composed(prices="mine.yaml", **{"budget.money": 3, "certificate.prompts": 2})
    assert [one.digest for one in usual.conditions.values()] == [one.digest for one in other.conditions.values()]
    machinery = other.conditions["beagle"].machinery
    assert (machinery.budget.money, machinery.certificate.prompts, machinery.prices) == (3, 2, Path("mine.yaml"))


@pytest.mark.parametrize(
    ("key", "value"), [("budget.money", -1), ("budget.tokens", "many"), ("certificate.prompts", 0), ("sandbox.pool", 0)]
)
def test_a_limit_that_cannot_be_is_named(key: str, value: object) -> None:
    with pytest.raises(ConfigurationError, match=key):
        composed(**{key: value})
