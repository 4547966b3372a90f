"""The runs that BEAGLE prints tables of: their methods, how many there are, and how long they can be."""

from metrics.programming.reference import Reference
from pipeline.audit.claims import Paper
from pipeline.audit.printed import Printed, cell, rows

BEAGLE = Paper("beagle")

MAIN, ABLATIONS, TEXT = "beagle_table1", "beagle_table2", "beagle_section4"

FLASH_2_0, FLASH_2_5 = OURS = ("BEAGLE (Flash 2.0)", "BEAGLE (Flash 2.5)")
VANILLA, SIMSTUDENT = "Vanilla", "SimStudent (Rule-based)"

FULL, NO_BKT, COMBINED = "Full BEAGLE", "No BKT", "Combined Agent"
NO_SEMI_MARKOV, NO_INTERRUPTS = "No semi-Markov", "No Interrupts"


def baselines() -> tuple[str, ...]:
    """The methods of Table 1 that are not BEAGLE."""
    return tuple(row for row in rows(MAIN) if row not in OURS)


def runs() -> int:
    """Runs of each condition."""
    return int(cell(TEXT, "Simulations", "runs a condition").value)


def longest() -> int:
    """Steps that a run has at most."""
    return int(cell(TEXT, "Simulations", "steps at most").value)


def said(who: str, what: str) -> Printed:
    """A number of the text of section 4."""
    return cell(TEXT, who, what)


def real_students() -> Reference:
    """The combined test data that runs are held against (App. A.4)."""
    debugging, stickiness = (
        cell("beagle_appendix_a4", *place).value / 100
        for place in (("Debugging", "share"), ("Debugging → Debugging", "stickiness"))
    )
    return Reference.of_two_behaviours(debugging=debugging, stickiness=stickiness)


def solved(method: str) -> int:
    """Runs of a method that solve the problem (Table 1)."""
    return round(cell(MAIN, method, "Solve").value * runs() / 100)
