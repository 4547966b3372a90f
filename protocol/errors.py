"""Every error that practicum raises on purpose, in one tree.

PracticumError
├── ConfigurationError      a setting that cannot be run: names the key or file
├── DataError               an input file that is missing or malformed
├── BackendError            a language model that cannot be reached or asked
│   └── UnreadableReplyError
│       ├── MalformedReplyError a reply that does not parse, nor does its repair
│       └── TruncatedReplyError a reply that the limit on its tokens cut short
├── BudgetError             the limit of tokens or money is reached
├── SandboxError            the walls that a run asks for do not stand, or the sandbox broke
└── TraceError              a trace that does not keep its schema
"""


class PracticumError(Exception):
    """Something that the user can mend: one line that names it, and the mend.

    Args:
        problem: What is wrong, naming the key or the file.
        mend: What to do about it; empty where `problem` says it all.
    """

    def __init__(self, problem: str, *, mend: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.mend = mend

    def __str__(self) -> str:
        """One line: the problem, and after a dash its mend."""
        line = f"{self.problem} - {self.mend}" if self.mend else self.problem
        return " ".join(line.split())


class ConfigurationError(PracticumError):
    """The user asked for something that cannot be run: names the key and the mend."""


class DataError(PracticumError):
    """An input file is missing, or not what it should be."""


class BackendError(PracticumError):
    """A language model could not be reached, or refused to answer."""


class UnreadableReplyError(BackendError):
    """A model answered, and its answer says nothing that could be acted on.

    Args:
        problem: Which prompt, and what is wrong with the reply.
        reply: The text of the reply, kept for the trace.
    """

    def __init__(self, problem: str, *, reply: str = "") -> None:
        super().__init__(problem)
        self.reply = reply


class MalformedReplyError(UnreadableReplyError):
    """A model's reply did not parse, and neither did the one that it was asked for again."""


class TruncatedReplyError(UnreadableReplyError):
    """A model's reply was cut short by the limit on its tokens: neither malformed nor a wrong answer."""


class BudgetError(BackendError):
    """The study's limit of tokens or money is reached."""


class SandboxError(PracticumError):
    """The sandbox broke, or the walls that a run asks for do not stand on this machine."""


class TraceError(PracticumError):
    """A trace does not keep the schema that it was declared with."""
