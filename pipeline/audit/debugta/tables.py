"""The rows and columns of DebugTA's tables, and the programs behind their percentages."""

from pipeline.audit.claims import Paper
from pipeline.audit.printed import Printed, cell, column_of, rows
from pipeline.audit.whole_counts import count

DEBUGTA = Paper("debugta")

CORPORA, MAIN, BY_FAULT, FAULTS, TEXT = (
    f"debugta_{name}" for name in ("table1", "table2", "table3", "appendix_f", "section5")
)

DATASETS = ("CodeApex", "ACMOJ", "Code4Bench")
BACKBONES = ("GPT-4o-mini", "Qwen (7B)", "DeepSeek (16B)")
AC_RATE, AC_AT_ALL, PLAGIARISM = MEASURES = ("AC Rate", "AC@all", "Plag.")
SYNTAX, LOGIC = KINDS = ("Syntax", "Logic")

OURS, DIRECT_DEBUG, DEBUG_WITH_S, DIRECT_TEACH = "DebugTA", "Direct Debug", "Debug with S", "Direct Teach"
GIVEN_S = (DEBUG_WITH_S, DIRECT_TEACH)
ORIGIN = "Origin E"


def teachers() -> tuple[str, ...]:
    """The methods of Table 2."""
    return tuple(dict.fromkeys(row.split(": ")[1] for row in rows(MAIN) if row != ORIGIN))


def baselines() -> tuple[str, ...]:
    """The methods of Table 2 that are not DebugTA."""
    return tuple(teacher for teacher in teachers() if teacher != OURS)


def rate(backbone: str, teacher: str, dataset: str, measure: str) -> Printed:
    """A number of Table 2, in per cent."""
    return cell(MAIN, f"{backbone}: {teacher}", f"{dataset}: {measure}")


def plagiarism_printed() -> tuple[str, ...]:
    """The methods that Table 2 prints a plagiarism rate of."""
    found = column_of(MAIN, f"{DATASETS[0]}: {PLAGIARISM}")
    return tuple(teacher for teacher in teachers() if f"{BACKBONES[0]}: {teacher}" in found)


def programs(dataset: str) -> int:
    """Programs that Table 2 is of: those of the heading of Table 3."""
    return int(cell(FAULTS, dataset, "programs").value)


def whole(backbone: str, teacher: str, dataset: str, measure: str) -> int:
    """The programs behind an AC@all or a plagiarism rate of Table 2."""
    return count(rate(backbone, teacher, dataset, measure), programs(dataset), scale=100)


def places() -> list[tuple[str, str]]:
    """All pairs of a backbone and a dataset."""
    return [(backbone, dataset) for backbone in BACKBONES for dataset in DATASETS]
