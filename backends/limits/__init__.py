"""Everything between a request and its one outcome: queue, deadline, retries, throttling, circuit breaker."""

from backends.limits.settings import Limits

__all__ = ["Limits"]
