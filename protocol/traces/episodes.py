"""How each episode ended, and what it took: the one schema that all kinds of session share."""

import pyarrow as pa

from protocol.traces.fields import WHO, required

EPISODES = pa.schema(
    [
        *WHO,
        required("outcome", pa.string()),  # protocol.Outcome
        required("steps", pa.int32()),
        pa.field("solved_at", pa.int32()),  # first step, from 1, at which every test passes; null if never
        required("malformed_steps", pa.int32()),
        required("truncated_steps", pa.int32()),
        required("calls", pa.int32()),
        required("free_calls", pa.int32()),  # whose replies another study had paid for
        required("unpriced_calls", pa.int32()),  # whose price is unknown
        required("prompt_tokens", pa.int64()),
        required("completion_tokens", pa.int64()),
        required("cost", pa.float64()),  # US dollars, of the calls that are neither free nor unpriced
        pa.field("failure", pa.string()),  # what the machinery could not do; null if completed
    ],
    metadata={"kind": "episodes", "version": "2"},
)
"""One row an episode, whatever its kind; every episode has one, also where it left no step."""
