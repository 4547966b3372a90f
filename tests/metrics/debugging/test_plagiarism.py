from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.debugging.plagiarism import (
    ALIKE,
    APART,
    Similarities,
    plagiarised_as_described,
    plagiarised_as_printed,
    plagiarism_rate,
    similarities,
    similarity,
)
from metrics.debugging.tokens import pieces

PROGRAMS = st.lists(st.sampled_from("abcde"), max_size=25)
SHARES = st.floats(0, 1)


def found(standard_final: float, erroneous_final: float, standard_erroneous: float) -> Similarities:
    return Similarities(*map(np.asarray, (standard_final, erroneous_final, standard_erroneous)))


def matching(first: Sequence[str], second: Sequence[str]) -> int:
    """Ratcliff and Obershelp, written out: the longest common block, and the same left and right of it."""
    best = (0, 0, 0)
    for i in range(len(first)):
        for j in range(len(second)):
            k = 0
            while i + k < len(first) and j + k < len(second) and first[i + k] == second[j + k]:
                k += 1
            best = max(best, (k, -i, -j))
    length, i, j = best[0], -best[1], -best[2]
    if not length:
        return 0
    right = matching(first[i + length :], second[j + length :])
    return matching(first[:i], second[:j]) + length + right


def test_similarity_is_twice_the_matching_over_all_tokens() -> None:
    # "bcd" matches, of 4 and 5 tokens: 2 * 3 / 9
    assert similarity("abcd", "bcdef") == pytest.approx(6 / 9)


@given(first=PROGRAMS, second=PROGRAMS)
def test_similarity_is_that_of_the_algorithm_written_out(first: list[str], second: list[str]) -> None:
    tokens = len(first) + len(second)
    assert similarity(first, second) == pytest.approx(2 * matching(first, second) / tokens if tokens else 1)


@given(program=PROGRAMS)
def test_a_program_is_wholly_like_itself(program: list[str]) -> None:
    assert similarity(program, program) == 1


def test_a_long_program_of_few_words_is_wholly_like_itself() -> None:
    # difflib takes every token here for too frequent to count, and would say 0
    program = pieces("x = y;") * 60
    assert similarity(program, program) == 1


def test_the_three_similarities_are_of_the_three_pairs() -> None:
    # 2 * 2 / 6, 2 * 1 / 6, 2 * 1 / 4
    of = similarities(standard="ab", erroneous="ac", final="abdd")
    assert [float(value) for value in of] == pytest.approx([4 / 6, 2 / 6, 2 / 4])


# s_SF, s_EF, s_SE, what Algorithm 2 says and what its prose says; 0.8 and 0.05
@pytest.mark.parametrize(
    ("similar", "printed", "described"),
    [
        ((0.30, 0.95, 0.30), False, False),  # mended in place: line 5
        ((0.95, 0.30, 0.30), False, True),  # the standard program in the student's file: line 5, 0.95 > 0.30
        ((1.00, 0.60, 0.60), False, True),  # a literal copy
        ((0.85, 0.84, 0.79), False, False),  # like both
        ((0.85, 0.70, 0.79), False, True),  # like both, and nearer to the standard by more than 0.05
        ((0.10, 0.10, 0.60), True, False),  # like neither: line 7, 0.60 > 0.10 + 0.05
        ((0.60, 0.50, 0.60), True, False),  # no nearer to the standard than before: line 7 again
        ((0.60, 0.58, 0.60), False, False),  # line 9
        ((0.95, 0.30, 0.90), False, True),  # line 3
        ((0.79, 0.10, 0.30), False, False),  # nearer to the standard, but not like it enough
    ],
)
def test_the_printed_rule_and_the_described_one_differ(
    similar: tuple[float, float, float], printed: bool, described: bool
) -> None:
    assert plagiarised_as_printed(found(*similar)) == printed
    assert plagiarised_as_described(found(*similar)) == described


def test_programs_show_the_difference() -> None:
    standard = pieces("int s = 0; for (int i = 1; i <= n; i++) s += i;")
    erroneous = pieces("int t; while (n) { t = t + n; }")
    copy, ruin = similarities(standard, erroneous, standard), similarities(standard, erroneous, ["?"])
    assert (plagiarised_as_printed(copy), plagiarised_as_described(copy)) == (False, True)
    assert (plagiarised_as_printed(ruin), plagiarised_as_described(ruin)) == (True, False)


@given(standard_final=SHARES, erroneous_final=SHARES, standard_erroneous=SHARES)
def test_the_two_rules_never_both_find_plagiarism(
    standard_final: float, erroneous_final: float, standard_erroneous: float
) -> None:
    similar = found(standard_final, erroneous_final, standard_erroneous)
    assert not (plagiarised_as_printed(similar) and plagiarised_as_described(similar))


@given(standard_final=SHARES, erroneous_final=SHARES, standard_erroneous=SHARES)
def test_the_first_half_of_line_7_is_never_reached(
    standard_final: float, erroneous_final: float, standard_erroneous: float
) -> None:
    strayed = standard_final <= standard_erroneous <= ALIKE and erroneous_final <= ALIKE
    without = strayed and standard_erroneous > erroneous_final + APART
    assert plagiarised_as_printed(found(standard_final, erroneous_final, standard_erroneous)) == without


@given(standard=PROGRAMS, erroneous=PROGRAMS)
def test_an_unchanged_program_is_never_plagiarised(standard: list[str], erroneous: list[str]) -> None:
    unchanged = similarities(standard, erroneous, erroneous)
    assert not plagiarised_as_printed(unchanged)
    assert not plagiarised_as_described(unchanged)


@given(standard=PROGRAMS, erroneous=PROGRAMS)
def test_as_printed_a_literal_copy_is_never_plagiarised(standard: list[str], erroneous: list[str]) -> None:
    copy = similarities(standard, erroneous, standard)
    assert not plagiarised_as_printed(copy)
    assert plagiarised_as_described(copy) == (float(copy.erroneous_final) + APART < 1)


@given(standard_final=SHARES, erroneous_final=SHARES, strict=SHARES, lax=SHARES)
def test_what_a_stricter_threshold_finds_is_also_found_by_a_laxer(
    standard_final: float, erroneous_final: float, strict: float, lax: float
) -> None:
    strict, lax = max(strict, lax), min(strict, lax)
    similar = found(standard_final, erroneous_final, 0.5)
    for name in ("alike", "apart"):
        if plagiarised_as_described(similar, **{name: strict}):
            assert plagiarised_as_described(similar, **{name: lax})


def test_rules_take_many_programs_at_once() -> None:
    similar = Similarities(np.array([0.95, 0.1]), np.array([0.3, 0.1]), np.array([0.3, 0.6]))
    assert plagiarised_as_printed(similar).tolist() == [False, True]
    assert plagiarised_as_described(similar).tolist() == [True, False]


def test_the_rate_leaves_out_what_could_not_be_copied() -> None:
    assert plagiarism_rate(np.array([1.0, 0.0, 0.0, np.nan])) == pytest.approx(1 / 3)
    assert np.isnan(plagiarism_rate(np.full(3, np.nan)))
