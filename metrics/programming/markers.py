"""Certainty and uncertainty in what learners say: markers per 1,000 words.

Matching is by whole words and by no model. A word is a run of letters, digits and underscores, with apostrophes and
hyphens inside. A marker matches where its words follow each other with nothing but blanks between; case does not
count, nor which apostrophe. No word counts for two markers: what begins first takes it, and of what begins there the
longest, so that there is no "sure" in "not sure".
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import pandas as pd

from metrics.counting import FloatArray, rate
from metrics.programming.episodes import WHO
from protocol import ConfigurationError

PER = 1000
"""How many words a marker rate is taken per (BEAGLE, Table 14)."""

PAPER_UNCERTAINTY = ("i don't know", "maybe", "i'm not sure")
# Hedges and boosters of Hyland (2005), Metadiscourse, appendix, that occur in speech, and their spoken kin. There "I
# think" boosts, in academic prose; in talk it hedges (Holmes 1990).
OUR_UNCERTAINTY = (
    *("don't know", "dunno", "not sure", "unsure", "not certain", "uncertain", "not clear", "unclear", "i think"),
    *("i guess", "i suppose", "i wonder", "perhaps", "possibly", "probably", "presumably", "apparently"),
    *("might", "may", "could", "seems", "seem", "likely", "kind of", "sort of"),
)
OUR_CERTAINTY = (
    *("certainly", "certain", "definitely", "clearly", "obviously", "obvious", "surely", "sure", "undoubtedly"),
    *("of course", "no doubt", "without doubt", "in fact", "indeed", "always", "never", "must", "i know"),
)

_WORD = re.compile(r"\w+(?:['-]\w+)*")


@dataclass(frozen=True)
class Lexicon:
    """Markers of one or more words each, in lower case and with straight apostrophes.

    Args:
        certainty: What sounds sure.
        uncertainty: What does not.

    Raises:
        ConfigurationError: there is no marker, one is in both lists, or one is written so that no text holds it.

    Source:
        BEAGLE, Table 14, for the two kinds.
    """

    certainty: tuple[str, ...]
    uncertainty: tuple[str, ...]

    def __post_init__(self) -> None:
        markers = (*self.certainty, *self.uncertainty)
        if not markers:
            raise ConfigurationError("lexicon: no marker", mend="give words of certainty or of uncertainty")
        for marker in markers:
            if not marker or marker != " ".join(_WORD.findall(marker.lower())):
                raise ConfigurationError(f"lexicon: {marker!r} never occurs", mend="write words in lower case")
        for marker in {*self.certainty} & {*self.uncertainty}:
            raise ConfigurationError(f"lexicon: {marker!r} is certain and uncertain", mend="keep it in one list")


LEXICON = Lexicon(certainty=OUR_CERTAINTY, uncertainty=(*PAPER_UNCERTAINTY, *OUR_UNCERTAINTY))
"""The paper names three markers of uncertainty, as examples (App. C.4, D.1), and none of certainty: the rest is ours.
Rates hang on the list, so that conditions can be compared with each other, and not with the level of Table 14."""


class MarkerCounts(NamedTuple):
    """How many markers of either kind, and how many words, a text holds."""

    certainty: int
    uncertainty: int
    words: int


def count_markers(text: str, lexicon: Lexicon = LEXICON) -> MarkerCounts:
    """Count the markers and the words of a text, by the rules of this module.

    Source:
        Ours; BEAGLE, Table 14, does not say how it counts.
    """
    plain = text.lower().replace("’", "'")
    found = [" ".join(match.split()) for match in _pattern(lexicon).findall(plain)]
    certain = sum(marker in lexicon.certainty for marker in found)
    return MarkerCounts(certain, len(found) - certain, len(_WORD.findall(plain)))


def marker_rate(markers: FloatArray, words: FloatArray) -> FloatArray:
    """Markers per 1,000 words.

    Args:
        markers: How many there are, shape (...).
        words: How many words they stand among, shape (...).

    Returns:
        Values in [0, 1000], shape (...); NaN without a word.

    Source:
        BEAGLE, Table 14.
    """
    return PER * rate(markers, words)


def episode_markers(steps: pd.DataFrame, lexicon: Lexicon = LEXICON) -> pd.DataFrame:
    """Marker rates of what the learner says in an episode, interrupted steps included.

    Args:
        steps: Rows of `protocol.traces.PROGRAMMING_STEPS`, in any order.
        lexicon: The markers.

    Returns:
        A row for each episode with a step: the columns of `WHO`, `certainty` and `uncertainty` per 1,000 words (NaN
        where the learner says nothing), and `words`. Sorted by `WHO`.

    Source:
        BEAGLE, Table 14.
    """
    counts = {text: count_markers(text, lexicon) for text in steps["utterance"].unique()}
    of_steps = pd.DataFrame([counts[text] for text in steps["utterance"]], columns=MarkerCounts._fields)
    sums = pd.concat([steps[WHO].reset_index(drop=True), of_steps], axis=1).groupby(WHO, as_index=False).sum()
    words = sums["words"].to_numpy(dtype=float)
    return sums.assign(**{kind: marker_rate(sums[kind].to_numpy(), words) for kind in ("certainty", "uncertainty")})


@cache
def _pattern(lexicon: Lexicon) -> re.Pattern[str]:
    longest_first = sorted((*lexicon.certainty, *lexicon.uncertainty), key=len, reverse=True)
    markers = "|".join(r"\s+".join(map(re.escape, marker.split())) for marker in longest_first)
    return re.compile(rf"(?<!\w)(?<!\w['-])(?:{markers})(?!['-]?\w)")
