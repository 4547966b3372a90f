"""From an HTTP status and what stands beside it to what it means for a request."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Any, Self

from backends.endpoint import AttemptError, DeniedError, RefusedError, ThrottledError, UnavailableError
from backends.transport.server import Server


class Denial(Enum):
    """Why no request will be answered, and what the user can do about it; `{key}` is the key's variable."""

    KEY = ("denies the key", "set {key} to a valid key")
    ACCESS = ("denies access", "see what the key in {key} may be used for")
    CREDIT = ("has no credit left for this key", "top it up and run again: what was paid for is kept")
    MODEL = ("has no such model", "set backend.model to one that it has")
    ADDRESS = (
        "has nothing at this address",
        "set backend.base_url to what comes before /chat/completions",
    )
    SETTING = (
        "does not take a setting",
        "set backend.limited_by to the other choice, or the field to null in backend.extra",
    )


_SPENT = frozenset(
    {
        # OpenAI's guide to error codes: 429 that no waiting ends
        "insufficient_quota",
        "credit_balance_exhausted",
        "organization_spend_limit_exceeded",
        "project_spend_limit_exceeded",
        "organization_usage_limit_exceeded",
        "billing_hard_limit_reached",
        "billing_not_active",
        # Anthropic's
        "enforced_spend_limit_reached",
    }
)
_NO_CREDIT = re.compile(r"credit balance|insufficient (balance|credit|fund)|(usage|spend\w*) limit", re.IGNORECASE)
_NO_KEY = re.compile(r"api[ _-]?key", re.IGNORECASE)
_NO_MODEL = re.compile(
    r"model[^.]{0,80}(not found|not exist|decommissioned|retired)|(invalid|unknown|no such) model|not a valid model",
    re.IGNORECASE,
)
_OVERLOADED = re.compile(r"overload", re.IGNORECASE)
_NO_SUCH_PAGE = frozenset({404, 405, 410, 501})


@dataclass(frozen=True)
class Complaint:
    """What a server says beside an error's status, in any of the forms in use.

    Args:
        message: Its words.
        marks: Its codes, in lower case.
        retry_after: Seconds that the body asks to wait, as Google's does.
    """

    message: str = ""
    marks: frozenset[str] = frozenset()
    retry_after: float | None = None

    @classmethod
    def read(cls, body: bytes) -> Self:
        """The complaint in a body; empty if there is none that a person could read."""
        try:
            told = json.loads(body)
        except (ValueError, RecursionError):
            text = body.decode(errors="replace").strip()
            return cls("" if text.startswith("<") else text)
        if isinstance(told, list) and told:  # Google's OpenAI-compatible endpoint wraps errors into a list
            told = told[0]
        inner = told.get("error", told) if isinstance(told, dict) else told
        if not isinstance(inner, dict):
            return cls(inner if isinstance(inner, str) else "")
        message = inner.get("message") or inner.get("detail") or ""
        parts = [inner, *_details(inner.get("details"))]
        marks = (part.get(name) for part in parts for name in ("code", "type", "status", "reason", "error_code"))
        delays = (part.get("retryDelay") for part in parts)
        return cls(
            message if isinstance(message, str) else json.dumps(message),
            frozenset(mark.lower() for mark in marks if isinstance(mark, str)),
            next((wait for delay in delays if (wait := _seconds(str(delay).removesuffix("s"))) is not None), None),
        )


def _details(details: object) -> Iterator[dict[str, Any]]:
    for detail in details if isinstance(details, list) else [details]:
        if isinstance(detail, dict):
            yield detail


def failure(server: Server, status: int, headers: Mapping[str, str], body: bytes) -> AttemptError:
    """What an answer other than 200 means.

    Args:
        server: Who answered.
        status: Its HTTP status.
        headers: Its headers; only how long to wait is read from them.
        body: The beginning of its body.
    """
    complaint = Complaint.read(body)
    if denial := _denial(status, complaint):
        problem, mend = denial.value
        quote = "" if status == 401 else server.quoted(complaint.message)  # who denies a key likes to repeat it
        return DeniedError(f"{server.name} {problem}{quote}", mend=mend.format(key=server.key_variable or "the key"))
    problem = f"{server.name} answered {status}{server.quoted(complaint.message)}"
    wait = retry_after(headers)
    if wait is None:
        wait = complaint.retry_after
    if status in (429, 529) or (status == 503 and (wait is not None or _OVERLOADED.search(complaint.message))):
        return ThrottledError(problem, retry_after=wait)
    return UnavailableError(problem) if status >= 500 or status in (408, 409, 425) else RefusedError(problem)


def uncounted(server: Server) -> DeniedError:
    """A server answers without counting tokens: to guess them would make every budget and price a guess."""
    problem = f"{server.name} does not count tokens (no `usage` in its reply), so that no budget could be kept"
    return DeniedError(problem, mend="ask a server that does")


def _denial(status: int, complaint: Complaint) -> Denial | None:
    """Why no request at all will be answered; None if others may be."""
    message = complaint.message
    if status == 402 or (status in (400, 403, 429) and complaint.marks & _SPENT):
        return Denial.CREDIT
    if status in (400, 403, 422):
        if _NO_CREDIT.search(message):
            return Denial.CREDIT
        if _NO_KEY.search(message):
            return Denial.KEY
        if _NO_MODEL.search(message):
            return Denial.MODEL
        if complaint.marks & {"unsupported_parameter", "unsupported_value"}:
            return Denial.SETTING
        return Denial.ACCESS if status == 403 else None
    if status in (401, 407):
        return Denial.KEY
    if status in _NO_SUCH_PAGE or 300 <= status < 400:
        return Denial.MODEL if status == 404 and "model" in message.lower() else Denial.ADDRESS
    return None


def missing(status: int) -> bool:
    """Whether a status says that a server has no such page."""
    return status in _NO_SUCH_PAGE


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks to wait; None if it does not say, or not so that it could be read."""
    if (precise := _seconds(headers.get("retry-after-ms", ""))) is not None:
        return precise / 1000
    told = headers.get("Retry-After", "")
    if (seconds := _seconds(told)) is not None:
        return seconds
    try:
        moment = parsedate_to_datetime(told)
    except ValueError:
        return None
    return max(0.0, (moment.astimezone(UTC) - datetime.now(UTC)).total_seconds())


def _seconds(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\d{1,9}(\.\d+)?", text.strip()) else None
