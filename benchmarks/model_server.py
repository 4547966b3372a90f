"""An OpenAI-compatible server on loopback that answers whatever its schema asks for, after a fixed time.

python -m benchmarks.model_server --port 8099 --latency-ms 50

It stands in for a hosted model where the path to a model is measured or tested, not what a model says. Answers are
drawn from the request alone, so that the same request has the same answer. `GET /requests` tells how often each
request was asked and answered.
"""

import argparse
import asyncio
import hashlib
import json
import random
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiohttp import web

Schema = dict[str, Any]


def answer_to(schema: Schema, rng: random.Random, top: Schema | None = None) -> Any:
    """Some value that keeps a JSON Schema, as far as replies of practicum use them."""
    top = top or schema
    if "$ref" in schema:
        return answer_to(top["$defs"][schema["$ref"].rpartition("/")[2]], rng, top)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "anyOf" in schema:
        return answer_to(schema["anyOf"][0], rng, top)
    match schema.get("type"):
        case "object":
            return {name: answer_to(part, rng, top) for name, part in schema.get("properties", {}).items()}
        case "array":
            return [answer_to(schema["items"], rng, top)]
        case "integer" | "number":
            return rng.randint(0, 1)
        case "boolean":
            return rng.random() < 0.5
    return f"x = {rng.randrange(1000)}"


def reply_to(body: bytes) -> str:
    """The text that answers a request."""
    schema = json.loads(body).get("response_format", {}).get("json_schema", {}).get("schema", {})
    return json.dumps(answer_to(schema, random.Random(body))) if schema else "yes"


class ModelServer:
    """Answers after a fixed time, and remembers what it was asked.

    Args:
        latency_s: From a request to its answer.
    """

    def __init__(self, latency_s: float) -> None:
        self.latency_s = latency_s
        self.asked: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()

    def app(self) -> web.Application:
        """The routes."""
        app = web.Application()
        app.router.add_get("/v1/models", self.models)
        app.router.add_get("/requests", self.requests)
        app.router.add_post("/v1/chat/completions", self.complete)
        return app

    async def models(self, _: web.Request) -> web.Response:
        """The one model there is."""
        return web.json_response({"data": [{"id": "fixed"}]})

    async def requests(self, _: web.Request) -> web.Response:
        """How often each request was asked and answered, by a digest of its body."""
        return web.json_response({"asked": self.asked, "answered": self.answered})

    async def complete(self, request: web.Request) -> web.Response:
        """An answer that keeps the schema of the request."""
        body = await request.read()
        name = hashlib.sha256(body).hexdigest()
        self.asked[name] += 1
        text = reply_to(body)
        await asyncio.sleep(self.latency_s)
        usage = {"prompt_tokens": len(body) // 4, "completion_tokens": len(text) // 4}
        usage["total_tokens"] = sum(usage.values())
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        self.answered[name] += 1
        who = {"id": name, "object": "chat.completion", "created": 0, "model": "fixed"}
        return web.json_response({**who, "choices": [choice], "usage": usage})


@contextmanager
def serving(latency_ms: float) -> Iterator[tuple[str, int]]:
    """A server in a process of its own: its base URL, and its process id."""
    command = [sys.executable, "-m", "benchmarks.model_server", "--port", "0", "--latency-ms", str(latency_ms)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8099, help="0 for any that is free")
    parser.add_argument("--latency-ms", type=float, default=50)
    words = parser.parse_args()
    listening = socket.create_server(("127.0.0.1", words.port), backlog=1024)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/v1", flush=True)
    web.run_app(ModelServer(words.latency_ms / 1000).app(), sock=listening, print=None, access_log=None)


if __name__ == "__main__":
    main()
