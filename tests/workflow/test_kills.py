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
CERTIFICATE = "results/smoke/certificates/pair.json"
SEEN_S = 0.2
"""Until the gateway has seen that its jobs are gone, and sends no more."""

LATEST_S = 1.0
"""The latest moment of a kill, from the first request of a run."""

# Long enough that the last kill still hits a simulation, however fast the machine: two requests at a time make 40 a
# second at most, and so some 1,100 in the 27 seconds until all kills; there are more than 1,700.
SIZE = "study.replicates=64 study.max_steps=10 workers=8 backend.key_variable=null backend.limits.concurrency=2"


def kill(copy: Copy, server: Server, moment_s: float) -> bool:
    """Run until some time after the first request that comes, then kill all of it; gives whether it was still at it."""
    before = server.asked.total()
    run = copy.start()
    wait_until(lambda: run.poll() is not None or server.asked.total() > before)
    time.sleep(moment_s)
    simulating = run.poll() is None and not (copy.results / "report.html").exists()
    if run.poll() is None:
        os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    time.sleep(SEEN_S)
    return simulating


def test_fifty_kills_cost_no_reply_and_change_no_byte(clone: Callable[..., Copy], tmp_path: Path) -> None:
    rng = random.Random(2026)
    with Server(LATENCY_S) as server:
        undisturbed = clone(tmp_path / "undisturbed", config=server.words(SIZE))
        assert undisturbed.snakemake(CERTIFICATE).returncode == 0
        certified = Counter(server.asked)
        assert undisturbed.snakemake().returncode == 0
        asked_undisturbed = Counter(server.asked)

        server.asked.clear()
        killed = clone(tmp_path / "killed", config=server.words(SIZE))
        assert killed.snakemake(CERTIFICATE).returncode == 0  # which asks four times on purpose, and anew if killed
        hits = sum(kill(killed, server, rng.uniform(0, LATEST_S)) for _ in range(KILLS))
        ended = killed.snakemake()
    assert hits > KILLS / 2  # the others came when all was done, on a machine that is fast
    assert ended.returncode == 0, ended.stderr
    assert server.asked == asked_undisturbed
    assert server.asked.keys() - certified.keys()
    assert all(times == 1 for request, times in (server.asked - certified).items())
    assert killed.made() == undisturbed.made()
