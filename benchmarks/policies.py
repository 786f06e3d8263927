"""Does another policy, or `certain` and `possible`, cost anything where nothing is contested or imprecise?

    .venv/bin/python benchmarks/policies.py [--subjects N] [--most RATIO] [--json]

N subjects with three successive values each of 20 one-valued predicates, of one source and with exact days, in one
file; and in another the same, where each tenth subject has a second source and years for days, so that its slots have
to be folded. Each read is timed in turn with the default one, over all subjects, and given as a ratio of the medians:

    get         one slot at an instant          find         a subject at an instant
    timeline    one slot over all of time       snapshot     one predicate of all subjects at an instant

Every answer about a settled file is compared with the default one. Exit status 1 if one differs, or if a ratio of the
settled file exceeds `--most`.
"""

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

import tkg
from benchmarks.showing import written

RESULTS = Path(__file__).resolve().parent / "results" / "policies.json"
PREDICATES, VALUES, BATCH, SNAPSHOTS = 20, 3, 500, 20
AT = "2007-06-01"
OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "confidence": {"policy": "confidence"},
    "role": {"policy": "role"},
    "all": {"policy": "all"},
    "certain": {"certainty": "certain"},
    "possible": {"certainty": "possible"},
}
Read = Callable[[tkg.Graph, int, dict[str, Any]], Any]
READS: dict[str, Read] = {
    "get": lambda graph, n, given: graph.get(f"s{n}", "p3", valid_at=AT, **given),
    "find": lambda graph, n, given: graph.find(f"s{n}", valid_at=AT, **given),
    "timeline": lambda graph, n, given: graph.timeline(f"s{n}", "p3", **given),
    "snapshot": lambda graph, _, given: graph.find(predicate="p3", valid_at=AT, **given),
}
OF_ONE_INSTANT = ("certain", "possible")


def statements(subjects: int, *, settled: bool) -> Iterator[tkg.Statement]:
    for subject in range(subjects):
        doubtful = not settled and subject % 10 == 0
        for predicate in range(PREDICATES):
            for value in range(VALUES):
                day = date(2000 + 5 * value, 1, 1) + timedelta(days=predicate)
                start = str(day.year) if doubtful else day.isoformat()
                source = f"source {value % 2}" if doubtful else "source 0"
                yield tkg.Statement(f"s{subject}", f"p{predicate}", f"v{value}", valid_from=start, source=source)


def fill(graph: tkg.Graph, subjects: int, *, settled: bool) -> None:
    for predicate in range(PREDICATES):
        graph.declare(f"p{predicate}", cardinality="one")
    told = list(statements(subjects, settled=settled))
    for low in range(0, len(told), BATCH):
        graph.record_many(told[low : low + BATCH])


def measure(graph: tkg.Graph, subjects: int) -> dict[str, Any]:
    """Microseconds of each read under each option, interleaved, and whether all answers are those of the default."""
    found: dict[str, Any] = {}
    for name, read in READS.items():
        taken: dict[str, list[float]] = {option: [] for option in OPTIONS}
        alike = True
        for number in range(SNAPSHOTS if name == "snapshot" else subjects):
            plain = read(graph, number, {})
            for option, given in OPTIONS.items():
                if name == "timeline" and option in OF_ONE_INSTANT:
                    continue
                began = time.perf_counter()
                answer = read(graph, number, given)
                taken[option].append(time.perf_counter() - began)
                alike = alike and answer == plain
        middle = {option: median(seconds) for option, seconds in taken.items() if seconds}
        found[name] = {
            "default_us": round(middle["default"] * 1e6, 1),
            "ratios": {option: round(us / middle["default"], 2) for option, us in middle.items()},
            "alike": alike,
        }
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--subjects", type=int, default=300, help="subjects, of 20 slots each (default 300)")
    parser.add_argument("--most", type=float, default=1.5, help="the greatest ratio that passes (default 1.5)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    files = {}
    for name, settled in (("settled", True), ("a tenth in doubt", False)):
        print(f"{name} ...", file=sys.stderr, flush=True)
        with (
            tempfile.TemporaryDirectory(prefix="tkg-policies-") as directory,
            tkg.open(Path(directory) / "store.db", durability="normal") as graph,
        ):
            fill(graph, arguments.subjects, settled=settled)
            files[name] = measure(graph, arguments.subjects)
    result = {
        "subjects": arguments.subjects,
        "most": arguments.most,
        "files": files,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "cpus": os.cpu_count(),
    }
    text = written(result, RESULTS)
    if arguments.json:
        print(text)
    else:
        for name, reads in files.items():
            table = Table("", "default µs", *list(OPTIONS)[1:], title=name, title_justify="left", box=None)
            for read, row in reads.items():
                ratios = (str(row["ratios"].get(option, "")) for option in list(OPTIONS)[1:])
                table.add_row(read, str(row["default_us"]), *ratios)
            Console().print(table)
    gated = files["settled"].values()
    fast = all(ratio <= arguments.most for row in gated for ratio in row["ratios"].values())
    return 0 if fast and all(row["alike"] for row in gated) else 1


if __name__ == "__main__":
    raise SystemExit(main())
