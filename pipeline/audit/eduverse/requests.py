"""EduVerse's human-agent tests: rates of Table A12, and how much so few requests can say."""

from collections.abc import Iterator

from metrics.statistics.intervals import Interval, rate_difference_interval, wilson_interval
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.eduverse.lessons import EDUVERSE, LAYOUTS
from pipeline.audit.printed import Printed, cell, rows, words
from pipeline.audit.together import ends, repeated
from pipeline.audit.whole_counts import count, totals

TABLE, TEXT = "eduverse_table_a12", "eduverse_appendix_d4"
CHAT, ACADEMIC = "Task 1: Peer chatting", "Task 2: Peer academic response"
OF_TEACHER = ("Task 3: Teacher answering", "Task 4: Teacher intervention")
MOST = 40
"""More requests in a cell than are considered."""


def claims() -> Iterator[Claim]:
    """What sections 4.2 and D.4, Figure A3 and Table A12 say of requests."""
    yield requests()
    yield from ranges()
    yield from of_the_text()
    yield teacher()
    yield most_cases()
    yield contrast()
    yield conscientious()


def requests() -> Claim:
    """How many requests each rate is a share of."""
    return EDUVERSE.holds(
        "Table A12",
        "all rates are shares of one number of requests, which is not printed",
        "no number of requests",
        " or ".join(map(str, totals(_all(), range(2, MOST)))),
        bool(totals(_all(), range(2, MOST))),
        f"numbers below {MOST} of which all twelve rates are whole counts",
        otherwise=Verdict.IMPOSSIBLE,
    )


def ranges() -> Iterator[Claim]:
    """Ranges over layouts."""
    for pupil, name, task in (
        ("Zhang Tao", "Peer chatting", CHAT),
        ("Zhang Jie", "Peer academic response", ACADEMIC),
    ):
        yield ends(
            EDUVERSE,
            "section 4.2",
            f"{pupil}: range of {name.lower()}",
            cell("eduverse_figure_a3", pupil, f"{name}, from"),
            cell("eduverse_figure_a3", pupil, f"{name}, to"),
            [rate.value for rate in _rates(task)],
            "least and greatest of Table A12",
        )


def of_the_text() -> Iterator[Claim]:
    """Rates that App. D.4 repeats."""
    twins = [(cell(TEXT, CHAT, layout), cell(TABLE, CHAT, layout)) for layout in LAYOUTS]
    yield repeated(EDUVERSE, "App. D.4", "rates of peer chatting", twins, "Table A12")
    yield ends(
        EDUVERSE,
        "App. D.4",
        "range of peer academic response",
        cell(TEXT, ACADEMIC, "least"),
        cell(TEXT, ACADEMIC, "most"),
        [rate.value for rate in _rates(ACADEMIC)],
        "least and greatest of Table A12",
    )


def teacher() -> Claim:
    """Whether the teacher always succeeds."""
    rates, said = (
        [rate for task in OF_TEACHER for rate in _rates(task)],
        cell(TEXT, "Tasks 3 and 4", "all environments"),
    )
    return EDUVERSE.holds(
        "section 4.2; App. D.4",
        "teacher agents succeed in all answers and interventions",
        said.text,
        f"all {len(rates)} rates {rates[0].text}; each cell's 95 % interval {_shown(_interval(rates[0]))}",
        all(rate.value == said.value for rate in rates),
        "Table A12; Wilson's interval for the least number of requests that fits",
    )


def most_cases() -> Claim:
    """Whether Zhang Tao responds in most cases."""
    intervals = {layout: _interval(cell(TABLE, CHAT, layout)) for layout in LAYOUTS}
    return EDUVERSE.holds(
        "App. D.4",
        "Zhang Tao responds in most cases",
        "in most cases",
        "; ".join(f"{layout} {_shown(interval)}" for layout, interval in intervals.items()),
        all(interval.low > 0.5 for interval in intervals.values()),
        "Wilson's 95 % intervals of Table A12, for the least number of requests that fits, above one half",
        otherwise=Verdict.UNDETERMINED,
    )


def contrast() -> Claim:
    """Whether Zhang Tao responds more than Zhang Jie."""
    differences = {layout: _difference(layout) for layout in LAYOUTS}
    return EDUVERSE.holds(
        "section 4.2",
        "Zhang Tao responds more than Zhang Jie, as their traits have it",
        "responded most; responded less",
        "; ".join(f"{layout} {_shown(interval)}" for layout, interval in differences.items()),
        all(interval.low > 0 for interval in differences.values()),
        "Newcombe's 95 % interval of the difference in each layout of Table A12",
        otherwise=Verdict.UNDETERMINED,
        note="The two were asked for different things, so that trait and task cannot be told apart.",
    )


def conscientious() -> Claim:
    """Whether Zhang Jie is conscientious."""
    trait = words("eduverse_appendix_d1", "Zhang Jie", "Personality")
    return EDUVERSE.holds(
        "App. D.4",
        "Zhang Jie is the conscientious student",
        "conscientious",
        trait,
        trait == "High Conscientiousness",
        "Personality in App. D.1",
        note="No student there is of high conscientiousness, though App. D.3.1 speaks of conscientious students.",
    )


def _rates(task: str) -> list[Printed]:
    return [cell(TABLE, task, layout) for layout in LAYOUTS]


def _all() -> list[Printed]:
    return [rate for task in rows(TABLE) for rate in _rates(task)]


def _interval(rate: Printed) -> Interval:
    trials = totals(_all(), range(2, MOST))[0]
    return wilson_interval(count(rate, trials), trials)


def _difference(layout: str) -> Interval:
    trials = totals(_all(), range(2, MOST))[0]
    first, other = (count(cell(TABLE, task, layout), trials) for task in (CHAT, ACADEMIC))
    return rate_difference_interval(first, trials, other, trials)


def _shown(interval: Interval) -> str:
    return f"{in_digits(interval.low, 2)} to {in_digits(interval.high, 2)}"
