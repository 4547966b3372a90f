"""What the scripted programmer says aloud."""

from numpy.random import Generator

from backends import Skill
from protocol import Cognition, Level

_WORKING = {
    Cognition.CONSTRUCTING: (
        "ok I'll just write this part now",
        "hmm I think this goes here",
        "let's get this down and see later",
        "so I need this next, I guess",
        "no idea if that's right but there it is",
    ),
    Cognition.DEBUGGING: (
        "maybe if I do it like this?",
        "let me change this bit and look again",
        "come on, what about this way",
        "I'll try something else here",
    ),
    Cognition.ASSESSING: (
        "let's see what it does",
        "ok what does it say",
        "hmm, so where am I now",
        "let me look at the numbers",
    ),
}
_TROUBLED = (
    "it says {error}, so something is wrong there",
    "{error} again? why won't this fix itself",
    "ugh, an error, {error}, what does it want",
    "that failed with {error}, maybe it's my bug",
)


_OPENINGS = {
    Level.LOW: ("I don't know... ", "maybe, ", "ugh, ", ""),
    Level.HIGH: ("I think, ", "let me check: ", "ok, from what I see, ", ""),
}


def say(cognition: Cognition, error: str | None, level: Level, rng: Generator, skill: Skill) -> str:
    """A sentence for a step; an error that is shown is spoken of with the probability `notice`."""
    speaks_of_it = rng.random() < skill["notice"]
    said = _TROUBLED if error and speaks_of_it else _WORKING[cognition]
    opening = _OPENINGS[level][int(rng.integers(len(_OPENINGS[level])))]
    return opening + said[int(rng.integers(len(said)))].format(error=error)
