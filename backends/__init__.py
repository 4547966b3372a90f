"""Language models behind one interface: prompts with stand-ins, a response cache, providers."""

from backends.cache import ResponseCache
from backends.model import Answer, LanguageModel, Meter, Model
from backends.prompt import Prompt, Reply, Skill, StandIn, View
from backends.provider import Backend, Provider, Question
from backends.request import Completion, FinishReason, Message, Request, Sampling, Usage
from backends.scripted import ScriptedBackend

__all__ = [
    "Answer",
    "Backend",
    "Completion",
    "FinishReason",
    "LanguageModel",
    "Message",
    "Meter",
    "Model",
    "Prompt",
    "Provider",
    "Question",
    "Reply",
    "Request",
    "ResponseCache",
    "Sampling",
    "ScriptedBackend",
    "Skill",
    "StandIn",
    "Usage",
    "View",
]
