"""Any server that speaks OpenAI's chat completions: OpenAI itself, Gemini, DeepSeek, Ollama, vLLM, llama.cpp."""

from backends.openai.backend import LocalOpenAI, OpenAI
from backends.openai.endpoint import LimitedBy, OpenAIEndpoint, Structured, sent_seed

__all__ = ["LimitedBy", "LocalOpenAI", "OpenAI", "OpenAIEndpoint", "Structured", "sent_seed"]
