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
        required("calls", pa.int32()),
        required("cached_calls", pa.int32()),
        required("prompt_tokens", pa.int64()),
        required("completion_tokens", pa.int64()),
        pa.field("failure", pa.string()),  # what the machinery could not do; null if completed
    ],
    metadata={"kind": "episodes", "version": "1"},
)
"""One row an episode, whatever its kind; every episode has one, also where it left no step."""
