"""A run is one process that can be told from any other, and its jobs use a cache from one machine alone."""

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends import run as runs
from backends.run import RUN, Run, on_one_machine
from protocol import ConfigurationError


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that jobs of this test's run are to use."""
    monkeypatch.setenv(RUN, str(Run.of(os.getpid())))
    return tmp_path / "cache.sqlite"


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """From now on this is another machine."""
    (tmp_path / "boot").write_text("another\n")
    monkeypatch.setattr(runs, "BOOT", tmp_path / "boot")
    monkeypatch.setattr(runs, "node", lambda: "node7")


@given(st.uuids().map(str), st.integers(1), st.integers(0))
def test_a_run_is_read_as_it_was_written(machine: str, process: int, born: int) -> None:
    run = Run(machine, process, born)
    assert Run.named(str(run)) == run


def test_a_process_can_be_waited_for_whatever_it_is_called(tmp_path: Path) -> None:
    odd = tmp_path / "a (b) 1 2"
    odd.symlink_to(sys.executable)
    with subprocess.Popen([odd, "-c", "input()"], stdin=subprocess.PIPE) as process:
        descriptor = Run.of(process.pid).descriptor()
        assert descriptor is not None
        assert not select.select([descriptor], [], [], 0)[0]
        process.kill()
        assert select.select([descriptor], [], [], 10)[0]
    os.close(descriptor)


def test_a_process_that_has_ended_cannot_be_waited_for() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        run = Run.of(process.pid)
    assert run.descriptor() is None
    with pytest.raises(ProcessLookupError):
        Run.of(process.pid)


def test_nor_can_another_one_that_was_given_its_id() -> None:
    ours = Run.of(os.getpid())
    assert Run(ours.machine, ours.process, ours.born - 1).descriptor() is None


def test_a_machine_that_hides_when_it_was_started_goes_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "BOOT", tmp_path / "none")
    assert Run.of(os.getpid()).machine == runs.node()


@pytest.mark.usefixtures("elsewhere")
def test_nor_can_one_with_its_id_on_another_machine() -> None:
    assert Run("the first", os.getpid(), Run.of(os.getpid()).born).descriptor() is None


def test_jobs_on_the_first_ones_machine_share_its_cache(cache: Path) -> None:
    for _ in range(2):
        on_one_machine(cache)


def test_jobs_on_another_machine_are_told_in_one_line(cache: Path, request: pytest.FixtureRequest) -> None:
    on_one_machine(cache)
    request.getfixturevalue("elsewhere")
    with pytest.raises(ConfigurationError, match=r"and on node7, .*one machine - give the whole run") as caught:
        on_one_machine(cache)
    assert "\n" not in str(caught.value)


def test_the_next_run_may_be_on_another_machine(
    cache: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_one_machine(cache)
    request.getfixturevalue("elsewhere")
    monkeypatch.setenv(RUN, str(Run("another", 1, 1)))
    for _ in range(2):
        on_one_machine(cache)


def test_by_hand_nothing_is_left_behind(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RUN)
    on_one_machine(cache)
    assert not list(cache.parent.iterdir())
