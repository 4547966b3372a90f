"""What is learnt from the demonstrations, worked by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import Cognition, DataError
from simulators.students.simstudent import DEMONSTRATIONS, Demonstration, Explanations, RuleSet, learn
from simulators.students.simstudent.learning import generalise, induce


@pytest.fixture
def rules() -> RuleSet:
    return learn(tuple(DEMONSTRATIONS))


def conditions(rules: RuleSet, name: str) -> set[str]:
    return {str(condition) for condition in rules[name].conditions}


def test_what_positives_share_is_kept_where_it_excludes_a_negative() -> None:
    positives = [{"a": True, "b": True, "c": False}, {"a": True, "b": False, "c": False}]
    negatives = [{"a": True, "b": True, "c": True}]
    # They share a and not c; a lets the negative in, not c does not.
    assert [str(condition) for condition in generalise(positives, negatives)] == ["not c"]


def test_of_two_conditions_that_do_alike_the_first_is_kept() -> None:
    assert [str(c) for c in generalise([{"a": True, "b": True}], [{"a": False, "b": False}])] == ["a"]


def test_without_negatives_there_are_no_conditions() -> None:
    assert generalise([{"a": True, "b": False}], []) == ()


EXAMPLES = st.lists(st.fixed_dictionaries({name: st.booleans() for name in "abcde"}), max_size=12)


@given(positives=EXAMPLES.filter(bool), negatives=EXAMPLES)
def test_conditions_accept_every_positive_and_none_is_idle(
    positives: list[dict[str, bool]], negatives: list[dict[str, bool]]
) -> None:
    learnt = generalise(positives, negatives)

    def accepted(cases: list[dict[str, bool]], without: object = None) -> int:
        kept = [literal for literal in learnt if literal is not without]
        return sum(all(case[literal.feature] is literal.holds for literal in kept) for case in cases)

    assert accepted(positives) == len(positives)
    assert all(accepted(negatives, without=literal) > accepted(negatives) for literal in learnt)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("write_class", {"not class_written"}),
        ("write_constructor", {"not constructor_written"}),
        ("store_parameters", {"constructor_empty"}),
        (
            "write_method",  # one after the other, once the constructor is done with
            {"not method_written", "earlier_methods_written", "constructor_written", "not constructor_empty"},
        ),
        ("return_named_attribute", {"method_empty"}),
        ("return_first_attribute", {"method_empty", "gives_value"}),
        ("run_then_put_self", {"error_shown"}),
        ("run_then_flip_sign", {"just_run", "shows_AssertionError"}),
        ("run_then_delete_statement", {"named_by_output", "not bare_name", "just_run"}),
        ("run", {"all_methods_written", "not just_run"}),
    ],
)
def test_conditions_are_those_that_tell_the_expert_s_steps_from_the_others(
    rules: RuleSet, name: str, expected: set[str]
) -> None:
    assert conditions(rules, name) == expected


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("write_class", 2, 0),  # tank and odometer
        (
            "write_method",
            6,
            3,
        ),  # 4 of the tank, 2 of the odometer; 3 times the tank's last stub was filled in first
        ("return_named_attribute", 3, 2),  # capacity, level, miles; get_miles was left empty for two steps
        ("return_first_attribute", 2, 3),  # capacity and miles; level is not the first
        ("return_last_attribute", 2, 3),  # level and miles; capacity is not the last
        ("subtract_argument_from_last_attribute", 1, 2),
        ("run", 11, 1),  # 1 + 3 + 2 + 3 + 2 times; the last stub of the tank was filled in first
    ],
)
def test_rules_count_where_they_do_as_the_expert_did(rules: RuleSet, name: str, right: int, wrong: int) -> None:
    assert (rules[name].right, rules[name].wrong) == (right, wrong)
    assert rules[name].weight == Fraction(right + 1, right + wrong + 2)


def test_every_operator_that_explains_a_step_becomes_a_rule() -> None:
    # The odometer has one attribute: the named, the first and the last are the same.
    names = {rule.name for rule in learn(("odometer",))}
    assert {f"return_{which}_attribute" for which in ("named", "first", "last")} <= names
    assert "subtract_argument_from_last_attribute" not in names


def test_the_fewest_explanations_leave_one_rule_for_what_several_explain() -> None:
    rules = learn(tuple(DEMONSTRATIONS), Explanations.FEWEST)
    assert [rule.name for rule in rules] == [
        "write_class",
        "write_constructor",
        "store_parameters",
        "write_method",
        "return_named_attribute",  # 3 steps, where the first and the last explain 2
        "add_argument_to_last_attribute",  # 2 steps, where the first explains 1
        "subtract_argument_from_last_attribute",
        "run_then_put_self",  # 2 steps; storing all parameters anew explains 2 as well, and changes more
        "run_then_flip_sign",
        "run_then_delete_statement",
        "run",
    ]


def test_a_demonstration_of_mending_alone_teaches_no_writing() -> None:
    assert {rule.cognition for rule in learn(("purse",))} == {Cognition.DEBUGGING, Cognition.ASSESSING}


def test_a_step_that_nothing_explains_is_named() -> None:
    step = {"behaviour": "constructing", "code": "x = 9.8 * 2\n"}
    physics = Demonstration.model_validate({"methods": ["Stone(mass)"], "start": "", "steps": [step]})
    with pytest.raises(DataError, match="demonstration stone, step 1: no operator explains it"):
        induce({"stone": physics}, Explanations.EVERY)
