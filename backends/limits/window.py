"""How many requests a server bears at once: found out as TCP does, by asking for more until it is too much."""


class Window:
    """Additive increase, multiplicative decrease.

    Args:
        most: Where it starts, and where it grows to.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = float(most)
        self._cut_at = float("-inf")

    @property
    def size(self) -> int:
        """Most requests under way at once, at least 1."""
        return int(self._size)

    def grow(self) -> None:
        """A reply came: one more for a whole window of replies."""
        self._size = min(self._most, self._size + 1 / self._size)

    def cut(self, sent: float, now: float) -> bool:
        """It was too much: half of it, once for all that was under way at the same time.

        Args:
            sent: When the attempt was sent that was too much, in seconds.
            now: The time, in seconds.

        Returns:
            Whether it was cut.
        """
        if sent <= self._cut_at:
            return False
        self._size = max(1.0, self._size / 2)
        self._cut_at = now
        return True
