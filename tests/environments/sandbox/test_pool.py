import asyncio
import time

import pytest

from environments.sandbox import SandboxPool
from environments.sandbox.execution import Limits, Probe
from protocol import SandboxError


async def test_programs_run_as_many_at_a_time_as_there_are_sandboxes() -> None:
    async with SandboxPool(3) as pool:
        begun = time.monotonic()
        runs = await asyncio.gather(*(pool.run("import time; time.sleep(0.5); print('done')") for _ in range(3)))
        together = time.monotonic() - begun
    assert [run.stdout for run in runs] == ["done\n"] * 3
    assert together < sum(run.duration_s for run in runs)


async def test_more_programs_than_sandboxes_wait_their_turn_and_each_has_its_own_answer() -> None:
    async with SandboxPool(2) as pool:
        runs = await asyncio.gather(*(pool.run(f"x = {n}", probes=[Probe("x", "x")]) for n in range(20)))
    assert [run.answers[0].value for run in runs] == list(range(20))


async def test_a_program_that_breaks_its_process_leaves_the_pool_whole() -> None:
    async with SandboxPool(2) as pool:
        broken = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
        await asyncio.gather(*(pool.run(broken) for _ in range(4)))
        runs = await asyncio.gather(*(pool.run(f"print({n})") for n in range(4)))
    assert [run.stdout for run in runs] == [f"{n}\n" for n in range(4)]


async def test_a_run_that_is_cancelled_gives_its_sandbox_back() -> None:
    async with SandboxPool(1) as pool:
        slow = asyncio.create_task(pool.run("while True: pass", limits=Limits(wall_s=60, cpu_s=60)))
        waiting = asyncio.create_task(pool.run("print('waited')"))
        await asyncio.sleep(0.3)
        slow.cancel()
        assert (await waiting).stdout == "waited\n"
        given_up = asyncio.create_task(pool.run("print('never')"))
        given_up.cancel()
        assert (await pool.run("print('still here')")).stdout == "still here\n"


async def test_a_pool_that_is_closed_runs_nothing() -> None:
    pool = SandboxPool(1)
    async with pool:
        pass
    with pytest.raises(SandboxError, match="the sandbox is closed"):
        await pool.run("print(1)")


@pytest.mark.parametrize("size", [1, 4])
async def test_what_runs_does_not_depend_on_the_size_of_the_pool(size: int) -> None:
    async with SandboxPool(size) as pool:
        runs = await asyncio.gather(*(pool.run(f"print({n}**{n})") for n in range(8)))
    assert [run.stdout for run in runs] == [f"{n**n}\n" for n in range(8)]
