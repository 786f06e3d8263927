"""Does a slot of 50,000 successive values take its next one as fast as its tenth? And answer as fast?

    .venv/bin/python benchmarks/long_slot.py [--values N] [--calls N] [--most RATIO] [--json]

One subject gets N values of a one-valued predicate, in batches; in the same file many short slots get nine each. Then
single calls are timed, a long and a short one in turn, so that both meet the same disk and the same neighbours:

    append             the next value: the 50,001st, and the tenth
    out of order       a value that falls between two that are there, in the middle
    correct            another value for a claim in the middle
    get now            the latest value
    as of              the value of an instant in the middle
    as of, both axes   the same, as known at the middle of the recording

`slot` is long / short: what the length of the slot costs. `store` is short in this file / short in a file that holds
nothing else: what the size of the file costs. Both are ratios of medians. The times of values are said in two ways,
each with values that never come back and with five that take turns:

    explicit    record(..., valid_from=t)    observed    record(..., observed=t)

Exit status 1 if a `slot` or `store` ratio exceeds `--most`.
"""

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import tkg
from benchmarks.showing import written
from tkg.facts import Claim

RESULTS = Path(__file__).resolve().parent / "results" / "long_slot.json"
BATCH = 200
SHORT = 9
BUDGET_S = 10.0
LEAST_CALLS = 5
PREDICATE = "status"
_FIRST, _STEP = datetime(1990, 1, 1, tzinfo=UTC), timedelta(hours=4)


class Case(NamedTuple):
    """How times are said, and how many different values take turns (None: each is new)."""

    said: str
    turns: int | None

    @property
    def name(self) -> str:
        return f"{self.said}, {'each value once' if self.turns is None else f'{self.turns} values in turn'}"

    def statement(self, subject: str, position: float, value: str | None = None) -> dict[str, Any]:
        """The value at `position` in the row of a slot's values; `value` if it is another one than its turn's."""
        number = int(position) if self.turns is None else int(position) % self.turns
        return {
            "subject": subject,
            "predicate": PREDICATE,
            "object": value or f"value {number}",
            "source": "feed",
            "valid_from" if self.said == "explicit" else "observed": at(position),
        }


CASES = tuple(Case(said, turns) for said in ("explicit", "observed") for turns in (None, 5))


def at(position: float) -> datetime:
    return _FIRST + position * _STEP


@dataclass
class Slot:
    """A slot, the claims in it, and the instant of recorded time at which half of them were there."""

    graph: tkg.Graph
    case: Case
    subject: str
    claims: list[Claim] = field(default_factory=list)

    @property
    def middle(self) -> int:
        return len(self.claims) // 2

    def build(self, values: int) -> None:
        for low in range(0, values, BATCH):
            positions = range(low, min(low + BATCH, values))
            self.claims += self.graph.record_many(self.case.statement(self.subject, n) for n in positions)

    def append(self, call: int) -> None:
        self.graph.record(**self.case.statement(self.subject, len(self.claims) + call))

    def out_of_order(self, call: int) -> None:
        position = self.middle + call % self.middle
        self.graph.record(**self.case.statement(self.subject, position + 0.5))

    def correct(self, call: int) -> None:
        self.graph.correct(self.claims[self.middle - 1 - call % self.middle], object=f"corrected {call}")

    def get_now(self, call: int) -> None:
        assert self.graph.get(self.subject, PREDICATE) is not None

    def as_of(self, call: int) -> None:
        assert self.graph.get(self.subject, PREDICATE, valid_at=at(self.middle + 0.1)) is not None

    def as_of_both(self, call: int) -> None:
        known_at = self.claims[self.middle].recorded_at
        assert self.graph.get(self.subject, PREDICATE, valid_at=at(self.middle + 0.1), known_at=known_at) is not None


OPERATIONS: dict[str, Callable[[Slot, int], None]] = {
    "append": Slot.append,
    "out of order": Slot.out_of_order,
    "correct": Slot.correct,
    "get now": Slot.get_now,
    "as of": Slot.as_of,
    "as of, both axes": Slot.as_of_both,
}


def open_file(path: Path) -> tkg.Graph:
    graph = tkg.open(path, durability="normal")
    graph.declare(PREDICATE, cardinality="one")
    return graph


def short_slots(graph: tkg.Graph, case: Case, calls: int) -> dict[str, list[Slot]]:
    """For each operation as many short slots as it is called, so that each call finds nine values."""
    found = {name: [Slot(graph, case, f"{name} {n}") for n in range(calls)] for name in OPERATIONS}
    for slots in found.values():
        for slot in slots:
            slot.build(SHORT)
    return found


def timed(operation: Callable[[Slot, int], None], slot: Slot, call: int) -> float:
    began = time.perf_counter()
    operation(slot, call)
    return time.perf_counter() - began


def measure(case: Case, values: int, calls: int, directory: Path) -> dict[str, Any]:
    """All operations of one case."""
    found: dict[str, Any] = {}
    with open_file(directory / "large.db") as large, open_file(directory / "small.db") as small:
        slot = Slot(large, case, "long")
        began = time.perf_counter()
        slot.build(values)
        build_s = time.perf_counter() - began
        short, alone = short_slots(large, case, calls), short_slots(small, case, calls)
        for name, operation in OPERATIONS.items():
            taken: dict[str, list[float]] = {"long": [], "short": [], "alone": []}
            for call in range(calls):
                taken["long"].append(timed(operation, slot, call))
                taken["short"].append(timed(operation, short[name][call], 0))
                taken["alone"].append(timed(operation, alone[name][call], 0))
                if sum(taken["long"]) > BUDGET_S and call + 1 >= LEAST_CALLS:
                    break
            middle = {side: median(seconds) for side, seconds in taken.items()}
            found[name] = {
                **{f"{side}_ms": round(seconds * 1_000, 3) for side, seconds in middle.items()},
                "slot_ratio": round(middle["long"] / middle["short"], 2),
                "store_ratio": round(middle["short"] / middle["alone"], 2),
                "calls": len(taken["long"]),
            }
        ok = large.verify().ok and small.verify().ok
    return {"build_s": round(build_s, 1), "verified": ok, "operations": found}


def ratios(result: dict[str, Any]) -> Iterator[float]:
    for case in result["cases"].values():
        for operation in case["operations"].values():
            yield operation["slot_ratio"]
            yield operation["store_ratio"]


def show(result: dict[str, Any]) -> None:
    console = Console()
    for name, case in result["cases"].items():
        table = Table(
            "", "long ms", "short ms", "alone ms", "slot", "store", title=name, title_justify="left", box=None
        )
        for operation, row in case["operations"].items():
            style = "red" if max(row["slot_ratio"], row["store_ratio"]) > result["most"] else None
            table.add_row(operation, *(str(row[key]) for key in list(row)[:5]), style=style)
        console.print(table)
        console.print(f"built in {case['build_s']} s, {'verified' if case['verified'] else 'DOES NOT VERIFY'}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--values", type=int, default=50_000, help="values in the long slot (default 50,000)")
    parser.add_argument("--calls", type=int, default=100, help="timed calls of each operation (default 100)")
    parser.add_argument("--most", type=float, default=3.0, help="the greatest ratio that passes (default 3)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    cases = {}
    for case in CASES:
        print(f"{case.name} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="tkg-long-slot-") as directory:
            cases[case.name] = measure(case, arguments.values, arguments.calls, Path(directory))
    result = {
        "values": arguments.values,
        "most": arguments.most,
        "cases": cases,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "cpus": os.cpu_count(),
    }
    text = written(result, RESULTS)
    if arguments.json:
        print(text)
    else:
        show(result)
    verified = all(case["verified"] for case in cases.values())
    return 0 if verified and max(ratios(result)) <= arguments.most else 1


if __name__ == "__main__":
    raise SystemExit(main())
