"""EduVerse's development over sessions: gains of the class, and what the Regulate stage adds."""

from collections.abc import Iterator

import numpy as np
from statsmodels.stats.weightstats import DescrStatsW

from metrics.classroom.evolution import ablation_contrast, session_gain
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.eduverse.lessons import EDUVERSE
from pipeline.audit.eduverse.sessions import DIMENSIONS, IN_WORDS, OVERALL, of_class, of_pupils, rises
from pipeline.audit.printed import cell
from pipeline.audit.together import listed

TABLE = "eduverse_table4"
FULL, ABLATED = "Full", "w/o R"
ALL = "ΔAll"
GAINS = {column: f"Δ{column}" for column in DIMENSIONS}


def claims() -> Iterator[Claim]:
    """What abstract, sections 1, 4.3 and 5, Table 4 and Figure 7 say of the class."""
    yield from of_table_4()
    yield from of_the_text()
    yield from of_figure_7()


def of_table_4() -> Iterator[Claim]:
    """Gains from the first session to the last."""
    for column, gain in {**GAINS, OVERALL: ALL}.items():
        yield EDUVERSE.number(
            "Table 4, Full",
            f"{gain}: gain from session 1 to 4",
            cell(TABLE, FULL, gain),
            float(session_gain(of_class(column))),
            "class means of Table A13, put back to whole counts",
        )
    for variant in (FULL, ABLATED):
        yield EDUVERSE.follows(
            f"Table 4, {variant}",
            f"{ALL} is the mean of its row",
            cell(TABLE, variant, ALL),
            _mean,
            [cell(TABLE, variant, gain) for gain in GAINS.values()],
            "mean of the three gains",
        )
        yield EDUVERSE.same(
            "section 4.3",
            f"overall gain, {variant}",
            cell("eduverse_section4", ALL, variant),
            cell(TABLE, variant, ALL),
            "Table 4",
        )


def of_the_text() -> Iterator[Claim]:
    """What the text makes of the gains."""
    overall = of_class(OVERALL)
    yield EDUVERSE.readings(
        "abstract; sections 1 and 5",
        "R+ increases",
        cell("eduverse_section1", "R+", "increase"),
        {
            "percentage points": 100 * float(session_gain(overall)),
            "per cent": 100 * float(overall[-1] / overall[0] - 1),
        },
        "Overall of Table A13, class mean of session 4 against session 1",
        note=f"By session: {listed(overall.tolist())}.",
    )
    for column in ("B_Pos", "E_Pos"):
        full, ablated = (cell(TABLE, variant, GAINS[column]).value for variant in (FULL, ABLATED))
        yield EDUVERSE.readings(
            "section 4.3",
            f"decline of {IN_WORDS[column]} without Regulate",
            cell("eduverse_section4", "Decline without R", column),
            {
                "percentage points": 100 * float(ablation_contrast(np.array([full]), np.array([ablated]))),
                "per cent": 100 * (1 - ablated / full),
            },
            "Table 4, Full less w/o R",
            note="A decline that is printed with a plus.",
        )
    cognition = [cell(TABLE, variant, GAINS["C_Pos"]) for variant in (FULL, ABLATED)]
    yield EDUVERSE.holds(
        "section 4.3",
        "cognition gains more without Regulate",
        "larger cognitive gain without regulation",
        " and ".join(each.text for each in cognition),
        cognition[0].value < cognition[1].value,
        "Table 4, Full and w/o R",
    )
    yield advantage()


def advantage() -> Claim:
    """Whether six pupils can show that Regulate helps."""
    full, ablated = (cell(TABLE, variant, ALL).value for variant in (FULL, ABLATED))
    low, high = DescrStatsW(session_gain(of_pupils(OVERALL))).tconfint_mean()
    interval = f"{in_digits(low, 3)} to {in_digits(high, 3)}"
    return EDUVERSE.holds(
        "section 4.3",
        "overall gains are greater with Regulate",
        f"{in_digits(full, 3)} and {in_digits(ablated, 3)}",
        f"difference {in_digits(full - ablated, 3)}; 95 % interval of the greater {interval}",
        not low <= ablated <= high,
        "t interval of the six pupils' gains in Table A13; the pupils of w/o R are not printed",
        otherwise=Verdict.UNDETERMINED,
        note="One run, six pupils, no spread printed.",
    )


def of_figure_7() -> Iterator[Claim]:
    """How the class's rates run."""
    for column, words in zip(
        DIMENSIONS, ("improving most rapidly", "rising steadily", "progressing gradually"), strict=True
    ):
        means = of_class(column)
        yield EDUVERSE.holds(
            "Figure 7, caption",
            f"{IN_WORDS[column]} increases over time",
            words,
            listed(means.tolist()),
            rises(means),
            "class means of Table A13 by session",
            note="Falls in session 4.",
        )
    points = [float(session_gain(of_class(column))) for column in DIMENSIONS]
    times = [float(of_class(column)[-1] / of_class(column)[0]) for column in DIMENSIONS]
    yield EDUVERSE.holds(
        "section 4.3; Figure 7",
        "behavior gains fastest, cognition slowest",
        "rapidly; early; slowly",
        f"points {listed(points)}; times {listed(times, 2)}",
        all(_falls(values) for values in (points, times)),
        "behavior, emotion, cognition: gain from session 1 to 4, and ratio of the two",
        otherwise=Verdict.UNDETERMINED,
        note="Against where it starts, cognition outgrows emotion.",
    )


def _mean(*values: float) -> float:
    return float(np.mean(values))


def _falls(values: list[float]) -> bool:
    return values == sorted(values, reverse=True)
