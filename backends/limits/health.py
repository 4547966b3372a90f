"""Whether a server is alive: the state of the circuit breaker."""

from backends.limits.pace import Pace


class Health:
    """Counts failures in a row; an answer of any kind forgets them.

    Args:
        dead_after: Failures in a row until the server counts as dead.
        pace: How it is looked after then.
    """

    def __init__(self, dead_after: int, pace: Pace) -> None:
        self._dead_after = dead_after
        self._pace = pace
        self.answered_at = float("-inf")
        self._forget()

    def _forget(self) -> None:
        self.failures = 0
        self._probes = 0
        self._died_at: float | None = None

    @property
    def dead(self) -> bool:
        """Whether only one request at a time is sent, as a probe."""
        return self._died_at is not None

    @property
    def hopeless(self) -> bool:
        """Whether enough probes have failed."""
        return self._probes >= self._pace.probes

    @property
    def cool_off(self) -> float:
        """Seconds to leave a dead server alone."""
        return self._pace.cool_off(self._probes)

    def answered(self, now: float) -> None:
        """It is alive."""
        self.answered_at = now
        self._forget()

    def failed(self, sent: float, now: float) -> bool:
        """An attempt has failed.

        Args:
            sent: When it was sent: what was sent before the server was found dead is no probe.
            now: The time.

        Returns:
            Whether this is news about a dead server: it has just been found dead, or a probe has failed.
        """
        self.failures += 1
        if self._died_at is None:
            if self.failures < self._dead_after:
                return False
            self._died_at = now
            return True
        if sent <= self._died_at:
            return False
        self._probes += 1
        return True
