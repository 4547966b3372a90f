"""A model of 135 million parameters in vLLM on a processor, and what it is asked; needs no pytest, as vLLM's own
environment has none."""

import json
from pathlib import Path
from typing import Any

from backends import Message, Request, Sampling
from backends.vllm import Vllm

ENGINE: dict[str, Any] = {
    "dtype": "float32",  # with `enforce_eager`, the one that repeats exactly also under concurrency
    "enforce_eager": True,
    "max_model_len": 1024,
    "seed": 0,
    "enable_prefix_caching": True,
    "structured_outputs_config": {"backend": "xgrammar", "disable_any_whitespace": True},
    "generation_config": "vllm",
}
ENVIRONMENT = {"HF_HUB_OFFLINE": "1", "VLLM_NO_USAGE_STATS": "1", "VLLM_CPU_KVCACHE_SPACE": "1"}

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "mood": {"enum": ["glad", "sad"], "type": "string"},
            "reason": {"anyOf": [{"type": "string", "maxLength": 60}, {"type": "null"}], "default": None},
        },
        "required": ["mood"],
    }
)
RULES = "You are a student. Answer in JSON. " + "You never give up, and you say what you think. " * 20


def settings(model: Path, **others: Any) -> Vllm:
    """The model in a folder."""
    chosen = {"engine": ENGINE, "environment": ENVIRONMENT, "log": model.parent / "log", "start_timeout_s": 300}
    return Vllm(**{"model": str(model), **chosen, **others})


def request(seed: int = 1, words: str = "How are you?", max_tokens: int = 64) -> Request:
    """A question to a student."""
    messages = (Message("system", RULES), Message("user", words))
    return Request("vllm", "", "smollm2", messages, SCHEMA, Sampling(0.8, 0.95, max_tokens), seed)
