"""How things are timed, and what is asked of the figures.

Calls that are compared are taken in turn, one of each, so that both meet the same neighbours on the machine; what is
compared are medians. A `Bar` is one figure with what is asked of it. It is judged where it can be: an absolute speed
counts only on a quiet machine, and a figure that could not be taken says why.
"""

import os
import platform
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

QUIET_LOAD = 1.5
GROWTH = 1.3


@dataclass(frozen=True, slots=True)
class Bar:
    """`figure` is to be at most, or at least (`is_least`), `limit`. `lacking` says why it is not judged, if so."""

    what: str
    figure: float | None
    limit: float
    is_least: bool = False
    lacking: str | None = None

    @property
    def is_met(self) -> bool | None:
        """None if it is not judged."""
        if self.lacking is not None or self.figure is None:
            return None
        return self.figure >= self.limit if self.is_least else self.figure <= self.limit

    def to_dict(self) -> dict[str, Any]:
        asked = f"{'at least' if self.is_least else 'at most'} {self.limit:g}"
        return {
            "what": self.what,
            "figure": self.figure,
            "asked": asked,
            "met": self.is_met,
            **({} if self.lacking is None else {"not judged": self.lacking}),
        }


def quiet_bar(what: str, figure: float, limit: float, load: float) -> Bar:
    """A bar on an absolute speed, judged only if the load is low."""
    busy = f"the load of the machine was {load:.1f}, not under {QUIET_LOAD}" if load >= QUIET_LOAD else None
    return Bar(what, figure, limit, is_least=True, lacking=busy)


def spread(seconds: Iterable[float], unit: float = 1e6) -> dict[str, float]:
    """Minimum, median and 95th percentile, in microseconds unless another unit is given."""
    ordered = sorted(seconds)
    last = ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)]
    return {
        "min": round(ordered[0] * unit, 2),
        "median": round(statistics.median(ordered) * unit, 2),
        "p95": round(last * unit, 2),
    }


def timed(call: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    began = clock()
    call()
    return clock() - began


def in_turn(calls: Mapping[str, tuple[Callable[[Any], object], Sequence[Any]]]) -> dict[str, list[float]]:
    """Each call with each of its arguments, as many for all, the calls in turn; who comes first changes each time.

    In one turn each call has the argument of another place, so that none finds the pages that another has just read.
    """
    taken: dict[str, list[float]] = {name: [] for name in calls}
    listed = list(calls.items())
    turns = len(listed[0][1][1])
    apart = max(turns // len(listed), 1)
    for turn in range(turns):
        for number in range(len(listed)):
            place = (number + turn) % len(listed)
            name, (call, arguments) = listed[place]
            argument = arguments[(turn + place * apart) % turns]
            began = time.perf_counter()
            call(argument)
            taken[name].append(time.perf_counter() - began)
    return taken


def load() -> float:
    """The mean number of processes that ran or waited in the last minute."""
    return round(os.getloadavg()[0], 2)


def machine() -> dict[str, Any]:
    """What the figures were taken on."""
    return {
        "processor": _processor(),
        "cpus": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
    }


def _processor() -> str:
    listed = Path("/proc/cpuinfo")
    if listed.exists():
        for line in listed.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"
