import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics.classroom.interaction import (
    among_participants,
    average_degree,
    betweenness,
    degree_centrality,
    density,
    in_degree,
    out_degree,
    participants,
    reciprocity,
    ties,
)
from metrics.counting import BoolArray

NETWORKS = st.integers(3, 7).flatmap(
    lambda n: arrays(bool, (n, n)).map(lambda arcs: arcs & ~np.eye(len(arcs), dtype=bool))
)
TABLE_2 = [
    *((6, 5, 0.333, 1.667), (5, 3, 0.300, 1.200), (6, 5, 0.333, 1.667)),  # Foreign Fiction
    *((5, 3, 0.300, 1.200), (5, 4, 0.400, 1.600), (6, 5, 0.333, 1.667)),  # Argumentative Essay
    *((6, 4, 0.267, 1.333), (5, 3, 0.300, 1.200), (6, 5, 0.333, 1.667)),  # Lyrical Prose
]
TABLE_6 = [(4, 3, 0.500, 1.500), (6, 5, 0.333, 1.667), (6, 5, 0.333, 1.667)]


def graph(arcs: BoolArray) -> "nx.DiGraph[int]":
    made: nx.DiGraph[int] = nx.DiGraph()
    made.add_nodes_from(range(len(arcs)))
    made.add_edges_from(np.argwhere(arcs).tolist())
    return made


@pytest.fixture
def chain() -> BoolArray:
    """0 <-> 1 -> 2, and 3 alone."""
    arcs = np.zeros((4, 4), dtype=bool)
    arcs[[0, 1, 1], [1, 0, 2]] = True
    return arcs


@pytest.mark.parametrize(("nodes", "edges", "printed_density", "printed_degree"), [*TABLE_2, *TABLE_6])
def test_density_and_degree_are_the_printed_ones(nodes, edges, printed_density, printed_degree) -> None:
    assert density(edges, nodes) == pytest.approx(printed_density, abs=0.0005)
    assert average_degree(edges, nodes) == pytest.approx(printed_degree, abs=0.0005)


def test_too_few_pupils_have_no_density_nor_degree() -> None:
    assert density(np.zeros(3), np.array([0, 1, 2])) == pytest.approx([np.nan, np.nan, 0], nan_ok=True)
    assert average_degree(np.zeros(2), np.array([0, 1])) == pytest.approx([np.nan, 0], nan_ok=True)


def test_a_chain_is_worked_by_hand(chain: BoolArray) -> None:
    assert participants(chain).tolist() == [True, True, True, False]
    assert (ties(chain), reciprocity(chain)) == (2, pytest.approx(2 / 3))
    assert in_degree(chain) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert out_degree(chain) == pytest.approx([1 / 3, 2 / 3, 0, 0])
    assert degree_centrality(chain) == pytest.approx([2 / 3, 1, 1 / 3, 0])
    assert betweenness(chain) == pytest.approx([0, 1 / 6, 0, 0])  # 0 to 2, of 3 x 2 ordered pairs of others


def test_without_the_pupil_outside_the_chain_is_denser(chain: BoolArray) -> None:
    inner = among_participants(chain)
    assert inner.shape == (3, 3)
    assert in_degree(inner) == pytest.approx([1 / 2, 1 / 2, 1 / 2])
    assert betweenness(inner) == pytest.approx([0, 1 / 2, 0])
    assert density(ties(inner), len(inner)) > density(ties(chain), len(chain))


def test_too_few_pupils_have_no_centrality() -> None:
    alone, pair = np.zeros((1, 1), dtype=bool), np.array([[False, True], [False, False]])
    assert np.isnan([in_degree(alone), out_degree(alone), betweenness(alone)]).all()
    assert np.isnan(betweenness(pair)).all()
    assert np.isnan(reciprocity(alone))
    assert betweenness(np.zeros((0, 0), dtype=bool)).size == 0


def test_in_a_class_where_all_turn_to_all_everything_is_realized() -> None:
    complete = ~np.eye(5, dtype=bool)
    assert (density(ties(complete), 5), average_degree(ties(complete), 5), reciprocity(complete)) == (1, 4, 1)
    assert in_degree(complete).tolist() == out_degree(complete).tolist() == [1.0] * 5
    assert degree_centrality(complete).tolist() == [2.0] * 5  # not in [0, 1], as Table 3 has it
    assert betweenness(complete).tolist() == [0.0] * 5


@given(arcs=NETWORKS)
def test_the_network_is_that_of_networkx(arcs: BoolArray) -> None:
    directed = graph(arcs)
    undirected = directed.to_undirected()
    n = len(arcs)
    assert ties(arcs) == undirected.number_of_edges()
    assert density(ties(arcs), n) == pytest.approx(nx.density(undirected))
    assert average_degree(ties(arcs), n) == pytest.approx(np.mean([degree for _, degree in undirected.degree()]))
    for ours, theirs in (
        (in_degree, nx.in_degree_centrality),
        (out_degree, nx.out_degree_centrality),
        (degree_centrality, nx.degree_centrality),
    ):
        assert ours(arcs) == pytest.approx([theirs(directed)[pupil] for pupil in range(n)])


@given(arcs=NETWORKS)
def test_betweenness_is_that_of_all_shortest_paths(arcs: BoolArray) -> None:
    directed, n = graph(arcs), len(arcs)
    through = np.zeros(n)
    for start, end in ((s, e) for s in range(n) for e in range(n) if s != e and nx.has_path(directed, s, e)):
        paths = [*nx.all_shortest_paths(directed, start, end)]
        for path in paths:
            through[path[1:-1]] += 1 / len(paths)
    assert betweenness(arcs) == pytest.approx(through / ((n - 1) * (n - 2)))


@given(arcs=NETWORKS)
def test_reciprocity_is_that_of_networkx_and_of_the_printed_counts(arcs: BoolArray) -> None:
    if not arcs.any():
        assert np.isnan(reciprocity(arcs))
        return
    assert reciprocity(arcs) == pytest.approx(nx.overall_reciprocity(graph(arcs)))
    assert reciprocity(arcs) == pytest.approx(2 * (arcs.sum() - ties(arcs)) / arcs.sum())


@given(arcs=NETWORKS, order=st.randoms())
def test_names_do_not_matter(arcs: BoolArray, order) -> None:
    renamed = order.sample(range(len(arcs)), len(arcs))
    again = arcs[np.ix_(renamed, renamed)]
    assert ties(again) == ties(arcs)
    assert reciprocity(again) == pytest.approx(reciprocity(arcs), nan_ok=True)
    for place in (in_degree, out_degree, degree_centrality, betweenness):
        assert place(again) == pytest.approx(place(arcs)[renamed])


@given(arcs=NETWORKS)
def test_turning_every_arc_round_exchanges_attention_and_initiative(arcs: BoolArray) -> None:
    assert in_degree(arcs.T).tolist() == out_degree(arcs).tolist()
    assert betweenness(arcs.T) == pytest.approx(betweenness(arcs))
    assert ties(arcs.T) == ties(arcs)


@given(arcs=NETWORKS)
def test_centralities_keep_their_bounds(arcs: BoolArray) -> None:
    assert ((in_degree(arcs) >= 0) & (in_degree(arcs) <= 1)).all()
    assert ((degree_centrality(arcs) >= 0) & (degree_centrality(arcs) <= 2)).all()
    assert ((betweenness(arcs) >= 0) & (betweenness(arcs) <= 1 + 1e-9)).all()


def test_networks_are_measured_many_at_once(chain: BoolArray) -> None:
    both = np.stack([chain, ~np.eye(4, dtype=bool)])
    for measure in (ties, reciprocity, in_degree, out_degree, degree_centrality, participants):
        assert measure(both)[0].tolist() == measure(chain).tolist()
        assert measure(both)[1].tolist() == measure(both[1]).tolist()
