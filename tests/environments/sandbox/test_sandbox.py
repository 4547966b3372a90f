"""A program runs in a fresh process; what it prints, answers and ends in comes back."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from environments.sandbox import Ended, Execution, Limits, Opaque, Probe, Sandbox
from environments.sandbox.walls import descendants
from protocol import SandboxError

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(limits=Limits(wall_s=2.0, cpu_s=0.5)) as sandbox:
        yield sandbox


async def test_a_program_that_runs_to_its_end_is_ok(sandbox: Sandbox) -> None:
    execution = await sandbox.run("import sys\nprint('out')\nprint('err', file=sys.stderr)")
    assert (execution.ended, execution.exit_code, execution.error_type) == (Ended.OK, 0, None)
    assert (execution.stdout, execution.stderr) == ("out\n", "err\n")
    assert 0 < execution.duration_s < 2


CHAINED = """
def half(x):
    return x / 0


try:
    half(1)
except ZeroDivisionError as error:
    raise ValueError("no half") from error
"""


def test_a_traceback_is_cpythons_without_the_drivers_frames(tmp_path: Path) -> None:
    async def run() -> Execution:
        async with Sandbox() as sandbox:
            return await sandbox.run(CHAINED)

    (tmp_path / "program.py").write_text(CHAINED)
    real = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    execution = asyncio.run(run())
    assert execution.stderr == real.stderr.replace(f"{tmp_path}/", "")
    assert (execution.ended, execution.error_type, execution.exit_code) == (Ended.ERROR, "ValueError", 1)


async def test_a_syntax_error_is_shown_with_its_line(sandbox: Sandbox) -> None:
    execution = await sandbox.run("x = 1\ny = (\n")
    assert execution.error_type == "SyntaxError"
    assert execution.stderr.startswith('  File "program.py", line 2\n    y = (\n')


async def test_an_answer_is_the_value_of_a_probes_last_expression(sandbox: Sandbox) -> None:
    probes = [Probe("value", "y = double(4)\n(y, [y])"), Probe("none", "y = 1"), Probe("object", "double")]
    answers = (await sandbox.run("def double(x): return 2 * x", probes=probes)).answers
    assert [answer.ended for answer in answers] == [Ended.OK] * 3
    assert answers[0].value == (8, [8])
    assert answers[1].value is None
    assert isinstance(answers[2].value, Opaque)
    assert answers[2].value.type_name == "function"


async def test_an_error_in_a_probe_shows_the_learners_line(sandbox: Sandbox) -> None:
    execution = await sandbox.run("def f(x):\n    return x.y\n", probes=[Probe("f", "f(1)"), Probe("g", "g(1)")])
    assert execution.ended is Ended.OK
    attribute, name = execution.answers
    assert (attribute.ended, attribute.error_type) == (Ended.ERROR, "AttributeError")
    assert 'File "program.py", line 2, in f\n    return x.y' in attribute.message
    assert (name.error_type, name.message) == ("NameError", "NameError: name 'g' is not defined\n")


async def test_an_exit_in_a_probe_is_an_error_of_that_probe_alone(sandbox: Sandbox) -> None:
    probes = [Probe("exit", "import sys; sys.exit(0)"), Probe("x", "x")]
    first, second = (await sandbox.run("x = 5", probes=probes)).answers
    assert (first.ended, first.error_type) == (Ended.ERROR, "SystemExit")
    assert second.value == 5


@pytest.mark.parametrize(
    ("code", "ended"),
    [
        ("while True: pass", Ended.TIMEOUT),
        ("import os; os._exit(0)", Ended.KILLED),
        ("bytearray(1 << 40)", Ended.MEMORY),
        ("while True: print('x' * 1000)", Ended.OUTPUT_LIMIT),
        ("[0] * 100_000", Ended.OUTPUT_LIMIT),
        ("import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0)", Ended.REFUSED),
    ],
)
async def test_a_probe_that_ends_the_process_costs_only_itself(sandbox: Sandbox, code: str, ended: Ended) -> None:
    probes = [Probe("before", "n"), Probe("bad", code), Probe("after", "n + 1")]
    before, bad, after = (await sandbox.run("n = 1", probes=probes)).answers
    assert (before.value, bad.ended, after.value) == (1, ended, 2)


async def test_probes_after_as_many_timeouts_as_are_allowed_are_not_put(sandbox: Sandbox) -> None:
    limits = Limits(wall_s=0.3, cpu_s=0.3, give_up_after=1)
    probes = [Probe("n", "n"), Probe("loop", "while True: pass"), Probe("n", "n"), Probe("n", "n")]
    answers = (await sandbox.run("n = 1", probes=probes, limits=limits)).answers
    assert [answer.ended for answer in answers] == [Ended.OK, Ended.TIMEOUT, Ended.TIMEOUT, Ended.TIMEOUT]


@pytest.mark.parametrize(
    "source", ["x = 1\nraise KeyError('k')", "x = 1\nimport sys\nsys.exit()", "x = 1\nimport os\nos._exit(0)"]
)
async def test_a_program_that_does_not_run_through_answers_nothing(sandbox: Sandbox, source: str) -> None:
    (answer,) = (await sandbox.run(source, probes=[Probe("x", "x")])).answers
    assert answer.ended is not Ended.OK
    assert answer.value is None


async def test_probes_see_pythons_builtins_whatever_the_program_calls_so(sandbox: Sandbox) -> None:
    source = "def len(x): return 99\nimport builtins\nbuiltins.abs = lambda x: 99\n"
    probes = [Probe("len", "len([])"), Probe("abs", "abs(-1)"), Probe("theirs", "import __main__; __main__.len([])")]
    assert [answer.value for answer in (await sandbox.run(source, probes=probes)).answers] == [0, 1, 99]


async def test_the_prelude_shares_names_and_not_line_numbers(sandbox: Sandbox) -> None:
    execution = await sandbox.run("print(BASE)\n1 / 0", prelude="BASE = 2\n\n\n")
    assert execution.stdout == "2\n"
    assert "line 2" in execution.stderr


async def test_a_program_is_main_and_draws_and_prints_alike_every_time(sandbox: Sandbox) -> None:
    source = "import random\nif __name__ == '__main__':\n    print(random.random(), {'a', 'b', 'c'})"
    first = await sandbox.run(source)
    async with Sandbox() as other:
        assert (await other.run(source)).stdout == first.stdout != ""


async def test_a_run_leaves_nothing_to_the_next(sandbox: Sandbox) -> None:
    await sandbox.run("open('left', 'w').write('x')\nimport math\nmath.pi = 3\nx = 1")
    probes = [Probe("files", "import os; os.listdir()"), Probe("pi", "import math; math.pi > 3"), Probe("x", "x")]
    files, pi, x = (await sandbox.run("", probes=probes)).answers
    assert (files.value, pi.value, x.error_type) == ([], True, "NameError")


async def test_cpu_time_counts_and_not_only_wall_time(sandbox: Sandbox) -> None:
    execution = await sandbox.run("while True: pass", limits=Limits(wall_s=20.0, cpu_s=0.2))
    assert execution.ended is Ended.TIMEOUT
    assert execution.duration_s < 10


async def test_output_before_a_timeout_is_kept(sandbox: Sandbox) -> None:
    execution = await sandbox.run("print('step 1')\nwhile True: pass", limits=Limits(cpu_s=0.2))
    assert (execution.ended, execution.stdout) == (Ended.TIMEOUT, "step 1\n")


async def test_a_thread_is_waited_for_at_the_end_of_a_program(sandbox: Sandbox) -> None:
    source = "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.05), print('late'))).start()"
    assert (await sandbox.run(source)).stdout == "late\n"


async def test_runs_of_one_sandbox_wait_for_each_other(sandbox: Sandbox) -> None:
    runs = await asyncio.gather(*(sandbox.run(f"print({n})") for n in range(5)))
    assert [run.stdout for run in runs] == [f"{n}\n" for n in range(5)]


async def test_a_cancelled_run_does_not_confuse_the_next(sandbox: Sandbox) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(sandbox.run("import time\ntime.sleep(60)", limits=Limits(wall_s=60)), 0.2)
    assert (await sandbox.run("print('here')")).stdout == "here\n"


async def test_a_server_that_dies_is_reported_and_replaced(sandbox: Sandbox) -> None:
    run = asyncio.create_task(sandbox.run("import time\ntime.sleep(60)", limits=Limits(wall_s=60)))
    await asyncio.sleep(0.3)
    for kill in (signal.SIGSTOP, signal.SIGKILL):  # or the server could still tell of its program's death
        for pid in descendants(os.getpid()):
            with suppress(ProcessLookupError):  # those of a namespace die with the first of it
                os.kill(pid, kill)
    with pytest.raises(SandboxError, match="ended in the middle"):
        await run
    assert (await sandbox.run("print('here')")).stdout == "here\n"


async def test_a_closed_sandbox_says_how_to_open_it() -> None:
    with pytest.raises(SandboxError, match="async with"):
        await Sandbox().run("")


async def test_a_probe_that_is_no_python_is_named(sandbox: Sandbox) -> None:
    with pytest.raises(SandboxError, match="'broken'"):
        await sandbox.run("", probes=[Probe("broken", "1 +")])


async def test_nothing_is_left_when_the_sandbox_closes() -> None:
    before = descendants(os.getpid())
    async with Sandbox() as sandbox:
        await sandbox.run("1")
        assert descendants(os.getpid()) > before
    assert descendants(os.getpid()) == before


def test_when_its_owner_is_killed_everything_goes_with_it(tmp_path: Path) -> None:
    program = tmp_path / "owner.py"
    program.write_text(
        "import asyncio\nfrom environments.sandbox import Limits, Sandbox\n"
        "async def main():\n"
        "    async with Sandbox() as sandbox:\n"
        "        print('up', flush=True)\n"
        "        await sandbox.run('while True: pass', limits=Limits(wall_s=60, cpu_s=60))\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, program], stdout=subprocess.PIPE, env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    ) as owner:
        assert owner.stdout
        assert owner.stdout.readline() == b"up\n"
        time.sleep(0.3)
        family = descendants(owner.pid)
        assert family
        owner.kill()
    deadline = time.monotonic() + 5
    while any(Path(f"/proc/{pid}").exists() for pid in family) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert [pid for pid in family if Path(f"/proc/{pid}").exists()] == []


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("[len(x) for x in ([1], [])]", [1, 0]),
        ("(lambda: max(1, abs(-2)))()", 2),
        ("class A:\n    n = sum([1, 2])\nA.n", 3),
        ("import math\nround(math.pi)", 3),
        ("eval('min(4, 5)')", 4),
        ("globals()['__builtins__']['len']('ab')", 2),
        ("theirs('abc')", 3),
    ],
)
async def test_a_probe_finds_every_builtin_that_it_names(sandbox: Sandbox, code: str, value: object) -> None:
    (answer,) = (await sandbox.run("def theirs(x): return len(x)", probes=[Probe("p", code)])).answers
    assert (answer.ended, answer.value) == (Ended.OK, value)
