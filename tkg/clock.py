"""Where "now" comes from.

The store never asks the machine for the time by itself: it is handed a clock, a callable that returns microseconds
since 1970 in UTC. Recorded time must rise strictly, whatever the machine's clock does, so the writer passes what the
clock says through `forward`, under its write lock.
"""

import time
from collections.abc import Callable

Clock = Callable[[], int]


def system_clock() -> int:
    """The machine's clock, in microseconds since 1970 in UTC."""
    return time.time_ns() // 1000


def forward(now_us: int, last_us: int) -> int:
    """The recorded time of the next transaction: now, or one microsecond past the last one if now is not later."""
    return max(now_us, last_us + 1)
