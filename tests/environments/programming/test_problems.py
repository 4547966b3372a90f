import pytest

from environments.programming import KNOWLEDGE_COMPONENTS, PROBLEMS, Grader, Problem, problem
from environments.programming.mutations import pieces, write
from environments.programming.problem import UnitTest
from environments.sandbox import Opaque
from protocol import ConfigurationError

EVERY_PROBLEM = pytest.mark.parametrize("asked", PROBLEMS.values(), ids=PROBLEMS)


@pytest.mark.parametrize(
    ("identifier", "tests", "components"), [("particle", 24, 12), ("slider", 22, 14), ("bouncing_ball", 20, 12)]
)
def test_a_problem_has_as_many_tests_and_components_as_the_paper_says(
    identifier: str, tests: int, components: int
) -> None:
    asked = problem(identifier)  # BEAGLE, App. E.1
    assert (len(asked.tests), len(asked.knowledge_components)) == (tests, components)


def test_the_particle_simulator_has_seven_coding_and_five_physics_components() -> None:
    letters = [component[0] for component in PROBLEMS["particle"].knowledge_components]  # BEAGLE, section 4
    assert (letters.count("C"), letters.count("P")) == (7, 5)


@pytest.mark.parametrize(
    ("identifier", "named"),
    [
        ("particle", {"P1", "P9", "P10", "C9", "C10", "C11", "C12"}),
        ("slider", {"C2", "P5", "P16"}),
        ("bouncing_ball", {"C14", "P11", "P12", "P14"}),
    ],
)
def test_a_problem_exercises_what_the_paper_says_it_does(identifier: str, named: set[str]) -> None:
    assert named <= set(problem(identifier).knowledge_components)


@EVERY_PROBLEM
def test_every_component_of_a_problem_is_exercised_by_a_unit_test(asked: Problem) -> None:
    exercised = {component for test in asked.tests for component in test.knowledge_components}
    assert exercised == set(asked.knowledge_components)


@EVERY_PROBLEM
def test_names_of_unit_tests_are_unique(asked: Problem) -> None:
    assert len({test.name for test in asked.tests}) == len(asked.tests)


@EVERY_PROBLEM
def test_the_statement_names_the_class_and_every_method(asked: Problem) -> None:
    assert asked.class_name in asked.statement
    assert [name for name in asked.needs if not name.startswith("_") and f"`{name}(" not in asked.statement] == []


@EVERY_PROBLEM
async def test_the_reference_passes_every_test(asked: Problem, grader: Grader) -> None:
    seen = await grader.grade(asked, asked.reference)
    assert (seen.failing, seen.error_type, seen.solved) == ((), None, True)


@EVERY_PROBLEM
async def test_the_starter_passes_no_test(asked: Problem, grader: Grader) -> None:
    assert (await grader.grade(asked, asked.starter)).tests_passed == 0


@EVERY_PROBLEM
async def test_the_first_test_passes_with_an_empty_class(asked: Problem, grader: Grader) -> None:
    seen = await grader.grade(asked, f"class {asked.class_name}:\n    pass\n")
    assert seen.failing == tuple(test.name for test in asked.tests[1:])


@EVERY_PROBLEM
async def test_every_further_piece_passes_further_tests(asked: Problem, grader: Grader) -> None:
    names = [piece.name for piece in pieces(asked)]
    drafts = [write(asked, dict.fromkeys(names[:count], frozenset())) for count in range(1, len(names) + 1)]
    passed = [(await grader.grade(asked, draft)).tests_passed for draft in drafts]
    assert passed == sorted(set(passed))
    assert passed[-1] == len(asked.tests)


def test_an_unknown_problem_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ConfigurationError, match="'boat' - choose particle, slider, bouncing_ball"):
        problem("boat")


def test_the_catalogue_runs_from_c1_to_c16_p1_to_p16_and_m1_to_m5() -> None:
    ranges = [("C", 16), ("P", 16), ("M", 5)]
    assert list(KNOWLEDGE_COMPONENTS) == [f"{letter}{n}" for letter, last in ranges for n in range(1, last + 1)]


def test_the_catalogue_marks_what_the_paper_names() -> None:
    printed = "C1 C2 C9 C10 C11 C12 C14 C15 P1 P2 P5 P9 P10 P11 P12 P13 P14 P15 P16 M1 M2 M3 M4 M5"  # App. E.2
    assert [each.id for each in KNOWLEDGE_COMPONENTS.values() if each.named_in_paper] == printed.split()


@pytest.mark.parametrize(
    ("component", "concept"),
    [
        ("C2", "the math library and its functions"),
        ("P5", "degree-to-radian conversion"),
        ("P9", "numerical integration methods"),
        ("C14", "if/else conditional statements"),
    ],
)
def test_concepts_are_worded_as_in_table_9(component: str, concept: str) -> None:
    assert KNOWLEDGE_COMPONENTS[component].concept == concept


def test_no_two_components_share_a_concept() -> None:
    assert len({each.concept for each in KNOWLEDGE_COMPONENTS.values()}) == 37


@pytest.mark.parametrize(
    ("expected", "value", "accepted"),
    [
        (1.0, 1, True),
        (1.0, 1.0 + 1e-9, True),
        (1.0, 1.001, False),
        (1000.0, 1000.0005, True),
        (1, True, False),
        (True, 1, False),
        (True, True, True),
        (0.0, None, False),
        ((1.0, 2.0), (1, 2), True),
        ((1.0, 2.0), [1.0, 2.0], False),
        ((1.0, 2.0), (1.0,), False),
        ((1.0, True), (1.0, 1), False),
        ("Slider", "Slider", True),
        (0.0, float("nan"), False),
        (1.0, Opaque("Number"), False),
        ((1.0, 2.0), (1.0, Opaque("Number")), False),
    ],
)
def test_a_number_may_be_off_by_the_tolerance_and_a_type_not_at_all(
    expected: object, value: object, accepted: bool
) -> None:
    test = UnitTest("t", "p", expected, (), "")  # type: ignore[arg-type]
    assert test.accepts(value) is accepted  # type: ignore[arg-type]
