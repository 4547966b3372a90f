import io

import numpy as np
import pandas as pd
import pytest
from matplotlib import style

from metrics import COMBINED_TEST_DATA
from pipeline.figure import UNDATED
from pipeline.figures import FIGURES, Evidence
from pipeline.figures.style import LOOK
from pipeline.frozen import SCRIPTED, FrozenStudy
from pipeline.published import PublishedTable
from pipeline.study import Figure

PRINTED = {
    Figure.COGNITIVE_TRANSITIONS: "beagle_figure4",
    Figure.METACOGNITIVE_TRANSITIONS: "beagle_figure5",
    Figure.METACOGNITION_BY_LEVEL: "beagle_figure6",
    Figure.BEHAVIOURAL_DNA: None,
}


@pytest.fixture
def steps() -> pd.DataFrame:
    courses = {"vanilla": "constructing constructing assessing", "beagle": "debugging debugging debugging constructing"}
    return pd.DataFrame(
        [
            {"condition": condition, "task": task, "replicate": replicate, "step": step, "cognition": cognition}
            for condition, course in courses.items()
            for task in ("particle", "slider")
            for replicate in range(2)
            for step, cognition in enumerate(course.split(), start=1)
        ]
    )


def evidence(frozen: FrozenStudy, scores: pd.DataFrame, steps: pd.DataFrame, name: Figure) -> Evidence:
    stem = PRINTED[name]
    return Evidence(frozen, scores, steps, COMBINED_TEST_DATA, PublishedTable.read(stem) if stem else None)


@pytest.mark.parametrize("name", Figure)
def test_a_figure_says_what_made_it(
    frozen: FrozenStudy, scores: pd.DataFrame, steps: pd.DataFrame, name: Figure
) -> None:
    drawing = FIGURES[name](evidence(frozen, scores, steps, name))
    assert SCRIPTED in drawing.get_suptitle()


@pytest.mark.parametrize("name", Figure)
def test_a_figure_is_drawn_where_every_episode_was_broken_off(
    frozen: FrozenStudy, scores: pd.DataFrame, steps: pd.DataFrame, name: Figure
) -> None:
    with style.context(LOOK):
        drawing = FIGURES[name](evidence(frozen, scores.iloc[:0], steps.iloc[:0], name))
        drawing.savefig(io.BytesIO(), format="svg")
    assert SCRIPTED in drawing.get_suptitle()


@pytest.mark.parametrize("form", ["svg", "png"])
@pytest.mark.parametrize("name", Figure)
def test_a_figure_drawn_twice_is_the_same_bytes(
    frozen: FrozenStudy, scores: pd.DataFrame, steps: pd.DataFrame, name: Figure, form: str
) -> None:
    drawn = []
    for _ in range(2):
        content = io.BytesIO()
        with style.context(LOOK):
            FIGURES[name](evidence(frozen, scores, steps, name)).savefig(content, format=form, metadata=UNDATED[form])
        drawn.append(content.getvalue())
    assert drawn[0] == drawn[1]


def texts(frozen: FrozenStudy, scores: pd.DataFrame, steps: pd.DataFrame, name: Figure) -> list[str]:
    drawing = FIGURES[name](evidence(frozen, scores, steps, name))
    return [text.get_text() for axes in drawing.axes for text in axes.texts]


def test_transitions_stand_beside_the_printed_ones(
    frozen: FrozenStudy, scores: pd.DataFrame, steps: pd.DataFrame
) -> None:
    shown = texts(frozen, scores, steps, Figure.COGNITIVE_TRANSITIONS)
    assert "50.0\n(paper 49.4)" in shown  # Vanilla C→C: one of its two steps after constructing; the print says 49.4 %
    assert "100.0\n(paper 32.9)" in shown  # BEAGLE C→D: its one


def test_the_real_students_stickiness_is_that_of_the_paper(
    frozen: FrozenStudy, scores: pd.DataFrame, steps: pd.DataFrame
) -> None:
    drawing = FIGURES[Figure.COGNITIVE_TRANSITIONS](evidence(frozen, scores, steps, Figure.COGNITIVE_TRANSITIONS))
    real = np.array([text.get_text() for text in drawing.axes[0].texts]).reshape(3, 3)
    assert real[1].tolist() == ["45.9", "54.1", "0.0"]  # App. A.4


def test_a_debugging_loop_is_framed(frozen: FrozenStudy, scores: pd.DataFrame, steps: pd.DataFrame) -> None:
    drawing = FIGURES[Figure.BEHAVIOURAL_DNA](evidence(frozen, scores, steps, Figure.BEHAVIOURAL_DNA))
    frames = [[patch for patch in axes.patches if not patch.get_fill()] for axes in drawing.axes]
    assert [len(of_condition) for of_condition in frames] == [0, 2]  # BEAGLE's two learners at the first problem
    assert {patch.get_width() for patch in frames[1]} == {3}
