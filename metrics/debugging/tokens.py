"""From a program's text to the tokens that retrieval and plagiarism compare."""

import re
from collections.abc import Callable, Hashable, Sequence

Tokens = Sequence[Hashable]
Tokenizer = Callable[[str], Tokens]

# The published pattern by which GPT-2 splits text before it merges bytes, in words of the standard library: a letter
# is a word character that is no digit and no underscore.
_PIECE = re.compile(r"'(?:s|t|re|ve|m|ll|d)| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+")


def pieces(program: str) -> list[str]:
    """The pieces that GPT-2's tokenizer splits a text into before it merges bytes; joined, they are the text.

    The paper takes GPT-2's tokens. Those need its table of 50,000 merges, a download; who has it passes that tokenizer
    instead. No token of GPT-2 reaches over two pieces.

    Source:
        DebugTA, section 5.1.
    """
    return _PIECE.findall(program)
