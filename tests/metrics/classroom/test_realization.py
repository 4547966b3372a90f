from itertools import combinations, permutations, product

import numpy as np
import pytest

from metrics.classroom.interaction import reciprocity
from metrics.classroom.lessons import lessons
from metrics.classroom.realization import networks_as_printed, networks_with
from metrics.counting import BoolArray

# In, Out and Betw. of Tables 3 and A11, with the edges that Table 2 prints for the lesson
PRINTED = {
    "argumentative, lecture": (
        3,
        {
            "Li Wei": (0.25, 0.25, 0),
            "Liu Li": (0.25, 0.25, 0),
            "Zhang Tao": (0.00, 0.25, 0),
            "Zhang Jie": (0.50, 0.00, 0),
            "Zhang Yan": (0.00, 0.25, 0),
        },
    ),
    "argumentative, collab": (
        4,
        {
            "Li Wei": (0.25, 0.25, 0),
            "Liu Li": (0.25, 0.25, 0),
            "Zhang Tao": (0.50, 0.25, 0.083),
            "Zhang Jie": (0.25, 0.25, 0),
            "Zhang Yan": (0.25, 0.50, 0.083),
        },
    ),
    "argumentative, round": (
        5,
        {
            "Li Wei": (0.20, 0.20, 0),
            "Liu Li": (0.00, 0.20, 0),
            "Zhang Tao": (0.20, 0.60, 0.15),
            "Zhang Jie": (0.40, 0.20, 0.10),
            "Zhang Yan": (0.20, 0.20, 0),
            "Wang Fang": (0.40, 0.00, 0),
        },
    ),
    "fiction, lecture": (
        5,
        {
            "Wang Fang": (0.20, 0.20, 0),
            "Zhang Tao": (0.20, 0.40, 0.20),
            "Li Wei": (0.20, 0.20, 0),
            "Liu Li": (0.40, 0.40, 0.30),
            "Zhang Yan": (0.40, 0.40, 0.40),
            "Zhang Jie": (0.40, 0.20, 0.30),
        },
    ),
    "fiction, collab": (
        3,
        {
            "Wang Fang": (0.25, 0.25, 0),
            "Li Wei": (0.25, 0.25, 0),
            "Zhang Tao": (0.25, 0.50, 0.083),
            "Zhang Jie": (0.25, 0.00, 0),
            "Zhang Yan": (0.25, 0.25, 0),
        },
    ),
    "fiction, round": (
        5,
        {
            "Wang Fang": (0.40, 0.20, 0.15),
            "Li Wei": (0.20, 0.20, 0),
            "Zhang Tao": (0.40, 0.40, 0.25),
            "Zhang Jie": (0.20, 0.20, 0),
            "Zhang Yan": (0.00, 0.40, 0),
            "Liu Li": (0.20, 0.00, 0),
        },
    ),
    "prose, lecture": (
        4,
        {
            "Li Wei": (0.20, 0.20, 0),
            "Zhang Jie": (0.40, 0.40, 0.15),
            "Liu Li": (0.20, 0.20, 0),
            "Zhang Yan": (0.20, 0.20, 0),
            "Zhang Tao": (0.20, 0.40, 0.10),
            "Wang Fang": (0.20, 0.00, 0),
        },
    ),
    "prose, collab": (
        3,
        {
            "Li Wei": (0.25, 0.25, 0),
            "Liu Li": (0.25, 0.25, 0),
            "Zhang Tao": (0.25, 0.25, 0),
            "Zhang Yan": (0.50, 0.50, 0.167),
            "Zhang Jie": (0.25, 0.25, 0),
        },
    ),
    "prose, round": (
        5,
        {
            "Wang Fang": (0.20, 0.20, 0.10),
            "Liu Li": (0.20, 0.00, 0),
            "Li Wei": (0.20, 0.40, 0.10),
            "Zhang Jie": (0.20, 0.40, 0.10),
            "Zhang Tao": (0.20, 0.20, 0),
            "Zhang Yan": (0.40, 0.20, 0.10),
        },
    ),
}
PUPILS = ["Li Wei", "Liu Li", "Wang Fang", "Zhang Jie", "Zhang Tao", "Zhang Yan"]
Arcs = set[tuple[str, str]]


@pytest.fixture(scope="module")
def realizations() -> dict[str, BoolArray]:
    """The networks that each lesson's printed rows admit."""
    return {
        lesson: networks_as_printed(*np.array([*rows.values()]).T, edges=edges)
        for lesson, (edges, rows) in PRINTED.items()
    }


def named(lesson: str, networks: BoolArray) -> list[Arcs]:
    names = [*PRINTED[lesson][1]]
    return [{(names[i], names[j]) for i, j in np.argwhere(network)} for network in networks]


def test_a_network_of_three_is_found_by_hand() -> None:
    # 0 sends to both others, 1 back to 0, 2 to nobody
    (found,) = networks_with(np.array([1, 1, 1]), np.array([2, 1, 0]))
    assert found.tolist() == [[False, True, True], [True, False, False], [False, False, False]]


def test_what_is_received_must_be_sent() -> None:
    assert networks_with(np.array([1, 1]), np.array([1, 0])).shape == (0, 2, 2)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_search_finds_what_trying_every_network_finds(n: int) -> None:
    every = [arcs for cells in product([False, True], repeat=n * n) if not (arcs := np.reshape(cells, (n, n))).trace()]
    for received, sent in {(tuple(arcs.sum(axis=0)), tuple(arcs.sum(axis=1))) for arcs in every}:
        fitting = [a for a in every if tuple(a.sum(axis=0)) == received and tuple(a.sum(axis=1)) == sent]
        found = networks_with(np.array(received), np.array(sent))
        assert {network.tobytes() for network in found} == {network.tobytes() for network in fitting}
        assert len(found) == len(fitting)


def test_every_printed_lesson_is_a_network_of_the_printed_nodes_and_edges(realizations) -> None:
    """Arcs over N - 1, betweenness over (N - 1)(N - 2), ties either way, nodes with a tie: all nine agree."""
    assert all(1 <= len(networks) <= 6 for networks in realizations.values())


def test_betweenness_over_unordered_pairs_admits_no_network() -> None:
    rows = np.array([*PRINTED["argumentative, collab"][1].values()]).T
    halved = [*rows[:2], rows[2] * 2]  # as an undirected network of the same paths would print it
    assert len(networks_as_printed(*halved, edges=4)) == 0


def test_reciprocity_rises_from_lecture_to_collab_as_the_paper_says(realizations) -> None:
    lecture, collab = (set(reciprocity(realizations[f"argumentative, {env}"])) for env in ("lecture", "collab"))
    assert (lecture, collab) == ({2 / 4}, {4 / 6})


def test_the_three_collab_lessons_leave_one_way_to_seat_six_pupils_at_two_tables(realizations) -> None:
    lessons_seen = [named(lesson, networks) for lesson, networks in realizations.items() if lesson.endswith("collab")]

    def keeps(table: set[str], arcs: Arcs) -> bool:
        return all((sender in table) == (receiver in table) for sender, receiver in arcs)

    tables = [set(table) for table in combinations(PUPILS, 3) if "Li Wei" in table]
    seated = [table for table in tables if all(any(keeps(table, arcs) for arcs in each) for each in lessons_seen)]
    assert seated == [{"Li Wei", "Liu Li", "Wang Fang"}]


def test_no_seating_of_six_at_a_round_table_joins_the_pupils_of_all_round_lessons(realizations) -> None:
    """Neighbours and opposite seats alone (App. C.1.3), one seating for the three lessons."""
    lessons_seen = [named(lesson, networks) for lesson, networks in realizations.items() if lesson.endswith("round")]

    def joins(seats: dict[str, int], arcs: Arcs) -> bool:
        return all((seats[sender] - seats[receiver]) % 6 in (1, 3, 5) for sender, receiver in arcs)

    seatings = [{name: seat for seat, name in enumerate([PUPILS[0], *rest])} for rest in permutations(PUPILS[1:])]
    assert not any(all(any(joins(seats, arcs) for arcs in each) for each in lessons_seen) for seats in seatings)


def test_the_printed_case_of_spring_is_part_of_none_of_the_printed_networks(realizations, spring) -> None:
    (case,) = lessons(*spring)
    arcs = {(case.pupils[i], case.pupils[j]) for i, j in np.argwhere(case.arcs)}
    prose = [
        network
        for lesson in realizations
        if lesson.startswith("prose")
        for network in named(lesson, realizations[lesson])
    ]
    assert not any(arcs <= network for network in prose)
