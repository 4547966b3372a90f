"""Who turns to whom: density and degree of a class's network, and the place of each pupil in it.

A network is a matrix of arcs, shape (..., P, P): whether the pupil of the row turns to the pupil of the column; the
diagonal is False. A tie is a pair of pupils with an arc either way. The paper's nodes are the pupils with a tie: its
Tables 2 and 6 count 4 to 6 of a class of six, and Table 3 prints none for a pupil outside the network.
"""

import networkx as nx
import numpy as np

from metrics.counting import BoolArray, FloatArray, rate


def participants(arcs: BoolArray) -> BoolArray:
    """Which pupils have a tie, shape (..., P).

    Source:
        EduVerse, Tables 2, 3 and 6 (nodes).
    """
    return np.asarray((arcs | np.swapaxes(arcs, -1, -2)).any(axis=-1))


def among_participants(arcs: BoolArray) -> BoolArray:
    """The network without the pupils that have no tie.

    Args:
        arcs: One network, shape (P, P).

    Source:
        EduVerse, Tables 3 and A11, which leave out the pupils outside the network.
    """
    taking_part = participants(arcs)
    return arcs[np.ix_(taking_part, taking_part)]


def ties(arcs: BoolArray) -> FloatArray:
    """E: how many pairs of pupils have an arc either way, shape (...).

    Source:
        EduVerse, section 4.2, whose graphs for density and degree are undirected.
    """
    return np.asarray(np.triu(arcs | np.swapaxes(arcs, -1, -2), k=1).sum(axis=(-1, -2)), dtype=float)


def density(edges: FloatArray, nodes: FloatArray) -> FloatArray:
    """Density D = 2E / N(N - 1): share of the possible ties that are realized.

    Args:
        edges: E, how many pairs are tied, shape (...).
        nodes: N, how many pupils there are, shape (...).

    Returns:
        Values in [0, 1], shape (...); NaN for fewer than two pupils, who have no tie to realize.

    Source:
        EduVerse, section 4.2; agrees with all twelve rows of Tables 2 and 6.
    """
    nodes = np.asarray(nodes, dtype=float)
    return rate(2 * np.asarray(edges, dtype=float), np.maximum(nodes * (nodes - 1), 0.0))


def average_degree(edges: FloatArray, nodes: FloatArray) -> FloatArray:
    """Average degree k = 2E / N: how many ties a pupil has on average.

    Args:
        edges: E, how many pairs are tied, shape (...).
        nodes: N, how many pupils there are, shape (...).

    Returns:
        Values in [0, N - 1], shape (...); NaN without a pupil.

    Source:
        EduVerse, section 4.2; agrees with all twelve rows of Tables 2 and 6.
    """
    return rate(2 * np.asarray(edges, dtype=float), nodes)


def in_degree(arcs: BoolArray) -> FloatArray:
    """Attention: share of the others that turn to each pupil.

    Args:
        arcs: Shape (..., P, P).

    Returns:
        Values in [0, 1], shape (..., P); NaN for a pupil alone.

    Source:
        EduVerse, section 4.2, Tables 3 and A11, in networkx's normalization: arcs over N - 1.
    """
    return _over_others(arcs.sum(axis=-2))


def out_degree(arcs: BoolArray) -> FloatArray:
    """Initiative: share of the others that each pupil turns to.

    Args:
        arcs: Shape (..., P, P).

    Returns:
        Values in [0, 1], shape (..., P); NaN for a pupil alone.

    Source:
        EduVerse, section 4.2, Tables 3 and A11, in networkx's normalization: arcs over N - 1.
    """
    return _over_others(arcs.sum(axis=-1))


def degree_centrality(arcs: BoolArray) -> FloatArray:
    """Activity: in-degree plus out-degree.

    Table 3 calls its values normalized to [0, 1], yet this sum, which it prints, reaches 2.

    Args:
        arcs: Shape (..., P, P).

    Returns:
        Values in [0, 2], shape (..., P); NaN for a pupil alone.

    Source:
        EduVerse, section 4.2, Tables 3 and A11.
    """
    return in_degree(arcs) + out_degree(arcs)


def betweenness(arcs: BoolArray) -> FloatArray:
    """Bridging: share of the shortest ways between two others that lead through each pupil, over all such pairs.

    Args:
        arcs: One network, shape (P, P).

    Returns:
        Values in [0, 1], shape (P,): over (N - 1)(N - 2) ordered pairs, as networkx normalizes in a directed network.
        NaN for fewer than three pupils, where nobody can stand between.

    Source:
        EduVerse, section 4.2, Tables 3 and A11: 0.083 is 1/12 of five pupils, 0.15 is 3/20 of six.
    """
    if len(arcs) < 3:
        return np.full(len(arcs), np.nan)
    found = nx.betweenness_centrality(nx.from_numpy_array(arcs, create_using=nx.DiGraph))
    return np.array([found[pupil] for pupil in range(len(arcs))])


def reciprocity(arcs: BoolArray) -> FloatArray:
    """Share of the arcs that are returned.

    Tables 2, 3 and A11 give it without the network: it is 2 (arcs - ties) / arcs.

    Args:
        arcs: Shape (..., P, P).

    Returns:
        Values in [0, 1], shape (...); NaN without an arc.

    Source:
        EduVerse, section 4.2, which says that it rises from Lecture to Collab.
    """
    returned = arcs & np.swapaxes(arcs, -1, -2)
    return rate(returned.sum(axis=(-1, -2)), arcs.sum(axis=(-1, -2)))


def _over_others(counts: FloatArray) -> FloatArray:
    others = counts.shape[-1] - 1
    return rate(counts, np.full(counts.shape, others))
