"""The tables of beliefs, and how a change of a slot is written to them.

`belief_cur` has what is believed now, a row for each segment, with the recorded time since when; `belief_hist` has the
rectangles that are no longer believed. A `Change` gathers what is to be written, slot by slot, and writes it at once.

Both lie by subject and predicate. What is believed now lies by predicate, too, for snapshots; each copy more would cost
as much again. So where only a value is known, or the predicate of what is past, `belief_of_object` and
`belief_of_predicate` say which pairs to look at: they have a row for all that was ever believed.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tkg.belief import Segment
from tkg.flags import CONTINUED, CONTINUES, GRAINS
from tkg.slots import SlotKey

Current = dict[Segment, tuple[int, int]]
"""Current rows of a slot: segments with their flags, and since when they are believed."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables to keep: those of the file, or temporary ones with another prefix."""

    prefix: str = "main."

    @property
    def current(self) -> str:
        return f"{self.prefix}belief_cur"

    @property
    def past(self) -> str:
        return f"{self.prefix}belief_hist"

    @property
    def of_predicate(self) -> str:
        return f"{self.prefix}belief_of_predicate"

    @property
    def of_object(self) -> str:
        return f"{self.prefix}belief_of_object"

    @property
    def slots(self) -> str:
        return f"{self.prefix}slot"


FILE = Tables()

_OF_PAIR = "b.scope = x.scope AND b.modality = x.modality AND b.p = x.p AND b.s = x.s"
OF_PREDICATE = f"belief_of_predicate x CROSS JOIN {{table}} b ON {_OF_PAIR}"
OF_OBJECT = f"belief_of_object x CROSS JOIN {{table}} b ON {_OF_PAIR} AND b.o = x.o"
"""What a query goes through that knows only a predicate or only a value: `x.scope`, `x.modality`, and `x.p` or `x.o`.
CROSS JOIN keeps the planner from going through all beliefs instead."""


class BeliefTables:
    """One pair of tables over one connection."""

    def __init__(self, connection: sqlite3.Connection, tables: Tables) -> None:
        self.connection = connection
        slot = "scope = ? AND modality = ? AND s = ? AND p = ?"
        self._pair_rows = f"SELECT o, vf, vt, flags, rf FROM {tables.current} WHERE {slot}"
        self._value_rows = f"{self._pair_rows} AND o = ?"
        self._pair_before = f"{self._pair_rows} AND vf < ? ORDER BY vf DESC LIMIT 1"
        self._pair_within = f"{self._pair_rows} AND vf >= ? AND vf <= ?"
        self._value_near = f"{self._value_rows} AND vt >= ? AND vf <= ?"
        self.delete = f"DELETE FROM {tables.current} WHERE {slot} AND vf = ? AND o = ?"
        self.insert = (
            f"INSERT INTO {tables.current} (scope, modality, s, p, vf, vt, o, rf, flags) VALUES (?,?,?,?,?,?,?,?,?)"
        )
        self.retire = (
            f"INSERT INTO {tables.past} (scope, modality, s, p, rt, vf, rf, vt, o, flags) VALUES (?,?,?,?,?,?,?,?,?,?)"
        )
        seen = "VALUES (?,?,?,?) ON CONFLICT DO NOTHING"
        self.of_predicate = f"INSERT INTO {tables.of_predicate} (scope, modality, s, p) {seen}"
        self.of_object = f"INSERT INTO {tables.of_object} (scope, modality, s, p, o) {seen.replace('(?', '(?,?')}"
        pair = "scope = :scope AND modality = :modality AND s = :s AND p = :p"
        nowhere = " AND ".join(
            f"NOT EXISTS (SELECT 1 FROM {table} WHERE {{0}})" for table in (tables.current, tables.past)
        )
        self.never_believed = tuple(
            f"DELETE FROM {table} WHERE {found} AND {nowhere.format(found)}"
            for table, found in ((tables.of_predicate, pair), (tables.of_object, f"{pair} AND o = :o"))
        )
        self.retired = f"SELECT rf, flags FROM {tables.past} WHERE {slot} AND rt = ? AND vf = ? AND vt = ? AND o = ?"
        self.forget = f"DELETE FROM {tables.past} WHERE {slot} AND rt = ? AND vf = ? AND o = ?"

    def rows(self, key: SlotKey) -> Current:
        """The current rows of a slot or pair."""
        query, given = (self._pair_rows, key[:4]) if key.object is None else (self._value_rows, key)
        return _current(self.connection.execute(query, given))

    def rows_near(self, key: SlotKey, start: int, end: int) -> Current:
        """The current rows of one slot that overlap or meet [start, end). Rows of one slot do not overlap."""
        execute = self.connection.execute
        if key.object is not None:
            rows = execute(self._value_near, (*key, start, end)).fetchall()
        else:
            rows = execute(self._pair_before, (*key[:4], start)).fetchall()
            rows += execute(self._pair_within, (*key[:4], start, end)).fetchall()
        return {segment: kept for segment, kept in _current(rows).items() if segment.end >= start}


class Change:
    """What becomes of the beliefs of some slots as of `at`, each of them once.

    `again`: beliefs were derived as of `at` before, since a replay may bring one instant in parts. What a row was
    before `at` decides then: one that came at `at` leaves no trace, and one that went at `at` may come back.
    """

    def __init__(self, tables: BeliefTables, at: int, *, again: bool) -> None:
        self._tables, self._at, self._again = tables, at, again
        self._gone: list[tuple[int, ...]] = []
        self._forgotten: list[tuple[int, ...]] = []
        self._past: list[tuple[int, ...]] = []
        self._new: list[tuple[int, ...]] = []
        self._traceless: list[dict[str, int]] = []
        self._subjects: list[tuple[int, ...]] = []
        self._objects: list[tuple[int, ...]] = []

    def replace(self, key: SlotKey, before: Current, after: Mapping[Segment, int]) -> Current:
        """Replace the rows of a slot before by the rows after; what these are then, unless `again`."""
        slot, at = key[:4], self._at
        if after and not before:
            self._subjects.append(slot)
        self._objects += [(*slot, value) for value in {s.value for s in after}.difference(s.value for s in before)]
        if not before and not self._again:
            self._new += [(*slot, start, end, value, at, flags) for (value, start, end), flags in after.items()]
            return {segment: (flags, at) for segment, flags in after.items()}
        current: Current = {}
        for segment in {**before, **after}:
            if segment in before and after.get(segment) == before[segment][0] & GRAINS:
                current[segment] = before[segment]
                continue
            value, start, end = segment
            earlier = self._taken_back(slot, segment) if self._again else None
            if segment in before:
                flags, since = before[segment]
                self._gone.append((*slot, start, value))
                if since != at:
                    earlier = since, flags
                else:
                    self._traceless.append(dict(zip(("scope", "modality", "s", "p", "o"), (*slot, value), strict=True)))
            said = after.get(segment)
            if earlier is None:
                if said is not None:
                    self._new.append((*slot, start, end, value, at, said))
                    current[segment] = said, at
                continue
            since, was = earlier
            was &= ~CONTINUED
            if said == was & GRAINS:
                self._new.append((*slot, start, end, value, since, was))
                continue
            mark = CONTINUED if said is not None else 0
            self._past.append((*slot, at, start, since, end, value, was | mark))
            if said is not None:
                self._new.append((*slot, start, end, value, at, said | CONTINUES))
                current[segment] = said | CONTINUES, at
        return current

    def _taken_back(self, slot: tuple[int, ...], segment: Segment) -> tuple[int, int] | None:
        """The row of a segment that was retired at this instant, taken out again: since when it was, and its flags."""
        value, start, end = segment
        given = (*slot, self._at, start, end, value)
        retired: tuple[int, int] | None = self._tables.connection.execute(self._tables.retired, given).fetchone()
        if retired is not None:
            self._forgotten.append((*slot, self._at, start, value))
        return retired

    def write(self) -> None:
        """Write it: what is gone first."""
        tables = self._tables
        for statement, rows in (
            (tables.delete, self._gone),
            (tables.forget, self._forgotten),
            (tables.retire, self._past),
            (tables.insert, self._new),
            (tables.of_predicate, self._subjects),
            (tables.of_object, self._objects),
        ):
            if rows:
                tables.connection.executemany(statement, rows)
        if self._traceless:
            for statement in tables.never_believed:
                tables.connection.executemany(statement, self._traceless)


def _current(rows: Iterable[tuple[int, int, int, int, int]]) -> Current:
    return {Segment(value, start, end): (flags, since) for value, start, end, flags, since in rows}
