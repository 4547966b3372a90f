"""Anthropic's own Messages API."""

from backends.anthropic.backend import Anthropic
from backends.anthropic.endpoint import AnthropicEndpoint, Structured

__all__ = ["Anthropic", "AnthropicEndpoint", "Structured"]
