"""The warm fork server: raises the walls once, then gives every run a fresh child and sees to its end."""

import gc
import os
import random
import resource
import shutil
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn

from . import kernel
from .child import AbandonedError, Child, Told
from .codec import decode, encode
from .driver import Driver

_MEBIBYTE: Final = 1 << 20
_RESERVE: Final = 16 * _MEBIBYTE  # address space that a child keeps for what it has to say about its own end
_PRISTINE: Final = 0o40700  # a directory, for its owner alone
_OWN_PROCESSES: Final = 4  # the server's, which the kernel counts as the same user's
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
        if hello["namespaces"] == "unshare":
            _move_out()
        self._own = os.pidfd_open(os.getpid())
        kernel.hide_from_tracers()
        kernel.bar_new_privileges()
        kernel.adopt_orphans()
        for name in _WARM:
            import_module(name)
        for name in [name for name in sys.modules if name.startswith(__package__)]:
            del sys.modules[name]  # a program finds Python's modules there, and not ours
        os.environ.clear()
        self._readable: list[str] = hello["readable"]
        self._landlock: kernel.Landlock | None = None
        lacking = self._lay_workdir()
        self._send({"landlock": lacking})

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
        output = [bytes(text[: request["limits"]["output_bytes"]]) for text in child.output.values()]
        answers: list[Told] = []
        begun = program
        for probe in request["probes"]:
            if program.ended != "ok":  # what did not run through answers nothing
                answers.append(program)
                continue
            if sum(told.ended == "timeout" for told in answers) == request["limits"]["give_up_after"]:
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
        child = self._spawn(request["limits"])
        return child, child.ask(request["prelude"], request["source"], not request["probes"])

    def _spawn(self, limits: dict[str, Any]) -> Child:
        (question, asked), (answered, answer), (out, stdout), (err, stderr) = (os.pipe() for _ in range(4))
        if self._fenced:
            kernel.fresh_pid_namespace(self._own)
        pid = os.fork()
        if pid == 0:
            try:
                self._settle_in(limits, stdout, stderr, question, answer)
                Driver(question, answer, self._workdir, limits["answer_bytes"]).live()
            finally:
                os._exit(70)  # EX_SOFTWARE: the driver itself was broken
        for file in (question, answer, stdout, stderr):
            os.close(file)
        return Child(pid, asked, answered, (out, err), self._control, limits)

    def _settle_in(self, limits: dict[str, Any], stdout: int, stderr: int, question: int, answer: int) -> None:
        """Turn this fresh child into a place that a program can be let into."""
        os.setsid()
        os.chdir(self._workdir)
        if not self._fenced:
            kernel.die_with_parent()
        kernel.drop_capabilities()
        if self._landlock:
            self._landlock.restrict()
        os.dup2(stdout, 1)
        os.dup2(stderr, 2)
        low = _FIRST_DESCRIPTOR
        for file in (*sorted((question, answer)), _LAST_DESCRIPTOR):
            os.closerange(low, file)
            low = file + 1
        random.seed(0)  # a program that draws without a seed of its own draws the same in every run
        gc.enable()
        self._limit(limits)
        if self._filter:
            kernel.install_filter(self._filter)

    def _limit(self, limits: dict[str, Any]) -> None:
        memory = limits["memory_mb"] * _MEBIBYTE
        _lower(resource.RLIMIT_CORE, 0)
        _lower(resource.RLIMIT_NOFILE, limits["open_files"])
        _lower(resource.RLIMIT_FSIZE, limits["file_bytes"])
        _lower(resource.RLIMIT_AS, memory, memory + _RESERVE)
        if self._fenced:  # elsewhere it would count every process of the user
            _lower(resource.RLIMIT_NPROC, limits["threads"] + _OWN_PROCESSES)

    def _lay_workdir(self) -> str:
        """Make the working directory anew, with the rules that name it, and say what kept the rules from being made."""
        if self._fenced:
            kernel.mount_tmpfs(self._workdir, size=16 * _MEBIBYTE, inodes=1024)
        try:
            self._landlock = kernel.Landlock(self._readable, self._workdir)
        except OSError as error:
            return str(error)
        return ""

    def _tidy(self) -> None:
        """Leave nothing of a run: no process, no file."""
        self._sweep()
        workdir = Path(self._workdir)
        if workdir.stat().st_mode == _PRISTINE and not any(workdir.iterdir()):
            return
        if self._fenced:
            kernel.unmount(self._workdir)
            self._lay_workdir()
        else:
            _empty(workdir)

    def _sweep(self) -> None:
        """Kill what a run left behind, where no PID namespace has already done so."""
        children = Path(f"/proc/self/task/{os.getpid()}/children")
        while not self._fenced and (pids := children.read_text().split()):
            for pid in map(int, pids):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)

    def _receive(self) -> Any:
        size = int.from_bytes(self._read_exactly(4), "big")
        return decode(self._read_exactly(size))

    def _read_exactly(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            piece = os.read(self._control, size - len(data))
            if not piece:
                raise AbandonedError
            data += piece
        return bytes(data)

    def _send(self, value: dict[str, Any]) -> None:
        data = encode(value, 1 << 40)
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
    kernel.mount_tmpfs("/proc", size=4096, inodes=2, read_only=True)


def _lower(kind: int, soft: int, hard: int | None = None) -> None:
    """Lower a resource limit of this process, for good."""
    ceiling = resource.getrlimit(kind)[1]
    ceiling = 1 << 62 if ceiling == resource.RLIM_INFINITY else ceiling
    resource.setrlimit(kind, (min(soft, ceiling), min(soft if hard is None else hard, ceiling)))


def _packed(told: Told) -> list[Any]:
    return [told.ended, told.reply, told.exit_code, told.duration_s]


def _empty(directory: Path) -> None:
    """Remove all that lies in a directory, whatever modes a program gave it."""
    directory.chmod(0o700)
    for path, names, _ in os.walk(directory):
        for name in names:
            if not (Path(path) / name).is_symlink():
                (Path(path) / name).chmod(0o700)
    for entry in directory.iterdir():
        shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()


def main(control: int) -> NoReturn:
    """Serve on a descriptor."""
    Server(control).serve()
