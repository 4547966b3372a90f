"""The warm fork server: raises the walls once, then gives every run a fresh child and sees to its end."""

# pathlib would grow what every run is forked from
# ruff: noqa: PTH101, PTH104, PTH106, PTH108, PTH112, PTH114, PTH116, PTH208

import gc
import json
import marshal
import os
import random
import resource
import signal
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any, Final, NoReturn, cast

from . import kernel
from .child import AbandonedError, Child, Told
from .driver import Driver

_MEBIBYTE: Final = 1 << 20
_RESERVE: Final = 16 * _MEBIBYTE  # address space that a child keeps for what it has to say about its own end
_PRISTINE: Final = 0o40700  # a directory, for its owner alone
_LITTER: Final = 24  # children forked at one time: the pages that a fork shares are parted once for all of them
_LIMITED: Final = (
    resource.RLIMIT_CORE, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_AS, resource.RLIMIT_NPROC,
)  # fmt: skip
_NO_CEILING: Final = 1 << 62
_CHUNK: Final = 65_536
_FIRST_DESCRIPTOR, _LAST_DESCRIPTOR = 3, 256

# What novices import, so that no run pays for it.
_WARM: Final = (
    "abc", "bisect", "collections", "collections.abc", "copy", "dataclasses", "datetime", "decimal", "enum",
    "fractions", "functools", "heapq", "io", "itertools", "json", "math", "operator", "os", "random", "re",
    "statistics", "string", "sys", "textwrap", "threading", "time", "traceback", "typing",
)  # fmt: skip


class Server:
    """Serves the one who holds the other end of a stream socket, until that end closes.

    Args:
        control: Descriptor of the socket; its frames have a length of 4 bytes before them.
    """

    def __init__(self, control: int) -> None:
        self._control = control
        hello = self._receive()
        self._filter: bytes = hello["filter"]
        self._workdir: str = hello["workdir"]
        self._fenced: bool = hello["namespaces"] != "none"
        self._ceilings = {kind: _ceiling(kind) for kind in _LIMITED}
        self._spares: list[Child] = []
        for name in _WARM:
            import_module(name)
        self._send({"landlock": self._raise_walls(hello["namespaces"], hello["readable"], hello["workdir_bytes"])})
        for name in [name for name in sys.modules if name.startswith(__package__)]:
            del sys.modules[name]  # a program finds Python's modules there, and not ours
        os.environ.clear()

    def _raise_walls(self, namespaces: str, readable: list[str], workdir_bytes: int) -> str:
        """Shut this process in, and so all below it, and say what kept Landlock from its part."""
        if namespaces == "unshare":
            _move_out()
            kernel.mount_tmpfs(self._workdir, workdir_bytes)
        if self._fenced and os.getpid() != 1:
            raise RuntimeError("not the first process of a PID namespace: what a sweep kills would be others' too")
        kernel.hide_from_tracers()
        kernel.adopt_orphans()
        kernel.drop_privileges()
        if not self._fenced:
            self._children = os.open(f"/proc/self/task/{os.getpid()}/children", os.O_RDONLY)
        try:
            kernel.restrict_files(readable, self._workdir)
        except OSError as error:
            return str(error)
        return ""

    def serve(self) -> NoReturn:
        """Answer requests one after the other."""
        gc.collect()
        gc.freeze()
        gc.disable()  # a collection would touch, and so copy, the pages that children share
        while True:
            try:
                self._send(self._run(self._receive()))
            except (AbandonedError, BrokenPipeError):
                self._sweep()
                os._exit(0)

    def _run(self, request: dict[str, Any]) -> dict[str, Any]:
        child, program = self._begin(request)
        room = request["limits"]["output_bytes"]
        output = [text[:room].decode("latin-1") for text in child.output.values()]
        answers: list[Told] = []
        begun, give_up = program, request["limits"]["give_up_after"]
        for probe in request["probes"]:
            if program.ended != "ok":  # what did not run through answers nothing
                answers.append(program)
                continue
            if give_up is not None and sum(told.ended == "timeout" for told in answers) >= give_up:
                answers.append(Told("timeout"))
                continue
            if not child.alive:
                self._tidy()
                child, begun = self._begin(request)
            answers.append(child.ask(probe) if begun.ended == "ok" else begun)
        if child.alive:
            child.end()
        self._tidy()
        return {"program": _packed(program), "output": output, "answers": [_packed(told) for told in answers]}

    def _begin(self, request: dict[str, Any]) -> tuple[Child, Told]:
        if not self._spares:
            os.chdir(self._workdir)  # for all of them, before the program in the first can shut it to the others
            self._spares = [self._spawn() for _ in range(_LITTER if self._filter else 1)]
        child = self._spares.pop()
        return child, child.run(request["limits"], request["prelude"], request["source"], last=not request["probes"])

    def _spawn(self) -> Child:
        (question, asked), (answered, answer), (out, stdout), (err, stderr) = (os.pipe() for _ in range(4))
        pid = os.fork()
        if pid == 0:
            try:
                self._settle_in(stdout, stderr, question, answer)
                Driver(question, answer, self._workdir, self._confine).live()
            finally:
                os._exit(70)  # EX_SOFTWARE: the driver itself was broken
        for file in (question, answer, stdout, stderr):
            os.close(file)
        return Child(pid, asked, answered, (out, err), self._control)

    def _settle_in(self, stdout: int, stderr: int, question: int, answer: int) -> None:
        """Leave this fresh child what a program is to have, and nothing of the server's."""
        if not self._fenced:
            kernel.die_with_parent()
        os.dup2(stdout, 1)
        os.dup2(stderr, 2)
        low = _FIRST_DESCRIPTOR
        for file in (*sorted((question, answer)), _LAST_DESCRIPTOR):
            os.closerange(low, file)
            low = file + 1

    def _confine(self, limits: dict[str, Any]) -> None:
        """Raise, in a child, the walls that it keeps for its own run."""
        random.seed(0)  # a program that draws without a seed of its own draws the same in every run
        gc.enable()
        memory = limits["memory_mb"] * _MEBIBYTE
        self._lower(resource.RLIMIT_CORE, 0)
        self._lower(resource.RLIMIT_NOFILE, limits["open_files"])
        self._lower(resource.RLIMIT_FSIZE, limits["file_bytes"])
        self._lower(resource.RLIMIT_AS, memory, reserve=_RESERVE)
        if self._fenced:  # elsewhere it would count every process of the user
            self._lower(resource.RLIMIT_NPROC, limits["threads"] + _LITTER)
        kernel.name_process("program")
        if self._filter:
            kernel.install_filter(self._filter)

    def _lower(self, kind: int, soft: int, *, reserve: int = 0) -> None:
        resource.setrlimit(kind, (min(soft, self._ceilings[kind]), min(soft + reserve, self._ceilings[kind])))

    def _tidy(self) -> None:
        """Leave nothing of a run: no process, no file."""
        if not self._spares:
            self._sweep()
        if os.stat(self._workdir).st_mode != _PRISTINE or os.listdir(self._workdir):
            _empty(self._workdir)

    def _sweep(self) -> None:
        """Kill all that is below this process, however it got there."""
        if self._fenced:  # this is the first process of its PID namespace, and reaches every other there
            with suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        else:
            while pids := os.pread(self._children, _CHUNK, 0).split():
                for pid in map(int, pids):
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)

    def _receive(self) -> Any:
        size = int.from_bytes(self._read_exactly(4), "big")
        return marshal.loads(self._read_exactly(size))  # noqa: S302 - from our owner

    def _read_exactly(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            piece = os.read(self._control, size - len(data))
            if not piece:
                raise AbandonedError
            data += piece
        return bytes(data)

    def _send(self, value: dict[str, Any]) -> None:
        data = json.dumps(value).encode()
        data = len(data).to_bytes(4, "big") + data
        while data:
            data = data[os.write(self._control, data) :]


def _move_out() -> None:
    """Enter namespaces without bubblewrap: this process waits outside them, its child serves inside."""
    kernel.enter_namespaces()
    inside = os.fork()
    if inside:
        os._exit(os.waitstatus_to_exitcode(os.waitpid(inside, 0)[1]) & 0xFF)
    kernel.die_with_parent()
    kernel.make_read_only("/")
    kernel.mount_tmpfs("/proc", 4096)


def _ceiling(kind: int) -> int:
    """The highest that a resource limit of this process may be set to."""
    hard = resource.getrlimit(kind)[1]
    return _NO_CEILING if hard == resource.RLIM_INFINITY else hard


def _packed(told: Told) -> list[Any]:
    return [told.ended, told.reply.decode("latin-1"), told.exit_code, told.duration_s]


def _empty(directory: str) -> None:
    """Remove all that lies in a directory, whatever modes a program gave it and however deep it goes."""
    os.chmod(directory, 0o700)
    while names := os.listdir(directory):
        for path in (f"{directory}/{name}" for name in names):
            if os.path.islink(path) or not os.path.isdir(path):
                os.unlink(path)
                continue
            os.chmod(path, 0o700)
            for inner in (f"{path}/{name}" for name in os.listdir(path)):
                if not os.path.islink(inner) and os.path.isdir(inner):
                    os.chmod(inner, 0o700)
                os.rename(inner, f"{directory}/{os.urandom(8).hex()}")  # up here, where no path is too long
            os.rmdir(path)


def main(control: int) -> NoReturn:
    """Serve on a descriptor, as a process that does nothing else."""
    cast("TextIOWrapper", sys.stdout).reconfigure(line_buffering=True)  # what was printed before a timeout is kept
    Server(control).serve()
