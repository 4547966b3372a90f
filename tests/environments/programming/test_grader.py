from environments.programming import PROBLEMS, Grader, Problem
from environments.programming.mutations import pieces, write
from environments.sandbox import Ended, Sandbox

PARTICLE = PROBLEMS["particle"]
CORRECT = {piece.name: frozenset[str]() for piece in pieces(PARTICLE)}


async def test_a_wrong_value_is_an_assertion_error_that_shows_both(grader: Grader) -> None:
    seen = await grader.grade(PARTICLE, write(PARTICLE, {**CORRECT, "kinetic_energy": frozenset({"P11"})}))
    assert (seen.ended, seen.error_type, seen.tests_passed) == (Ended.OK, "AssertionError", 22)
    assert seen.output.splitlines() == [
        "22 of 24 tests passed",
        "FAILED: kinetic energy is half of mass times speed squared",
        "Check the formula for kinetic energy: both components of the velocity count.",
        "AssertionError: expected 25.0, got 50.0",  # 0.5 m v^2 and m v^2, for 2 kg at 5 m/s
    ]


async def test_an_error_in_a_method_shows_the_learners_line(grader: Grader) -> None:
    seen = await grader.grade(PARTICLE, write(PARTICLE, {**CORRECT, "get_velocity": frozenset({"C11"})}))
    assert (seen.ended, seen.error_type) == (Ended.OK, "NameError")
    assert seen.output.splitlines()[-1].startswith("NameError: name 'vx' is not defined")  # newer Pythons guess on
    assert "return (vx, vy)" in seen.output


async def test_a_program_that_does_not_parse_shows_what_python_says(grader: Grader) -> None:
    seen = await grader.grade(PARTICLE, "class Particle\n    pass\n")
    assert (seen.ended, seen.error_type, seen.tests_passed) == (Ended.ERROR, "SyntaxError", 0)
    assert "SyntaxError: expected ':'" in seen.output
    assert seen.output.endswith("0 of 24 tests passed")
    assert len(seen.failing) == 24


async def test_an_error_outside_of_any_method_fails_every_test(grader: Grader) -> None:
    seen = await grader.grade(PARTICLE, PARTICLE.reference + "\nprint('so far')\nparticle.update(1)\n")
    assert (seen.ended, seen.error_type, seen.tests_passed) == (Ended.ERROR, "NameError", 0)
    assert seen.output.startswith("so far\n")


async def test_what_a_program_prints_comes_first(grader: Grader) -> None:
    seen = await grader.grade(PARTICLE, PARTICLE.reference + "\nprint('hello')\n")
    assert seen.output == "hello\n24 of 24 tests passed"


async def test_an_endless_program_is_a_timeout_error(grader: Grader) -> None:
    seen = await grader.grade(PARTICLE, "while True:\n    pass\n")
    assert (seen.ended, seen.error_type, seen.tests_passed) == (Ended.TIMEOUT, "TimeoutError", 0)
    assert "TimeoutError: the program took too long" in seen.output


async def test_an_endless_method_leaves_the_tests_before_it_passed(grader: Grader) -> None:
    endless = write(PARTICLE, {"__init__": frozenset(), "get_position": frozenset()})
    endless += "\n    def update(self, dt):\n        while True:\n            self.x += dt\n"
    seen = await grader.grade(PARTICLE, endless)
    assert seen.error_type == "AttributeError"  # get_velocity is not written, and tested before update
    assert seen.tests_passed == 6


async def test_a_timeout_of_the_first_failing_test_is_how_the_program_ended(grader: Grader) -> None:
    seen = await grader.grade(
        PARTICLE, "class Particle:\n    def __init__(self, x, y, vx, vy, mass):\n        while x:\n            pass\n"
    )
    assert (seen.ended, seen.error_type, seen.tests_passed) == (Ended.TIMEOUT, "TimeoutError", 1)


async def test_evidence_is_credited_in_a_program_that_fails(grader: Grader) -> None:
    slider = PROBLEMS["slider"]
    seen = await grader.grade(slider, "import math\nclass Slider:\n    def get_position(self):\n        return 1\n")
    assert seen.error_type == "TypeError"
    assert seen.evidence["C2"] is True  # BEAGLE, App. E.2: a correct import counts though the tests fail


async def test_objects_that_claim_to_equal_everything_pass_no_test_of_a_value(grader: Grader) -> None:
    liar = "class Liar:\n    def __eq__(self, other):\n        return True\n    __hash__ = None\n"
    lies = "".join(f"    def {name}(self, *_):\n        return Liar()\n" for name in list(PARTICLE.needs)[1:])
    init = "    def __init__(self, *_):\n        pass\n"
    seen = await grader.grade(PARTICLE, f"{liar}class Particle:\n{init}{lies}")
    assert "get_position is where the particle was made" in seen.failing
    assert "drag slows a particle down" in seen.failing


class CountingSandbox(Sandbox):
    runs = 0

    async def run(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.runs += 1
        return await super().run(*args, **kwargs)


async def test_the_same_program_is_run_once_for_each_problem() -> None:
    problems: list[Problem] = [PARTICLE, PROBLEMS["slider"], PARTICLE]
    async with CountingSandbox() as sandbox:
        grader = Grader(sandbox)
        seen = [await grader.grade(asked, PARTICLE.reference) for asked in problems]
        assert sandbox.runs == 2
    assert seen[0] == seen[2]
    assert [each.solved for each in seen] == [True, False, True]
