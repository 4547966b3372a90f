"""Error types: what becomes of programs that do not compile, and of those that compile and are wrong."""

import numpy as np
import pandas as pd

from metrics.counting import FloatArray, rate
from metrics.debugging.accuracy import ac_at_all, ac_rate
from metrics.debugging.plagiarism import plagiarism_rate
from protocol.traces import Fault


def by_fault(sessions: pd.DataFrame) -> pd.DataFrame:
    """Accuracy by what is wrong with the erroneous program.

    Args:
        sessions: Rows of `session_measures`, of one condition.

    Returns:
        Indexed by `protocol.traces.Fault`, every kind once: `n`, the sessions, and `origin`, the AC Rate of the
        erroneous programs, `ac_rate`, `ac_at_all` and `plagiarism`; NaN for a kind that no program has.

    Source:
        DebugTA, App. F and Table 3.
    """
    parts = {str(fault): sessions[sessions["fault"] == fault] for fault in Fault}
    rows = {fault: _summary(part) for fault, part in parts.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("fault")


def _summary(part: pd.DataFrame) -> dict[str, float]:
    origin, score, plagiarised = (part[name].to_numpy(dtype=float) for name in ("origin", "score", "plagiarised"))
    return {
        "n": len(part),
        "origin": float(ac_rate(origin)),
        "ac_rate": float(ac_rate(score)),
        "ac_at_all": float(ac_at_all(score)),
        "plagiarism": float(plagiarism_rate(plagiarised)),
    }


def overall(rates: FloatArray, programs: FloatArray) -> FloatArray:
    """The rate of all programs from the rates of their kinds: Table 3 put together again, to stand beside Table 2.

    Args:
        rates: Rate of each kind, NaN for a kind without a program, shape (..., kinds).
        programs: Programs of each kind, shape (..., kinds).

    Returns:
        Rates in the unit of `rates`, shape (...); NaN without a program, and where a kind has programs and no rate.

    Source:
        DebugTA, Tables 2 and 3: both are means over the same programs.
    """
    weighted = np.where(programs > 0, rates * programs, 0.0).sum(axis=-1)
    return rate(weighted, np.asarray(programs, dtype=float).sum(axis=-1))
