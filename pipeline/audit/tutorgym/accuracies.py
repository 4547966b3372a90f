"""TutorGym's accuracies: what abstract and section 3.2 say of Table 2, and what chance is."""

import math
from collections.abc import Iterator

import numpy as np
from scipy.stats import spearmanr

from metrics.statistics.signal_detection import Responses, criterion
from metrics.tutoring.profiles import balanced_accuracy
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.printed import Printed, cell, marked, rows
from pipeline.audit.tutorgym.domains import MODELS, PLATFORMS, TABLE, TUTORGYM, domains_of, row_of
from pipeline.audit.whole_counts import totals

CORRECT, INCORRECT, DEMONSTRATION = ACCURACIES = ("Correct Accuracy", "Incorrect Accuracy", "Demo Accuracy")
PER_CENT = 100.0
MOST = 6000
"""More actions or states of a platform than are considered."""


def claims() -> Iterator[Claim]:
    """What abstract and sections 1, 2.1 and 3.2 say of Table 2."""
    yield from demonstrations()
    yield from chance()
    yield from trade_off()
    yield from best()
    yield from one_step()


def demonstrations() -> Iterator[Claim]:
    """How often next steps are right."""
    least, most = (cell("tutorgym_section3", "Next-step actions correct", f"{end} bound") for end in ("lower", "upper"))
    every = [cell(TABLE, row, DEMONSTRATION) for row in rows(TABLE)]
    of_best = [max(_of(platform, DEMONSTRATION).values(), key=_value) for platform in PLATFORMS]
    inside = [accuracy for accuracy in every if least.low <= accuracy.value <= most.high]
    yield TUTORGYM.holds(
        "section 3.2",
        "all models produce next steps with accuracies around the range",
        f"{least.text} to {most.text}",
        f"{len(inside)} of {len(every)}; from {min(every, key=_value).text} to {max(every, key=_value).text}",
        len(inside) == len(every),
        "Demo Accuracy of Table 2, rounded",
    )
    yield TUTORGYM.readings(
        "abstract",
        "next-step actions are correct, at least",
        least,
        {"every model": min(map(_value, every)), "best model of each platform": min(map(_value, of_best))},
        "Demo Accuracy of Table 2",
    )
    yield TUTORGYM.number(
        "abstract",
        "next-step actions are correct, at most",
        most,
        max(map(_value, every)),
        "Demo Accuracy of Table 2",
    )
    floor = cell("tutorgym_section1", "Final answers", "accuracy, least")
    yield TUTORGYM.bounded(
        "section 3.2",
        "next steps are starkly less accurate than final answers",
        max(every, key=_value),
        -math.inf,
        floor.value,
        "greatest Demo Accuracy of Table 2 against section 1's least accuracy of final answers",
        otherwise=Verdict.DISAGREES,
    )


def chance() -> Iterator[Claim]:
    """Whether anyone is better than chance at telling wrong actions."""
    level = cell("tutorgym_section3", "Labelling incorrect actions", "chance")
    greatest = max((cell(TABLE, row, INCORRECT) for row in rows(TABLE)), key=_value)
    yield TUTORGYM.bounded(
        "abstract; section 3.2",
        "no model exceeds chance at identifying incorrect actions",
        greatest,
        -math.inf,
        level.value,
        "greatest Incorrect Accuracy of Table 2",
        otherwise=Verdict.DISAGREES,
    )
    for platform in PLATFORMS:
        balanced = _balanced(platform)
        above = [model for model, accuracy in balanced.items() if accuracy > level.value]
        yield TUTORGYM.holds(
            "abstract; section 3.2",
            f"{platform}: no model grades better than chance",
            level.text,
            "; ".join(f"{model} {in_digits(accuracy, 1)}" for model, accuracy in balanced.items()),
            not above,
            "mean of Correct and Incorrect Accuracy of Table 2: 50 for who grades blindly, however often with yes",
            otherwise=Verdict.UNDETERMINED,
            note=f"{len(above)} of {len(balanced)} are better. {level.text} is chance for who says no to half of all.",
        )
    worst = {(platform, model): each for platform in PLATFORMS for model, each in _balanced(platform).items()}
    platform, model = min(worst, key=lambda place: worst[place])
    yield TUTORGYM.holds(
        "section 3.2",
        "all models grade poorly, but none worse than blindly",
        "quite poor or heavily biased",
        f"{model}, {platform}: {in_digits(worst[platform, model], 1)}",
        worst[platform, model] >= level.value,
        "mean of Correct and Incorrect Accuracy of Table 2",
        otherwise=Verdict.UNDETERMINED,
        note="Wrong more often than right, which blind grading cannot be.",
    )
    lenient = [row for row in rows(TABLE) if _criterion(row) < 0]
    yield TUTORGYM.holds(
        "section 3.2",
        "models are biased towards calling actions correct",
        "heavily biased",
        f"{len(lenient)} of {len(rows(TABLE))}",
        len(lenient) > len(rows(TABLE)) / 2,
        "criterion of signal detection from Correct and Incorrect Accuracy of Table 2, below 0",
    )


def trade_off() -> Iterator[Claim]:
    """Whether who knows right actions best knows wrong ones worst."""
    for platform in PLATFORMS:
        right, wrong = (_of(platform, column) for column in (CORRECT, INCORRECT))
        best_model = max(right, key=lambda model: right[model].value)
        rank = float(
            spearmanr([right[model].value for model in MODELS], [wrong[model].value for model in MODELS]).statistic
        )
        yield TUTORGYM.holds(
            "section 3.2",
            f"{platform}: the best model at correct actions is the worst at incorrect ones",
            "highest; worst",
            f"{best_model}: {right[best_model].text} and {wrong[best_model].text}",
            wrong[best_model].value == min(accuracy.value for accuracy in wrong.values()),
            "Correct and Incorrect Accuracy of Table 2",
            note=f"Rank correlation of the four {in_digits(rank, 1)}.",
        )


def best() -> Iterator[Claim]:
    """Whether what is bold is best."""
    for column in ACCURACIES:
        tops = [row_of(platform, _leader(platform, column)) for platform in PLATFORMS]
        bold = marked(TABLE, column, "bold")
        yield TUTORGYM.holds(
            "Table 2",
            f"the best {column} of each platform is bold",
            "; ".join(bold),
            "all" if tops == [*bold] else "; ".join(tops),
            tops == [*bold],
            "greatest of each platform",
        )


def one_step() -> Iterator[Claim]:
    """How many actions the accuracies of OATutor are shares of, against its problems."""
    platform = PLATFORMS[-1]
    tried = domains_of(platform).value * cell("tutorgym_section3", "OATutor profiles", "problems per domain").value
    for column, of_what in ((CORRECT, "correct actions"), (DEMONSTRATION, "states")):
        found = totals(_of(platform, column).values(), range(1, MOST), scale=PER_CENT)
        yield TUTORGYM.holds(
            "section 2.1; Table 2",
            f"OATutor's problems mostly have one step, by {column}",
            "mostly one-step problems",
            f"at least {found[0]} {of_what}, {in_digits(found[0] / tried, 2)} a problem",
            found[0] / tried < 2,
            f"least number of which all four accuracies are whole counts, over the {in_digits(tried, 0)} problems",
            otherwise=Verdict.UNDETERMINED,
            note="A lower bound, if accuracies are pooled over actions and rounded.",
        )


def _of(platform: str, column: str) -> dict[str, Printed]:
    return {model: cell(TABLE, row_of(platform, model), column) for model in MODELS}


def _balanced(platform: str) -> dict[str, float]:
    right, wrong = (_of(platform, column) for column in (CORRECT, INCORRECT))
    return {model: balanced_accuracy(right[model].value, wrong[model].value) for model in MODELS}


def _leader(platform: str, column: str) -> str:
    accuracies = _of(platform, column)
    return max(accuracies, key=lambda model: accuracies[model].value)


def _criterion(row: str) -> float:
    right, wrong = (cell(TABLE, row, column).value for column in (CORRECT, INCORRECT))
    return float(criterion(Responses(*map(np.array, (right, PER_CENT - right, PER_CENT - wrong, wrong)))))


def _value(printed: Printed) -> float:
    return printed.value
