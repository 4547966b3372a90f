import numpy as np
import pytest

from metrics.classroom.requests import human_agent_success, success_rate


def test_success_is_the_share_of_granted_requests() -> None:
    assert success_rate(np.array([8.0, 0.0]), np.array([15.0, 0.0])) == pytest.approx([8 / 15, np.nan], nan_ok=True)


# Table A12, tasks 1 and 2 in Lecture, Collab and Round
@pytest.mark.parametrize(
    ("granted", "printed"), [(8, 0.533), (10, 0.667), (11, 0.733), (4, 0.267), (6, 0.400), (15, 1.000)]
)
def test_the_printed_rates_are_of_fifteen_requests(granted: int, printed: float) -> None:
    assert success_rate(np.array(granted), np.array(15)) == pytest.approx(printed, abs=0.0005)


def test_only_what_a_person_asks_counts_and_pending_is_not_granted(play, pupil, together) -> None:
    def asks(**outcome: object) -> dict[str, object]:
        return pupil("guest", "side_talk", "Ann", human=True, **outcome)

    turns, _ = together(
        play(
            [asks(request="chat", granted=True), asks(request="chat"), asks(request="academic", granted=False), asks()]
        ),
        play([asks(request="chat", granted=True)], condition="round"),
        play([pupil("Ben", "chat", "Ann", request="chat", granted=False)]),
    )
    found = human_agent_success(turns)
    assert found.index.tolist() == [("lecture", "academic"), ("lecture", "chat"), ("round", "chat")]
    assert found[["granted", "requests", "success"]].to_numpy().tolist() == [[0, 1, 0], [1, 2, 0.5], [1, 1, 1]]


def test_fifteen_of_fifteen_are_not_surely_all(play, pupil) -> None:
    asked = [pupil("guest", "hand_raise", "teacher", human=True, request="answer", granted=True) for _ in range(15)]
    turns, _ = play(asked)
    (row,) = human_agent_success(turns).to_dict("records")
    assert row["high"] == pytest.approx(1)
    assert row["low"] == pytest.approx(15 / (15 + 1.959964**2))  # Wilson's bound at n of n is n / (n + z^2)


def test_without_a_person_there_is_nothing_to_report(play, pupil) -> None:
    turns, _ = play([pupil("Ben", "head_up")])
    assert human_agent_success(turns).empty
