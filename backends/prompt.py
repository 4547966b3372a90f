"""The contract of every call to a language model: template, typed view and reply, and a stand-in."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from numpy.random import Generator
from pydantic import BaseModel, ConfigDict

from backends.request import Message, canonical


class View(BaseModel):
    """All that a model is told in one call: the variables of the template."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=False)


class Reply(BaseModel):
    """What a model is to answer; keys that it adds are dropped."""

    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)


_TURN = "\x1e"

V = TypeVar("V", bound=View)
R_co = TypeVar("R_co", bound=Reply, covariant=True)

Skill = Mapping[str, float]
"""How able the stand-ins are; set once for a backend, never for a condition."""

StandIn = Callable[[V, Generator, Skill], R_co]
"""Answers in a model's stead from the same view: drawn from the generator, as able as the skill says."""


@dataclass(frozen=True)
class Prompt(Generic[V, R_co]):
    """A named call to a model.

    Its template is one Jinja file with two parts, which `{{ turn }}` divides: the system part, which
    stays the same through an episode as far as it can, and the user part, where what changes in each
    step comes last, so that a server can keep the beginning of a prompt.

    Args:
        name: `<family>/<prompt>`, such as `beagle/strategist`; the template is `<prompt>.j2`.
        folder: Where the template lies; others can be named from the top package down.
        view: Type of what the template is filled with.
        reply: Type of what the model answers.
        stand_in: Answers where there is no model.
    """

    name: str
    folder: Path
    view: type[V]
    reply: type[R_co]
    stand_in: StandIn[V, R_co]

    def render(self, view: V) -> tuple[Message, Message]:
        """The system and the user message for a view."""
        system, _, user = self._template.render(vars(view), turn=_TURN).partition(_TURN)
        return Message("system", f"{system.strip()}\n\n{self._format}"), Message("user", user.strip())

    @cached_property
    def schema(self) -> str:
        """JSON Schema of the reply, its keys in their declared order: a model that is held to it writes them so."""
        return json.dumps(self.reply.model_json_schema(), separators=(",", ":"))

    @cached_property
    def _template(self) -> Template:
        return _environment(self.folder).get_template(f"{self.name.rpartition('/')[2]}.j2")

    @cached_property
    def _format(self) -> str:
        lines = [
            f"- {name} ({'required' if field.is_required() else 'or null'}): {field.description or name}"
            for name, field in self.reply.model_fields.items()
        ]
        return "\n".join(["Answer with one JSON object and nothing else. Its keys:", *lines])


@cache
def _environment(folder: Path) -> Environment:
    packages = (parent for parent in (folder, *folder.parents) if (parent / "__init__.py").exists())
    environment = Environment(  # noqa: S701 - prompts are text, not HTML
        loader=FileSystemLoader([folder, *packages]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,  # templates are few
    )
    environment.globals.clear()  # a prompt knows its view and nothing else
    return environment


def question_text(view: View) -> str:
    """A view as canonical JSON."""
    dumped: dict[str, Any] = view.model_dump(mode="json")
    return canonical(dumped)
