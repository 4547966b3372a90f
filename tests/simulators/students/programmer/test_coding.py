"""The scripted programmer: as able as its skill says, and never abler than the prompt lets it be."""

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from environments.programming import PROBLEMS, Problem, problem
from environments.programming.mutations import pieces, read, write
from simulators.students.programmer import Programmer, error_in

ABLE: Mapping[str, float] = {"apply": 1, "spell": 1, "haste": 0, "diagnose": 1, "care": 1, "notice": 1}
UNABLE: Mapping[str, float] = {**ABLE, "apply": 0.5, "spell": 0.7, "diagnose": 0.3, "care": 0.5}

problems = st.sampled_from(sorted(PROBLEMS)).map(problem)
seeds = st.integers(0, 2**32)


def at(task: Problem, seed: int, skill: Mapping[str, float], **more: object) -> Programmer:
    return Programmer(task, np.random.default_rng(seed), skill, **more)  # type: ignore[arg-type]


@given(problems, seeds)
def test_the_able_write_the_reference_a_piece_at_a_time(task: Problem, seed: int) -> None:
    code = task.starter
    for written in range(1, len(pieces(task)) + 1):
        code = at(task, seed, ABLE).construct(code)
        assert len(read(task, code).work) == written
    assert not any(read(task, code).work.values())


@given(problems, seeds, st.data())
def test_an_unknown_concept_is_never_used_rightly(task: Problem, seed: int, data: st.DataObject) -> None:
    unknown = frozenset(data.draw(st.sets(st.sampled_from(task.knowledge_components), min_size=1)))
    code = task.starter
    for _ in pieces(task):
        code = at(task, seed, ABLE, unknown=unknown).construct(code)
    for piece in pieces(task):
        flaws = read(task, code).work[piece.name]
        assert flaws == unknown & set(piece.knowledge_components)


@given(problems, st.data())
def test_who_finds_the_cause_mends_one_flaw_at_a_time(task: Problem, data: st.DataObject) -> None:
    work = {
        piece.name: frozenset(data.draw(st.sets(st.sampled_from(piece.knowledge_components))))
        for piece in pieces(task)
        if piece.knowledge_components
    }
    flaws = sum(map(len, work.values()))
    code = write(task, work)
    for left in range(flaws, 0, -1):
        assert sum(len(found or ()) for found in read(task, code).work.values()) == left
        code = at(task, 1, ABLE).repair(code, "AssertionError: expected 1")
    assert not any(read(task, code).work.values())


@given(problems, seeds)
def test_without_an_error_to_go_by_only_one_piece_changes(task: Problem, seed: int) -> None:
    flawed = {piece.name: frozenset[str]() for piece in pieces(task)}
    code = write(task, flawed)
    after = read(task, at(task, seed, {**UNABLE, "care": 1}).repair(code, None)).work
    assert sum(after[name] != flaws for name, flaws in flawed.items()) <= 1


@given(problems, seeds, st.integers(1, 12))
def test_whatever_it_writes_it_can_read_again(task: Problem, seed: int, steps: int) -> None:
    rng = np.random.default_rng(seed)
    code = task.starter
    for _ in range(steps):
        programmer = Programmer(task, rng, UNABLE)
        code = programmer.repair(code, "NameError: x") if rng.random() < 0.5 else programmer.construct(code)
        assert None not in read(task, code).work.values()


@given(problems, seeds, st.text())
def test_code_of_others_is_no_obstacle(task: Problem, seed: int, code: str) -> None:
    assert at(task, seed, UNABLE).construct(code)
    assert at(task, seed, UNABLE).repair(code, "TypeError: no")


def test_the_piece_in_focus_is_worked_at_first() -> None:
    task = problem("particle")
    last = pieces(task)[-1].name
    assert list(read(task, at(task, 1, ABLE, focus=last).construct(task.starter)).work) == [last]


@pytest.mark.parametrize(
    ("output", "error"),
    [
        ("Traceback\nNameError: name 'x'", "NameError"),
        ("AssertionError: expected 1", "AssertionError"),
        ("all fine, no errors", None),
        (None, None),
    ],
)
def test_the_first_error_of_an_output_is_found(output: str | None, error: str | None) -> None:
    assert error_in(output) == error
