"""A model server that means harm: real sockets on this machine, both dialects, one behaviour for every request."""

import asyncio
import contextlib
import itertools
import json
import socket
import struct
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from enum import StrEnum
from typing import Any, Self

from aiohttp import web

KEY = "sk-hostile-0123456789abcdef"
MODEL = "tiny"
TEXT = json.dumps({"number": 7, "why": None})
"""What an answer says, where nothing else is set."""

HUGE = 10 * 1024 * 1024


class Behaviour(StrEnum):
    """What the server does to a request. The first three are answers of the model; `COSTLY` are paid for."""

    ANSWER = "answer"
    LENGTH = "length"
    FILTERED = "filtered"
    WRONG_SCHEMA = "wrong schema"
    """A reply that is not of the schema that was asked for: the model's fault, not the server's."""
    THROTTLE = "429"
    THROTTLE_SECONDS = "429 with seconds"
    THROTTLE_DATE = "429 with a date"
    OVERLOADED = "503 with seconds"
    BROKEN = "500"
    RESET = "reset"
    RESET_IN_REPLY = "reset in mid-reply"
    TORN = "truncated JSON"
    NO_CHOICES = "empty choices"
    NO_TEXT = "no text"
    NO_USAGE = "no usage"
    HUGE = "a 10 MB reply"
    HUGE_UNTOLD = "a 10 MB reply in chunks"
    STALL = "a stall"
    DRIP = "a slow drip"
    WRONG_MODEL = "a wrong model name"
    EXPIRED = "an expired key"
    NO_CREDIT = "no credit"
    TOO_LONG = "too long a prompt"


ANSWERS = (Behaviour.ANSWER, Behaviour.LENGTH, Behaviour.FILTERED, Behaviour.WRONG_SCHEMA)
FINAL = (Behaviour.WRONG_MODEL, Behaviour.EXPIRED, Behaviour.NO_CREDIT, Behaviour.NO_USAGE)
"""After these no request can be answered until the user mends something."""

_DENIALS = {
    # They repeat the key, as servers do.
    Behaviour.WRONG_MODEL: (
        404,
        "model_not_found",
        f"The model `{MODEL}` does not exist or {KEY} has no access to it.",
    ),
    Behaviour.EXPIRED: (401, "invalid_api_key", f"Incorrect API key provided: {KEY}."),
    Behaviour.NO_CREDIT: (402, "billing_error", f"Insufficient balance for {KEY[:12]}***."),
    Behaviour.TOO_LONG: (400, "context_length_exceeded", "This model's maximum context length is 4096 tokens."),
    Behaviour.BROKEN: (500, "server_error", "The server had an error."),
    Behaviour.THROTTLE: (429, "rate_limit_exceeded", "Rate limit reached."),
    Behaviour.THROTTLE_SECONDS: (429, "rate_limit_exceeded", "Rate limit reached."),
    Behaviour.THROTTLE_DATE: (429, "rate_limit_exceeded", "Rate limit reached."),
    Behaviour.OVERLOADED: (503, "unavailable", "Busy."),
}
_REASONS = {  # of OpenAI's dialect, and of Anthropic's
    Behaviour.LENGTH: ("length", "max_tokens"),
    Behaviour.FILTERED: ("content_filter", "refusal"),
}


class HostileServer:
    """Open inside `async with`; does what its plan says, one behaviour a request, and then `then` for ever.

    Args:
        plan: What it does to the first requests.
        then: What it does to all others.
        retry_after: Seconds that it asks to wait, where it names any.
        latency: Seconds until it answers.
    """

    def __init__(
        self,
        plan: Iterable[Behaviour] = (),
        *,
        then: Behaviour = Behaviour.ANSWER,
        retry_after: float = 0.05,
        latency: float = 0.0,
    ) -> None:
        self.plan: Iterator[Behaviour] = iter(plan)
        self.then = then
        self.retry_after = retry_after
        self.latency = latency
        self.text = TEXT
        self.requests: list[dict[str, Any]] = []
        """Bodies of all requests, in the order in which they came."""
        self.paths: list[str] = []
        self.keys: list[str] = []
        """Of every request; empty where it had none."""
        self.times: list[float] = []
        self.answered: Counter[str] = Counter()
        """How often each last message was answered in full, so that it had to be paid for."""
        self.under_way = 0
        self.most_under_way = 0
        self._port = 0
        self._runner: web.AppRunner | None = None

    @property
    def host(self) -> str:
        """As errors name it."""
        return f"127.0.0.1:{self._port}"

    @property
    def url(self) -> str:
        """The base URL, for both dialects."""
        return f"http://{self.host}/v1"

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen: on a free port, or on that of last time."""
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._answer)
        app.router.add_post("/v1/messages", self._answer)
        app.router.add_get("/v1/models", self._models)
        app.router.add_get("/v1/models/{model}", self._model)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.01, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port, reuse_address=True)
        await site.start()
        self._port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Die: whatever is under way is broken off."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def connections(self) -> int:
        """How many are open."""
        return len(self._runner.server.connections) if self._runner and self._runner.server else 0

    async def _models(self, request: web.Request) -> web.Response:
        if self.then is Behaviour.EXPIRED:
            return self._complaint(Behaviour.EXPIRED)
        return web.json_response({"data": [{"id": MODEL, "owned_by": "tests"}]})

    async def _model(self, request: web.Request) -> web.Response:
        if self.then is Behaviour.EXPIRED:
            return self._complaint(Behaviour.EXPIRED)
        if request.match_info["model"] != MODEL:
            return self._complaint(Behaviour.WRONG_MODEL)
        return web.json_response({"id": MODEL})

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        behaviour = next(self.plan, self.then)
        self.requests.append(body)
        self.paths.append(request.path)
        self.keys.append(
            request.headers.get("x-api-key") or request.headers.get("Authorization", "").removeprefix("Bearer ")
        )
        self.times.append(asyncio.get_running_loop().time())
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            if self.latency:
                await asyncio.sleep(self.latency)
            return await self._behave(behaviour, request, body)
        finally:
            self.under_way -= 1

    async def _behave(self, behaviour: Behaviour, request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        match behaviour:
            case Behaviour.RESET:
                return self._reset(request)
            case Behaviour.STALL:
                await asyncio.sleep(3600)
            case Behaviour.TORN | Behaviour.RESET_IN_REPLY | Behaviour.DRIP | Behaviour.HUGE | Behaviour.HUGE_UNTOLD:
                return await self._spoilt(behaviour, request)
            case _ if behaviour in _DENIALS:
                return self._complaint(behaviour)
        reply = self._reply(behaviour, anthropic=request.path.endswith("/messages"))
        if behaviour in ANSWERS:
            self.answered[body["messages"][-1]["content"]] += 1
        return web.json_response(reply)

    def _complaint(self, behaviour: Behaviour) -> web.Response:
        status, code, message = _DENIALS[behaviour]
        headers = {}
        if behaviour in (Behaviour.THROTTLE_SECONDS, Behaviour.OVERLOADED):
            headers["Retry-After"] = str(self.retry_after)
        if behaviour is Behaviour.THROTTLE_DATE:
            # A date has whole seconds: rounded up, so that it is never in the past.
            moment = datetime.now(UTC) + timedelta(seconds=self.retry_after + 0.999)
            headers["Retry-After"] = format_datetime(moment, usegmt=True)
        error = {"message": message, "type": code, "code": code}
        return web.json_response({"type": "error", "error": error}, status=status, headers=headers)

    async def _spoilt(self, behaviour: Behaviour, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        if behaviour is Behaviour.HUGE:
            response.content_length = HUGE
        if behaviour is Behaviour.RESET_IN_REPLY:
            response.content_length = 1000
        await response.prepare(request)
        with contextlib.suppress(ConnectionError):
            await response.write(b'{"choices": [{"message": {"content": "')
            match behaviour:
                case Behaviour.RESET_IN_REPLY:
                    return self._reset(request)
                case Behaviour.DRIP:
                    for _ in itertools.count():
                        await asyncio.sleep(0.01)
                        await response.write(b"z")
                case Behaviour.HUGE | Behaviour.HUGE_UNTOLD:
                    for _ in range(HUGE // 65536):
                        await response.write(b"z" * 65536)
            await response.write_eof()
        return response

    def _reply(self, behaviour: Behaviour, *, anthropic: bool) -> dict[str, Any]:
        text = "Seven, I think." if behaviour is Behaviour.WRONG_SCHEMA else self.text
        reasons = _REASONS.get(behaviour, ("stop", "end_turn"))
        if anthropic:
            reply: dict[str, Any] = {
                "content": [{"type": "text", "text": text}],
                "stop_reason": reasons[1],
                "usage": {"input_tokens": 12, "output_tokens": 9},
            }
            if behaviour in (Behaviour.NO_CHOICES, Behaviour.NO_TEXT):
                reply["content"] = []
        else:
            reply = {
                "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": reasons[0]}],
                "usage": {"prompt_tokens": 12, "completion_tokens": 9, "total_tokens": 21},
            }
            if behaviour is Behaviour.NO_CHOICES:
                reply["choices"] = []
            if behaviour is Behaviour.NO_TEXT:
                reply["choices"][0]["message"]["content"] = None
        if behaviour is Behaviour.NO_USAGE:
            del reply["usage"]
        return reply

    @staticmethod
    def _reset(request: web.Request) -> web.Response:
        transport = request.transport
        if transport is not None:
            connection = transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            transport.abort()
        return web.Response()
