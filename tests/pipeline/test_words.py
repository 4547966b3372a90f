import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.words import Wishes, mend, parsed
from protocol import ConfigurationError


def test_values_are_read_as_yaml() -> None:
    assert parsed(["a.b=off", "c=0.2", "d=[1, 2]", "e=word"]) == {"a.b": False, "c": 0.2, "d": [1, 2], "e": "word"}


def test_a_value_may_hold_an_equals_sign() -> None:
    assert parsed(["a=b=c"]) == {"a": "b=c"}


@pytest.mark.parametrize("word", ["loose", "=value", "key=[1"])
def test_what_is_not_key_and_value_is_refused_with_its_name(word: str) -> None:
    with pytest.raises(ConfigurationError, match=word.split("=")[0] or "=value"):
        parsed([word])


def test_nothing_said_means_every_study_at_full_size() -> None:
    wishes = Wishes.of({})
    assert "beagle_table1" in wishes.studies
    assert wishes.profile == "full"
    assert not wishes.groups
    assert not wishes.settings


def test_a_word_that_names_a_group_chooses_a_file_and_any_other_is_a_setting() -> None:
    wishes = Wishes.of({"backend": "scripted", "student.interrupts": False})
    assert wishes.groups == {"backend": "scripted"}
    assert wishes.settings == {"student.interrupts": False}


def test_override_holds_words_that_snakemake_takes_no_key_for() -> None:
    said = Wishes.of({"override": "student.interrupts=off student.knowledge.slip=0.2"})
    assert said == Wishes.of({"student.interrupts": False, "student.knowledge.slip": 0.2})
    assert said == Wishes.of({"override": ["student.interrupts=off", "student.knowledge.slip=0.2"]})


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"profile": "smok"}, "profile=smok.*did you mean smoke"),
        ({"backend": "nosuch"}, "backend=nosuch.*scripted"),
        ({"study": "beagle_table2x"}, "study=beagle_table2x"),
        ({"student": "vanilla"}, "student=vanilla: each condition"),
        ({"override": {"a": 1}}, "override"),
    ],
)
def test_a_choice_that_cannot_be_is_named_with_its_mend(said: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        Wishes.of(said)


def test_a_near_miss_is_mended_and_a_far_one_lists_the_few_that_there_are() -> None:
    assert mend("smok", ["full", "smoke"]) == "did you mean smoke?"
    assert mend("zzz", ["full", "smoke"]) == "choose one of full, smoke"


@given(st.text(), st.sets(st.text(min_size=1), min_size=1))
def test_a_mend_is_one_line_whatever_was_said(wrong: str, right: set[str]) -> None:
    assert " ".join(str(ConfigurationError("x", mend=mend(wrong, right))).split()) == str(
        ConfigurationError("x", mend=mend(wrong, right))
    )


@pytest.mark.parametrize("role", ["tutor_backend", "judge_backend"])
def test_a_role_chooses_a_backend_and_a_mistake_names_the_role(role: str) -> None:
    assert Wishes.of({role: "openai"}).groups == {role: "openai"}
    with pytest.raises(ConfigurationError, match=rf"^{role}=opnai: there is no conf/backend/opnai\.yaml") as caught:
        Wishes.of({role: "opnai"})
    assert caught.value.mend == "did you mean openai?"


def test_model_is_short_for_the_backends_model() -> None:
    said = Wishes.of({"backend": "openai", "model": "gpt-4o-2024-08-06"})
    assert said.settings == {"backend.model": "gpt-4o-2024-08-06"}
    assert said == Wishes.of({"backend": "openai", "override": "backend.model=gpt-4o-2024-08-06"})
    assert Wishes.of({"model": "short", "backend.model": "long"}).settings == {"backend.model": "long"}


@pytest.mark.parametrize(
    ("value", "meant"), [(True, True), ("true", True), ("yes", True), (False, False), ("false", False), ("off", False)]
)
def test_a_dry_run_is_asked_for_as_yaml_says_yes(value: object, meant: bool) -> None:
    assert Wishes.of({"dry_run": value}).dry_run is meant
    assert Wishes.of({"override": f"dry_run={value}"}).dry_run is meant


@pytest.mark.parametrize("value", ["maybe", "", "1", 1, None, "ture"])
def test_a_dry_run_that_is_neither_wanted_nor_not_is_a_mistake_as_it_might_cost(value: object) -> None:
    with pytest.raises(ConfigurationError, match=r"^dry_run=.*neither true nor false"):
        Wishes.of({"dry_run": value})


def test_a_dry_run_that_is_no_yaml_is_named() -> None:
    with pytest.raises(ConfigurationError, match=r"^dry_run: its value '\[1' is no YAML"):
        Wishes.of({"dry_run": "[1"})


def test_nothing_said_is_no_dry_run() -> None:
    assert not Wishes.of({}).dry_run
