import numpy as np

from metrics.debugging.corpus import describe


def test_a_corpus_is_described_by_its_means() -> None:
    # 2 and 5 lines, one of them blank; pools of 1 and 2 programs
    assert describe(["a\nb", "a\n\nc\nd\ne\n"], [["x"], ["y", "z"]]) == (2, 1.5, 3.5)


def test_without_a_question_there_is_nothing_to_average() -> None:
    questions, *means = describe([], [])
    assert questions == 0
    assert np.isnan(means).all()
