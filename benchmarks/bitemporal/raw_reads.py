"""The same questions asked of the same file by hand: what an answer costs that nobody checks, turns or wraps.

Each method looks up the names that it is given, reads `belief_cur` and, for a past moment, `belief_hist`, and gives
what a fact has beside what was asked for: the other names, the valid interval, the recorded one, and the flags. Times
come as integers, and rows go out as the driver gives them. `in_transaction` gives a question a transaction of its own,
so that no write can come between two statements and tear the answer, as in ours. Without one SQLite takes and gives
back its lock for each statement, and is slower.

Statements of several tables say CROSS JOIN, which fixes the order, because the planner, without statistics, takes the
index of a predicate where the subject is known.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.bitemporal.files import Point
from tkg.intervals import MAX

Row = tuple[Any, ...]

_ENTITY = "SELECT id FROM term WHERE scope = 1 AND kind = 0 AND type = '' AND name = ?"
_PREDICATE = "SELECT id FROM predicate WHERE name = ?"
_VALUE = "SELECT kind, type, name FROM term WHERE id = ?"
_CURRENT = f"o, vf, vt, rf, {MAX}, flags FROM belief_cur WHERE scope = 1 AND modality = 0"
_PAST = "o, vf, vt, rf, rt, flags FROM belief_hist WHERE scope = 1 AND modality = 0"
_SLOT = "AND s = ? AND p = ?"
_GET_CURRENT = f"SELECT {_CURRENT} {_SLOT} AND vf <= ? AND vt > ? AND rf <= ?"
_GET_PAST = f"SELECT {_PAST} {_SLOT} AND vf <= ? AND vt > ? AND rf <= ? AND rt > ?"
_NAMED = "b.vf, b.vt, b.rf"
_OF_SUBJECT = (
    f"SELECT p.name, t.kind, t.type, t.name, {_NAMED}, {{until}}, b.flags FROM {{table}} b "
    "CROSS JOIN predicate p ON p.id = b.p CROSS JOIN term t ON t.id = b.o "
    "WHERE b.scope = 1 AND b.modality = 0 AND b.s = ? AND b.vf <= ? AND b.vt > ? AND b.rf <= ?"
)
_OF_PREDICATE = (
    f"SELECT s.name, t.kind, t.type, t.name, {_NAMED}, {{until}}, b.flags, s.kind, s.type FROM {{table}} "
    "CROSS JOIN term s ON s.id = b.s CROSS JOIN term t ON t.id = b.o "
    "WHERE {of}.scope = 1 AND {of}.modality = 0 AND {of}.p = ? AND b.vf <= ? AND b.vt > ? AND b.rf <= ?"
)
_FIND_CURRENT = _OF_SUBJECT.format(until=MAX, table="belief_cur")
_FIND_PAST = _OF_SUBJECT.format(until="b.rt", table="belief_hist") + " AND b.rt > ?"
_SNAPSHOT_CURRENT = _OF_PREDICATE.format(until=MAX, table="belief_cur b", of="b")
_SNAPSHOT_PAST = (
    _OF_PREDICATE.format(
        until="b.rt",
        table="belief_of_predicate x CROSS JOIN belief_hist b "
        "ON b.scope = x.scope AND b.modality = x.modality AND b.s = x.s AND b.p = x.p",
        of="x",
    )
    + " AND b.rt > ?"
)
_TIMELINE = (
    f"SELECT t.kind, t.type, t.name, {_NAMED}, {MAX}, b.flags FROM belief_cur b CROSS JOIN term t ON t.id = b.o "
    "WHERE b.scope = 1 AND b.modality = 0 AND b.s = ? AND b.p = ? ORDER BY b.vf"
)


class Raw:
    """Questions in SQL over a connection of one's own."""

    def __init__(self, path: Path, now_us: int) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA cache_size = -65536")
        self._execute, self._now_us = self.connection.execute, now_us

    def close(self) -> None:
        self.connection.close()

    def in_transaction(self, ask: Callable[["Raw", Point], list[Row]], point: Point) -> list[Row]:
        """One question, asked in one snapshot."""
        self._execute("BEGIN")
        found = ask(self, point)
        self._execute("COMMIT")
        return found

    def get(self, point: Point) -> list[Row]:
        execute = self._execute
        valid_at, known_at = point.valid_at_us, point.known_at_us
        (subject,) = execute(_ENTITY, (point.subject,)).fetchone()
        (predicate,) = execute(_PREDICATE, (point.predicate,)).fetchone()
        row = execute(_GET_CURRENT, (subject, predicate, valid_at, valid_at, known_at)).fetchone()
        if row is None:
            row = execute(_GET_PAST, (subject, predicate, valid_at, valid_at, known_at, known_at)).fetchone()
        if row is None:
            return []
        return [(*execute(_VALUE, (row[0],)).fetchone(), *row[1:])]

    def find_now(self, point: Point) -> list[Row]:
        (subject,) = self._execute(_ENTITY, (point.subject,)).fetchone()
        return self._execute(_FIND_CURRENT, (subject, self._now_us, self._now_us, self._now_us)).fetchall()

    def find(self, point: Point) -> list[Row]:
        (subject,) = self._execute(_ENTITY, (point.subject,)).fetchone()
        given = subject, point.valid_at_us, point.valid_at_us, point.known_at_us
        found = self._execute(_FIND_CURRENT, given).fetchall()
        return found + self._execute(_FIND_PAST, (*given, point.known_at_us)).fetchall()

    def timeline(self, point: Point) -> list[Row]:
        (subject,) = self._execute(_ENTITY, (point.subject,)).fetchone()
        (predicate,) = self._execute(_PREDICATE, (point.predicate,)).fetchone()
        return self._execute(_TIMELINE, (subject, predicate)).fetchall()

    def snapshot(self, point: Point) -> list[Row]:
        (predicate,) = self._execute(_PREDICATE, (point.predicate,)).fetchone()
        given = predicate, point.valid_at_us, point.valid_at_us, point.known_at_us
        found = self._execute(_SNAPSHOT_CURRENT, given).fetchall()
        return found + self._execute(_SNAPSHOT_PAST, (*given, point.known_at_us)).fetchall()
