"""The hard stop: no request is sent that could take an account over its budget."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from backends.request import Completion, Request, Usage
from backends.spending.account import Account, Budget
from backends.spending.prices import Price
from backends.spending.spent import Spent
from protocol import BudgetError, ConfigurationError

BYTES_PER_TOKEN = 2
"""A bound, not a mean: English and programs take more bytes for a token with every tokenizer in use."""


def most_tokens(request: Request) -> Usage:
    """The most that a request can take."""
    size = sum(len(message.content.encode()) for message in request.messages) + len(request.schema)
    return Usage(size // BYTES_PER_TOKEN + 1, request.sampling.max_tokens)


class Till:
    """Books what an account spends, and lets nothing through that it could not pay for.

    A request reserves the most that it can take. Where that does not fit, it waits until requests under
    way have turned out cheaper; where none is under way, the budget is used up.

    Args:
        account: Whose budget it is.
        spent: What the account has paid before.
    """

    def __init__(self, account: Account, spent: Spent) -> None:
        self.account = account
        self._tokens = spent.tokens
        self._cost = spent.cost
        self._reserved_tokens = 0
        self._reserved_cost = 0.0
        self._under_way = 0
        self._settled = asyncio.Event()

    @asynccontextmanager
    async def paying(self, request: Request, price: Price | None) -> AsyncIterator[Callable[[Completion], Completion]]:
        """Reserve for a request; what is yielded books its completion, and gives it back with payer and cost.

        Raises:
            BudgetError: the request could take the account over its budget.
            ConfigurationError: there is a limit in money, and no price.
        """
        usage = most_tokens(request)
        tokens, cost = usage.prompt_tokens + usage.completion_tokens, 0.0 if price is None else price.most(usage)
        if price is None and self.account.budget.money is not None:
            raise ConfigurationError(
                f"budget.money: the price of {request.model} ({request.provider}) is unknown",
                mend="put it into a file and set prices= to it, or set budget.tokens instead",
            )
        await self._reserve(tokens, cost)

        def book(completion: Completion) -> Completion:
            paid = None if price is None else price.of(completion.usage)
            self._tokens += completion.usage.prompt_tokens + completion.usage.completion_tokens
            self._cost += paid or 0.0
            return replace(completion, account=self.account.name, cost=paid)

        try:
            yield book
        finally:
            self._under_way -= 1
            self._reserved_tokens -= tokens
            self._reserved_cost -= cost
            self._settled.set()  # who waits looks anew, and waits for the next one
            self._settled = asyncio.Event()

    async def _reserve(self, tokens: int, cost: float) -> None:
        while (over := self._over(tokens, cost)) and self._under_way:
            await self._settled.wait()
        if over:
            raise BudgetError(over, mend="raise it and run again: what was paid for is kept")
        self._under_way += 1
        self._reserved_tokens += tokens
        self._reserved_cost += cost

    def _over(self, tokens: int, cost: float) -> str:
        """The limit that a request could break; empty if none."""
        budget: Budget = self.account.budget
        if self._tokens + self._reserved_tokens + tokens > (math.inf if budget.tokens is None else budget.tokens):
            return f"budget.tokens: {self._tokens:,} of {budget.tokens:,} tokens are spent ({self.account.name})"
        if self._cost + self._reserved_cost + cost > (math.inf if budget.money is None else budget.money):
            return f"budget.money: ${self._cost:.4f} of ${budget.money} are spent ({self.account.name})"
        return ""
