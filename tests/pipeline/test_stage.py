from collections.abc import Mapping
from typing import Any

import pytest

from pipeline.stage import MISTAKE, required, stage
from protocol import ConfigurationError, DataError


def test_a_mistake_ends_in_one_line_and_a_status_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    @stage
    def main(words: Mapping[str, Any]) -> None:
        raise DataError("no file", mend="make one")

    assert main(["a=1"]) == MISTAKE
    assert capsys.readouterr().err == "error: no file - make one\n"


def test_a_file_that_cannot_be_written_ends_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    @stage
    def main(words: Mapping[str, Any]) -> None:
        raise PermissionError(13, "Permission denied", "results/full")

    assert main([]) == MISTAKE
    assert capsys.readouterr().err == "error: results/full: Permission denied\n"


def test_a_bug_is_not_hidden() -> None:
    @stage
    def main(words: Mapping[str, Any]) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        main([])


def test_required_words_come_in_the_order_asked_for() -> None:
    assert required({"b": 2, "a": 1}, "a", "b") == [1, 2]


@pytest.mark.parametrize(("words", "named"), [({"a": 1}, "b= is missing"), ({"a": 1, "b": 2, "c": 3}, "c: .*no such")])
def test_a_missing_or_unknown_word_is_named(words: dict[str, int], named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        required(words, "a", "b")
