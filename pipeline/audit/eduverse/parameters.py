"""EduVerse's parameters: those that are printed twice, or that cannot all hold."""

import re
from collections.abc import Iterator

import numpy as np

from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.eduverse.lessons import CLASS, EDUVERSE, LESSONS, PUPILS, steps
from pipeline.audit.printed import Printed, cell, in_words, rows, words

SPACE, PROFILE, INTENTION, PACE = (
    f"eduverse_{name}" for name in ("table_a3", "appendix_c2", "appendix_c3", "appendix_c4")
)
SETUP, LEVELS = "eduverse_appendix_d1", "eduverse_appendix_d2"
STAGES = 3
"""Plan, Monitor and Regulate."""


def claims() -> Iterator[Claim]:
    """What sections 1, 4 and App. C and D say of settings."""
    yield from perception()
    yield from pacing()
    yield from intention()
    yield from levels()
    yield from profiles()
    yield from counts_in_words()


def perception() -> Iterator[Claim]:
    """How far and how much pupils see."""
    yield EDUVERSE.same(
        "App. C.2.2, Wang Fang",
        "radius of perception",
        cell(PROFILE, "Wang Fang", "Range"),
        cell(SPACE, "Perception radius", "Description"),
        "Table A3, r",
    )
    yield EDUVERSE.same(
        "App. C.2.2, Wang Fang",
        "objects perceived",
        cell(PROFILE, "Wang Fang", "Max Tracked Items"),
        cell(SPACE, "Perception capacity", "Description"),
        "Table A3, κ",
    )


def pacing() -> Iterator[Claim]:
    """How long a lesson is, and how long it takes."""
    yield EDUVERSE.same(
        "App. C.2.3",
        "steps of a lesson",
        cell(PROFILE, "Lesson", "steps"),
        cell(SETUP, "Session", "planned"),
        "App. D.1",
    )
    known = [steps(lesson) for lesson in LESSONS]
    phases, each = in_words(PACE, "Lesson", "phases"), cell(PACE, "T", "per phase")
    yield EDUVERSE.number(
        "App. C.2.3; App. D.1",
        "steps of a lesson, by Algorithm A.2",
        cell(SETUP, "Session", "planned"),
        phases.value * each.value,
        f"{phases.text} phases of T = {each.text} steps",
        note=f"Table A7 prints {min(known)} to {max(known)}.",
    )
    low, high = (float(end) for end in re.findall(r"\d+", words(SETUP, "Session", "length")))
    agents, seconds = (
        CLASS + in_words(SETUP, "Session", "teachers").value,
        cell(SETUP, "Prompt", "inference step").value,
    )
    average = float(np.mean(known))
    hours = [average * calls * seconds / 3600 for calls in (agents, CLASS * STAGES + 1)]
    yield EDUVERSE.holds(
        "App. D.1",
        "a session lasts hours, by the time of an inference",
        words(SETUP, "Session", "length"),
        f"{in_digits(hours[0], 2)} h with one inference an agent and step; {in_digits(hours[1], 2)} h with one a stage",
        all(low <= each <= high for each in hours),
        "mean steps of Table A7 times seconds an inference times inferences; a stage is Plan, Monitor or Regulate",
        otherwise=Verdict.UNDETERMINED,
    )


def intention() -> Iterator[Claim]:
    """On what scale willingness is."""
    least, most = (int(end) for end in re.findall(r"\d+", words(INTENTION, "P, C, R, H, S", "range")))
    total, threshold = cell(INTENTION, "α", "sum").value, cell(INTENTION, "θ", "value")
    reached = f"[{in_digits(total * least, 0)}, {in_digits(total * most, 0)}]"
    yield EDUVERSE.same_words(
        "App. C.3.2",
        "range of the willingness W",
        words(INTENTION, "W", "range"),
        reached,
        "Equations 4 and 5 of App. C.3.3: weights that sum to 1, times factors in their range",
        note=f"On that scale the threshold of {threshold.text} is {threshold.value / (total * most):.1%} of the way.",
    )


def levels() -> Iterator[Claim]:
    """What ranks which state."""
    (higher,) = [row for row in rows("eduverse_table_a6") if "Higher" in words("eduverse_table_a6", row, "Description")]
    ranked = cell(LEVELS, "Cognition: Apply", "priority")
    yield EDUVERSE.same(
        "App. D.2.4",
        "level of higher-order cognition",
        ranked,
        _plain(higher.rsplit(" ", 1)[1]),
        "Table A6",
        note="The range printed beside it is {0, 1}.",
    )
    listed_twice = {
        dimension: (
            {row.removeprefix(f"{dimension}: ") for row in rows(LEVELS) if row.startswith(dimension)},
            {name.split(" (")[0] for name in words("eduverse_table_a5", dimension, "Categories").split(", ")},
        )
        for dimension in ("Behavior", "Emotion", "Cognition")
    }
    for dimension, (ranked_names, names) in listed_twice.items():
        yield EDUVERSE.holds(
            "App. D.2.4",
            f"categories of {dimension.lower()}",
            f"{len(ranked_names)} ranked",
            f"{len(names)} in Table A5; not in both: {', '.join(sorted(ranked_names ^ names)) or 'none'}",
            ranked_names == names,
            "Table A5",
        )
    passive = words(PROFILE, "Plan", "passive behaviors")
    active = {"reading aloud": "Read Aloud", "listening attentively": "Head Up"}
    of_levels = {said: cell(LEVELS, f"Behavior: {name}", "priority").value for said, name in active.items()}
    least = cell(LEVELS, "Behavior: Head Down", "priority").value
    for said, level in of_levels.items():
        yield EDUVERSE.holds(
            "App. C.2.3",
            f"{said} is passive",
            passive,
            f"level {in_digits(level, 0)} ({active[said]}); passive is {in_digits(least, 0)}",
            (said in passive) == (level == least),
            "App. D.2.4",
        )


def profiles() -> Iterator[Claim]:
    """Who the pupils are."""
    twice = [words(PROFILE, "Wang Fang", "Cognitive Style"), words(SETUP, "Wang Fang", "Cognitive Style")]
    first, second = (style.lower().replace("-", " ") for style in twice)
    yield EDUVERSE.holds(
        "App. C.2.2, Wang Fang", "cognitive style", twice[0], twice[1], first == second, "App. D.1, but for the hyphen"
    )
    traits = [words(SETUP, pupil, "Personality") for pupil in PUPILS]
    yield EDUVERSE.holds(
        "App. D.1",
        "six archetypes of personality",
        "six",
        f"{len(set(traits))}: {', '.join(dict.fromkeys(traits))}",
        len(set(traits)) == CLASS,
        "Personality of the six profiles",
        otherwise=Verdict.UNDETERMINED,
        note="The two of low openness differ in role and motivation.",
    )


def counts_in_words() -> Iterator[Claim]:
    """What the text counts."""
    yield EDUVERSE.same(
        "section 1",
        "experiments",
        in_words("eduverse_section1", "Experiments", "number"),
        in_words("eduverse_section4", "Experiments", "number"),
        "sections 3.3 and 4",
    )
    subjects = {row.split(": ")[1][0] for row in rows("eduverse_table5")}
    yield EDUVERSE.number(
        "Figure 9, caption",
        "subjects",
        in_words("eduverse_figure9", "Lecture layout", "subjects"),
        len(subjects),
        f"subjects of Table 5: {', '.join(sorted(subjects))}",
        note="The figure shows four lessons of Chinese and history.",
    )


def _plain(text: str) -> Printed:
    return Printed(text, float(text), 0)
