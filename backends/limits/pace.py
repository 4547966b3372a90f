"""How long to rest between attempts."""

from dataclasses import dataclass

from numpy.random import Generator


@dataclass(frozen=True)
class Pace:
    """How long to rest between attempts, and how a dead server is looked after.

    Args:
        rest_s: Longest rest after the first failure, in seconds; it doubles with each further one.
        longest_rest_s: Where that ends.
        cool_off_s: How long a dead server is left alone before the first probe; doubles as well.
        longest_cool_off_s: Where that ends.
        probes: Probes that fail until everything that waits is given up.
    """

    rest_s: float = 0.5
    longest_rest_s: float = 30.0
    cool_off_s: float = 2.0
    longest_cool_off_s: float = 30.0
    probes: int = 5

    def rest(self, failures: int, rng: Generator) -> float:
        """A rest after so many failures, drawn between nothing and the longest, so that no two clients keep step.

        Source:
            M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015: full jitter.
        """
        return float(rng.uniform(0, _doubled(self.rest_s, failures - 1, self.longest_rest_s)))

    def cool_off(self, failed_probes: int) -> float:
        """How long a dead server is left alone after so many probes."""
        return _doubled(self.cool_off_s, failed_probes, self.longest_cool_off_s)


def _doubled(seconds: float, times: int, longest: float) -> float:
    return float(min(longest, seconds * 2.0 ** min(times, 60)))
