"""llama.cpp, run by practicum itself from a GGUF file: a real model without a GPU, a key or a network."""

from backends.llama_cpp.backend import LlamaCpp

__all__ = ["LlamaCpp"]
