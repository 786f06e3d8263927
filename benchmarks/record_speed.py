"""How many claims a second go into a file, and how does that compare with SQLite itself?

    .venv/bin/python benchmarks/record_speed.py [--claims N] [--rounds N] [--json]

Three workloads, of statements without and with surprises:

    by slot     histories of five values, one slot after the other, as a dump of a database has them
    by time     the same, one value of every slot after the other
    mixed       53 % the next value of a slot, 12 % late, 12 % bounded in the middle, 11 % ends, 6 % in the future, 6 %
                said before; over 20 predicates, 15 of them of one value

Each goes into a new file in four ways, in turn, a few rounds:

    import_facts    from a CSV, in batches of 5,000 rows
    record_many     from mappings, all in one transaction; the claims that it gives back are thrown away
    in batches      the same with batch=5,000
    bare            a loop of sqlite3 that inserts the rows that record_many left, one statement a row, all in one
                    transaction, into the same tables with the same settings; names are numbers already, and nothing
                    is looked up, checked or derived

`ratio` is bare / tkg, in CPU time; claims a second are those of the wall clock, with those of CPU time beside it. The
fastest round counts. The beliefs of the first thousand statements are those of a file that took them one by one, and
`verify` finds nothing wrong with the whole.

Exit status 1 if `record_many` is under 0.35 of the bare loop or under 10,000 claims a second, or `import_facts` by slot
under 30,000 a second.
"""

import argparse
import csv
import os
import platform
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import tkg
from benchmarks.showing import written
from tkg import engine

RESULTS = Path(__file__).resolve().parent / "results" / "record_speed.json"
BATCH = 5_000
CHECKED = 1_000
LEAST_RATIO, LEAST_MANY, LEAST_IMPORT = 0.35, 10_000, 30_000
PREDICATES, ONE = 20, 15
COLUMNS = ("op", "subject", "predicate", "object", "valid_from", "valid_to", "source")
_FIRST = date(2000, 1, 1)

Fields = dict[str, str]
Row = tuple[Any, ...]


class Taken(NamedTuple):
    """Seconds for all claims of a workload."""

    wall: float
    cpu: float


def day(number: int) -> str:
    return (_FIRST + timedelta(days=number)).isoformat()


def value_of(slot: int, number: int) -> Fields:
    """The value number `number` of a slot of a history told in order."""
    return {
        "subject": f"subject {slot // 10}",
        "predicate": f"p{slot % 10}",
        "object": f"value {slot * 5 + number}",
        "valid_from": day(100 * number + slot % 90),
        "source": "feed",
    }


def by_slot(claims: int) -> Iterator[Fields]:
    return (value_of(slot, number) for slot in range(claims // 5) for number in range(5))


def by_time(claims: int) -> Iterator[Fields]:
    return (value_of(slot, number) for number in range(5) for slot in range(claims // 5))


def mixed(claims: int) -> Iterator[Fields]:
    r = random.Random(1)
    last: dict[tuple[int, int], int] = {}
    told: list[Fields] = []
    for _ in range(claims):
        slot = r.randrange(max(1, claims // 100)), r.randrange(PREDICATES)
        what, at = r.random(), last.get(slot)
        said = {"subject": f"subject {slot[0]}", "predicate": f"p{slot[1]}", "source": "feed"}
        said["object"] = f"value {r.randrange(5_000)}"
        if at is None or what < 0.53 or (0.77 <= what < 0.88 and slot[1] >= ONE):
            last[slot] = (at or 0) + r.randrange(10, 60)
            said["valid_from"] = day(last[slot])
        elif what < 0.65:
            said["valid_from"] = day(r.randrange(at))
        elif what < 0.77:
            start = r.randrange(at)
            said |= {"valid_from": day(start), "valid_to": day(start + r.randrange(1, 50))}
        elif what < 0.88:
            last[slot] = at + r.randrange(1, 20)
            del said["object"]
            said |= {"op": "end", "valid_from": day(last[slot])}
        elif what < 0.94:
            said["valid_from"] = day(20_000 + r.randrange(1_000))
        else:
            said = r.choice(told)
        told.append(said)
        yield said


WORKLOADS: dict[str, Callable[[int], Iterator[Fields]]] = {"by slot": by_slot, "by time": by_time, "mixed": mixed}


def open_file(path: Path) -> tkg.Graph:
    return tkg.open(path, durability="normal", embedder=None)


def template(directory: Path) -> Path:
    """A file with the predicates declared and nothing said."""
    path = directory / "template.db"
    with open_file(path) as graph:
        for number in range(PREDICATES):
            graph.declare(f"p{number}", cardinality="one" if number < ONE else "many")
    return path


def timed(call: Callable[[], object]) -> Taken:
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return Taken(time.perf_counter() - wall, time.process_time() - cpu)


def many(graph: tkg.Graph, statements: list[Fields]) -> None:
    graph.record_many(statements)


def batches(graph: tkg.Graph, statements: list[Fields]) -> None:
    graph.record_many(statements, batch=BATCH)


def imported(graph: tkg.Graph, path: Path) -> None:
    graph.import_facts(path, batch=BATCH)


def bare(connection: sqlite3.Connection, rows: dict[str, list[Row]]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for table, of_table in rows.items():
        insert = f"INSERT INTO {table} VALUES ({', '.join('?' * len(of_table[0]))})" if of_table else ""
        for row in of_table:
            connection.execute(insert, row)
    connection.execute("COMMIT")


def left_by(path: Path, besides: Path) -> dict[str, list[Row]]:
    """The rows that a workload left in a file, which was a copy of another."""
    found = {}
    with closing(sqlite3.connect(path)) as after, closing(sqlite3.connect(besides)) as before:
        for table in ("tx", "scope", "source", "term", "claim", "belief_cur", "belief_hist"):
            known = set(before.execute(f"SELECT * FROM {table}"))
            found[table] = [row for row in after.execute(f"SELECT * FROM {table}") if row not in known]
    return found


def beliefs(graph: tkg.Graph) -> list[Row]:
    return sorted(
        (fact.subject, fact.predicate, str(fact.object), fact.valid_from_text, fact.valid_to_text or "")
        for fact in graph.timeline()
    )


def check(directory: Path, empty: Path, statements: list[Fields]) -> None:
    """The same beliefs, whichever way the first statements went in. They are recorded at other times, so only what is
    believed now is compared."""
    found = []
    for number, way in enumerate(("one by one", "many")):
        path = Path(shutil.copy(empty, directory / f"check{number}.db"))
        with open_file(path) as graph:
            if way == "many":
                many(graph, statements[:CHECKED])
            else:
                for statement in statements[:CHECKED]:
                    graph.record_many([statement])
            found.append(beliefs(graph))
            if not graph.verify().ok:
                raise SystemExit(f"{way}: the file does not verify")
        path.unlink()
    if found[0] != found[1]:
        raise SystemExit("the beliefs are not those of the statements told one by one")


def measure(name: str, claims: int, rounds: int) -> dict[str, Any]:
    """All ways of one workload, in turn."""
    with tempfile.TemporaryDirectory(prefix="tkg-record-speed-") as made:
        directory = Path(made)
        statements = list(WORKLOADS[name](claims))
        empty, source = template(directory), directory / "facts.csv"
        with source.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(statements)
        check(directory, empty, statements)
        ways: dict[str, Callable[[tkg.Graph], None]] = {
            "import_facts": lambda graph: imported(graph, source),
            "record_many": lambda graph: many(graph, statements),
            "in batches": lambda graph: batches(graph, statements),
        }
        taken: dict[str, list[Taken]] = {way: [] for way in (*ways, "bare")}
        rows: dict[str, list[Row]] = {}
        bytes_per_claim = 0.0
        for _ in range(rounds):
            for way, call in ways.items():
                path = Path(shutil.copy(empty, directory / "new.db"))
                with open_file(path) as graph:
                    taken[way].append(timed(partial(call, graph)))
                if way == "record_many":
                    rows = left_by(path, empty)
                    bytes_per_claim = (path.stat().st_size - empty.stat().st_size) / len(statements)
                path.unlink()
            path = Path(shutil.copy(empty, directory / "new.db"))
            connection = engine.connect(path, durability="normal")
            taken["bare"].append(timed(partial(bare, connection, rows)))
            connection.close()
            path.unlink()
        path = Path(shutil.copy(empty, directory / "whole.db"))
        with open_file(path) as graph:
            imported(graph, source)
            verified = graph.verify().ok
    cpu = {way: min(each.cpu for each in of_way) for way, of_way in taken.items()}
    wall = {way: min(each.wall for each in of_way) for way, of_way in taken.items()}
    return {
        "claims": len(statements),
        "verified": verified,
        "bytes_per_claim": round(bytes_per_claim),
        "ways": {
            way: {
                "claims_per_s": round(len(statements) / wall[way]),
                "claims_per_cpu_s": round(len(statements) / cpu[way]),
                "ratio": round(cpu["bare"] / cpu[way], 2),
            }
            for way in taken
        },
    }


def passes(result: dict[str, Any]) -> bool:
    each = result["workloads"].values()
    records = [workload["ways"]["record_many"] for workload in each]
    return (
        all(workload["verified"] for workload in each)
        and all(way["ratio"] >= LEAST_RATIO and way["claims_per_s"] >= LEAST_MANY for way in records)
        and result["workloads"]["by slot"]["ways"]["import_facts"]["claims_per_s"] >= LEAST_IMPORT
    )


def show(result: dict[str, Any]) -> None:
    table = Table("workload", "way", "claims/s", "claims/CPU s", "of bare", box=None)
    for name, workload in result["workloads"].items():
        for way, row in workload["ways"].items():
            table.add_row(name, way, f"{row['claims_per_s']:,}", f"{row['claims_per_cpu_s']:,}", f"{row['ratio']:.2f}")
    Console().print(table)
    print(f"load average before and after: {result['load'][0]} and {result['load'][1]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--claims", type=int, default=50_000, help="claims of each workload (default 50,000)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each goes in, each way (default 5)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments = parser.parse_args()
    load = [round(os.getloadavg()[0], 2)]
    workloads = {}
    for name in WORKLOADS:
        print(f"{name} ...", file=sys.stderr, flush=True)
        workloads[name] = measure(name, arguments.claims, arguments.rounds)
    result = {
        "workloads": workloads,
        "batch": BATCH,
        "load": [*load, round(os.getloadavg()[0], 2)],
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "cpus": os.cpu_count(),
    }
    text = written(result, RESULTS)
    if arguments.json:
        print(text)
    else:
        show(result)
    return 0 if passes(result) else 1


if __name__ == "__main__":
    raise SystemExit(main())
