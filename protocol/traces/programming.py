"""Steps of a programming session (BEAGLE and its baselines)."""

import pyarrow as pa

from protocol.traces.fields import WHO, required

PROGRAMMING_STEPS = pa.schema(
    [
        *WHO,
        required("step", pa.int32()),  # from 1
        pa.field("segment", pa.int32()),  # index of the metacognitive segment, from 1; null without a controller
        pa.field("dwell", pa.int32()),  # length drawn for the segment, in steps
        pa.field("metacognition", pa.string()),  # protocol.Metacognition; null without a controller
        pa.field("cognition", pa.string()),  # protocol.Cognition; null in an interrupt or a malformed step
        pa.field("interrupt", pa.string()),  # protocol.Interrupt
        required("malformed", pa.bool_()),  # no reply could be read, nor the one after the error was shown
        required("truncated", pa.bool_()),  # the reply was cut short by the limit on its tokens
        required("utterance", pa.string()),
        required("code", pa.string()),  # after the step
        required("executed", pa.bool_()),  # whether the learner ran the code in this step
        required("output", pa.string()),  # o_t: what the run printed, unfiltered
        required("seen", pa.string()),  # what the learner was shown of it
        pa.field("error_type", pa.string()),  # of the run, null where it was clean or there was none
        pa.field("ended", pa.string()),  # how the run ended, null without one
        required("tests_passed", pa.int32()),  # of the code after the step, run or not
        required("tests_total", pa.int32()),
        required("evidence", pa.map_(pa.string(), pa.bool_())),  # knowledge component -> applied correctly
        required("mastery", pa.map_(pa.string(), pa.float64())),  # after the step; empty without knowledge tracing
        required("blocked", pa.list_(pa.string())),  # knowledge components withheld in this step
        pa.field("goal", pa.string()),
        pa.field("mindset", pa.string()),
        pa.field("directive", pa.string()),
        pa.field("question", pa.string()),  # asked of the tutor in this step
        pa.field("hint", pa.string()),  # the tutor's answer
        pa.field("scaffold", pa.string()),  # level of the hint
        required("thoughts", pa.list_(pa.string())),  # rules fired, or reasoning that the learner wrote down
    ],
    metadata={"kind": "programming_steps", "version": "2"},
)
"""One row a step of a programming session (BEAGLE and its baselines)."""
