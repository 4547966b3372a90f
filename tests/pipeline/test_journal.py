import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pipeline.condition import Condition
from pipeline.journal import Journal
from pipeline.simulate import simulate
from protocol.traces import EPISODES, PROGRAMMING_STEPS, table
from simulators.sessions.programming import Trace
from tests.pipeline.conftest import episode, step, who


def played(replicate: int, outcome: str = "solved") -> Trace:
    named = who("beagle", "slider", replicate % 2) | {"replicate": replicate}
    evidence = {"evidence": [("loops", True), ("vectors", False)], "mastery": [("loops", 0.1 + 0.2)]}
    steps = (step(1, "debugging", 1, thoughts=['"quoted"\n\u2028line'], **evidence) | named, step(2, None, 4) | named)
    return Trace(named | episode(outcome, 2, cost=1 / 3), steps)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Callable[..., Journal]]:
    """Opens the test's journal as one more process would."""
    with ExitStack() as stack:

        def opened(digest: str = "d") -> Journal:
            return stack.enter_context(Journal(tmp_path / "journal.jsonl", digest))

        yield opened


def test_what_was_played_is_read_as_it_was_in_the_order_in_which_it_ended(
    journal: Callable[..., Journal], tmp_path: Path
) -> None:
    traces = [played(replicate) for replicate in (2, 0, 1)]
    first = journal()
    for trace in traces:
        first.add(trace)
    assert journal().traces == traces  # while the first is still open: it was never closed by a kill
    for kept, trace in zip(journal().traces, traces, strict=True):
        assert table(kept.steps, PROGRAMMING_STEPS) == table(trace.steps, PROGRAMMING_STEPS)
        assert table([kept.episode], EPISODES) == table([trace.episode], EPISODES)


@pytest.mark.parametrize("outcome", ["backend_failed", "budget_exhausted", "sandbox_failed"])
def test_what_the_machinery_broke_off_is_not_kept(
    journal: Callable[..., Journal], tmp_path: Path, outcome: str
) -> None:
    first = journal()
    first.add(played(0, outcome))
    first.add(played(1, "step_limit"))
    assert [trace.episode["replicate"] for trace in journal().traces] == [1]


def test_a_line_that_a_kill_left_torn_is_passed_over_wherever_it_is_torn(
    journal: Callable[..., Journal], tmp_path: Path
) -> None:
    first = journal()
    first.add(played(0))
    whole = (tmp_path / "journal.jsonl").read_bytes()
    first.add(played(1))
    both = (tmp_path / "journal.jsonl").read_bytes()
    for end in range(len(whole), len(both) - 1, 7):
        (tmp_path / "journal.jsonl").write_bytes(both[:end])
        again = journal()
        assert again.traces == [played(0)]
        again.add(played(2))
        assert journal().traces == [played(0), played(2)]


@pytest.mark.parametrize("line", ["", "null", "7", "[]", '{"digest": "other"}', "{" * 9, "\x00" * 40])
def test_what_is_no_episode_of_this_journal_is_passed_over(
    journal: Callable[..., Journal], tmp_path: Path, line: str
) -> None:
    first = journal()
    first.add(played(0))
    with (tmp_path / "journal.jsonl").open("a") as file:
        file.write(f"{line}\n")
    first.add(played(1))
    assert journal().traces == [played(0), played(1)]


def test_what_other_code_or_another_configuration_played_is_thrown_away(
    journal: Callable[..., Journal], tmp_path: Path
) -> None:
    journal().add(played(0))
    other = journal(digest="other")
    assert other.traces == []
    other.add(played(1))
    assert journal().traces == []  # it was thrown away when the other came


def test_a_journal_stays_until_it_is_discarded(journal: Callable[..., Journal], tmp_path: Path) -> None:
    with journal() as first:
        first.add(played(0))
    again = journal()
    assert again.traces == [played(0)]
    again.discard()
    assert not (tmp_path / "journal.jsonl").exists()


def test_what_is_not_a_number_comes_back_as_such(journal: Callable[..., Journal], tmp_path: Path) -> None:
    first = journal()
    first.add(Trace(played(0).episode | {"cost": math.nan}, ()))
    assert math.isnan(journal().traces[0].episode["cost"])


async def test_a_simulation_plays_only_what_its_journal_does_not_hold_and_makes_the_same_traces(
    journal: Callable[..., Journal], tmp_path: Path, condition: Callable[..., Condition]
) -> None:
    small = condition("beagle")
    whole = await simulate(small, "slider", journal())
    lines = (tmp_path / "journal.jsonl").read_text().splitlines(keepends=True)
    assert len(lines) == 1 + small.design.replicates
    (tmp_path / "journal.jsonl").write_text("".join(lines[2:3]))
    held = journal()
    (kept,) = held.traces
    again = await simulate(small, "slider", held)
    assert again == whole
    assert any(trace is kept for trace in again)
    assert [trace.episode["replicate"] for trace in again] == [0, 1, 2]
