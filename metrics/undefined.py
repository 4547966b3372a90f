"""Why a number is not there: the reason that goes with a measure's NaN."""

from enum import StrEnum


class Undefined(StrEnum):
    """What a value would have needed; a measure that is NaN is so for the one reason it declares."""

    NO_EPISODE = "no completed episode"
    NO_STEP = "no step"
    NO_COGNITIVE_STEP = "no cognitive step"
    NO_KNOWN_TRANSITION = "no transition that the reference knows"
    NO_DEBUGGING = "no step after a debugging one"
    NO_ERROR = "no error seen"
    NOT_SOLVED = "never solved"
    ONE_LEVEL = "episodes of one level only"
    ONE_STEP = "fewer than two steps"
