"""EduVerse's pupils over sessions: what sections 4.1, 4.3 and D.5.2 say of each, against Table A13."""

from collections.abc import Iterator

import numpy as np

from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.eduverse.lessons import EDUVERSE, PUPILS
from pipeline.audit.eduverse.sessions import (
    DIMENSIONS,
    IN_WORDS,
    OVERALL,
    SESSIONS,
    TABLE,
    course,
    of_pupils,
    rate,
    rises,
)
from pipeline.audit.printed import cell, words
from pipeline.audit.together import repeated, texts
from pipeline.published import PublishedTable

TEXT, SAID = "eduverse_appendix_d5", "eduverse_figure8"


def claims() -> Iterator[Claim]:
    """What the text says of single pupils."""
    yield from ends_of_courses()
    yield from shapes()
    yield from emotion()
    yield from of_the_appendix()
    yield from dimensions()
    yield low_openness()


def ends_of_courses() -> Iterator[Claim]:
    """From where to where Overall runs."""
    for pupil in ("Wang Fang", "Liu Li"):
        first, last = course(pupil, OVERALL)[0], course(pupil, OVERALL)[-1]
        twins = [(cell(SAID, pupil, "Overall, from"), first), (cell(SAID, pupil, "Overall, to"), last)]
        yield repeated(EDUVERSE, "section 4.3", f"{pupil}: Overall from session 1 to 4", twins, "Table A13")
    for pupil in ("Zhang Jie", "Zhang Tao"):
        known = sorted(course(pupil, OVERALL), key=lambda each: each.value)
        twins = [(cell(SAID, pupil, "Overall, from"), known[0]), (cell(SAID, pupil, "Overall, to"), known[-1])]
        yield repeated(EDUVERSE, "section 4.3", f"{pupil}: range of Overall", twins, "least and greatest of Table A13")


def shapes() -> Iterator[Claim]:
    """How Overall runs."""
    for pupil, said in (("Wang Fang", "improves steadily"), ("Liu Li", "progresses gradually")):
        known = course(pupil, OVERALL)
        yield EDUVERSE.holds(
            "section 4.3",
            f"{pupil} {said}",
            said,
            texts(known),
            rises([each.value for each in known]),
            "Overall of Table A13 by session, none below the one before",
            note="App. D.5.2 says otherwise.",
        )
    behaviour = course("Zhang Yan", "B_Pos")
    yield EDUVERSE.same(
        "section 4.3",
        "Zhang Yan: behavior reached",
        cell(SAID, "Zhang Yan", "B_Pos"),
        behaviour[-1],
        "Table A13, session 4",
    )
    leaps = np.diff([each.value for each in behaviour])
    yield EDUVERSE.holds(
        "section 4.3",
        "Zhang Yan accelerates late",
        "late",
        f"{texts(behaviour)}: greatest leap to session {int(leaps.argmax()) + 2}",
        int(leaps.argmax()) + 2 == SESSIONS[-1],
        "B_Pos of Table A13: the greatest leap is the last",
        otherwise=Verdict.UNDETERMINED,
    )
    cognition = course("Li Wei", "C_Pos")
    yield EDUVERSE.holds(
        "section 4.3",
        "Li Wei gains in cognition, if little",
        "limited cognitive gains",
        texts(cognition),
        cognition[-1].value > cognition[0].value,
        "C_Pos of Table A13, session 4 against session 1",
        note="A loss.",
    )


def emotion() -> Iterator[Claim]:
    """Who is always positive."""
    ceiling, jie = cell(SAID, "Zhang Jie", "E_Pos"), course("Zhang Jie", "E_Pos")
    yield EDUVERSE.holds(
        "section 4.3",
        "Zhang Jie's emotion stays at the ceiling",
        ceiling.text,
        texts(jie),
        all(each.value == ceiling.value for each in jie),
        "E_Pos of Table A13 by session",
    )
    floor, wei = cell(SAID, "Li Wei", "E_Pos"), course("Li Wei", "E_Pos")
    yield EDUVERSE.holds(
        "section 4.3",
        "Li Wei's emotion never falls below a value",
        floor.text,
        texts(wei),
        min(each.value for each in wei) >= floor.value,
        "E_Pos of Table A13 by session",
    )


def of_the_appendix() -> Iterator[Claim]:
    """What App. D.5.2 repeats and reads."""
    twins = [(cell(TEXT, *place), cell(TABLE, *place)) for place in PublishedTable.read(TEXT).cells]
    yield repeated(EDUVERSE, "App. D.5.2", "rates of pupils", twins, "Table A13")
    for pupil in ("Zhang Yan", "Wang Fang", "Zhang Jie"):
        known = course(pupil, OVERALL)[:3]
        yield EDUVERSE.holds(
            "App. D.5.2",
            f"{pupil} improves steadily from session 1 to 3",
            "steadily",
            texts(known),
            rises([each.value for each in known]),
            "Overall of Table A13",
        )
    fallers = [pupil for pupil in PUPILS if rate(4, pupil, OVERALL).value < rate(3, pupil, OVERALL).value]
    yield EDUVERSE.holds(
        "App. D.5.2",
        "session 4 shows partial regressions, as of Wang Fang and Zhang Tao",
        "partial regressions",
        f"{len(fallers)} of {len(PUPILS)}: {', '.join(fallers)}",
        {"Wang Fang", "Zhang Tao"} <= set(fallers),
        "Overall of Table A13, session 4 against session 3",
    )
    peaks = {pupil: _peak(pupil) for pupil in PUPILS}
    early = [pupil for pupil, session in peaks.items() if session in (2, 3)]
    yield EDUVERSE.holds(
        "App. D.5.2",
        "behavior peaks in session 2 or 3, as Zhang Yan's",
        "several students, e.g. Zhang Yan",
        f"Zhang Yan's in session {peaks['Zhang Yan']}; in 2 or 3: {', '.join(early)}",
        "Zhang Yan" in early,
        "greatest B_Pos of Table A13 by pupil",
        note="The quoted sequence leaves out session 2.",
    )


def dimensions() -> Iterator[Claim]:
    """Which dimension varies most."""
    spreads = {column: of_pupils(column).std(axis=1).mean() for column in DIMENSIONS}
    relative = {column: _relative_spread(column) for column in DIMENSIONS}
    yield EDUVERSE.holds(
        "App. D.5.2",
        "cognition varies more than behavior and emotion",
        "larger variability",
        "; ".join(
            f"{IN_WORDS[column]} {in_digits(float(spreads[column]), 3)} ({in_digits(relative[column], 2)} of its mean)"
            for column in DIMENSIONS
        ),
        all(max(known, key=lambda column: known[column]) == "C_Pos" for known in (spreads, relative)),
        "standard deviation over sessions in Table A13, mean of pupils; and over the pupil's mean",
        otherwise=Verdict.UNDETERMINED,
        note="In points it varies least.",
    )


def low_openness() -> Claim:
    """Whether pupils of low openness are disengaged."""
    low = [pupil for pupil in PUPILS if words("eduverse_appendix_d1", pupil, "Personality") == "Low Openness"]
    means = {pupil: float(of_pupils("B_Pos")[PUPILS.index(pupil)].mean()) for pupil in PUPILS}
    average = float(np.mean([*means.values()]))
    return EDUVERSE.holds(
        "section 4.1; Figure 4; App. D.3.1",
        "students of low openness tend toward disengagement",
        "disengagement",
        "; ".join(f"{pupil} {in_digits(means[pupil], 3)}" for pupil in low) + f"; class {in_digits(average, 3)}",
        all(means[pupil] < average for pupil in low),
        "mean B_Pos of Table A13 over sessions, of those whom App. D.1 gives low openness",
        note="Li Wei has the highest behavior and overall rates of session 1.",
    )


def _peak(pupil: str) -> int:
    return max(SESSIONS, key=lambda session: rate(session, pupil, "B_Pos").value)


def _relative_spread(column: str) -> float:
    rates = of_pupils(column)
    return float((rates.std(axis=1) / rates.mean(axis=1)).mean())
