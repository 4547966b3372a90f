"""vLLM: a server that practicum runs, one that runs already, or the engine in the gateway's own process."""

from backends.vllm.backend import Served, Vllm

__all__ = ["Served", "Vllm"]
