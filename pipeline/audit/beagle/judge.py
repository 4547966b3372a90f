"""BEAGLE's judge: whether its means are of whole grades, and what it is calibrated on (Tables 1 and 2, App. F.1)."""

from collections.abc import Iterator

from metrics.judging.grades import REALISM
from pipeline.audit.beagle.runs import ABLATIONS, BEAGLE, FLASH_2_5, MAIN, NO_BKT, VANILLA, baselines, runs, said
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.gradings import can_be_graded
from pipeline.audit.printed import Printed, cell, column_of, rows, spread, words
from pipeline.audit.together import ends, repeated

DIMENSIONS, OVERALL = ("Debug", "Code", "Lang"), "Overall"
ABLATED = ("Debug", "Lang", "Realism")
SUBSTANTIAL = (0.61, 0.80)
"""Landis and Koch (1977), The measurement of observer agreement for categorical data."""


def claims() -> Iterator[Claim]:
    """What is printed of grades, and of the judge's agreement with experts."""
    yield from of_grades()
    yield from of_calibration()
    yield from of_realism()


def of_grades() -> Iterator[Claim]:
    """Whether each mean and SD can be those of whole grades from 1 to 3."""
    grades = f"all ways of giving {runs()} grades of {REALISM.worst} to {REALISM.best}"
    for column in (*DIMENSIONS, OVERALL):
        pairs = [(cell(MAIN, method, column), spread(MAIN, method, column)) for method in rows(MAIN)]
        fits = [can_be_graded(*pair, runs()) for pair in pairs]
        strict = [can_be_graded(*pair, runs(), ddof=1) for pair in pairs]
        yield BEAGLE.holds(
            "Table 1",
            f"{column}: every mean and SD is possible of {runs()} grades",
            f"{len(pairs)} cells",
            f"{sum(fits)} are, {sum(strict)} with the SD of n - 1",
            all(fits),
            grades,
            otherwise=Verdict.IMPOSSIBLE,
            note="So the ± is the SD of the population." if all(fits) and not all(strict) else "",
        )
    for variant in rows(ABLATIONS):
        pairs = [(cell(ABLATIONS, variant, column), spread(ABLATIONS, variant, column)) for column in ABLATED]
        fits = [can_be_graded(*pair, runs()) for pair in pairs]
        yield BEAGLE.holds(
            "Table 2",
            f"{variant}: mean and SD of {', '.join(ABLATED)} are possible of {runs()} grades",
            "; ".join(mean.text for mean, _ in pairs),
            f"{sum(fits)} of {len(fits)} are; sums {', '.join(in_digits(mean.value * runs(), 2) for mean, _ in pairs)}",
            all(fits),
            grades,
            otherwise=Verdict.IMPOSSIBLE,
        )
    yield _without_bkt()


def _without_bkt() -> Claim:
    pairs = [(cell(ABLATIONS, NO_BKT, column), spread(ABLATIONS, NO_BKT, column)) for column in ABLATED]
    n = said("Simulations", "runs a condition")
    fits = [k for k in range(2, int(n.value) + 1) if all(can_be_graded(*pair, k) for pair in pairs)]
    return BEAGLE.possible(
        "Table 2",
        f"{NO_BKT}: number of grades",
        n,
        fits,
        f"numbers of grades up to {n.text} of which all three means and SDs are possible",
        note="A run or its grades are missing, and the caption does not say so.",
    )


def of_calibration() -> Iterator[Claim]:
    """Quadratic weighted kappa."""
    realism, every = (cell("beagle_appendix_f1", what, "κ_w") for what in ("Realism", "All dimensions"))
    kappa = said("Judge", "κ_w")
    yield BEAGLE.same("section 4", "κ_w of realism", kappa, realism, "App. F.1")
    yield BEAGLE.same(
        "section 4; caption of Table 1",
        "κ_w of all metrics of the judge",
        kappa,
        every,
        "App. F.1 and D, over all dimensions",
        note="The number of one dimension, realism, stands for all.",
    )
    for what, printed in (("realism", realism), ("all dimensions", every)):
        yield BEAGLE.bounded(
            "App. D; App. F.1",
            f"agreement on {what} is substantial",
            printed,
            *SUBSTANTIAL,
            "Landis and Koch (1977)",
            otherwise=Verdict.DISAGREES,
        )


def of_realism() -> Iterator[Claim]:
    """What Overall is, and how it compares."""
    yield BEAGLE.same_words(
        "section 4; App. E.3",
        "what the overall realism is",
        words("beagle_section4", "Realism", "is"),
        words("beagle_appendix_e", "Realism", "is"),
        "printed twice",
    )
    means = {method: sum(cell(MAIN, method, column).value for column in DIMENSIONS) / 3 for method in rows(MAIN)}
    fits = [method for method, mean in means.items() if cell(MAIN, method, OVERALL).rounds_from(mean)]
    worst = max(means, key=lambda method: abs(means[method] - cell(MAIN, method, OVERALL).value))
    yield BEAGLE.holds(
        "section 4",
        "Overall is the aggregate of Debug, Code and Lang",
        f"{worst}: {cell(MAIN, worst, OVERALL).text}",
        f"{means[worst]:.2f}",
        len(fits) == len(means),
        f"means of the three; {len(fits)} of {len(means)} rows agree",
        note="A judgment of its own, as App. E.3 says.",
    )
    overall = column_of(MAIN, OVERALL)
    yield ends(
        BEAGLE,
        "section 4.3",
        "realism of the baselines",
        said("Baselines", "least realism"),
        said("Baselines", "greatest realism"),
        [overall[method].value for method in baselines()],
        "Table 1",
    )
    yield repeated(BEAGLE, "section 4.1", "realism of BEAGLE and Vanilla", _realism(), "Table 1 (Flash 2.5)")


def _realism() -> list[tuple[Printed, Printed]]:
    return [
        (said(who, "realism"), cell(MAIN, method, OVERALL))
        for who, method in (("BEAGLE", FLASH_2_5), (VANILLA, VANILLA))
    ]
