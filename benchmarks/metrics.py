"""How long Table 1's metrics of BEAGLE take on one core, and whether that grows with the steps and no faster.

    python -m benchmarks.metrics [--steps N ...]

The study is made up, as large as asked for: 14 conditions at three tasks, episodes of 30 steps. Every utterance and
almost every output is another, which is the most work: what is read of a text is read once for all its like.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numpy as np
import pandas as pd

from metrics import TABLE_1, Estimate, episode_measures, estimate
from protocol import Cognition, Interrupt, Level, Metacognition, Outcome

P = ParamSpec("P")
T = TypeVar("T")

STEPS = (125_000, 250_000, 500_000, 1_000_000)
CONDITIONS, TASKS, LENGTH, TESTS = 14, 3, 30, 20
PHRASES = np.array(["let me see", "the ball goes", "through", "so velocity", "is wrong", "fix that", "maybe", "now"])
ERRORS = np.array(["NameError: name 'vy' is not defined", "TypeError: unsupported operand", "FAILED: 3 of 20"])
TRACEBACK = 'Traceback (most recent call last):\n  File "main.py", line {}, in <module>\n    step(ball, {})\n{}'


def traces(steps: int, rng: np.random.Generator) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Steps and episodes of a study of about so many steps, with the columns that the metrics read."""
    episode = np.arange(steps // LENGTH)
    levels = np.where(episode % 2, Level.LOW, Level.HIGH)
    who = pd.DataFrame(
        {
            "study": "benchmark",
            "condition": [f"condition {i}" for i in episode % CONDITIONS],
            "task": [f"task {i}" for i in episode // CONDITIONS % TASKS],
            "replicate": episode // CONDITIONS // TASKS,
        }
    )
    solved = rng.random(episode.size) < 0.4
    episodes = who.assign(
        rho_behav=levels,
        rho_persona=levels,
        outcome=np.where(solved, Outcome.SOLVED, Outcome.STEP_LIMIT),
        steps=LENGTH,
        solved_at=np.where(solved, LENGTH, np.nan),
        malformed_steps=0,
    )
    return who.loc[who.index.repeat(LENGTH)].reset_index(drop=True).join(_of_steps(episode.size, rng)), episodes


def _of_steps(episodes: int, rng: np.random.Generator) -> pd.DataFrame:
    n = episodes * LENGTH
    lines = rng.integers(1, 10_000, size=(n, 2))
    return pd.DataFrame(
        {
            "step": np.tile(np.arange(1, LENGTH + 1), episodes),
            "cognition": rng.choice(np.array([*map(str, Cognition), None]), n, p=[0.5, 0.35, 0.1, 0.05]),
            "metacognition": rng.choice(np.array([*map(str, Metacognition)]), n),
            "interrupt": rng.choice(np.array([None, str(next(iter(Interrupt)))]), n, p=[0.95, 0.05]),
            "tests_passed": rng.integers(0, TESTS + 1, n),
            "tests_total": TESTS,
            "output": [
                TRACEBACK.format(*line, error)
                for line, error in zip(lines.tolist(), rng.choice(ERRORS, n), strict=True)
            ],
            "utterance": [" ".join(phrases) for phrases in rng.choice(PHRASES, (n, 8))],
        }
    )


def table_1(measures: pd.DataFrame) -> list[Estimate]:
    """Value, spread and interval of every column in every condition."""
    return [
        estimate(measure, of_condition, np.random.default_rng(0))
        for _, of_condition in measures.groupby("condition")
        for measure in TABLE_1
    ]


def _timed(work: Callable[P, T], *of: P.args, **named: P.kwargs) -> tuple[T, float]:
    start = time.process_time()  # of this process alone, whoever else is on the machine
    return work(*of, **named), time.process_time() - start


def main() -> int:
    """Run the benchmark on one core."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.metrics")
    parser.add_argument("--steps", type=int, nargs="+", default=STEPS, help="sizes of the study")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print("    steps  episodes |  measures          |  values and intervals")
    for size in arguments.steps:
        steps, episodes = traces(size, np.random.default_rng(0))
        measures, measured = _timed(episode_measures, steps, episodes)
        _, estimated = _timed(table_1, measures)
        per_step = [f"{seconds:6.1f} s {seconds / len(steps) * 1e6:6.1f} µs/step" for seconds in (measured, estimated)]
        print(f"{len(steps):9,} {len(episodes):9,} | {per_step[0]} | {per_step[1]}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
