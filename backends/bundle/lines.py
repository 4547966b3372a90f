"""The lines of a bundle: what is written of a row of the cache, and the row that a line is read into."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from backends.cache import packed, unpacked
from backends.recording import BACKEND, Recording
from backends.request import Completion, FinishReason, Usage
from protocol import DataError

Values = tuple[Any, ...]
"""A row of a table of the cache, in the order of its columns."""

Key = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, lt=2**63)]


class Line(BaseModel):
    """A line, as its fields stand in the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Header(Line):
    """The first line.

    Args:
        practicum: What the file is.
        version: Its form.
        backends: Who gave the replies, in words.
        documents: How many lines of documents follow,
        replies: then how many of replies,
        payments: then how many of payments.
    """

    practicum: Literal["replies"] = "replies"
    version: Literal[1] = 1
    backends: tuple[str, ...]
    documents: Count
    replies: Count
    payments: Count


class Row(Line):
    """A row of a table, as a line; the fields stand in the order of the columns."""

    columns: ClassVar[int]
    """How many the table has."""

    @classmethod
    def plain(cls, values: Values) -> dict[str, Any]:
        """What is written of a row: its values by field."""
        return dict(zip(cls.model_fields, values, strict=True))

    @property
    def values(self) -> Values:
        """The row that was written so."""
        return tuple(dict(self).values())


class DocumentLine(Row):
    """A text that belongs to the replies."""

    columns: ClassVar[int] = 3

    kind: str
    name: str
    text: str

    @model_validator(mode="after")
    def _names_what_it_holds(self) -> Self:
        try:
            if self.kind == BACKEND and Recording.read(self.text).name != self.name:
                raise ValueError("it holds another backend than it names")
        except DataError as error:
            raise ValueError(error.problem) from error
        return self


class ReplyLine(Row):
    """A reply, with who paid for it."""

    columns: ClassVar[int] = 8

    key: Key
    provider: str
    model: str
    prompt: str
    made_at: Amount
    account: str
    cost: Amount | None
    text: str
    prompt_tokens: Count
    completion_tokens: Count
    cached_prompt_tokens: Count
    cache_write_tokens: Count = 0

    @classmethod
    def plain(cls, values: Values) -> dict[str, Any]:
        """See Row."""
        key, *who, account, cost, content = values
        kept = unpacked(content, account, cost)
        return super().plain((key.hex(), *who, account, cost, kept.text, *vars(kept.usage).values()))

    @property
    def values(self) -> Values:
        """See Row."""
        key, *who, text, prompt, completion, cached, written = super().values
        usage = Usage(prompt, completion, cached, written)
        return (bytes.fromhex(key), *who, packed(Completion(text, FinishReason.STOP, usage)))


class PaymentLine(Row):
    """What was paid for a reply, with the key of its request where the reply could not be kept."""

    columns: ClassVar[int] = 11

    unkept: Key | None
    account: str
    provider: str
    model: str
    prompt: str
    made_at: Amount
    finish_reason: FinishReason
    prompt_tokens: Count
    cached_prompt_tokens: Count
    completion_tokens: Count
    cost: Amount | None

    @classmethod
    def plain(cls, values: Values) -> dict[str, Any]:
        """See Row."""
        unkept, *rest = values
        return super().plain((unkept and unkept.hex(), *rest))

    @property
    def values(self) -> Values:
        """See Row."""
        unkept, *rest = super().values
        return (unkept and bytes.fromhex(unkept), *rest)
