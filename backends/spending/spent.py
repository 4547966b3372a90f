"""What an account has paid for."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Spent:
    """Sums over the replies that were paid for.

    Args:
        calls: How many there were.
        prompt_tokens: Tokens of their prompts.
        cached_prompt_tokens: How many of these the server had at hand already.
        completion_tokens: Tokens of the replies.
        cost: US dollars, of the replies whose price is known.
        unpriced: Replies whose price is unknown.
    """

    calls: int = 0
    prompt_tokens: int = 0
    cached_prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0

    @property
    def tokens(self) -> int:
        """Tokens of prompts and replies together."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def in_words(self) -> str:
        """What was paid for, in one line."""
        if not self.calls:
            return "nothing: no reply was paid for"
        share = self.cached_prompt_tokens / self.prompt_tokens if self.prompt_tokens else 0.0
        money = f"${self.cost:.4f}" + (f" and {self.unpriced:,} of unknown price" if self.unpriced else "")
        prompts = f"{self.prompt_tokens:,} prompt tokens ({share:.0%} from the server's prefix cache)"
        return f"{money} for {self.calls:,} replies: {prompts}, {self.completion_tokens:,} reply tokens"
