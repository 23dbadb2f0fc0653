"""What the campaigns of calls and of files have in common: the limits, an alarm, and what is noted of the cases."""

from __future__ import annotations

from collections import Counter
from typing import Any

SLOWEST = 10.0  # seconds of the processor that a call may take
LARGEST = 500  # MB that a call may add to the process


class Alarm(BaseException):
    """Time is up."""


def alarm(*_: Any) -> None:
    """What handles its signal."""
    raise Alarm


class Notes:
    """How many calls were made, how they ended, and which took longest."""

    def __init__(self) -> None:
        self.calls = 0
        self.seconds = 0.0
        self.kinds: Counter = Counter()
        self.slowest: list[tuple[float, str]] = []

    def timed(self, seconds: float, label: str) -> None:
        """One more call took so long."""
        self.calls += 1
        self.seconds += seconds
        self.slowest = sorted([*self.slowest, (seconds, label)])[-3:]
