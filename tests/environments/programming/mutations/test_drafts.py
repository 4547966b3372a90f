import ast
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from environments.programming import PROBLEMS, Grader, Problem, evidence
from environments.programming.mutations import Draft, Slip, SlipKind, Work, pieces, read, write
from protocol import ConfigurationError

EVERY_PROBLEM = pytest.mark.parametrize("asked", PROBLEMS.values(), ids=PROBLEMS)


def correct(asked: Problem) -> dict[str, frozenset[str]]:
    return {piece.name: frozenset() for piece in pieces(asked)}


def single_flaws(asked: Problem) -> list[tuple[str, str]]:
    return [(piece.name, component) for piece in pieces(asked) for component in piece.knowledge_components]


def flawed(asked: Problem, piece: str, component: str) -> str:
    return write(asked, {**correct(asked), piece: frozenset({component})})


@st.composite
def drafts(draw: st.DrawFn) -> tuple[Problem, Work, Slip | None]:
    asked = draw(st.sampled_from(list(PROBLEMS.values())))
    written = draw(st.lists(st.sampled_from(pieces(asked)), unique=True, min_size=1))
    work = {piece.name: draw(st.frozensets(st.sampled_from(piece.knowledge_components))) for piece in written}
    slips = st.builds(Slip, st.sampled_from(SlipKind), st.sampled_from(sorted(work)))
    return asked, work, draw(st.none() | slips)


@settings(deadline=None)  # the first example fills the caches
@given(draft=drafts())
def test_reading_is_the_inverse_of_writing(draft: tuple[Problem, Work, Slip | None]) -> None:
    asked, work, slip = draft
    assert read(asked, write(asked, work, slip)) == Draft(work, slip)


@settings(deadline=None)  # the first example fills the caches
@given(draft=drafts())
def test_flaws_without_a_slip_leave_code_that_parses(draft: tuple[Problem, Work, Slip | None]) -> None:
    asked, work, _ = draft
    ast.parse(write(asked, work))


@settings(deadline=None)  # the first example fills the caches
@given(draft=drafts())
def test_all_slips_but_a_misspelt_name_leave_code_that_does_not_parse(
    draft: tuple[Problem, Work, Slip | None],
) -> None:
    asked, work, slip = draft
    if slip is None or slip.kind is SlipKind.MISSPELT_NAME:
        return
    with pytest.raises(SyntaxError):
        ast.parse(write(asked, work, slip))


@EVERY_PROBLEM
def test_reading_passes_over_comments_and_layout(asked: Problem) -> None:
    code = write(asked, correct(asked)).replace(" = ", "=").replace(":\n", ":  # so\n\n")
    assert read(asked, code) == Draft(correct(asked))


@EVERY_PROBLEM
def test_the_reference_reads_as_correct(asked: Problem) -> None:
    assert read(asked, asked.reference) == Draft(correct(asked))


@EVERY_PROBLEM
def test_nothing_written_is_the_starter(asked: Problem) -> None:
    assert write(asked, {}) == asked.starter
    assert read(asked, asked.starter) == Draft({})


def test_a_piece_that_is_no_known_variant_reads_as_none() -> None:
    asked = PROBLEMS["particle"]
    code = write(asked, {"__init__": frozenset()}) + "\n    def get_position(self):\n        return [self.x, self.y]\n"
    assert read(asked, code).work == {"__init__": frozenset(), "get_position": None}


def test_functions_that_are_no_piece_are_passed_over() -> None:
    asked = PROBLEMS["particle"]
    code = write(asked, {"__init__": frozenset()}) + "\n    def speed(self):\n        return self.vx\n"
    assert read(asked, code).work == {"__init__": frozenset()}


def test_a_method_that_lacks_its_import_is_no_known_variant() -> None:
    asked = PROBLEMS["slider"]
    code = write(asked, {"get_acceleration": frozenset()}).replace("import math\n", "")
    assert read(asked, code).work == {"get_acceleration": None}


def test_who_does_not_know_the_math_library_does_not_import_it() -> None:
    assert "math" not in flawed(PROBLEMS["slider"], "get_acceleration", "C2")


@pytest.mark.parametrize("work", [{"fly": frozenset[str]()}, {"update": frozenset({"C2"})}])
def test_a_piece_or_a_flaw_that_there_is_not_is_refused(work: Work) -> None:
    with pytest.raises(ConfigurationError, match="particle"):
        write(PROBLEMS["particle"], work)


@EVERY_PROBLEM
async def test_every_flaw_fails_a_unit_test(asked: Problem, grader: Grader) -> None:
    passing = [
        (piece, component)
        for piece, component in single_flaws(asked)
        if (await grader.grade(asked, flawed(asked, piece, component))).solved
    ]
    assert passing == []


@EVERY_PROBLEM
async def test_every_slip_fails_a_unit_test(asked: Problem, grader: Grader) -> None:
    slips = [Slip(kind, piece.name) for piece in pieces(asked) for kind in SlipKind]
    passing = [slip for slip in slips if (await grader.grade(asked, write(asked, correct(asked), slip))).solved]
    assert passing == []


@EVERY_PROBLEM
def test_every_flaw_loses_the_evidence_of_its_component(asked: Problem) -> None:
    kept = [
        (piece, component)
        for piece, component in single_flaws(asked)
        if evidence(flawed(asked, piece, component), asked)[component] is not False
    ]
    assert kept == []


@EVERY_PROBLEM
def test_a_flaw_leaves_the_evidence_of_unrelated_components(asked: Problem) -> None:
    # Formulas hang together: who does not split gravity has no cosine to get right, and so on.
    related = {"P1": {"P2"}, "P16": {"P1"}, "C2": {"P1", "P2"}, "C1": {"C8"}, "C11": {"P9"}}
    lost = {
        (component, other)
        for piece, component in single_flaws(asked)
        for other, shown in evidence(flawed(asked, piece, component), asked).items()
        if shown is not True and other != component and other not in related.get(component, ())
    }
    assert lost == set()


def test_reading_takes_less_than_a_millisecond_once_warm() -> None:
    asked = PROBLEMS["slider"]
    codes = [flawed(asked, piece, component) for piece, component in single_flaws(asked)]
    for code in codes:
        read(asked, code)
    start = time.perf_counter()
    for code in codes:
        read(asked, code)
    assert (time.perf_counter() - start) / len(codes) < 1e-3
