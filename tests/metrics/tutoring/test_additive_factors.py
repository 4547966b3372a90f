from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from metrics.counting import FloatArray
from metrics.tutoring.additive_factors import (
    COMPONENT_PENALTY,
    LEARNER_PENALTY,
    AdditiveFactors,
    fit_additive_factors,
)
from metrics.tutoring.curves import LEARNER, STEP, first_attempts

Practice = Callable[..., pd.DataFrame]
EASE = np.array([-1.0, 0.0, 0.5, 1.5])
SLOPE = np.array([0.3, 0.1, 0.0, 0.2])


def design(attempts: pd.DataFrame) -> FloatArray:
    """Indicators of learners, then of components, then earlier opportunities; a row a first attempt."""
    step = attempts.groupby(STEP, sort=False).ngroup()
    components = pd.get_dummies(attempts["component"], dtype=float)
    earlier = components.mul(attempts["opportunity"] - 1, axis=0)
    learners = pd.get_dummies(attempts.groupby(LEARNER).ngroup(), dtype=float).groupby(step).first()
    return np.hstack([learners, components.groupby(step).sum(), earlier.groupby(step).sum()])


def parameters(model: AdditiveFactors) -> FloatArray:
    return np.concatenate([model.proficiency, model.ease, model.slope])


def ridge(learners: int, components: int) -> FloatArray:
    return np.repeat([LEARNER_PENALTY, COMPONENT_PENALTY], [learners, 2 * components])


def test_parameters_are_found_again_in_attempts_drawn_from_them(practice: Practice) -> None:
    proficiency = np.random.default_rng(1).normal(size=500)
    proficiency -= proficiency.mean()  # only differences to the components' ease can be told
    model = fit_additive_factors(practice(proficiency, EASE, SLOPE, 8, seed=2))
    assert model.ease.tolist() == pytest.approx(EASE, abs=0.3)  # three standard errors
    assert model.slope.tolist() == pytest.approx(SLOPE, abs=0.07)
    assert np.corrcoef(model.proficiency, proficiency)[0, 1] > 0.9


def test_it_agrees_with_scikit_learn_where_no_slope_is_bounded(practice: Practice) -> None:
    attempts = practice(np.linspace(-1.5, 1.5, 30), EASE, SLOPE + 0.3, 6, seed=3)
    scale = ridge(30, 4) ** -0.5  # scikit-learn holds all coefficients by one ridge, so columns are scaled instead
    peer = LogisticRegression(C=1.0, fit_intercept=False, tol=1e-10, max_iter=10_000)
    expected = scale * peer.fit(design(attempts) * scale, attempts["error"] == 0).coef_[0]
    model = fit_additive_factors(attempts)
    assert model.slope.min() > 0
    assert parameters(model) == pytest.approx(expected, abs=1e-4)


def test_steps_of_two_components_add_them_up(practice: Practice) -> None:
    attempts = practice(np.linspace(-1.5, 1.5, 20), EASE, SLOPE + 0.3, 6, seed=4)
    paired = attempts.assign(step=attempts["step"].map({f"field {i}": f"field {i // 2}" for i in range(4)}))
    paired["error"] = paired.groupby(STEP)["error"].transform("max")
    columns, right = design(paired), paired.drop_duplicates(STEP)["error"].to_numpy() == 0
    assert len(columns) == len(paired) / 2
    found = parameters(fit_additive_factors(paired))
    downhill = columns.T @ (right - expit(columns @ found)) - ridge(20, 4) * found
    inside = np.append(np.full(24, True), found[24:] > 0)  # a slope of 0 may be held from falling
    assert downhill[inside] == pytest.approx(0, abs=1e-3)
    assert (downhill[~inside] <= 1e-3).all()


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 999))
def test_no_parameters_nearby_are_likelier(practice: Practice, seed: int) -> None:
    attempts = practice(np.array([-1.0, 0.0, 1.0]), EASE, SLOPE, 4, seed=seed)
    columns, right = design(attempts), attempts["error"].to_numpy() == 0

    def penalised_likelihood(parameters: FloatArray) -> FloatArray:
        p = expit(parameters @ columns.T)
        return np.log(np.where(right, p, 1 - p)).sum(axis=-1) - parameters**2 @ ridge(3, 4) / 2

    found = parameters(fit_additive_factors(attempts))
    nearby = found + np.random.default_rng(seed).normal(scale=0.1, size=(200, found.size))
    nearby[:, -4:] = np.maximum(nearby[:, -4:], 0)
    assert (penalised_likelihood(nearby) <= penalised_likelihood(found) + 1e-9).all()


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 999))
def test_the_order_of_attempts_and_the_names_do_not_matter(practice: Practice, seed: int) -> None:
    attempts = practice(np.array([-1.0, 0.0, 1.0]), EASE, SLOPE, 4, seed=seed)
    renamed = attempts.sample(frac=1, random_state=seed)
    renamed["component"] = renamed["component"].map({"k0": "z", "k1": "y", "k2": "x", "k3": "w"})
    model, other = fit_additive_factors(attempts), fit_additive_factors(renamed)
    assert other.ease.tolist() == pytest.approx(model.ease.tolist()[::-1], abs=1e-4)
    assert other.slope.tolist() == pytest.approx(model.slope.tolist()[::-1], abs=1e-4)
    assert other.proficiency.tolist() == pytest.approx(model.proficiency.tolist(), abs=1e-4)


def test_errors_that_rise_are_no_unlearning(practice: Practice) -> None:
    attempts = practice(np.zeros(40), np.array([1.0]), np.array([-0.5]), 6, seed=5)
    model = fit_additive_factors(attempts)
    assert model.slope.tolist() == [0.0]
    assert model.error(6)["k0"].nunique() == 1


def test_a_component_that_everybody_gets_right_is_very_easy_but_not_infinitely(practice: Practice) -> None:
    attempts = practice(np.zeros(20), np.array([0.0, 0.0]), np.array([0.2, 0.0]), 3, seed=6)
    attempts.loc[attempts["component"] == "k1", "error"] = 0.0
    model = fit_additive_factors(attempts)
    assert np.isfinite(model.ease["k1"])
    assert (model.error(3)["k1"] < 0.02).all()


def test_the_slope_of_what_was_tried_once_is_undefined(practice: Practice) -> None:
    attempts = practice(np.zeros(20), np.array([0.5]), np.array([0.2]), 1, seed=7)
    model = fit_additive_factors(attempts)
    assert model.slope.isna().all()
    assert model.error(2)["k0"].notna().tolist() == [True, False]


def test_the_average_learner_errs_as_ease_and_slope_say() -> None:
    nobody = pd.Series(dtype=float)
    model = AdditiveFactors(nobody, pd.Series({"root": 0.0}), pd.Series({"root": np.log(3)}))
    # logits 0, log 3, log 9: odds of being right 1, 3 and 9
    assert model.error(3)["root"].tolist() == pytest.approx([1 / 2, 1 / 4, 1 / 10])


def test_without_attempts_the_model_knows_nobody(work: Callable[..., pd.DataFrame]) -> None:
    model = fit_additive_factors(first_attempts(work("ann", "p1/1 x - root")))
    assert model.proficiency.empty
    assert model.error(3).empty


def test_learners_are_named(work: Callable[..., pd.DataFrame]) -> None:
    model = fit_additive_factors(first_attempts(work("ann", "p1/1 x correct root", "p2/1 x correct root")))
    assert model.proficiency.index.names == LEARNER
    assert model.proficiency.index.get_level_values("student").tolist() == ["ann"]
    assert model.ease.index.tolist() == ["root"]
