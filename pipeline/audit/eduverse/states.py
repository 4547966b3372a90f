"""EduVerse's BEC states: sums, averages and contrasts of Tables A9 and A10."""

from collections.abc import Iterator, Sequence

import numpy as np

from metrics.classroom.evolution import ablation_contrast
from metrics.classroom.states import evenness
from metrics.counting import FloatArray
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.eduverse.lessons import BEHAVIOUR, CLASS, COGNITION, EDUVERSE, EMOTION, LAYOUTS, TEXTS, steps
from pipeline.audit.printed import Printed, cell, rows
from pipeline.audit.together import listed, repeated
from pipeline.audit.whole_counts import count, counts

BY_LAYOUT, BY_FRAMEWORK, OF_TEXT = "eduverse_table_a9", "eduverse_table_a10", "eduverse_appendix_d3"
DIMENSIONS = (BEHAVIOUR, EMOTION, COGNITION)
STATES = BEHAVIOUR + EMOTION + COGNITION
OURS, NO_STYLE, NO_COGNITION = "Ours", "nolocal", "nocog"
HALF = 0.5


def claims() -> Iterator[Claim]:
    """What sections 4.1 and D.3.1, Figures 3 and 5 and Tables A9 and A10 say of states."""
    yield from tables()
    yield from of_figure_3()
    yield from contrasts()
    yield from within_texts()
    yield from overall()
    yield from ablations()


def tables() -> Iterator[Claim]:
    """Whether shares are shares."""
    for stem, table in ((BY_LAYOUT, "Table A9"), (BY_FRAMEWORK, "Table A10")):
        sums = [[cell(stem, row, column) for column in columns] for row in rows(stem) for columns in DIMENSIONS]
        off = [abs(sum(each.value for each in parts) - 1) for parts in sums]
        yield EDUVERSE.holds(
            table,
            "behaviour, emotion and cognition each sum to one",
            "distribution",
            f"{len(sums)} sums, off by at most {in_digits(max(off), 3)}",
            all(
                distance <= sum(each.half_a_digit for each in parts) for distance, parts in zip(off, sums, strict=True)
            ),
            "sums, within what rounding leaves",
        )
    twins = [
        (cell(BY_FRAMEWORK, f"{text}: {OURS}", state), cell(BY_LAYOUT, f"Lecture: {text}", state))
        for text in TEXTS
        for state in STATES
    ]
    yield repeated(EDUVERSE, "Table A10, Ours", "shares of the full system", twins, "Table A9, Lecture")
    for fewer, said in ((0, "all steps of Table A7"), (1, "all steps of Table A7 but one")):
        fitting = [(text, layout) for text in TEXTS for layout in LAYOUTS if _are_of(text, layout, fewer)]
        yield EDUVERSE.holds(
            "section 4.1, equation of BEC(c)",
            f"shares of Table A9 are over {said}",
            "1/T of the T steps",
            f"{len(fitting)} of {len(TEXTS) * len(LAYOUTS)} lessons",
            len(fitting) == len(TEXTS) * len(LAYOUTS),
            "all nine shares of a lesson as whole counts over six times the steps",
            otherwise=Verdict.IMPOSSIBLE,
        )


def of_figure_3() -> Iterator[Claim]:
    """Averages over texts that section 4.1 quotes."""
    for layout, state in (
        ("Collab", "E_Pos"),
        ("Collab", "C_High"),
        ("Round", "B_Off"),
        ("Round", "B_Int"),
        ("Lecture", "C_Low"),
    ):
        yield EDUVERSE.number(
            "section 4.1; Figure 3",
            f"{layout}: average {state}",
            cell("eduverse_figure3", layout, state),
            _average(layout, state),
            "mean of the three texts of Table A9, put back to whole counts of pupils' steps",
        )


def contrasts() -> Iterator[Claim]:
    """Which layout has most, or least, of a state."""
    for location, layout, state, most, said in (
        ("section 4.1; Figure 3", "Collab", "E_Pos", True, "the most positive emotion"),
        ("section 4.1; Figure 3", "Collab", "C_High", True, "the most higher-order cognition"),
        ("section 4.1; Figure 3", "Round", "B_Off", True, "more disengagement"),
        ("section 4.1; Figure 3", "Round", "B_Int", False, "lower interaction"),
        ("section 4.1; Figure 3", "Lecture", "C_Low", True, "dominant lower-order cognition"),
        ("Figure 3, caption", "Lecture", "B_Pas", True, "passive patterns"),
    ):
        averages = [_average(each, state) for each in LAYOUTS]
        yield _extreme(location, layout, state, said, averages, most=most)


def within_texts() -> Iterator[Claim]:
    """The same within single texts (section D.3.1)."""
    for row, state in (
        ("Lyrical Prose: Lecture", "C_Low"),
        ("Foreign Fiction: Collab", "C_High"),
        ("Foreign Fiction: Round", "B_Off"),
        ("Foreign Fiction: Round", "B_Int"),
    ):
        twin = cell(BY_LAYOUT, ": ".join(reversed(row.split(": "))), state)
        yield EDUVERSE.same("App. D.3.1", f"{row}, {state}", cell(OF_TEXT, row, state), twin, "Table A9")
    for text, layout, state, most, said in (
        ("Foreign Fiction", "Collab", "C_High", True, "higher-order cognition"),
        ("Foreign Fiction", "Round", "B_Off", True, "more off-task behavior"),
        ("Foreign Fiction", "Round", "B_Int", False, "less interaction"),
        ("Lyrical Prose", "Lecture", "B_Pas", True, "more passive participation"),
        ("Argumentative Essay", "Lecture", "B_Pas", True, "more passive participation"),
        ("Lyrical Prose", "Lecture", "C_Low", True, "more lower-order cognition"),
        ("Argumentative Essay", "Lecture", "C_Low", True, "more lower-order cognition"),
    ):
        by_layout = [cell(BY_LAYOUT, f"{each}: {text}", state).value for each in LAYOUTS]
        yield _extreme("App. D.3.1", layout, state, said, by_layout, most=most, text=f"{text}, ")


def overall() -> Iterator[Claim]:
    """What is said of all lessons alike."""
    low = [cell(BY_LAYOUT, row, "C_Low").value for row in rows(BY_LAYOUT)]
    yield EDUVERSE.holds(
        "App. D.3.1",
        "lower-order cognition dominates in every lesson",
        "dominates",
        f"at least {in_digits(min(low), 3)}",
        min(low) > HALF,
        "least C_Low of Table A9, against one half",
    )
    emotions = np.array([[cell(BY_LAYOUT, row, state).value for state in EMOTION] for row in rows(BY_LAYOUT)])
    yield EDUVERSE.holds(
        "App. D.3.1",
        "negative affect is the rarest emotion in every lesson",
        "remains low",
        f"at most {in_digits(float(emotions[:, -1].max()), 3)}",
        bool((emotions.argmin(axis=1) == EMOTION.index("E_Neg")).all()),
        "E_Neg of Table A9 against E_Pos and E_Con",
    )


def ablations() -> Iterator[Claim]:
    """What a module adds (Table A10)."""
    for framework, states, said, location in (
        (NO_STYLE, ("E_Neg",), "increases negative emotions", "section 4.1; Figure 5; App. D.3.1"),
        (NO_COGNITION, ("C_High",), "inflates higher-order cognition", "section 4.1; Figure 5; App. D.3.1"),
    ):
        without, full = _shares(framework, states), _shares(OURS, states)
        yield EDUVERSE.holds(
            location,
            f"{framework} {said} in every text",
            said.split()[0],
            f"by {listed((without - full).tolist())}; {-float(ablation_contrast(full, without)):.3f} on average",
            bool((without > full).all()),
            f"Table A10, {states[0]}: {framework} less Ours",
        )
    active, engaged = (("B_Aac",), ("B_Aac", "B_Int"))
    rises = [
        -float(ablation_contrast(_shares(OURS, states), _shares(NO_COGNITION, states))) for states in (active, engaged)
    ]
    yield EDUVERSE.holds(
        "section 4.1; Figure 5",
        "nocog exaggerates active behaviors",
        "overly active",
        f"active {rises[0]:+.3f}; active and interactive {rises[1]:+.3f}",
        min(rises) > 0,
        "Table A10, nocog less Ours, mean over texts; both active alone and with interactive must rise",
        otherwise=Verdict.UNDETERMINED,
        note="Pupils leave interaction for work alone and for off-task behaviour; nolocal raises activity as well.",
    )
    spread = {framework: evenness(_emotions(framework)) for framework in (OURS, NO_STYLE)}
    yield EDUVERSE.holds(
        "section 4.1",
        "nolocal spreads emotions more evenly in every text",
        "evenly distributed emotions",
        f"{listed(spread[NO_STYLE].tolist(), 2)}, not {listed(spread[OURS].tolist(), 2)}",
        bool((spread[NO_STYLE] > spread[OURS]).all()),
        "Pielou's evenness of E_Pos, E_Con and E_Neg in Table A10",
    )
    common = 1 - _shares(NO_STYLE, ("E_Neg",))
    yield EDUVERSE.holds(
        "section 4.1",
        "positive and confused states no longer dominate in nolocal",
        "deviating from real classrooms where positive and confused states dominate",
        f"they fill {listed(common.tolist(), 2)}",
        bool((common <= HALF).any()),
        "E_Pos and E_Con of Table A10, against one half",
    )
    positive = {framework: float(_shares(framework, ("E_Pos",)).mean()) for framework in (OURS, NO_STYLE)}
    yield EDUVERSE.holds(
        "section 4.1",
        "nolocal has less positive emotion",
        "amplified negativity",
        f"{in_digits(positive[NO_STYLE], 3)}, not {in_digits(positive[OURS], 3)}",
        positive[NO_STYLE] < positive[OURS],
        "mean E_Pos of Table A10 over texts, nolocal and Ours",
        otherwise=Verdict.UNDETERMINED,
        note="What negative emotion gains, confusion loses.",
    )


def _are_of(text: str, layout: str, fewer: int) -> bool:
    total = CLASS * (steps(f"{text}: {layout}") - fewer)
    return all(counts(cell(BY_LAYOUT, f"{layout}: {text}", state), total) for state in STATES)


def _average(layout: str, state: str) -> float:
    """Mean over texts, from whole counts: one step of a lesson shows no state."""
    known = [(cell(BY_LAYOUT, f"{layout}: {text}", state), CLASS * (steps(f"{text}: {layout}") - 1)) for text in TEXTS]
    return float(np.mean([count(share, total) / total for share, total in known]))


def _extreme(
    location: str, layout: str, state: str, said: str, by_layout: Sequence[float], *, most: bool, text: str = ""
) -> Claim:
    shown = dict(zip(LAYOUTS, by_layout, strict=True))
    found = (max if most else min)(shown, key=lambda each: shown[each])
    return EDUVERSE.holds(
        location,
        f"{text}{layout} has the {'most' if most else 'least'} {state}",
        said,
        "; ".join(f"{each} {in_digits(value, 3)}" for each, value in shown.items()),
        found == layout,
        "Table A9" if text else "means of the three texts of Table A9",
        note="It is the greater part in every layout." if state == "C_Low" and min(by_layout) > HALF else "",
    )


def _shares(framework: str, states: Sequence[str]) -> FloatArray:
    """The share of all the states together in each text."""
    return np.array([sum(_of(framework, text, state).value for state in states) for text in TEXTS])


def _emotions(framework: str) -> FloatArray:
    return np.array([[_of(framework, text, state).value for state in EMOTION] for text in TEXTS])


def _of(framework: str, text: str, state: str) -> Printed:
    return cell(BY_FRAMEWORK, f"{text}: {framework}", state)
