"""The server's side of a run: one child process, what it is asked, what it says and how it ends."""

import marshal
import os
import select
import signal
import time
from dataclasses import dataclass
from typing import Any, Final

from .driver import MESSAGE_CHARACTERS, TOKEN_BYTES

_CHUNK: Final = 65_536
_CPU_CLOCK: Final = 2  # CPUCLOCK_SCHED of the kernel's clock identifiers: see clock_getcpuclockid(3)
_KINDS: Final = {b"v": "ok", b"e": "error", b"m": "memory", b"l": "output_limit"}
_ERROR_ROOM: Final = 8 * MESSAGE_CHARACTERS + 256


class AbandonedError(Exception):
    """The one whom the server serves is gone."""


@dataclass(slots=True)
class Told:
    """What came of one question.

    Args:
        ended: A value of `Ended`.
        reply: The driver's reply, still encoded; empty where there is none.
        exit_code: The process's exit code, or a signal's number below zero; None unless it ended by itself.
        duration_s: Wall time.
    """

    ended: str
    reply: bytes = b""
    exit_code: int | None = None
    duration_s: float = 0.0


class Child:
    """A process that one program runs in.

    Args:
        pid: The process, as the server sees it.
        questions, answers: The server's ends of the driver's pipes.
        outputs: The server's ends of the program's standard output and standard error.
        control: Descriptor that hangs up when nobody waits for the run any more.
    """

    def __init__(self, pid: int, questions: int, answers: int, outputs: tuple[int, int], control: int) -> None:
        self._pid, self._questions, self._answers, self._control = pid, questions, answers, control
        self._limits: dict[str, Any] = {}
        self.output = {file: bytearray() for file in outputs}
        self._token, self._heard, self._ended = b"", bytearray(), False
        self._open = set(outputs)
        self._poll = select.poll()
        self._poll.register(control, select.POLLRDHUP)
        for file in (answers, *outputs):
            self._poll.register(file, select.POLLIN)

    def run(self, limits: dict[str, Any], prelude: str, source: str, *, last: bool) -> Told:
        """Let the program in, within limits (the fields of `Limits`); `last` if no question comes after it."""
        self._limits = limits
        return self.ask(limits, prelude, source, last)

    def ask(self, *question: Any) -> Told:
        """Put a question to the driver and wait for what comes of it; all but "ok" and "error" end the child."""
        self._token = os.urandom(TOKEN_BYTES)
        frame = marshal.dumps([self._token, *question])
        started, used = time.monotonic(), self._cpu_s()
        try:
            _write_all(self._questions, len(frame).to_bytes(4, "big") + frame)
        except BrokenPipeError:
            return self._gone()
        told = self._wait(started + self._limits["wall_s"], used + self._limits["cpu_s"])
        told.duration_s = time.monotonic() - started
        return told

    def end(self) -> int:
        """Kill the process, wait until it is gone, and give its exit code as `Told` does."""
        self._ended = True
        os.kill(self._pid, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        while ready := {file for file, _ in self._poll.poll(0)} & self._open:
            self._collect(ready)
        for file in (self._questions, self._answers, *self.output):
            os.close(file)
        return code

    def _wait(self, wall_end: float, cpu_end: float) -> Told:
        left = min(self._limits["wall_s"], self._limits["cpu_s"])
        while left > 0:
            ready = {file for file, _ in self._poll.poll(left * 1000 + 1)}
            if self._control in ready:
                raise AbandonedError
            self._collect(ready)  # first: what was printed before an answer has come before it
            if self._spilt():
                return self._stopped("output_limit")
            if self._answers in ready and (told := self._listen()):
                return told
            left = min(wall_end - time.monotonic(), cpu_end - self._cpu_s())
        return self._stopped("timeout")

    def _listen(self) -> Told | None:
        data = os.read(self._answers, _CHUNK)
        if not data:
            return self._gone()
        self._heard += data
        size = int.from_bytes(self._heard[:4], "big")
        room = max(self._limits["answer_bytes"], _ERROR_ROOM) + TOKEN_BYTES + 1
        if size > room or len(self._heard) > size + 4 > 4:
            return self._stopped("killed")
        if len(self._heard) < size + 4:
            return None
        frame, self._heard = bytes(self._heard[4:]), bytearray()
        return self._judge(frame[:TOKEN_BYTES], frame[TOKEN_BYTES : TOKEN_BYTES + 1], frame[TOKEN_BYTES + 1 :])

    def _judge(self, token: bytes, kind: bytes, reply: bytes) -> Told:
        if token != self._token or kind not in _KINDS:
            return self._stopped("killed")
        if kind == b"m":  # what it still holds could starve the next question
            self.end()
        return Told(_KINDS[kind], reply)

    def _gone(self) -> Told:
        code = self.end()
        if self._spilt():
            return Told("output_limit")
        return Told("refused" if code == -signal.SIGSYS else "killed", exit_code=code)

    def _stopped(self, ended: str) -> Told:
        self.end()
        return Told(ended)

    def _cpu_s(self) -> float:
        """CPU time that the process has used, all threads together; nothing once it is dead."""
        try:
            return time.clock_gettime((~self._pid << 3) | _CPU_CLOCK)
        except OSError:
            return 0.0

    def _spilt(self) -> bool:
        return sum(map(len, self.output.values())) > int(self._limits["output_bytes"])

    def _collect(self, ready: set[int]) -> None:
        """Take in what lies ready of the program's output."""
        for file in ready & self._open:
            data = os.read(file, _CHUNK)
            self.output[file] += data
            if not data or self._spilt():
                self._open.discard(file)
                self._poll.unregister(file)

    @property
    def alive(self) -> bool:
        """Whether it can be asked again."""
        return not self._ended


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]
