"""The additive factors model: how able each learner is, and how easy each component and how fast it is learnt."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.optimize import Bounds, minimize
from scipy.special import expit, log_expit

from metrics.counting import FloatArray, IntArray
from metrics.tutoring.curves import LEARNER, STEP

LEARNER_PENALTY = 1.0
"""Ridge on proficiencies: a normal prior with standard deviation 1, which tells them from the components' ease."""

COMPONENT_PENALTY = 0.01
"""Ridge on ease and slope: a standard deviation of 10 logits, felt only where nobody, or everybody, errs."""


@dataclass(frozen=True, eq=False)
class AdditiveFactors:
    """logit P(correct) = proficiency + the sum over the step's components of ease + slope * earlier opportunities.

    Args:
        proficiency: Of each learner, in logits, indexed by `LEARNER`.
        ease: Of each component at its first opportunity, in logits.
        slope: What each opportunity at a component adds, in logits, at least 0; NaN where none was followed by another.

    Source:
        Cen, Koedinger and Junker (2006).
    """

    proficiency: "pd.Series[float]"
    ease: "pd.Series[float]"
    slope: "pd.Series[float]"

    def error(self, opportunities: int) -> pd.DataFrame:
        """P(error) of the average learner, whose proficiency is 0, at steps of one component each.

        Args:
            opportunities: How many, from the first one on.

        Returns:
            Index `opportunity`, from 1; one column a component; values in [0, 1], NaN after the first opportunity where
            the slope is.
        """
        earlier = np.arange(opportunities)[:, None]
        learnt = np.where(earlier > 0, earlier * self.slope.to_numpy(), 0.0)
        opportunity = pd.RangeIndex(1, opportunities + 1, name="opportunity")
        return pd.DataFrame(expit(-self.ease.to_numpy() - learnt), index=opportunity, columns=self.ease.index)


def fit_additive_factors(attempts: pd.DataFrame) -> AdditiveFactors:
    """The additive factors model of greatest penalised likelihood, with no component unlearnt by practice.

    Proficiencies are held by a ridge and slopes to 0 or more, as is usual. A ridge a hundred times weaker holds ease
    and slope: without it a component that everybody gets right has no finite ease. So the estimate is unique.

    Args:
        attempts: Rows of `metrics.tutoring.curves.first_attempts`.

    Returns:
        The model; without learners and components where there is no attempt.

    Source:
        Cen, Koedinger and Junker (2006); TutorGym compares curves by eye. Neither statsmodels nor scikit-learn fits a
        logistic regression of which some coefficients are bounded.
    """
    if attempts.empty:
        return AdditiveFactors(*(pd.Series(dtype=float) for _ in range(3)))
    design = _Design.of(attempts)
    free, bounded = len(design.learners) + len(design.components), len(design.components)
    lowest = np.repeat([-np.inf, 0.0], [free, bounded])
    start = np.zeros(free + bounded)
    found = minimize(design.loss, start, jac=True, method="L-BFGS-B", bounds=Bounds(lowest), tol=1e-12)
    proficiency, ease, slope = design.parts(found.x)
    practised = np.bincount(design.component, design.earlier) > 0
    return AdditiveFactors(
        pd.Series(proficiency, design.learners),
        pd.Series(ease, design.components),
        pd.Series(np.where(practised, slope, np.nan), design.components),
    )


@dataclass(frozen=True, eq=False)
class _Design:
    """Attempts as codes: a row an attempt (`right`, `learner`), and a row an attempt and component (the others)."""

    learners: pd.Index
    components: pd.Index
    right: FloatArray  # 1 or -1
    learner: IntArray
    attempt: IntArray
    component: IntArray
    earlier: FloatArray

    @classmethod
    def of(cls, attempts: pd.DataFrame) -> "_Design":
        each = attempts.drop_duplicates(STEP)
        by_learner = each.groupby(LEARNER)
        component, components = pd.factorize(attempts["component"], sort=True)
        return cls(
            learners=by_learner.size().index,
            components=pd.Index(components, name="component"),
            right=np.where(each["error"] == 0, 1.0, -1.0),
            learner=by_learner.ngroup().to_numpy().astype(np.int64),
            attempt=attempts.groupby(STEP, sort=False).ngroup().to_numpy().astype(np.int64),
            component=component,
            earlier=attempts["opportunity"].to_numpy(dtype=float) - 1,
        )

    def parts(self, weights: FloatArray) -> list[FloatArray]:
        """Proficiency, ease and slope."""
        return np.split(weights, np.cumsum([len(self.learners), len(self.components)]))

    def loss(self, weights: FloatArray) -> tuple[float, FloatArray]:
        """Negative penalised log-likelihood, and its gradient."""
        proficiency, ease, slope = self.parts(weights)
        of_components = np.bincount(self.attempt, ease[self.component] + slope[self.component] * self.earlier)
        logits = self.right * (proficiency[self.learner] + of_components)
        pull = self.right * expit(-logits)
        pulls = pull[self.attempt]
        gradient = np.concatenate(
            [
                np.bincount(self.learner, pull),
                np.bincount(self.component, pulls),
                np.bincount(self.component, pulls * self.earlier),
            ]
        )
        sizes = [len(self.learners), 2 * len(self.components)]
        penalty = np.repeat([LEARNER_PENALTY, COMPONENT_PENALTY], sizes)
        return float(penalty @ weights**2 / 2 - log_expit(logits).sum()), penalty * weights - gradient
