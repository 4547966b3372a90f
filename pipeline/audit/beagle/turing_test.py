"""BEAGLE's human Turing test: everything that its confusion matrix decides (section 4.3 and App. H.2)."""

from collections.abc import Iterator

import numpy as np

from metrics.statistics.equivalence import Equivalence
from metrics.statistics.signal_detection import (
    AccuracyTest,
    Responses,
    accuracy_against_chance,
    criterion,
    equivalent_to_chance,
    sensitivity,
    sensitivity_error,
)
from pipeline.audit.beagle.runs import BEAGLE, said
from pipeline.audit.chance import ALPHA, p_text
from pipeline.audit.claims import Claim, Verdict, in_digits, shares
from pipeline.audit.printed import Printed, cell
from pipeline.audit.together import repeated

MATRIX, HUMANS, TEST = "beagle_figure17", "beagle_appendix_h", "Human Turing test"
FROM_MATRIX = "counts of Figure 17"


def claims() -> Iterator[Claim]:
    """What abstract, sections 1 and 4.3, Figures 17 and 18 and App. H.2 say of the answers."""
    found = responses()
    yield from of_counts(found)
    yield from of_accuracy(found)
    yield from of_detection(found)
    yield from of_equivalence(found)
    yield repeated(
        BEAGLE,
        "section 4.3",
        "numbers of the human Turing test, as App. H.2 prints them",
        [
            (said(TEST, ours), cell(HUMANS, row, column))
            for ours, row, column in (
                ("participants", "Participants", "value"),
                ("accuracy", "Accuracy", "value"),
                ("Criterion c", "Criterion c", "value"),
                ("real traces identified", "Hit rate", "value"),
                ("AI traces identified", "Specificity", "value"),
                ("AI traces taken for real", "False alarm rate", "value"),
                ("d′", "d′", "value"),
                ("margin", "TOST", "margin"),
                ("p of TOST", "TOST", "p"),
            )
        ],
        "App. H.2",
    )


def responses() -> Responses:
    """Figure 17; the signal is a real student."""
    places = (
        ("Real", "classified as Real"),
        ("Real", "classified as AI"),
        ("AI", "classified as Real"),
        ("AI", "classified as AI"),
    )
    return Responses(*(np.array(cell(MATRIX, *place).value) for place in places))


def answers_in(found: Responses) -> int:
    """All answers."""
    return int(found.signals + found.noises)


def of_counts(found: Responses) -> Iterator[Claim]:
    """The cells of the matrix, and how many answers a participant gave."""
    answers, people = said(TEST, "classifications"), cell(HUMANS, "Participants", "value")
    yield BEAGLE.number("section 4.3", "classifications in all", answers, answers_in(found), FROM_MATRIX)
    each = answers.value / people.value
    yield BEAGLE.holds(
        "App. H.2",
        "as many classifications from each participant, as many of either kind",
        f"{answers.text}, {people.text}",
        f"{in_digits(each, 2)} each, {in_digits(float(found.signals / people.value), 2)} of them real",
        answers.value % people.value == 0 and found.signals == found.noises and found.signals % people.value == 0,
        "whole quotients",
    )
    for row in ("AI", "Real"):
        for answer in ("classified as AI", "classified as Real"):
            share = 100 * cell(MATRIX, row, answer).value / answers_in(found)
            printed = cell(MATRIX, row, f"{answer}, share")
            yield BEAGLE.number("Figure 17", f"share of {row} {answer}", printed, share, "its count over all counts")
    yield BEAGLE.number(
        "caption of Figure 17",
        "false alarm rate",
        cell(HUMANS, "False alarm rate", "caption of Figure 17"),
        100 * float(found.false_alarm_rate),
        "false alarms over AI traces",
        note="The caption gives false alarms as a share of all answers the name of a rate; App. H.2 has the rate.",
    )


def of_accuracy(found: Responses) -> Iterator[Claim]:
    """How often participants were right, and whether by chance."""
    right, answers = int(found.hits + found.correct_rejections), answers_in(found)
    test = accuracy_against_chance(right, answers)
    yield BEAGLE.number("App. H.2", "right answers", cell(HUMANS, "Accuracy", "responses"), right, FROM_MATRIX)
    for location, printed in (
        ("abstract", cell("beagle_section1", TEST, "accuracy")),
        ("App. H.2", cell(HUMANS, "Accuracy", "value")),
    ):
        yield BEAGLE.number(location, "accuracy", printed, 100 * test.accuracy, FROM_MATRIX)
    yield from _of_each_kind(found)
    yield from _of_chance(test)
    ai = accuracy_against_chance(int(found.correct_rejections), int(found.noises))
    yield BEAGLE.holds(
        "section 4.3",
        "AI traces are identified worse than by guessing",
        said(TEST, "AI traces identified").text,
        p_text(ai.exact_two_sided),
        ai.accuracy < 0.5 and ai.exact_two_sided < ALPHA,
        "exact binomial test of the AI traces, two-sided",
    )


def _of_each_kind(found: Responses) -> Iterator[Claim]:
    contradicted = "The same paragraph prints the right number as {}."
    for row, right, total, twin in (
        ("Synthetic data", found.correct_rejections, found.noises, "Specificity"),
        ("Real data", found.hits, found.signals, "Hit rate"),
    ):
        printed = cell(HUMANS, row, "accuracy")
        note = contradicted.format(f"{twin.lower()}, {cell(HUMANS, twin, 'value').text}")
        what = f"accuracy on {row.lower()}"
        yield BEAGLE.number(
            "App. H.2, SDT, last sentence", what, printed, 100 * float(right / total), FROM_MATRIX, note=note
        )
        yield BEAGLE.possible(
            "App. H.2, SDT, last sentence",
            f"{what} is the share of a whole number of answers",
            printed,
            shares(int(total)),
            f"whole counts of {total:.0f}",
        )


def _of_chance(test: AccuracyTest) -> Iterator[Claim]:
    long, short = cell(HUMANS, "Accuracy", "p"), said(TEST, "p")
    one_sided = "exact binomial test, one-sided"
    yield BEAGLE.number(
        "App. H.2",
        "p of the binomial test, if it is one-sided",
        long,
        test.exact_one_sided,
        one_sided,
        note=f"The paper does not say that it is. By the normal law, one-sided: {test.asymptotic_one_sided:.4f}.",
    )
    yield BEAGLE.number(
        "App. H.2",
        "p of the binomial test against 50 %",
        long,
        test.exact_two_sided,
        "exact binomial test, two-sided, as no side is named",
        note="The printed p is the one-sided one.",
    )
    yield BEAGLE.number(
        "section 4.3",
        "p of the binomial test, if it is one-sided",
        short,
        test.exact_one_sided,
        one_sided,
        note="Cut off.",
    )
    yield BEAGLE.same("section 4.3", "p of the binomial test, here and in App. H.2", short, long, "printed twice")


def of_detection(found: Responses) -> Iterator[Claim]:
    """Rates, sensitivity and criterion."""
    rates = {
        "Hit rate": (found.hit_rate, "hits over real traces"),
        "False alarm rate": (found.false_alarm_rate, "false alarms over AI traces"),
        "Specificity": (1 - found.false_alarm_rate, "correct rejections over AI traces"),
    }
    for name, (rate, method) in rates.items():
        yield BEAGLE.number("App. H.2", name.lower(), cell(HUMANS, name, "value"), 100 * float(rate), method)
    detection = {
        "d′": (sensitivity(found), "value", "z(H) - z(F), rates uncorrected"),
        "criterion c": (criterion(found), "value", "-(z(H) + z(F)) / 2, rates uncorrected"),
        "standard error of d′": (sensitivity_error(found), "SE", "Gourevitch and Galanter (1967), rates uncorrected"),
    }
    for name, (value, column, method) in detection.items():
        row = "Criterion c" if name.startswith("criterion") else "d′"
        yield BEAGLE.number("App. H.2", name, cell(HUMANS, row, column), float(value), method)
    yield BEAGLE.number(
        "section 1", "d′", cell("beagle_section1", TEST, "d′"), float(sensitivity(found)), "z(H) - z(F) of Figure 17"
    )
    real = float(found.hits + found.false_alarms) / answers_in(found)
    yield BEAGLE.holds(
        "section 4.3",
        "a negative criterion means that participants would rather answer 'real'",
        cell(HUMANS, "Criterion c", "value").text,
        f"{100 * real:.1f} % of all answers are 'real'",
        real > 0.5,
        "hits and false alarms over all answers",
    )


def of_equivalence(found: Responses) -> Iterator[Claim]:
    """The two one-sided tests."""
    margin = cell(HUMANS, "TOST", "margin")
    tost = equivalent_to_chance(found, margin.value)
    for column, value, method in (
        ("z above -0.3", tost.above, "(d′ + 0.3) / SE, unrounded"),
        ("z below 0.3", tost.below, "(d′ - 0.3) / SE, unrounded"),
        ("p", tost.p_value, "the larger of both p-values"),
    ):
        yield BEAGLE.number("App. H.2", f"TOST: {column}", cell(HUMANS, "TOST", column), value, method)
    yield BEAGLE.follows(
        "App. H.2",
        "TOST: z above -0.3, of the printed d′ and SE",
        cell(HUMANS, "TOST", "z above -0.3"),
        lambda d, error: (d + margin.value) / error,
        [cell(HUMANS, "d′", "value"), cell(HUMANS, "d′", "SE")],
        "(d′ + 0.3) / SE, as printed",
    )
    yield from _of_wording(cell(HUMANS, "TOST", "p above -0.3"), tost)


def _of_wording(bound: Printed, tost: Equivalence) -> Iterator[Claim]:
    yield BEAGLE.holds(
        "App. H.2",
        "TOST: p of the first test",
        bound.text,
        p_text(tost.p_above),
        bound.value > 0,
        "no probability is below 0",
        otherwise=Verdict.IMPOSSIBLE,
        note="'< .001' is meant.",
    )
    low, high = tost.interval
    yield BEAGLE.holds(
        "abstract; section 4.3",
        "real and synthetic traces cannot be told apart: d′ = 0 is among what the data allow",
        cell(HUMANS, "d′", "value").text,
        f"90 % interval {low:.4f} to {high:.4f}",
        low <= 0 <= high,
        "d′ ± 1.645 SE, the interval that belongs to TOST",
        otherwise=Verdict.UNDETERMINED,
        note="Equivalent within the margin, and yet above 0 by the one-sided test at 5 %: a small but detectable d′.",
    )
