import re
from pathlib import Path

import pytest

from pipeline import simulate
from pipeline.composition import compose_studies
from pipeline.condition import Condition
from pipeline.words import Wishes
from protocol import Level
from protocol.traces import EPISODES, PROGRAMMING_STEPS, read_trace

SMALL = ["study=beagle_table1", "study.replicates=3", "study.max_steps=2"]


def condition(**said: object) -> Condition:
    wishes = Wishes.of({"study": "beagle_table1", "study.replicates": 3, **said})
    return compose_studies(wishes)["beagle_table1"].conditions["beagle"]


def test_replicates_take_the_profiles_in_turn() -> None:
    named = list(condition().episodes("slider"))
    assert [episode.replicate for episode in named] == [0, 1, 2]
    assert [episode.rho_behav for episode in named] == [Level.HIGH, Level.LOW, Level.HIGH]
    assert [episode.rho_persona for episode in named] == [Level.HIGH, Level.LOW, Level.HIGH]


def test_by_hand_and_frozen_make_the_same_traces(tmp_path: Path) -> None:
    words = [*SMALL, "condition=beagle", "task=slider", f"cache={tmp_path}/replies.sqlite"]
    assert simulate.main([*words, f"out={tmp_path}/hand"]) == 0
    frozen = tmp_path / "hand" / "slider" / "config.yaml"
    job = [f"config={frozen}", "task=slider", f"out={tmp_path}/frozen", "digest=d"]
    assert simulate.main([*job, f"journal={tmp_path}/journal"]) == 0
    first, second = (tmp_path / "hand" / "slider" / "steps.parquet", tmp_path / "frozen" / "steps.parquet")
    assert first.read_bytes() == second.read_bytes()
    steps = read_trace(first, PROGRAMMING_STEPS).to_pandas()
    assert steps[["replicate", "step"]].to_numpy().tolist() == sorted(steps[["replicate", "step"]].to_numpy().tolist())
    rows = read_trace(tmp_path / "frozen" / "episodes.parquet", EPISODES).to_pandas()
    assert rows["replicate"].tolist() == [0, 1, 2]
    assert (rows["free_calls"] == 0).all()  # the same study, which had paid for its replies itself


def test_the_order_in_which_episodes_are_played_leaves_no_mark(tmp_path: Path) -> None:
    made = set()
    for workers, sandboxes in ((1, 1), (3, 1), (3, 2)):
        out = tmp_path / f"{workers} {sandboxes}"
        words = [*SMALL, "condition=vanilla", "task=slider", f"workers={workers}", f"sandbox.pool={sandboxes}"]
        assert simulate.main([*words, f"cache={out}.sqlite", f"out={out}"]) == 0
        made.add((out / "slider" / "steps.parquet").read_bytes())
    assert len(made) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["study=beagle_table1", "condition=beagle"], "out= is missing"),
        (["study=beagle_table1", "out=x"], "condition= is missing"),
        (["study=beagle_table1", "condition=beagel", "out=x"], "condition=beagel: .*did you mean beagle"),
        (["study=beagle_table1", "condition=beagle", "task=slide", "out=x"], "task=slide: .*did you mean slider"),
        (
            ["study=beagle_table1", "condition=beagle", "student.interupts=off", "out=x"],
            "did you mean student.interrupts",
        ),
        (
            ["config=nowhere.yaml", "task=slider", "out=x", "journal=x", "digest=x"],
            "nowhere.yaml: not the configuration",
        ),
    ],
)
def test_a_mistake_by_hand_is_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.main(words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert re.match(f"error: .*{told}|error: {told}", line)
