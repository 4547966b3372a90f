"""Signal detection: how well two kinds of thing are told apart, whatever the observer would rather answer.

The signal is what the observer is asked to find (real students, in BEAGLE's Turing test). A correction for extreme
rates makes responses of responses; d', criterion and standard error are then taken of either.
"""

from typing import NamedTuple

import numpy as np
from scipy import stats

from metrics.counting import FloatArray, rate
from metrics.statistics.equivalence import Equivalence, Quantity, equivalent
from metrics.statistics.intervals import LEVEL, Interval


class Responses(NamedTuple):
    """How often an observer answered what, in arrays of one shape (...).

    Attributes:
        hits: Signals that were taken for signals.
        misses: Signals that were taken for noise.
        false_alarms: Noise that was taken for a signal.
        correct_rejections: Noise that was taken for noise.

    Source:
        Green and Swets (1966); BEAGLE, Figure 17 and App. H.2.
    """

    hits: FloatArray
    misses: FloatArray
    false_alarms: FloatArray
    correct_rejections: FloatArray

    @property
    def signals(self) -> FloatArray:
        """How many signals there were."""
        return np.asarray(self.hits, dtype=float) + self.misses

    @property
    def noises(self) -> FloatArray:
        """How many others there were."""
        return np.asarray(self.false_alarms, dtype=float) + self.correct_rejections

    @property
    def hit_rate(self) -> FloatArray:
        """Share of the signals that were found, in [0, 1]; NaN without a signal."""
        return rate(self.hits, self.signals)

    @property
    def false_alarm_rate(self) -> FloatArray:
        """Share of the noise that was taken for a signal, in [0, 1]; NaN without noise. 1 less it is specificity."""
        return rate(self.false_alarms, self.noises)


class AccuracyTest(NamedTuple):
    """How often chance alone would have an observer answer rightly as often.

    Attributes:
        accuracy: Share of right answers.
        z: Its distance from chance, in standard errors under chance.
        exact_one_sided: p by the binomial law, of as many right answers or more.
        exact_two_sided: p by the binomial law, of all counts no likelier than this one.
        asymptotic_one_sided: p by the normal law, of z or more.
        asymptotic_two_sided: p by the normal law, of as far from 0 as z.
    """

    accuracy: float
    z: float
    exact_one_sided: float
    exact_two_sided: float
    asymptotic_one_sided: float
    asymptotic_two_sided: float


def log_linear(responses: Responses) -> Responses:
    """Half a response more of each kind, so that no rate is 0 or 1; to be done to all observers or none.

    Source:
        Hautus (1995), Corrections for extreme proportions and their biasing effects on estimated values of d'.
    """
    return Responses(*(np.asarray(count, dtype=float) + 0.5 for count in responses))


def half_a_response(responses: Responses) -> Responses:
    """Rates of 0 become 1/(2N) and rates of 1 become 1 - 1/(2N), N being the signals or the noise; no other moves.

    Source:
        Macmillan and Kaplan (1985), Detection theory analysis of group data.
    """
    hits, misses = _kept_off_zero(responses.hits, responses.misses)
    return Responses(hits, misses, *_kept_off_zero(responses.false_alarms, responses.correct_rejections))


def sensitivity(responses: Responses) -> FloatArray:
    """How far apart the two kinds lie, in standard deviations of either: d' = z(H) - z(F).

    Returns:
        0 where they cannot be told apart, shape (...); NaN where a rate is 0 or 1, whose z is infinite, or undefined.

    Source:
        Green and Swets (1966); BEAGLE, App. H.2, which corrects no rate.
    """
    return _z(responses.hit_rate) - _z(responses.false_alarm_rate)


def criterion(responses: Responses) -> FloatArray:
    """Which answer the observer would rather give: c = -(z(H) + z(F)) / 2, negative where it is "signal".

    Returns:
        Standard deviations from the unbiased point, shape (...); NaN as d' is.

    Source:
        Macmillan and Creelman (2005); BEAGLE, App. H.2.
    """
    return -(_z(responses.hit_rate) + _z(responses.false_alarm_rate)) / 2


def sensitivity_error(responses: Responses) -> FloatArray:
    """Standard error of d', from the binomial variances of H and F and the slope of z.

    Takes the responses as independent, which those of one rater are not.

    Returns:
        sqrt(H (1 - H) / (n_s phi(z(H))^2) + F (1 - F) / (n_n phi(z(F))^2)), shape (...); NaN as d' is.

    Source:
        Gourevitch and Galanter (1967). BEAGLE's App. H.2 names no formula; this one, of uncorrected rates, gives
        its 0.087, and with the unrounded d' its z of 5.13 and -1.78.
    """
    of_hits = _variance(responses.hit_rate, responses.signals)
    return np.asarray(np.sqrt(of_hits + _variance(responses.false_alarm_rate, responses.noises)))


def sensitivity_interval(responses: Responses) -> Interval:
    """Wald's 95 % interval of one observer's d'; NaN bounds where d' is undefined.

    Source:
        Error: Gourevitch and Galanter (1967), as `sensitivity_error`.
    """
    found, half_width = sensitivity(responses), stats.norm.ppf((1 + LEVEL) / 2) * sensitivity_error(responses)
    return Interval(float(found - half_width), float(found + half_width))


def equivalent_to_chance(responses: Responses, margin: float) -> Equivalence:
    """Test that one observer's d' lies within a margin around 0, by two one-sided z-tests.

    Args:
        responses: The confusion matrix, one number each.
        margin: The least d' that would matter (0.3 in BEAGLE).

    Returns:
        As `metrics.statistics.equivalence.equivalent`; all NaN where d' is undefined.

    Raises:
        ConfigurationError: the margin is not positive.

    Source:
        Schuirmann (1987); BEAGLE, App. H.2.
    """
    found = Quantity(float(sensitivity(responses)), float(sensitivity_error(responses)))
    return equivalent(found, Quantity(0.0), margin)


def accuracy_against_chance(correct: int, answers: int, *, chance: float = 0.5) -> AccuracyTest:
    """Test the share of right answers against chance, by the binomial law and by its normal limit.

    One-sided tests ask for more right answers than chance. BEAGLE prints 0.054 (App. H.2) and 0.053 (section 4.3)
    for 450 of 852; that is the exact one-sided p, 0.0537. Two-sided it is 0.107.

    Args:
        correct: How many answers were right.
        answers: How many there were.
        chance: Probability of a right answer by guessing, strictly between 0 and 1.

    Returns:
        All NaN without an answer.

    Source:
        BEAGLE, App. H.2, a binomial test; which one, it does not say.
    """
    if not answers:
        return AccuracyTest(*[np.nan] * 6)
    z = (correct - answers * chance) / np.sqrt(answers * chance * (1 - chance))
    one_sided, two_sided = (stats.binomtest(correct, answers, chance, side).pvalue for side in ("greater", "two-sided"))
    return AccuracyTest(
        accuracy=correct / answers,
        z=float(z),
        exact_one_sided=float(one_sided),
        exact_two_sided=float(two_sided),
        asymptotic_one_sided=float(stats.norm.sf(z)),
        asymptotic_two_sided=float(2 * stats.norm.sf(abs(z))),
    )


def _kept_off_zero(these: FloatArray, others: FloatArray) -> tuple[FloatArray, FloatArray]:
    total = np.asarray(these, dtype=float) + others
    edge = np.minimum(0.5, total / 2)
    kept = np.clip(these, edge, total - edge)
    return kept, total - kept


def _z(share: FloatArray) -> FloatArray:
    inside = (share > 0) & (share < 1)
    return np.asarray(stats.norm.ppf(np.where(inside, share, np.nan)))


def _variance(share: FloatArray, trials: FloatArray) -> FloatArray:
    return np.asarray(rate(share * (1 - share), trials) / stats.norm.pdf(_z(share)) ** 2)
