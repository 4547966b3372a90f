"""Who took part in BEAGLE's human Turing test, and what they rated (App. H.3)."""

import math
from collections.abc import Iterator, Mapping
from itertools import product

from scipy import stats

from metrics.judging.grades import HUMAN_REALISM
from pipeline.audit.beagle.runs import BEAGLE
from pipeline.audit.beagle.turing_test import HUMANS, answers_in, responses
from pipeline.audit.chance import ALPHA
from pipeline.audit.claims import Claim, Verdict, in_digits, means, shares
from pipeline.audit.gradings import greatest_spread
from pipeline.audit.printed import Printed, cell, column_of
from pipeline.audit.whole_counts import counts


def claims() -> Iterator[Claim]:
    """What App. H.3 says of participants and of their ratings."""
    backgrounds = column_of(HUMANS, "share of participants")
    people = cell(HUMANS, "Participants", "value")
    difficulty = cell(HUMANS, "Difficulty", "value")
    yield BEAGLE.holds(
        "App. H.3",
        "backgrounds of all participants",
        " + ".join(each.text for each in backgrounds.values()),
        f"{sum(each.value for each in backgrounds.values()):g} %",
        sum(each.value for each in backgrounds.values()) == 100,
        "sum",
    )
    for who, share in backgrounds.items():
        yield BEAGLE.possible(
            "App. H.3",
            f"{who} are a whole number of the participants",
            share,
            shares(int(people.value)),
            f"whole counts of {people.text}",
        )
    yield BEAGLE.possible(
        "App. H.3",
        "difficulty, rated by all participants",
        difficulty,
        means(int(people.value), HUMAN_REALISM.worst, HUMAN_REALISM.best),
        f"means of {people.text} whole ratings",
    )
    yield BEAGLE.possible(
        "App. H.3",
        "participants who told their background and rated the difficulty",
        people,
        respondents(backgrounds, difficulty, int(people.value)),
        "numbers of respondents of whom all percentages and the mean are whole counts that sum up",
        note="The percentages and the mean come from a part of the participants, which the paper does not say.",
    )
    found = responses()
    each = round(answers_in(found) / people.value)
    yield BEAGLE.possible(
        "App. H.3",
        "accuracy of one participant",
        cell(HUMANS, "One participant", "accuracy"),
        shares(each),
        f"whole counts of the {each} classifications that each gave",
    )
    for what in ("Behavioral Realism", "Code Realism"):
        yield near_parity(what, int(found.noises), int(found.signals))


def respondents(backgrounds: Mapping[str, Printed], mean: Printed, most: int) -> list[int]:
    """Numbers of people of whom all shares, which sum to 100 %, and a mean rating are printed so."""
    found = []
    for n in range(len(backgrounds), most + 1):
        possible = [counts(share, n, scale=100) for share in backgrounds.values()]
        if counts(mean, n) and any(sum(choice) == n for choice in product(*possible)):
            found.append(n)
    return found


def near_parity(what: str, n_ai: int, n_real: int) -> Claim:
    """Whether two mean ratings differ by more than chance: their spread is not printed, but it is bounded."""
    ai, real = (cell(HUMANS, what, who) for who in ("AI", "Real"))
    z = stats.norm.isf(ALPHA / 2)
    enough = (real.value - ai.value) / (z * math.sqrt(1 / n_ai + 1 / n_real))
    most = greatest_spread(ai.value, HUMAN_REALISM.worst, HUMAN_REALISM.best)
    least = greatest_spread(ai.value, math.floor(ai.value), math.ceil(ai.value))
    return BEAGLE.holds(
        "App. H.3",
        f"{what}: near-parity of AI and real traces",
        f"{ai.text} and {real.text}",
        f"{in_digits(real.value - ai.value, 2)} is beyond chance at 5 % if the SD is below {enough:.2f}",
        enough <= least,
        f"z-test of {n_ai} and {n_real} ratings; the SD, which is not printed, lies between {least:.2f} and {most:.2f}",
        otherwise=Verdict.DISAGREES if enough >= most else Verdict.UNDETERMINED,
        note="Ratings of 1 to 5 seldom spread by more than 1.3.",
    )
