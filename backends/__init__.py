"""Language models behind one interface: prompts with stand-ins, a response cache, providers."""

from backends.cache import ResponseCache
from backends.model import Answer, LanguageModel, Meter, Model
from backends.prompt import Prompt, Reply, Skill, StandIn, View
from backends.provider import Backend, Engine, Identity, Provider, Question
from backends.remote import RemoteBackend
from backends.replay import Replay
from backends.request import Completion, FinishReason, Message, Request, Sampling, Usage
from backends.scripted import ScriptedBackend
from backends.spending import Account, Budget, Spent

__all__ = [
    "Account",
    "Answer",
    "Backend",
    "Budget",
    "Completion",
    "Engine",
    "FinishReason",
    "Identity",
    "LanguageModel",
    "Message",
    "Meter",
    "Model",
    "Prompt",
    "Provider",
    "Question",
    "RemoteBackend",
    "Replay",
    "Reply",
    "Request",
    "ResponseCache",
    "Sampling",
    "ScriptedBackend",
    "Skill",
    "Spent",
    "StandIn",
    "Usage",
    "View",
]
