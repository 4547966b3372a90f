"""BEAGLE's durations: Gamma laws, coefficients of variation, and what a geometric law would have (App. A.2)."""

from collections.abc import Iterator

import numpy as np

from metrics.programming.dwell import GammaFit, geometric_variation
from pipeline.audit.beagle.runs import BEAGLE
from pipeline.audit.claims import Claim, Verdict, in_digits
from pipeline.audit.printed import cell, column_of, rows
from pipeline.audit.together import repeated

GAMMA, FIGURE, TEXT, RATES = "beagle_table6", "beagle_figure11", "beagle_appendix_a2", "beagle_table13"
STUCK, REGULAR = "LOW ENACTING", "LOW MONITORING"


def claims() -> Iterator[Claim]:
    """What App. A.2, Figure 11 and Table 6 print of durations."""
    yield from of_table()
    yield from of_variation()
    yield from of_argument()
    yield of_self_loops()


def of_table() -> Iterator[Claim]:
    """Table 6, from its own shapes and scales."""
    for row in rows(GAMMA):
        shape, scale = cell(GAMMA, row, "Shape"), cell(GAMMA, row, "Scale")
        yield BEAGLE.follows(
            "Table 6",
            f"{row}: mean",
            cell(GAMMA, row, "Mean"),
            lambda alpha, theta: GammaFit(alpha, theta).mean,
            [shape, scale],
            f"shape x scale, {shape.text} x {scale.text}",
        )
        yield BEAGLE.follows(
            "Table 6",
            f"{row}: CV",
            cell(GAMMA, row, "Fitted CV"),
            lambda alpha: GammaFit(alpha, 1.0).variation,
            [shape],
            f"1 / sqrt(shape), {shape.text}",
        )
    yield repeated(
        BEAGLE,
        "App. A.2",
        "shapes",
        [(cell(TEXT, row, "shape"), cell(GAMMA, row, "Shape")) for row in (STUCK, REGULAR, "HIGH PLANNING")],
        "Table 6",
    )


def of_variation() -> Iterator[Claim]:
    """Figure 11: the CV of the data against that of a geometric law."""
    for row in (STUCK, REGULAR):
        yield BEAGLE.follows(
            "caption of Figure 11",
            f"{row}: CV against that of a geometric law",
            cell(FIGURE, row, "against geometric"),
            lambda cv, mean: 100 * (cv / geometric_variation(mean) - 1),
            [cell(FIGURE, row, "CV"), cell(GAMMA, row, "Mean")],
            "CV of Figure 11 / sqrt(1 - 1 / mean of Table 6) - 1, in per cent",
        )
    band, means = cell(FIGURE, "all", "geometric CV"), column_of(GAMMA, "Mean")
    forced = {row: geometric_variation(mean.value) for row, mean in means.items()}
    least, most = min(forced, key=forced.__getitem__), max(forced, key=forced.__getitem__)
    yield BEAGLE.holds(
        "caption of Figure 11",
        "CV that a geometric law forces on all eight durations",
        f"about {band.text}",
        f"{in_digits(forced[least], 3)} ({least}) to {in_digits(forced[most], 3)} ({most})",
        all(band.rounds_from(value) for value in forced.values()),
        "sqrt(1 - 1 / mean) of Table 6",
        note="And only if Table 6, which names no unit, counts the steps of the chain.",
    )
    stays = np.linspace(0.05, 0.95, 19)
    yield BEAGLE.holds(
        "App. A.2",
        "CV of a geometric law: sqrt(p) of the probability to stay, and about sqrt(1 - 1/mean)",
        "≈",
        "equal, not only about",
        all(np.isclose(np.sqrt(stay), geometric_variation(1 / (1 - stay))) for stay in stays),
        "mean 1 / (1 - p), for p from 0.05 to 0.95",
    )


def of_argument() -> Iterator[Claim]:
    """Whether the fitted laws have what they were fitted for."""
    pairs = {row: (cell(FIGURE, row, "CV"), cell(GAMMA, row, "Fitted CV")) for row in (STUCK, REGULAR)}
    yield repeated(
        BEAGLE,
        "App. A.2",
        f"Gamma laws fit the variance of each state: CV of {' and '.join(pairs)}",
        pairs.values(),
        "Figure 11 (data) and Table 6 (fitted)",
    )
    for row, (actual, fitted) in pairs.items():
        forced = geometric_variation(cell(GAMMA, row, "Mean").value)
        side = "over" if actual.value > forced else "under"
        yield BEAGLE.holds(
            "App. A.2",
            f"{row}: the fitted Gamma is {side}dispersed, as the data are",
            f"{actual.text} in the data",
            f"{fitted.text} fitted, {in_digits(forced, 3)} geometric",
            (actual.value > forced) == (fitted.value > forced),
            "Table 6; sqrt(1 - 1 / mean)",
            note="" if side == "under" else "The semi-Markov model is argued with this state, and lacks its property.",
        )


def of_self_loops() -> Claim:
    """Mean stays of Table 6 against those that the self-loops of Table 13 allow: one unit must turn each into each."""
    ratios = {}
    for level, column in (("LOW", "Low Markov"), ("HIGH", "High Markov")):
        for behaviour, loop in (("ENACTING", "Ena→Ena"), ("REFLECTING", "Ref→Ref")):
            stay = 1 / (1 - cell(RATES, loop, column).value / 100)
            ratios[f"{level} {behaviour}"] = cell(GAMMA, f"{level} {behaviour}", "Mean").value / stay
    return BEAGLE.holds(
        "Table 6 against Table 13",
        "mean durations are those that the self-loops imply, in one unit",
        ", ".join(f"{row} {cell(GAMMA, row, 'Mean').text}" for row in ratios),
        "of a step: " + ", ".join(f"{row} {ratio:.1f}" for row, ratio in ratios.items()),
        max(ratios.values()) < 1.1 * min(ratios.values()),
        "mean of Table 6 over 1 / (1 - self-loop) of Table 13",
        otherwise=Verdict.UNDETERMINED,
        note="Table 13 may print means of each run's own percentage, 0 where a behaviour was never left.",
    )
