"""Requests: how often agents do what a person in the class asks of them."""

import pandas as pd

from metrics.counting import FloatArray, rate
from metrics.statistics.intervals import wilson_interval


def success_rate(granted: FloatArray, requests: FloatArray) -> FloatArray:
    """Share of the requests that are granted.

    Args:
        granted: How many are granted, shape (...).
        requests: How many there are, shape (...).

    Returns:
        Values in [0, 1], shape (...); NaN without a request.

    Source:
        EduVerse, Table A12, whose every value is a whole number over 15 (8/15 is 0.533).
    """
    return rate(granted, requests)


def human_agent_success(turns: pd.DataFrame) -> pd.DataFrame:
    """Table A12: how often agents grant what a person asks, by condition and kind of request.

    A request that is still pending at the end of the lesson has not been granted.

    Args:
        turns: Rows of `protocol.traces.CLASSROOM_STEPS`, in any order.

    Returns:
        Index `condition`, `request` (`protocol.traces.Request`), those that were made; columns `granted`, `requests`,
        `success`, and Wilson's 95 % interval `low`, `high`.

    Source:
        EduVerse, section 4.2 and Table A12.
    """
    asked = turns[turns["human"].astype(bool) & turns["request"].notna()]
    groups = asked.assign(granted=asked["granted"].eq(True)).groupby(["condition", "request"])["granted"]
    found = groups.agg(["sum", "size"]).set_axis(["granted", "requests"], axis="columns")
    intervals = [wilson_interval(*map(int, counts)) for counts in found.itertuples(index=False)]
    found["success"] = success_rate(found["granted"].to_numpy(dtype=float), found["requests"].to_numpy(dtype=float))
    return found.assign(low=[i.low for i in intervals], high=[i.high for i in intervals])
