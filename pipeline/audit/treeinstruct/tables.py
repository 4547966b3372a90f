"""What TreeInstruct's tables are made of."""

from pipeline.audit.claims import Paper
from pipeline.audit.printed import Printed, cell

TREEINSTRUCT = Paper("treeinstruct")

ALL, PART = "treeinstruct_table1", "treeinstruct_table2"
SETUP, TEXT = "treeinstruct_section4", "treeinstruct_section5"

WEAK_BASELINE, STRONG_BASELINE, OURS = (
    "Baseline (Claude, Mistral)",
    "Baseline (Claude, Claude)",
    "TreeInstruct (Claude, Mistral)",
)
BASELINES = (WEAK_BASELINE, STRONG_BASELINE)
METHODS = (*BASELINES, OURS)

SUBSET, NO_SIBLINGS, NO_STATE = (
    "TreeInstruct-Subset (Claude, Mistral)",
    "- Conditional Siblings (Claude, Mistral)",
    "- State Representation (Claude, Mistral)",
)
ABLATIONS = (SUBSET, NO_SIBLINGS, NO_STATE)

BUGS = ("Conceptual", "Syntactical")
SCORE, TURNS, SUCCESS = "AS", "AT", "SR"


def of(method: str, bugs: str, measure: str) -> Printed:
    """A cell of Table 1 or 2."""
    return cell(ALL if method in METHODS else PART, method, f"{bugs} {measure}")


def table_of(method: str) -> str:
    """Which table a method stands in."""
    return "Table 1" if method in METHODS else "Table 2"


def problems() -> int:
    """How many problems the full data has."""
    return int(cell(SETUP, "Socratic Debugging Benchmark", "data instances").value)


def problems_of_ablations() -> int:
    """How many problems the ablations have."""
    return int(cell(SETUP, "Ablations", "problems").value)
