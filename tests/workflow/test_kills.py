"""A run that is killed at fifty random moments asks for no reply twice, and ends in the same tables."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workflow.conftest import Copy, Server, wait_until

pytestmark = pytest.mark.workflow

KILLS = 50
LATENCY_S = 0.05
LATEST_S = 1.0
"""The latest moment of a kill, from the first request of a run."""

# Long enough that the last kill still hits a simulation: two requests at a time make 40 a second at most, and so at
# most 20 are asked between two kills, on average.
SIZE = "study.replicates=48 study.max_steps=10 workers=8 backend.key_variable=null backend.limits.concurrency=2"


def certified(copy: Copy) -> bool:
    return (copy.results / "certificates" / "pair.json").exists()


def kill(copy: Copy, server: Server, moment_s: float) -> bool:
    """Run until some time after the first request that comes, then kill all of it; gives whether it was still at it."""
    before = server.asked.total()
    run = copy.start()
    wait_until(lambda: run.poll() is not None or (certified(copy) and server.asked.total() > before))
    time.sleep(moment_s)
    simulating = run.poll() is None and not (copy.results / "report.html").exists()
    if run.poll() is None:
        os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    return simulating


def test_fifty_kills_cost_no_reply_and_change_no_byte(clone: Callable[..., Copy], tmp_path: Path) -> None:
    rng = random.Random(2026)
    with Server(LATENCY_S) as server:
        undisturbed = clone(tmp_path / "undisturbed", config=server.words(SIZE))
        assert undisturbed.snakemake().returncode == 0
        asked_undisturbed = Counter(server.asked)

        server.asked.clear()
        killed = clone(tmp_path / "killed", config=server.words(SIZE))
        for _ in range(KILLS):
            assert kill(killed, server, rng.uniform(0, LATEST_S))
        ended = killed.snakemake()
    assert ended.returncode == 0, ended.stderr
    # The certificate asks four times on purpose; the first kill comes after it.
    assert server.asked == asked_undisturbed
    assert Counter(server.asked.values()).keys() <= {1, 4, 5}
    assert killed.made() == undisturbed.made()
