"""Files of the workload, built once for each size through the public API, and kept for the next run.

The size of a file is the number of its belief rectangles, those believed now and those believed once. A file goes with
a note of what it holds; it is built anew if the workload, the seed or the schema is another one. Recorded times come
from a clock that ticks once a second from 2015 on, so that the same seed gives the same file.
"""

import hashlib
import json
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import tkg
from benchmarks.bitemporal.workload import (
    FIRST_RECORDED,
    ONE_VALUED,
    PREDICATES,
    RECTANGLES_PER_SUBJECT,
    SCHEMA,
    TICK,
    VERSION,
    Batch,
    Operation,
    Workload,
    is_contested,
    subject_name,
)
from benchmarks.showing import show
from tkg.resources import schema

ENDINGS = ("", "-wal", "-shm")
_FIELDS = {"s": "subject", "p": "predicate", "o": "object", "from": "valid_from", "to": "valid_to", "source": "source"}
_FIRST_ASKED, _YEARS_ASKED = datetime(2000, 1, 1, tzinfo=UTC), 27


class Tables(NamedTuple):
    """How many rows the tables have."""

    current: int
    past: int
    claims: int
    transactions: int

    @property
    def rectangles(self) -> int:
        return self.current + self.past


@dataclass(frozen=True)
class Built:
    """A file and what it holds. `operations` were taken from the workload, over `seconds` in all."""

    path: Path
    size: int
    seed: int
    subjects: int
    operations: int
    transactions: int
    seconds: float
    tables: Tables

    @property
    def now(self) -> datetime:
        """Just after the last batch: "now", of both times."""
        return FIRST_RECORDED + TICK * self.transactions

    def questions(self, seed: int, *, contested: bool | None = False) -> Iterator["Point"]:
        """Points to ask about, at random: of subjects of which two sources speak, of the others, or (None) of any."""
        chosen = random.Random(seed)
        while True:
            subject = chosen.randrange(self.subjects)
            if contested is None or is_contested(subject) == contested:
                yield Point.of(
                    subject_name(subject),
                    chosen.choice(ONE_VALUED),
                    _FIRST_ASKED + timedelta(chosen.randrange(365 * _YEARS_ASKED)),
                    FIRST_RECORDED + TICK * chosen.randrange(self.transactions),
                )


class Point(NamedTuple):
    """A subject, a predicate, and a point of both times, as datetimes for us and in microseconds for raw SQL."""

    subject: str
    predicate: str
    valid_at: datetime
    known_at: datetime
    valid_at_us: int
    known_at_us: int

    @classmethod
    def of(cls, subject: str, predicate: str, valid_at: datetime, known_at: datetime) -> "Point":
        return cls(subject, predicate, valid_at, known_at, microseconds(valid_at), microseconds(known_at))


class Ticking:
    """A clock that stands still until it is set."""

    def __init__(self, at: datetime = FIRST_RECORDED) -> None:
        self.at_us = microseconds(at)

    def __call__(self) -> int:
        return self.at_us


def microseconds(at: datetime) -> int:
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def statement(operation: Operation) -> dict[str, Any]:
    """An `assert` or an `end` of the contract as `record_many` takes it."""
    said = {name: operation[key] for key, name in _FIELDS.items() if key in operation}
    return said | {"op": "record" if operation["op"] == "assert" else "end"}


def declared() -> tkg.Ontology:
    """An ontology of the workload's predicates and no others."""
    return tkg.Ontology.of(SCHEMA)


class Loader:
    """Carries the batches of a workload out on a graph."""

    def __init__(self, graph: tkg.Graph, clock: Ticking) -> None:
        self.graph, self.clock, self.claims = graph, clock, list[int]()

    def carry_out(self, batch: Batch) -> None:
        self.clock.at_us = microseconds(batch.at)
        first = batch.operations[0]
        if first["op"] == "retract":
            self.graph.retract(self.claims[first["target"]])
        elif first["op"] == "correct":
            changes = {_FIELDS[key]: value for key, value in first.items() if key in ("o", "from")}
            self.claims.append(self.graph.correct(self.claims[first["target"]], **changes).id)
        else:
            done = self.graph.record_many([statement(operation) for operation in batch.operations])
            self.claims += [claim.id for claim in done]


def count(path: Path) -> Tables:
    connection = sqlite3.connect(path)
    try:
        tables = ("belief_cur", "belief_hist", "claim", "tx")
        return Tables(*(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables))
    finally:
        connection.close()


def built(work: Path, size: int, *, seed: int = 7) -> Built:
    """The file of a size in the directory `work`, made if it is not there or not of this workload."""
    work.mkdir(parents=True, exist_ok=True)
    path, note = work / f"engine_{size}.db", work / f"engine_{size}.json"
    key = {"workload": VERSION, "seed": seed, "schema": _schema()}
    if path.exists() and note.exists():
        kept = json.loads(note.read_text(encoding="utf-8"))
        if kept.pop("key") == key:
            return Built(path, **{**kept, "tables": Tables(*kept["tables"])})
    found = _build(path, size, seed)
    told = {name: value for name, value in asdict(found).items() if name != "path"}
    note.write_text(json.dumps({"key": key, **told}, indent=2) + "\n", encoding="utf-8")
    return found


def _build(path: Path, size: int, seed: int) -> Built:
    remove(path)
    subjects, clock = max(size // RECTANGLES_PER_SUBJECT, 10), Ticking()
    began, operations, batches, counted_next = time.perf_counter(), 0, 0, 100
    with tkg.open(path, ontology=declared(), durability="normal", clock=clock) as graph:
        loader = Loader(graph, clock)
        for batches, batch in enumerate(Workload(subjects, seed).batches(), start=1):
            loader.carry_out(batch)
            operations += len(batch.operations)
            if batches == counted_next:
                rectangles = count(path).rectangles
                show("rectangles", rectangles, size)
                if rectangles >= size:
                    break
                # Counting reads the whole table, so it is done again near the end only.
                counted_next += max(int(0.8 * batches * (size - rectangles) / rectangles), 1)
    seconds = round(time.perf_counter() - began, 1)
    return Built(path, size, seed, subjects, operations, batches, seconds, count(path))


def _schema() -> str:
    return hashlib.sha256(schema("schema.sql").read_bytes()).hexdigest()[:16]


def remove(path: Path) -> None:
    for ending in ENDINGS:
        path.with_name(path.name + ending).unlink(missing_ok=True)


@contextmanager
def copied(source: Path, to: Path) -> Iterator[Path]:
    """A copy of a closed file to write to, gone when the block ends."""
    remove(to)
    shutil.copyfile(source, to)
    try:
        yield to
    finally:
        remove(to)


def opened(built_: Built, **options: Any) -> tkg.Graph:
    """A graph over a file of the workload whose clock stands just after the last batch."""
    return tkg.open(built_.path, durability="normal", clock=Ticking(built_.now), **options)


def shape(files: Sequence[Built]) -> dict[str, Any]:
    """What the files hold, for the result."""
    return {
        str(each.size): {
            **each.tables._asdict(),
            "rectangles": each.tables.rectangles,
            "subjects": each.subjects,
            "predicates": len(PREDICATES),
            "operations": each.operations,
            "build_s": each.seconds,
        }
        for each in files
    }
