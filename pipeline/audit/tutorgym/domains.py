"""TutorGym's domains and problems: what is counted twice."""

import re
from collections.abc import Iterator

from metrics.statistics.intervals import wilson_interval
from pipeline.audit.claims import Claim, Paper, Verdict, in_digits
from pipeline.audit.printed import Printed, cell, in_words, rows, words
from pipeline.audit.together import texts

TUTORGYM = Paper("tutorgym")

TABLE, TEXT = "tutorgym_table2", "tutorgym_section2"
PLATFORMS = ("CTAT Mathtutors", "Apprentice", "OATutor")
MODELS = ("Sonnet-3.5", "Haiku-3.5", "GPT-4o", "DeepSeek-v2.5")
FEW_STEPS = 5
"""Steps of a problem that is short for a tutoring system."""

NARROW = 0.1
"""A share of errors that is known to a tenth."""

IN_TEXT = dict(zip(PLATFORMS, ("CTAT Mathtutors", "Apprentice Tutors", "OATutor"), strict=True))


def claims() -> Iterator[Claim]:
    """What abstract, sections 2.1, 3.1, 4.1 and 5 and Table 2 count."""
    yield from domains()
    yield from problems()
    yield from learners()


def domains() -> Iterator[Claim]:
    """How many domains there are."""
    everyone = cell(TEXT, "TutorGym", "domains")
    in_table, in_text = (
        [count(platform) for platform in PLATFORMS]
        for count in (domains_of, lambda platform: cell(TEXT, IN_TEXT[platform], "domains"))
    )
    yield TUTORGYM.number(
        "abstract; sections 3.1 and 5",
        "domains, by Table 2",
        everyone,
        sum(each.value for each in in_table),
        f"{' + '.join(each.text for each in in_table)}, the headings of Table 2",
    )
    hard_coded = in_words(TEXT, "Hard-coded", "domains")
    yield TUTORGYM.number(
        "abstract; sections 3.1 and 5",
        "domains, by section 2.1",
        everyone,
        sum(each.value for each in in_text) + hard_coded.value,
        f"{' + '.join(each.text for each in in_text)} and {hard_coded.text} hard-coded ones",
    )
    for platform, printed, twin in zip(PLATFORMS, in_text, in_table, strict=True):
        yield TUTORGYM.same("section 2.1", f"domains of {IN_TEXT[platform]}", printed, twin, "heading of Table 2")
    fewest = min(zip(PLATFORMS, in_text, strict=True), key=lambda each: each[1].value)
    yield TUTORGYM.holds(
        "section 2.1",
        "CTAT is the most comprehensive in diversity of domains",
        "most comprehensive in terms of domain diversity",
        f"{texts(in_text)} domains; fewest: {IN_TEXT[fewest[0]]}",
        fewest[0] != PLATFORMS[0],
        "domains of CTAT, Apprentice Tutors and OATutor",
        otherwise=Verdict.UNDETERMINED,
        note="Of those in TutorGym; the sentence may mean all that were ever authored.",
    )


def problems() -> Iterator[Claim]:
    """How many problems there are."""
    each = cell("tutorgym_section3", "OATutor profiles", "problems per domain")
    for counted, said in ((domains_of(PLATFORMS[-1]), "Table 2"), (cell(TEXT, "OATutor", "domains"), "section 2.1")):
        pool = cell(TEXT, "OATutor", "problems")
        yield TUTORGYM.bounded(
            "section 3.1",
            f"problems of each OATutor domain, by the domains of {said}",
            each,
            0,
            pool.value / counted.value,
            f"at most the mean of {pool.text} problems over {counted.text} domains",
        )


def learners() -> Iterator[Claim]:
    """What fits into a prompt, and on how many learners a curve rests."""
    stem = "tutorgym_section4"
    fewest, most = (cell(stem, "Prompt", f"{end} examples") for end in ("fewest", "most"))
    longest = cell(stem, "Apprentice Tutors", "most problems per domain")
    per_problem = [examples.value / longest.value for examples in (fewest, most)]
    yield TUTORGYM.holds(
        "section 4.1",
        "earlier experience of a domain is usually retained in the prompt",
        "usually retained",
        f"{in_digits(per_problem[0], 1)} to {in_digits(per_problem[1], 1)} examples a problem",
        per_problem[0] >= FEW_STEPS,
        f"examples of a prompt over the {longest.text} problems of the longest domain; {FEW_STEPS} would do",
        otherwise=Verdict.UNDETERMINED,
        note="Longer domains keep only problems of two or three steps; how many steps they have is not printed.",
    )
    needed, everyone = (
        words(stem, "Apprentice Tutors", "learners that a problem count needs"),
        cell(stem, "Apprentice Tutors", "human learners"),
    )
    least = int(needed.removeprefix("more than ")) + 1
    errors = least // 2
    low, high = wilson_interval(errors, least)
    yield TUTORGYM.holds(
        "abstract; section 4.2",
        "error rates of learners and models are alike to the last problem",
        "remarkably human-like",
        f"the last may rest on {least} of {everyone.text} learners: {errors} errors leave {low:.0%} to {high:.0%}",
        high - low < NARROW,
        "Wilson's 95 % interval for the least number of learners that a problem needs; alike if known to a tenth",
        otherwise=Verdict.UNDETERMINED,
        note="Figure 3 prints neither numbers nor intervals, and no distance between the curves.",
    )


def row_of(platform: str, model: str) -> str:
    """The label of a model's row in Table 2."""
    (row,) = (row for row in rows(TABLE) if row.startswith(platform) and row.endswith(model))
    return row


def domains_of(platform: str) -> Printed:
    """How many domains the heading of a platform counts in Table 2."""
    (number,) = re.findall(r"\((\d+) domains\)", row_of(platform, MODELS[0]))
    return Printed(number, float(number), 0)
