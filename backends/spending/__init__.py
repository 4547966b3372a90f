"""What replies cost: prices, budgets, and who pays."""

from backends.spending.account import Account, Budget
from backends.spending.spent import Spent

__all__ = ["Account", "Budget", "Spent"]
