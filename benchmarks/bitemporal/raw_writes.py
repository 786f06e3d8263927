"""The rows that a write left, taken from one file and put into a copy of it by hand.

That is what a write costs that nobody checks: prepared statements, one for each row that came or went, in a transaction
over the same tables, indexes and triggers, and with the same pragmas. `taken` finds the rows of one transaction after
our own write, and `noted` those of tables that do not say when a row came, which the copy does not have yet;
`RawWriter` puts them into the copy, where they get the same ids. Sources and predicates have to be there before.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import tkg
from benchmarks.bitemporal.files import Ticking, copied
from benchmarks.bitemporal.measuring import timed
from benchmarks.bitemporal.workload import TICK
from tkg import engine

Row = tuple[Any, ...]
Synchronous = Literal["OFF", "FULL"]
Measured = Callable[[Callable[[], object]], float]
"""Runs a call and says what it cost, in seconds."""

NOTED = ("belief_of_predicate", "belief_of_object", "slot")
TABLES = ("term", "claim", "standing", "belief_hist", "belief_cur", *NOTED, "tx")
_PAIR = "scope = ? AND modality = ? AND s = ? AND p = ?"
_CLAIMS = (
    "claim WHERE id > (SELECT last_place FROM tx WHERE id = ? - 1) AND id <= (SELECT last_place FROM tx WHERE id = ?)"
)
_PAIRS = f"SELECT DISTINCT scope, modality, s, p FROM {_CLAIMS}"
_BELIEVED = f"SELECT * FROM belief_cur WHERE {_PAIR} AND rf = ?"
_BEFORE = f"SELECT COALESCE(MAX(vf), {-(2**63)}) FROM belief_cur WHERE {_PAIR} AND vf < ?"
_FIRST_SAID = f"SELECT MIN(from_at) FROM {_CLAIMS}"
_WRITES = re.compile(r"^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+(?:main\.)?(\w+)", re.IGNORECASE)
_NO_TERMS = 2**62
"""An id above those of all terms: rows of terms are compared by the claims that use them."""


@dataclass(frozen=True, slots=True)
class Written:
    """What one transaction left: rows by table, and the keys of current beliefs that went."""

    rows: dict[str, list[Row]]
    gone: list[Row]


def last_of(connection: sqlite3.Connection, table: str) -> int:
    (found,) = connection.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()
    return int(found)


def taken(connection: sqlite3.Connection, tx: int, last_term: int, *, in_order: bool = False) -> Written:
    """The rows that transaction `tx` left, where terms up to `last_term` were there before.

    `in_order`: values told one after the other in a slot of one value, so that only its last rows are looked at. To go
    through all of a long slot would leave little of what the next write finds in the caches of the processor.
    """
    execute = connection.execute
    (row,) = execute("SELECT * FROM tx WHERE id = ?", (tx,)).fetchall()
    (place,) = execute("SELECT last_place FROM tx WHERE id = ?", (tx - 1,)).fetchone()
    rows: dict[str, list[Row]] = {
        "term": execute("SELECT * FROM term WHERE id > ?", (last_term,)).fetchall(),
        "claim": execute(f"SELECT * FROM {_CLAIMS} ORDER BY id", (tx, tx)).fetchall(),
        "standing": execute("SELECT * FROM standing WHERE place > ? AND place <= ?", (place, row[2])).fetchall(),
        "belief_hist": [],
        "belief_cur": [],
        "tx": [row],
    }
    gone: list[Row] = []
    for pair in execute(_PAIRS, (tx, tx)).fetchall():
        rows["belief_hist"] += execute(f"SELECT * FROM belief_hist WHERE {_PAIR} AND rt = ?", (*pair, row[1]))
        if in_order:
            (said,) = execute(_FIRST_SAID, (tx, tx)).fetchone()
            (low,) = execute(_BEFORE, (*pair, said)).fetchone()
            rows["belief_cur"] += execute(f"{_BELIEVED} AND vf >= ?", (*pair, row[1], low))
        else:
            rows["belief_cur"] += execute(_BELIEVED, (*pair, row[1]))
        keys = f"SELECT scope, modality, s, p, vf, o FROM belief_hist WHERE {_PAIR} AND rt = ?"
        gone += execute(keys, (*pair, row[1]))
    return Written(rows, gone)


def noted(ours: sqlite3.Connection, copy: sqlite3.Connection, tx: int, written: Written) -> dict[str, list[Row]]:
    """The rows of the tables NOTED that transaction `tx` left, as far as `copy` does not have them."""
    believed = {(*row[:4], row[6]) for row in written.rows["belief_cur"]}
    rows: dict[str, list[Row]] = {table: [] for table in NOTED}
    for pair in ours.execute(_PAIRS, (tx, tx)).fetchall():
        values = [each for each in believed if each[:4] == pair]
        for table in NOTED:
            keys = values if table == "belief_of_object" else [pair]
            query = f"SELECT * FROM {table} WHERE {_PAIR}" + (" AND o = ?" if table == "belief_of_object" else "")
            for key in keys:
                rows[table] += set(ours.execute(query, key)) - set(copy.execute(query, key))
    return rows


class RawWriter:
    """Puts rows into a copy."""

    def __init__(self, path: Path, synchronous: Synchronous) -> None:
        self.connection = engine.connect(path)
        self.connection.execute(f"PRAGMA synchronous = {synchronous}")
        self._inserts = {table: self._insert(table) for table in TABLES}
        self._delete = f"DELETE FROM belief_cur WHERE {_PAIR} AND vf = ? AND o = ?"

    def _insert(self, table: str) -> str:
        columns = len(self.connection.execute(f"PRAGMA table_info({table})").fetchall())
        verb = "REPLACE" if table == "slot" else "INSERT"
        return f"{verb} INTO {table} VALUES ({', '.join('?' * columns)})"

    def write(self, written: Written) -> None:
        """One transaction."""
        execute = self.connection.execute
        execute("BEGIN IMMEDIATE")
        for key in written.gone:
            execute(self._delete, key)
        for table in TABLES:
            insert = self._inserts[table]
            for row in written.rows.get(table, ()):
                execute(insert, row)
        execute("COMMIT")

    def close(self) -> None:
        self.connection.close()


@dataclass
class Pair:
    """A graph, and a copy of its file that is kept equal by hand. `missed` are tables that are not."""

    graph: tkg.Graph
    clock: Ticking
    raw: RawWriter
    looking: sqlite3.Connection
    missed: set[str]
    in_order: bool

    def both(self, write: Callable[[], object], measured: Measured) -> tuple[float, float]:
        """What a write through the API costs and what its rows cost by hand, as `measured`."""
        last_term = last_of(self.looking, "term")
        self.clock.at_us += TICK // timedelta(microseconds=1)
        ours = measured(write)
        tx = last_of(self.looking, "tx")
        written = taken(self.looking, tx, last_term, in_order=self.in_order)
        written.rows.update(noted(self.looking, self.raw.connection, tx, written))
        return ours, measured(lambda: self.raw.write(written))

    def warm_up(self, writes: Iterable[Callable[[], object]]) -> None:
        """Writes that are not measured, but watched for tables that the copy does not get."""
        connection, seen = self.graph._store.connection, list[str]()
        connection.set_trace_callback(seen.append)
        try:
            for write in writes:
                self.both(write, timed)
        finally:
            connection.set_trace_callback(None)
        self.missed |= {found[1] for text in seen for found in _WRITES.finditer(text)} - set(TABLES)

    def is_equal(self, since_tx: int) -> bool:
        """Whether what was written after a transaction is the same in both files."""
        ours, by_hand = self.looking, self.raw.connection
        last = last_of(ours, "tx")
        return last == last_of(by_hand, "tx") and all(
            written == taken(by_hand, tx, _NO_TERMS) and not any(noted(ours, by_hand, tx, written).values())
            for tx, written in ((tx, taken(ours, tx, _NO_TERMS)) for tx in range(since_tx + 1, last + 1))
        )


@contextmanager
def paired(
    path: Path, work: Path, now: datetime, synchronous: Synchronous, *, in_order: bool = False
) -> Iterator[Pair]:
    """A pair over two copies, in the directory `work`, of a closed file whose last commit is before `now`."""
    clock = Ticking(now)
    with copied(path, work / f"{path.stem}_ours.db") as ours, copied(path, work / f"{path.stem}_by_hand.db") as by_hand:
        graph = tkg.open(ours, clock=clock)
        raw = RawWriter(by_hand, synchronous)
        looking = sqlite3.connect(ours, isolation_level=None)
        try:
            graph._store.connection.execute(f"PRAGMA synchronous = {synchronous}")
            yield Pair(graph, clock, raw, looking, set(), in_order)
        finally:
            looking.close()
            raw.close()
            graph.close()
