"""Failures in a row make a server dead; only what was sent after that is a probe."""

from backends.limits.health import Health
from backends.limits.pace import Pace


def test_failures_in_a_row_make_it_dead() -> None:
    health = Health(3, Pace())
    assert [health.failed(sent=0, now=now) for now in (1, 2, 3)] == [False, False, True]
    assert health.dead


def test_an_answer_between_them_forgets_them() -> None:
    health = Health(3, Pace())
    for now in (1, 2):
        health.failed(sent=0, now=now)
    health.answered(now=2.5)
    for now in (3, 4):
        health.failed(sent=0, now=now)
    assert not health.dead


def test_what_was_under_way_when_it_died_is_no_probe() -> None:
    health = Health(1, Pace(probes=1))
    health.failed(sent=0, now=1)
    assert not health.failed(sent=0.5, now=2)
    assert not health.hopeless
    assert health.failed(sent=3, now=4)
    assert health.hopeless


def test_an_answer_revives_it() -> None:
    health = Health(1, Pace(probes=1))
    health.failed(sent=0, now=1)
    health.failed(sent=3, now=4)
    health.answered(now=5)
    assert not health.dead
    assert not health.hopeless
    assert health.cool_off == Pace().cool_off(0)
