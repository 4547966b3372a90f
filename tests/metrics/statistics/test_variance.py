import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.regression.mixed_linear_model import MixedLM

from metrics.counting import FloatArray
from metrics.statistics.variance import variance_components

SOURCES = ["task", "replicate", "draw", "judge"]
TRUE = {"task": 4.0, "replicate": 3.0, "draw": 2.0, "judge": 1.0, "residual": 0.5}


def study(rng: np.random.Generator, tasks: int, replicates: int, draws: int, judges: int) -> pd.DataFrame:
    """Values that keep the model, with the components that are true."""
    shapes = {
        "task": (tasks, 1, 1, 1),
        "replicate": (tasks, replicates, 1, 1),
        "draw": (tasks, replicates, draws, 1),
        "judge": (1, 1, 1, judges),
        "residual": (tasks, replicates, draws, judges),
    }
    values = 7 + sum(rng.normal(0, math.sqrt(TRUE[source]), shape) for source, shape in shapes.items())
    where = np.indices(values.shape).reshape(4, -1)
    return pd.DataFrame(dict(zip(SOURCES, where, strict=True)) | {"value": values.ravel()})


def mean_squares(values: FloatArray) -> dict[str, float]:
    """The analysis of variance of a balanced design, shape (tasks, replicates, draws, judges), as textbooks have it."""
    a, b, c, m = values.shape
    task, replicate, draw = (values.mean(axis=axes) for axes in ((1, 2, 3), (2, 3), 3))
    judge, grand = values.mean(axis=(0, 1, 2)), values.mean()
    rest = values - draw[..., None] - judge + grand
    return {
        "task": b * c * m * np.sum((task - grand) ** 2) / (a - 1),
        "replicate": c * m * np.sum((replicate - task[:, None]) ** 2) / (a * (b - 1)),
        "draw": m * np.sum((draw - replicate[..., None]) ** 2) / (a * b * (c - 1)),
        "judge": a * b * c * np.sum((judge - grand) ** 2) / (m - 1),
        "residual": np.sum(rest**2) / ((a * b * c - 1) * (m - 1)),
    }


def test_two_tasks_of_two_values_by_hand() -> None:
    # means 2 and 6: between 2 x (4 + 4) / 1 = 16, within (2 + 2) / 2 = 2; so 2 within, and (16 - 2) / 2 = 7 between
    found = variance_components(pd.DataFrame({"task": ["a", "a", "b", "b"], "value": [1.0, 3.0, 5.0, 7.0]}))
    assert found["groups"].to_dict() == {"task": 2, "residual": 4}
    assert found["estimate"].to_dict() == pytest.approx({"task": 7, "residual": 2})
    assert found["share"].to_dict() == pytest.approx({"task": 7 / 9, "residual": 2 / 9})


def test_tasks_of_unlike_size_by_hand() -> None:
    # a: 0, 2; b: 7. Within 2 / 1 = 2. Between 2 x (1 - 3)^2 + (7 - 3)^2 = 24, which expects 2 + n0 v with
    # n0 = 3 - (4 + 1) / 3 = 4/3, so v = 22 x 3/4
    found = variance_components(pd.DataFrame({"task": ["a", "a", "b"], "value": [0.0, 2.0, 7.0]}))
    assert found["estimate"].to_dict() == pytest.approx({"task": 16.5, "residual": 2})


def test_a_component_below_zero_is_put_to_zero_and_its_estimate_kept() -> None:
    # both means 2: between 0, within (2 + 8) / 2 = 5; so (0 - 5) / 2 between
    found = variance_components(pd.DataFrame({"task": ["a", "a", "b", "b"], "value": [1.0, 3.0, 0.0, 4.0]}))
    assert found["estimate"].to_dict() == pytest.approx({"task": -2.5, "residual": 5})
    assert found["variance"].to_dict() == pytest.approx({"task": 0, "residual": 5})
    assert found["share"].to_dict() == pytest.approx({"task": 0, "residual": 1})


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**31),
    sizes=st.tuples(st.integers(2, 5), st.integers(2, 4), st.integers(2, 4), st.integers(2, 3)),
)
def test_a_balanced_design_gives_the_textbooks_analysis_of_variance(seed: int, sizes) -> None:
    values = study(np.random.default_rng(seed), *sizes)
    _, b, c, m = sizes
    a = sizes[0]
    square = mean_squares(values["value"].to_numpy().reshape(sizes))
    assert variance_components(values)["estimate"].to_dict() == pytest.approx(
        {
            "task": (square["task"] - square["replicate"]) / (b * c * m),
            "replicate": (square["replicate"] - square["draw"]) / (c * m),
            "draw": (square["draw"] - square["residual"]) / m,
            "judge": (square["judge"] - square["residual"]) / (a * b * c),
            "residual": square["residual"],
        },
        abs=1e-8,
    )


@pytest.mark.parametrize("lost", [0.0, 0.3])
def test_known_components_are_recovered(lost: float) -> None:
    rng = np.random.default_rng(5)
    found = []
    for _ in range(300):
        values = study(rng, 6, 4, 3, 4)
        found.append(variance_components(values[rng.random(len(values)) >= lost])["estimate"])
    estimates = pd.DataFrame(found)
    error = estimates.std() / math.sqrt(300)
    assert (np.abs(estimates.mean() - pd.Series(TRUE)) < 3.5 * error).all()


def test_restricted_maximum_likelihood_finds_the_same_in_a_balanced_design() -> None:
    values = study(np.random.default_rng(2), 6, 3, 3, 3)
    formula = {
        "task": "0 + C(task)",
        "replicate": "0 + C(task):C(replicate)",
        "draw": "0 + C(task):C(replicate):C(draw)",
        "judge": "0 + C(judge)",
    }
    model = MixedLM.from_formula("value ~ 1", values, groups=np.ones(len(values)), vc_formula=formula)
    fitted = model.fit(reml=True)
    theirs = dict(zip(model.exog_vc.names, fitted.vcomp, strict=True)) | {"residual": fitted.scale}
    assert variance_components(values)["estimate"].to_dict() == pytest.approx(theirs, rel=0.02)


def test_the_finest_level_is_the_residual_where_it_has_one_value_each() -> None:
    values = study(np.random.default_rng(3), 4, 3, 2, 1).drop(columns="judge")
    found = variance_components(values)
    assert found.index.tolist() == ["task", "replicate", "draw"]
    unnamed = variance_components(values.drop(columns="draw"))
    assert unnamed.index.tolist() == ["task", "replicate", "residual"]
    assert found["estimate"].tolist() == pytest.approx(unnamed["estimate"].tolist())


def test_replicates_of_different_tasks_are_different_though_they_bear_one_number() -> None:
    values = study(np.random.default_rng(3), 4, 3, 2, 2)
    renamed = values.assign(replicate=values["task"] * 100 + values["replicate"])
    pd.testing.assert_frame_equal(variance_components(values), variance_components(renamed))


def test_what_the_design_cannot_tell_apart_is_undefined_and_the_rest_is_not() -> None:
    values = study(np.random.default_rng(3), 5, 4, 3, 3)
    one_draw = variance_components(values[values["draw"] == 0])["estimate"]
    assert one_draw.isna().to_dict() == {
        "task": False,
        "replicate": True,
        "draw": True,
        "judge": False,
        "residual": False,
    }
    one_judge = variance_components(values[values["judge"] == 0])
    assert one_judge["estimate"].isna().to_dict() == {"task": False, "replicate": False, "judge": True, "draw": False}
    assert one_judge["share"].isna().all()


@pytest.mark.parametrize("rows", [0, 1])
def test_without_two_values_everything_is_undefined(rows: int) -> None:
    found = variance_components(study(np.random.default_rng(3), 2, 2, 2, 2).iloc[:rows])
    assert found[["estimate", "variance", "share"]].isna().all(axis=None)


def test_what_does_not_vary_has_no_shares() -> None:
    found = variance_components(study(np.random.default_rng(3), 3, 2, 2, 2).assign(value=4.0))
    assert found["variance"].tolist() == pytest.approx([0] * 5)
    assert found["share"].isna().all()


def test_undefined_values_are_left_out() -> None:
    values = study(np.random.default_rng(3), 4, 3, 2, 2)
    values.loc[::5, "value"] = np.nan
    pd.testing.assert_frame_equal(variance_components(values), variance_components(values.dropna()))


@settings(max_examples=25)
@given(shift=st.floats(-1e4, 1e4), scale=st.floats(0.1, 100))
def test_components_do_not_move_and_grow_with_the_square_of_the_unit(shift: float, scale: float) -> None:
    values = study(np.random.default_rng(3), 4, 3, 2, 2)
    plain = variance_components(values)["estimate"]
    moved = variance_components(values.assign(value=shift + scale * values["value"]))["estimate"]
    assert moved.tolist() == pytest.approx((plain * scale**2).tolist(), rel=1e-4)


def test_the_order_of_the_rows_and_the_names_of_the_groups_do_not_matter() -> None:
    values = study(np.random.default_rng(3), 4, 3, 2, 2)
    renamed = values.assign(**{source: "x" + values[source].astype(str) for source in SOURCES})
    shuffled = renamed.sample(frac=1, random_state=1)
    one, two = variance_components(values), variance_components(shuffled)
    assert one["estimate"].tolist() == pytest.approx(two["estimate"].tolist())
