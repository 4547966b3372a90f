"""What is told to the server and what it tells back, as it crosses the wall."""

import ast
import builtins
import marshal
from collections.abc import Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, Final

from environments.sandbox.execution import Answer, Ended, Execution, Limits, Probe
from environments.sandbox.jail.codec import GarbledError, decode
from protocol import SandboxError

_PROBE: Final = "probe.py"
_PROBE_BYTES: Final = 32_768  # what a pipe takes in without a reader, with room to spare
_DYNAMIC: Final = frozenset({"eval", "exec", "globals", "locals", "vars", "__builtins__"})  # reach names not in sight
_GARBLED: Final = "the answer was not in order"


def request(source: str, prelude: str, probes: Sequence[Probe], limits: Limits) -> dict[str, Any]:
    """Put a run into words for the server.

    Raises:
        SandboxError: a probe is no Python, or too long.
    """
    compiled = [_compiled(probe) for probe in probes]
    return {"source": source, "prelude": prelude, "probes": compiled, "limits": vars(limits)}


def execution(told: dict[str, Any]) -> Execution:
    """Read what the server tells of a run: bytes are written as Latin-1, and the replies in it may be forged."""
    ended, reply, exit_code, duration_s = told["program"]
    answer, code = _answer(ended, reply)
    stdout, stderr = (text.encode("latin-1").decode("utf-8", "replace") for text in told["output"])
    exited = answer.ended is Ended.ERROR and answer.error_type == "SystemExit" and code == 0
    return Execution(
        ended=Ended.OK if exited else answer.ended,
        exit_code=code if exit_code is None else exit_code,
        stdout=stdout,
        stderr=stderr,
        error_type=None if exited else answer.error_type,
        duration_s=duration_s,
        answers=tuple(_answer(ended, reply)[0] for ended, reply, _, _ in told["answers"]),
    )


def _answer(ended: str, reply: str) -> tuple[Answer, int | None]:
    """Read a reply, which the program may have forged: what is not in order counts as no answer."""
    try:
        said = decode(reply.encode("latin-1")) if reply else None
    except GarbledError:
        return Answer(Ended.KILLED, message=_GARBLED), None
    if ended == Ended.OK:
        return Answer(Ended.OK, value=said), 0
    match said:
        case [str(error_type), str(message), int(code)]:
            return Answer(Ended(ended), error_type=error_type, message=message), code
        case None:
            return Answer(Ended(ended)), None
        case _:
            return Answer(Ended.KILLED, message=_GARBLED), None


@lru_cache(maxsize=4096)
def _compiled(probe: Probe) -> bytes:
    """Return a probe's statements and the expression that is its answer as code, and the builtins that both use."""
    try:
        tree = ast.parse(probe.code)
        value = None
        if tree.body and isinstance(last := tree.body[-1], ast.Expr):
            tree.body.pop()
            value = compile(ast.Expression(last.value), _PROBE, "eval", dont_inherit=True)
        body = compile(tree, _PROBE, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise SandboxError(f"probe {probe.name!r} is no Python: {error}") from error
    packed = marshal.dumps((body, value, _builtins_of(body, value)))
    if len(packed) > _PROBE_BYTES:
        raise SandboxError(
            f"probe {probe.name!r} takes {len(packed)} bytes, not {_PROBE_BYTES} at most", mend="split it"
        )
    return packed


def _builtins_of(*codes: CodeType | None) -> list[str]:
    """Names of the builtins that code may look up: giving a run no others leaves the pages alone where they lie."""
    names: set[str] = {"__import__", "__build_class__"}
    waiting = [code for code in codes if code]
    while waiting:
        code = waiting.pop()
        names.update(code.co_names)
        waiting.extend(constant for constant in code.co_consts if isinstance(constant, CodeType))
    return sorted(dir(builtins) if names & _DYNAMIC else names)
