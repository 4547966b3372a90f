"""Errors are one line: the problem, and the mend."""

import inspect

import pytest

from protocol import ConfigurationError, PracticumError, errors


def test_an_error_is_one_line_with_its_mend() -> None:
    error = ConfigurationError("conf/x.yaml: row sums\n  to 0.9", mend="scale it")
    assert str(error) == "conf/x.yaml: row sums to 0.9 - scale it"


def test_an_error_without_a_mend_is_its_problem() -> None:
    assert str(PracticumError("no such key")) == "no such key"


@pytest.mark.parametrize("kind", [kind for _, kind in inspect.getmembers(errors, inspect.isclass)])
def test_every_error_stands_in_one_tree(kind: type) -> None:
    assert issubclass(kind, PracticumError)
