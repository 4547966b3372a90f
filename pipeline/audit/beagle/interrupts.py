"""BEAGLE's interrupts: rates that are used as peaks, and stays that the model cannot have (App. A.3)."""

from collections.abc import Iterator

import numpy as np

from metrics.programming.interrupts import FittedCurve
from pipeline.audit.beagle.runs import BEAGLE
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.printed import cell, words
from pipeline.audit.together import repeated

RATES, CURVES, TEXT = "beagle_table7", "beagle_table8", "beagle_appendix_a3"
STATES, LEVELS = ("Assistance", "Off-Topic"), ("LOW", "HIGH")
PROGRESS = (np.arange(10_000) + 0.5) / 10_000
"""Moments of a session, evenly spread."""


def claims() -> Iterator[Claim]:
    """What section 3.2, App. A.3 and Tables 7 and 8 print of interrupts."""
    yield from of_rates()
    yield from of_stays()
    yield repeated(
        BEAGLE,
        "App. A.3",
        "rates and self-loop",
        [
            *((cell(TEXT, state, level), cell(RATES, state, level)) for state in STATES for level in LEVELS),
            (cell(TEXT, "Off-Topic", "Self-Loop"), cell(RATES, "Off-Topic", "Self-Loop")),
        ],
        "Table 7",
    )
    yield BEAGLE.same_words(
        "section 3.2; Table 7",
        "what Off-Topic models",
        words("beagle_section3", "Off-Topic", "models"),
        words(RATES, "Off-Topic", "Primary Trigger"),
        "printed twice",
    )


def curve(state: str, level: str) -> FittedCurve:
    """A row of Table 8."""
    return FittedCurve(*(cell(CURVES, f"{state} ({level})", name).value for name in ("r_peak", "μ", "σ")))


def of_rates() -> Iterator[Claim]:
    """Table 7 has rates of the data, Table 8 takes them for the height of the curve."""
    places = [(state, level) for state in STATES for level in LEVELS]
    equal = [cell(RATES, *place).rounds_from(100 * curve(*place).peak) for place in places]
    yield BEAGLE.holds(
        "Table 8",
        "peaks of the curves",
        ", ".join(cell(CURVES, f"{state} ({level})", "r_peak").text for state, level in places),
        ", ".join(cell(RATES, *place).text for place in places),
        all(equal),
        "rates of Table 7",
    )
    for state, level in places:
        yield BEAGLE.number(
            "Table 7 against Table 8",
            f"{state}, {level}: share of the steps of a session",
            cell(RATES, state, level),
            100 * float(curve(state, level).probability(PROGRESS).mean()),
            "mean of Eq. 6 over a session, with the peak of Table 8",
            note="A rate was put in as a peak, so the model interrupts less often than the data.",
        )


def of_stays() -> Iterator[Claim]:
    """Self-loops, which neither the two-turn protocol nor Eq. 6 allows."""
    yield BEAGLE.bounded(
        "Table 7 against App. A.3",
        "assistance after assistance, in the model",
        cell(RATES, "Assistance", "Self-Loop"),
        0,
        0,
        f"the protocol takes {words(TEXT, 'Assistance', 'steps of the protocol')} steps, the second of them unchecked",
        otherwise=Verdict.DISAGREES,
    )
    yield BEAGLE.bounded(
        "Table 7 against Eq. 6",
        "off-topic after off-topic, in the model",
        cell(RATES, "Off-Topic", "Self-Loop"),
        0,
        100 * max(curve("Off-Topic", level).peak for level in LEVELS),
        "Eq. 6 knows of no step before, and never exceeds its peak",
        otherwise=Verdict.DISAGREES,
    )
