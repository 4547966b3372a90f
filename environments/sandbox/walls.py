"""Which walls stand on this machine: each one is attacked, none is taken on trust."""

import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from environments.sandbox.execution import Answer, Ended, Execution, Limits, Probe


@dataclass(frozen=True)
class Wall:
    """One thing that the sandbox keeps a program from.

    Args:
        name: Its name.
        keeps: What it keeps a program from.
        stands: Whether the attack on it failed.
        seen: What came of the attack.
    """

    name: str
    keeps: str
    stands: bool
    seen: str


@dataclass(frozen=True)
class Attack:
    """How a wall is tried.

    Args:
        wall: The wall's name.
        keeps: What the wall keeps a program from.
        code: An expression that is true if the attack got through, and false or an `ends` if it did not.
        ends: How else a wall that stands may end the attack.
    """

    wall: str
    keeps: str
    code: str
    ends: Ended = Ended.REFUSED


class Runner(Protocol):
    """What runs the attacks: a `Connection`'s `run`."""

    async def __call__(self, source: str, *, probes: Sequence[Probe], limits: Limits) -> Execution:
        """Run a program and put probes to it."""
        ...


_LIMITS: Final = Limits(wall_s=0.25, cpu_s=0.25, output_bytes=4096, file_bytes=65_536)

_WEAPONS: Final = """
import ctypes, os, socket

libc = ctypes.CDLL(None)
NEW_USER, SEIZE = 0x10000000, 0x4206

def reaches(attempt):
    try:
        return attempt() not in (-1, False)
    except OSError:
        return False

def read(path):
    with open(path, "rb") as file:
        return bool(file.read(1))

def spies(name):
    return reaches(lambda: read(f"/proc/{PARENT}/{name}"))

def write(path):
    with open(path, "wb") as file:
        return bool(file.write(b"x"))

def lock(path):
    os.chmod(path, 0o400)

def connect(port):
    socket.create_connection(("127.0.0.1", port), 0.2).close()

def leave_behind():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            import time
            time.sleep(60)
        os._exit(0)

def fork():
    if os.fork() == 0:
        os._exit(0)
"""

_ATTACKS: Final = (
    Attack(
        "files",
        "reading and writing the host's files",
        "any(reaches(lambda: act(CANARY)) for act in (read, write, lock))",
    ),
    Attack("neighbours", "reading other processes' memory and environment", "any(map(spies, ('environ', 'maps')))"),
    Attack("network", "reaching the network", "reaches(lambda: connect(PORT))"),
    Attack("environment", "seeing the parent's environment variables", "bool(os.environ)"),
    Attack("processes", "starting processes", "reaches(fork)"),
    Attack("signals", "sending signals to other processes", "reaches(lambda: os.kill(PARENT, 0))"),
    Attack("tracing", "tracing other processes", "reaches(lambda: libc.ptrace(SEIZE, PARENT, 0, 0))"),
    Attack("kernel", "asking the kernel for what no learner needs", "reaches(lambda: libc.unshare(NEW_USER))"),
    Attack("file size", "filling the disk", "reaches(lambda: open('large', 'wb').write(bytes(131072)) > 65536)"),
    Attack("memory", "taking more memory than it may", "bool(bytearray(512 << 20))", Ended.MEMORY),
    Attack("time", "running longer than it may", "[None for _ in iter(int, 1)]", Ended.TIMEOUT),
    Attack("output", "printing more than it may", "print('x' * 8192) is None", Ended.OUTPUT_LIMIT),
)
_OUTLIVING: Final = "outliving its run"


async def inspect(run: Runner, server: int) -> tuple[Wall, ...]:
    """Attack every wall from within the sandbox.

    Args:
        run: Runs a program in the sandbox.
        server: Process that the sandbox's server was started as.
    """
    with _canaries() as names:
        source = "".join(f"{name} = {value!r}\n" for name, value in names.items()) + _WEAPONS
        probes = [Probe(attack.wall, attack.code) for attack in _ATTACKS]
        execution = await run(source, probes=probes, limits=_LIMITS)
        await run(source + "leave_behind()", probes=(), limits=_LIMITS)
        left = sum(map(runs_a_program, descendants(server)))
    tried = [_judged(attack, answer) for attack, answer in zip(_ATTACKS, execution.answers, strict=True)]
    return (*tried, Wall("lifetime", _OUTLIVING, stands=not left, seen=f"{left} processes left"))


def descendants(pid: int) -> set[int]:
    """Every process below one, as the host sees them."""
    children: dict[int, list[int]] = {}
    for process in Path("/proc").glob("[0-9]*"):  # not down to `stat`, which may end while it is looked for
        try:
            parent = int((process / "stat").read_text(errors="replace").rpartition(")")[2].split()[1])
        except OSError:  # it ended meanwhile
            continue
        children.setdefault(parent, []).append(int(process.name))
    found, frontier = set[int](), [pid]
    while frontier:
        fresh = children.get(frontier.pop(), [])
        found.update(fresh)
        frontier.extend(fresh)
    return found


def runs_a_program(pid: int) -> bool:
    """Whether a process has come from one that a program was let into."""
    try:
        return Path(f"/proc/{pid}/comm").read_text() == "program\n"
    except OSError:  # it ended meanwhile
        return False


def _judged(attack: Attack, answer: Answer) -> Wall:
    stands = answer.ended is attack.ends or (answer.ended is Ended.OK and answer.value is False)
    if answer.ended is Ended.OK:
        seen = "kept out" if answer.value is False else "got through"
    else:
        seen = answer.message.strip().rpartition("\n")[2] or str(answer.ended)
    return Wall(attack.wall, attack.keeps, stands, seen)


@contextmanager
def _canaries() -> Iterator[dict[str, object]]:
    """Things on the host that an attack can be seen to reach."""
    with tempfile.NamedTemporaryFile() as file, socket.create_server(("127.0.0.1", 0)) as listener:
        file.write(b"secret")
        file.flush()
        yield {"CANARY": file.name, "PORT": listener.getsockname()[1], "PARENT": os.getpid()}
