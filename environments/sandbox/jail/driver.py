"""The child's side of a run: lives through the program, then answers one question at a time.

The program shares this process and may patch whatever it can reach. So nothing here is looked up again once the
program has run: builtins are a copy, functions of modules are bound at import. What a program can still do is break
its own run, which then gives no answer; and the answers that it is compared with never come here.
"""

import atexit
import builtins
import marshal
import os
import sys
import threading
from collections.abc import Callable
from resource import RLIMIT_AS, getrlimit, setrlimit
from types import CodeType, ModuleType
from typing import Any, Final, NoReturn

from .codec import TooLargeError, encode

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

PROGRAM: Final = "program.py"
TOKEN_BYTES: Final = 16
_CHUNK: Final = 65_536
MESSAGE_CHARACTERS: Final = 8192
_RECURSION_LIMIT: Final = sys.getrecursionlimit()
_BUILTINS: Final = dict(vars(builtins))

_read, _write, _exit, _getpid, _chdir, _open, _close = (
    os.read, os.write, os._exit, os.getpid, os.chdir, os.open, os.close,
)  # fmt: skip
_loads, _show, _exec, _eval, _compile = marshal.loads, sys.excepthook, exec, eval, compile
_settrace, _setprofile, _setrecursionlimit = sys.settrace, sys.setprofile, sys.setrecursionlimit
_join_threads, _run_exit_functions = threading._shutdown, atexit._run_exitfuncs  # type: ignore[attr-defined]  # noqa: SLF001
_type_name: Final = type.__dict__["__name__"].__get__


class _Printed:
    """The end of what is printed to it."""

    text = ""

    def write(self, text: str) -> None:
        self.text = (self.text + text[-MESSAGE_CHARACTERS:])[-MESSAGE_CHARACTERS:]


class Driver:
    """Runs one program in this process and answers questions about it.

    Args:
        questions: Descriptor that the server's frames are read from.
        answers: Descriptor that the answers are written to.
        workdir: The program's working directory.
        confine: Raises the walls that a run has of its own, given its limits.
    """

    def __init__(self, questions: int, answers: int, workdir: str, confine: Callable[[dict[str, Any]], None]) -> None:
        self._questions, self._answers, self._workdir, self._confine = questions, answers, workdir, confine
        self._pid = _getpid()
        self._streams = (sys.stdout, sys.stderr)
        self._source, self._laid_out = "", False
        self._main = ModuleType("__main__")

    def live(self) -> NoReturn:
        """Answer until the server ends this process."""
        token, limits, prelude, self._source, last = self._hear()
        self._confine(limits)
        self._room: int = limits["answer_bytes"]
        sys.modules["__main__"] = self._main
        vars(self._main).update(__file__=PROGRAM, __builtins__=builtins)
        self._answer(token, lambda: self._run(prelude, last), aloud=True)
        while True:
            token, probe = self._hear()
            self._answer(token, lambda: self._ask(*_loads(probe)), aloud=False)  # noqa: B023 - called at once

    def _run(self, prelude: str, last: bool) -> None:
        scope = vars(self._main)
        if prelude:
            _exec(_compile(prelude, "prelude.py", "exec", dont_inherit=True), scope)
        try:
            _exec(_compile(self._source, PROGRAM, "exec", dont_inherit=True), scope)
        finally:
            if last:  # what CPython does at the end of a script
                _join_threads()
                _run_exit_functions()

    def _ask(self, body: CodeType, ending: CodeType | None, names: list[str]) -> object:
        """Give the value of a probe, in which Python's builtins are Python's own, whatever the program calls so."""
        scope: dict[str, Any] = {name: value for name, value in vars(self._main).items() if name not in _BUILTINS}
        scope["__builtins__"] = {name: _BUILTINS[name] for name in names if name in _BUILTINS}
        _exec(body, scope)
        return None if ending is None else _eval(ending, scope)

    def _hear(self) -> Any:
        frame = b""
        while len(frame) < 4 or len(frame) - 4 < int.from_bytes(frame[:4], "big"):
            piece = _read(self._questions, _CHUNK)
            if not piece:
                _exit(0)
            frame += piece
        return _loads(frame[4:])

    def _answer(self, token: bytes, action: Callable[[], object], *, aloud: bool) -> None:
        try:
            reply = b"v" + encode(action(), self._room)
        except BaseException as error:
            reply = self._describe(error, aloud=aloud)
        if _getpid() != self._pid:  # a copy that the program forked
            _exit(0)
        self._recover()
        self._write_all(self._answers, (len(token) + len(reply)).to_bytes(4, "big") + token + reply)

    def _recover(self) -> None:
        _settrace(None)
        _setprofile(None)
        _setrecursionlimit(_RECURSION_LIMIT)
        for stream in self._streams:
            try:
                stream.flush()
            except (OSError, ValueError):  # the program closed it
                continue

    def _describe(self, error: BaseException, *, aloud: bool) -> bytes:
        self._recover()
        if isinstance(error, TooLargeError):
            return b"l" + encode(None, self._room)
        if isinstance(error, MemoryError):
            hard = getrlimit(RLIMIT_AS)[1]
            setrlimit(RLIMIT_AS, (hard, hard))  # the reserve that it takes to say so
        message, code = self._exit_of(error) if isinstance(error, SystemExit) else (self._traceback(error), 1)
        if aloud:
            self._write_all(2, message.encode("utf-8", "backslashreplace"))
        kind = b"m" if isinstance(error, MemoryError) else b"e"
        return kind + encode([_type_name(type(error)), message, code], 8 * MESSAGE_CHARACTERS)

    @staticmethod
    def _exit_of(error: SystemExit) -> tuple[str, int]:
        code = error.code
        if code is None or type(code) is int:
            return "", (code or 0) & 0xFF
        return f"{code}\n"[:MESSAGE_CHARACTERS], 1

    def _traceback(self, error: BaseException) -> str:
        """Return what CPython prints, from the program's first frame on."""
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != PROGRAM:
            trace = trace.tb_next
        error.__traceback__ = trace
        printed, stderr = _Printed(), sys.stderr
        sys.stderr = printed
        try:
            self._lay_out_source()
            _show(type(error), error, trace)
        finally:
            sys.stderr = stderr
        return printed.text

    def _lay_out_source(self) -> None:
        """Put the program, once, where CPython looks for the lines that a traceback shows."""
        if self._laid_out:
            return
        self._laid_out = True
        try:
            _chdir(self._workdir)
            file = _open(PROGRAM, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
            self._write_all(file, self._source.encode("utf-8", "surrogatepass"))
            _close(file)
        except OSError:  # the program is in the way: its lines are not shown
            return

    @staticmethod
    def _write_all(file: int, data: bytes) -> None:
        try:
            while data:
                data = data[_write(file, data) :]
        except OSError:  # closed by the program: the server sees that nothing came
            return
