"""EduVerse's IRF rates: averages of averages, and how near they come to real classes."""

from collections.abc import Iterator, Sequence

import numpy as np

from metrics.counting import FloatArray
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.eduverse.lessons import CYCLE, EDUVERSE, LAYOUTS, LESSONS, PARTS, TEXTS, part, steps
from pipeline.audit.printed import Printed, cell
from pipeline.audit.together import ends, listed, repeated

SHORT, SUBJECTS = "eduverse_table1", "eduverse_table5"
OF_REAL = tuple(name for name in PARTS if name != "R")
"""What is printed of real classes."""

HISTORY = tuple(f"Sim: H_{layout.lower()}" for layout in LAYOUTS)


def claims() -> Iterator[Claim]:
    """What sections 1, 4.1, 4.4, D.1 and D.3.1 and Tables 1, 5 and A7 say of discourse."""
    yield from averages()
    yield from ranges()
    yield from likeness()
    yield from subjects()
    yield from lengths()


def averages() -> Iterator[Claim]:
    """Tables 1 and 5, from the lessons that they average."""
    for text in TEXTS:
        for column in PARTS:
            yield _mean(
                f"Table 1, {text}: Sim",
                column,
                cell(SHORT, f"{text}: Sim", column),
                [part(f"{text}: {layout}", column) for layout in LAYOUTS],
                "mean of the three layouts of Table A7",
            )
        twins = [(cell(SHORT, f"{text}: Real", column), part(f"{text}: Real Class", column)) for column in OF_REAL]
        yield repeated(EDUVERSE, f"Table 1, {text}: Real", "real class", twins, "Table A7, Real Class")
    for column in PARTS:
        yield _mean(
            "Table 5, Sim: H_avg",
            column,
            cell(SUBJECTS, "Sim: H_avg", column),
            [cell(SUBJECTS, lesson, column) for lesson in HISTORY],
            "mean of the three rows above it",
        )
        yield _mean(
            "Table 5, Sim: C_avg",
            column,
            cell(SUBJECTS, "Sim: C_avg", column),
            [part(lesson, column) for lesson in LESSONS],
            "mean of the nine simulated lessons of Table A7",
        )
    for column in OF_REAL:
        yield _mean(
            "Table 5, Real: C",
            column,
            cell(SUBJECTS, "Real: C", column),
            [cell(SHORT, f"{text}: Real", column) for text in TEXTS],
            "mean of the three real classes of Table 1",
        )


def ranges() -> Iterator[Claim]:
    """Ranges of IRF rates in the text."""
    for setting, said in (("Sim", "simulated"), ("Real", "real")):
        for stem, location in (("eduverse_section1", "abstract; section 1"), ("eduverse_section4", "section 4.1")):
            yield ends(
                EDUVERSE,
                location,
                f"range of {said} IRF rates",
                cell(stem, f"IRF_rate: {setting}", "least"),
                cell(stem, f"IRF_rate: {setting}", "most"),
                _rates(setting),
                "least and greatest of Table 1",
            )
    text = "Lyrical Prose"
    stem, row = "eduverse_appendix_d3", f"{text}: Sim"
    yield ends(
        EDUVERSE,
        "App. D.3.1",
        f"range of IRF rates of {text}, by layout",
        cell(stem, row, "IRF_rate, least"),
        cell(stem, row, "IRF_rate, most"),
        [part(f"{text}: {layout}", CYCLE).value for layout in LAYOUTS],
        "Table A7",
    )


def likeness() -> Iterator[Claim]:
    """How near simulated rates come to real ones."""
    simulated, real = np.array(_rates("Sim")), np.array(_rates("Real"))
    inside = (simulated >= real.min()) & (simulated <= real.max())
    yield EDUVERSE.holds(
        "section 4.1",
        "simulated IRF rates lie within the range of real classes",
        f"{_span(simulated)} within {_span(real)}",
        f"{inside.sum()} of {inside.size} within",
        bool(inside.all()),
        "Table 1: each text's simulated rate against the range of the real ones",
        note="The simulated range reaches beyond the real one at both ends.",
    )
    gaps = simulated - real
    yield EDUVERSE.holds(
        "abstract; section 1",
        "simulated IRF rates closely match real classes",
        "closely match",
        f"by text: {listed(gaps.tolist())}; real classes differ by up to {in_digits(float(np.ptp(real)), 3)}",
        bool(np.abs(gaps).max() <= np.ptp(real)),
        "Table 1, Sim less Real; a close match is no farther off than real classes are from each other",
        note="The real order of texts is not kept: what is most in real classes is least in simulated ones.",
    )
    by_lesson = {f"{text}: {layout}": _gap(text, layout) for text in TEXTS for layout in LAYOUTS}
    widest = max(by_lesson, key=lambda lesson: abs(by_lesson[lesson]))
    named = "Argumentative Essay: Lecture"
    yield EDUVERSE.holds(
        "App. D.3.1",
        "the higher rate in the Lecture of the argumentative essay is a minor deviation",
        "minor",
        f"{by_lesson[named]:+.3f} ({by_lesson[named] / part('Argumentative Essay: Real Class', CYCLE).value:+.0%})",
        widest != named,
        "Table A7, less Real Class; not minor if it is the greatest of the nine",
    )


def subjects() -> Iterator[Claim]:
    """History against Chinese lessons."""
    stem = "eduverse_section4"
    for setting, rows in (("Real", ("Real: C", "Real: H")), ("Sim", ("Sim: C_avg", "Sim: H_avg"))):
        names = [f"{setting}: {subject}" for subject in ("Chinese", "History")]
        said = [cell(stem, f"IRF_rate: {setting}", subject) for subject in ("Chinese", "History")]
        twins = zip(said, [cell(SUBJECTS, row, CYCLE) for row in rows], strict=True)
        yield repeated(EDUVERSE, "section 4.4", f"IRF rates, {' and '.join(names)}", twins, "Table 5")
    real, simulated = (
        cell(stem, f"IRF_rate: {setting}", "Chinese").value - cell(stem, f"IRF_rate: {setting}", "History").value
        for setting in ("Real", "Sim")
    )
    yield EDUVERSE.holds(
        "section 4.4",
        "the simulation reproduces how sparser history is",
        f"{in_digits(real, 3)} sparser",
        f"{in_digits(simulated, 3)} sparser, {simulated / real:.1f} times as much",
        bool(np.isclose(simulated, real)),
        "difference of the two subjects' rates",
        otherwise=Verdict.UNDETERMINED,
        note="The direction agrees; of its size the text says nothing.",
    )


def lengths() -> Iterator[Claim]:
    """How many steps lessons have."""
    known = [steps(lesson) for lesson in LESSONS]
    yield EDUVERSE.number(
        "App. D.1",
        "steps of a session, as adjusted by the teacher",
        cell("eduverse_appendix_d1", "Session", "adjusted"),
        float(np.mean(known)),
        "mean of the nine simulated lessons of Table A7",
        note=f"From {min(known)} to {max(known)}.",
    )
    real, lecture = ([steps(f"{text}: {name}") for text in TEXTS] for name in ("Real Class", "Lecture"))
    yield EDUVERSE.holds(
        "Table A7, Real Class",
        "real classes have steps of their own",
        listed(real, 0),
        f"simulated Lecture: {listed(lecture, 0)}",
        real != lecture,
        "Table A7, Steps",
        otherwise=Verdict.UNDETERMINED,
        note="A real class has no simulated step, and would hardly have as many in all three texts.",
    )


def _rates(setting: str) -> list[float]:
    return [cell(SHORT, f"{text}: {setting}", CYCLE).value for text in TEXTS]


def _gap(text: str, layout: str) -> float:
    return part(f"{text}: {layout}", CYCLE).value - part(f"{text}: Real Class", CYCLE).value


def _span(values: FloatArray) -> str:
    return f"{in_digits(float(np.min(values)), 3)} to {in_digits(float(np.max(values)), 3)}"


def _mean(location: str, column: str, printed: Printed, parts: Sequence[Printed], method: str) -> Claim:
    def mean(*values: float) -> float:
        return float(np.mean(values))

    return EDUVERSE.follows(location, f"average {column}", printed, mean, parts, method)
