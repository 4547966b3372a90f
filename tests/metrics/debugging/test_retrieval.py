import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.debugging.retrieval import bm25, inverse_document_frequency, ranking
from metrics.debugging.tokens import pieces

PROGRAM = st.lists(st.sampled_from("abcdef"), max_size=15)
POOL = st.lists(PROGRAM, min_size=1, max_size=6)


def written_out(query: list[str], pool: list[list[str]], k_1: float, b: float) -> list[float]:
    """App. B, term by term."""
    mean_length = sum(len(program) for program in pool) / len(pool)
    scores = []
    for program in pool:
        score = 0.0
        for token in query:
            f = program.count(token)
            n = sum(token in other for other in pool)
            idf = math.log((len(pool) - n + 0.5) / (n + 0.5) + 1)
            if f:
                score += idf * (k_1 + 1) * f / (f + k_1 * ((1 - b) + b * len(program) / mean_length))
        scores.append(score)
    return scores


def test_scores_are_those_worked_by_hand() -> None:
    # Each token is in 1 of 2 programs: idf = ln(1.5 / 1.5 + 1) = ln 2. Mean length 3, so M = 2 (1/4 + 3/4 * 2/3) = 1.5
    # and 2 (1/4 + 3/4 * 4/3) = 2.5. f = 1: 3 / 2.5 = 1.2; f = 2: 6 / 4.5 = 4/3.
    scores = bm25(["a", "b"], [["a", "c"], ["b", "b", "c", "d"]])
    assert scores == pytest.approx([1.2 * math.log(2), 4 / 3 * math.log(2)])


def test_a_token_counts_as_often_as_the_query_has_it() -> None:
    pool = [["a", "c"], ["b", "c"]]
    assert bm25(["a", "a", "b"], pool) == pytest.approx(bm25(["a", "b"], pool) * [2, 1])


def test_a_token_that_every_program_has_still_counts_a_little() -> None:
    assert inverse_document_frequency(np.array([1.0, 3.0]), 3) == pytest.approx([math.log(8 / 3), math.log(8 / 7)])


@given(
    query=PROGRAM,
    pool=POOL,
    k_1=st.floats(0, 5, allow_subnormal=False),
    b=st.floats(0, 1, allow_subnormal=False),
)
def test_scores_are_those_of_the_formula_written_out(
    query: list[str], pool: list[list[str]], k_1: float, b: float
) -> None:
    scores = bm25(query, pool, saturation=k_1, length_weight=b)
    assert scores == pytest.approx(written_out(query, pool, k_1, b))


@given(query=PROGRAM, pool=POOL)
def test_a_score_is_never_negative_and_zero_without_a_shared_token(query: list[str], pool: list[list[str]]) -> None:
    for score, program in zip(bm25(query, pool), pool, strict=True):
        assert (score > 0) == bool({*query} & {*program})


@given(query=PROGRAM, pool=POOL, seed=st.integers(0, 99))
def test_the_order_of_tokens_does_not_matter_and_that_of_the_pool_only_reorders(
    query: list[str], pool: list[list[str]], seed: int
) -> None:
    order = Random(seed).sample(range(len(pool)), len(pool))
    shuffled = Random(seed).sample(query, len(query))
    assert bm25(shuffled, [pool[i] for i in order]) == pytest.approx(bm25(query, pool)[order])


@given(query=PROGRAM, program=PROGRAM, filler=st.integers(1, 20))
def test_without_length_weight_what_else_a_program_holds_does_not_matter(
    query: list[str], program: list[str], filler: int
) -> None:
    short, long = bm25(query, [program, program + ["z"] * filler], length_weight=0)
    assert short == pytest.approx(long)


@given(program=PROGRAM.filter(bool), filler=st.integers(1, 20))
def test_of_two_programs_with_the_same_words_the_terser_is_more_similar(program: list[str], filler: int) -> None:
    terse, long = bm25(program, [program, program + ["z"] * filler])
    assert terse > long


def test_the_most_similar_program_comes_first_and_equals_keep_their_order() -> None:
    assert ranking(np.array([0.5, 2.0, 0.5, 3.0])).tolist() == [3, 1, 0, 2]


@pytest.mark.parametrize("query", [[], ["a"]])
def test_what_holds_nothing_is_like_nothing(query: list[str]) -> None:
    assert bm25(query, []).shape == (0,)
    assert bm25(query, [[], []]).tolist() == [0, 0]


def test_the_nearest_program_of_a_pool_is_found() -> None:
    query = "while (b) { t = a % b; a = b; b = t; }"
    loop = "while (y) { t = x % y; x = y; y = t; }"
    recursion = "return b ? gcd(b, a % b) : a;"
    other = "cout << a + b << endl;"
    assert ranking(bm25(pieces(query), [*map(pieces, (other, recursion, loop))]))[0] == 2
