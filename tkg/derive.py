"""The beliefs that follow from the log, kept in two tables beside it: what holds now, and what used to be believed.

`belief_cur` has one row for each coalesced segment that is believed under the policy `latest`, with the recorded time
since when; `belief_hist` has the rectangles that are no longer believed. Both are a cache: `derive` brings them from
the state at one place of the log to the state at a later one, by asking which slots the operations in between can have
touched, folding these again and writing the difference. The writer calls it once a transaction, before the commit, so
that the cache is never behind the log; `replay` calls it transaction by transaction from the start, into empty tables,
which is how `verify` checks the one and how an erasure rebuilds the other. There is no second way to get a row there.

A slot is folded whole while it is short, and by `window` where it is long.

What holds for a slot as a whole is noted on the way (see `slot_traits`).

`flags` of a row hold how exactly its two bounds were said, which is part of the answer: when only that changes, the row
is retired and a new one written. So that a reader still finds the whole run of recorded time in which the segment was
believed, such a pair is marked: `CONTINUED` on the old row, `CONTINUES` on the new one.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tkg.belief import Grains, Rule, Segment, fold
from tkg.bounds import Grain
from tkg.intervals import coalesce
from tkg.names import Names
from tkg.restate import Reading, restate
from tkg.slot_traits import Traits
from tkg.slots import COLUMNS, Row, SlotKey, SlotReader, grouped
from tkg.window import window

CONTINUES, CONTINUED = 1 << 8, 1 << 9
GRAINS = CONTINUES - 1

WHOLE_UP_TO = 64
"""Slots with no more claims than this are folded whole."""

_CHANGED = (
    f"SELECT {COLUMNS} FROM claim c WHERE c.id > :low AND c.id <= :high AND c.erased < 2 UNION "
    f"SELECT {COLUMNS} FROM standing t JOIN claim c ON c.id = t.claim "
    "WHERE t.place > :low AND t.place <= :high AND c.erased < 2"
)
_SAYING = f"SELECT {COLUMNS} FROM claim c WHERE c.scope = :scope AND c.id <= :high AND c.erased < 2"
_NAMING = (f"{_SAYING} AND c.s = :name", f"{_SAYING} AND c.o = :name")
_MENTIONING = (
    f"SELECT {COLUMNS} FROM claim c WHERE c.s_said = :claim AND c.id <= :high AND c.erased < 2",
    f"SELECT {COLUMNS} FROM claim c WHERE c.o_said = :claim AND c.id <= :high AND c.erased < 2",
)
_OF_PREDICATE = f"SELECT {COLUMNS} FROM claim c WHERE c.p = :predicate AND c.id <= :high AND c.erased < 2"
_MERGED = "SELECT scope, old FROM merge WHERE place > :low AND place <= :high"
_SPLIT = "SELECT claim, role FROM split WHERE place > :low AND place <= :high"
_DECLARED = "SELECT predicate FROM declaration WHERE place > :low AND place <= :high"


class Rows(NamedTuple):
    """The current rows of a slot, or of the part of it that was looked at, before and after: segments with flags."""

    before: dict[Segment, int]
    after: dict[Segment, int]


def pack(start: Grain, end: Grain) -> int:
    """The flags of a row, without marks."""
    return start | end << 4


def unpack(flags: int) -> tuple[Grain, Grain]:
    """The grains of the start and of the end of a row."""
    return Grain(flags & 15), Grain(flags >> 4 & 15)


def flagged(claims: list[Reading], rule: Rule) -> dict[Segment, int]:
    """The segments of one slot under `latest`, with their flags."""
    restated = restate(claims)
    grains = Grains(restated)
    return {segment: packed(grains, segment) for segment in fold(restated, rule, restated=True)}


def packed(grains: Grains, segment: Segment) -> int:
    """The flags of a segment."""
    return pack(grains.start(segment.value, segment.start), grains.end(segment.value, segment.end))


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
    def slots(self) -> str:
        return f"{self.prefix}slot"


FILE = Tables()


class Deriver:
    """Keeps a pair of belief tables in step with the log, over one connection."""

    def __init__(self, connection: sqlite3.Connection, names: Names, tables: Tables = FILE) -> None:
        self.connection, self.names, self.tables = connection, names, tables
        self.traits = Traits(connection, tables.slots)
        slot = "scope = ? AND modality = ? AND s = ? AND p = ?"
        self._pair_rows = f"SELECT o, vf, vt, flags FROM {tables.current} WHERE {slot}"
        self._value_rows = f"{self._pair_rows} AND o = ?"
        self._pair_before = f"{self._pair_rows} AND vf < ? ORDER BY vf DESC LIMIT 1"
        self._pair_within = f"{self._pair_rows} AND vf >= ? AND vf <= ?"
        self._value_near = f"{self._value_rows} AND vt >= ? AND vf <= ?"
        self._since = f"SELECT rf FROM {tables.current} WHERE {slot} AND vf = ? AND o = ?"
        self._delete = f"DELETE FROM {tables.current} WHERE {slot} AND vf = ? AND o = ?"
        self._insert = (
            f"INSERT INTO {tables.current} (scope, modality, s, p, vf, vt, o, rf, flags) VALUES (?,?,?,?,?,?,?,?,?)"
        )
        self._retire = (
            f"INSERT INTO {tables.past} (scope, modality, s, p, rt, vf, rf, vt, o, flags) VALUES (?,?,?,?,?,?,?,?,?,?)"
        )
        self._retired = f"SELECT rf, flags FROM {tables.past} WHERE {slot} AND rt = ? AND vf = ? AND vt = ? AND o = ?"
        self._forget = f"DELETE FROM {tables.past} WHERE {slot} AND rt = ? AND vf = ? AND rf = ? AND o = ?"

    def derive(self, low: int, high: int, at: int, only: Collection[SlotKey] | None = None) -> None:
        """Bring the beliefs from the state at place `low` to that at place `high`, recorded at `at`.

        `only` limits this to some pairs (keys without an object).
        """
        reader = SlotReader(self.connection, self.names, high)
        for key, claims in self._touched(low, high).items():
            if only is not None and key._replace(object=None) not in only:
                continue
            rows = self._refold(reader, key, claims)
            self._write(key, rows, at)

    # --- which slots ---

    def _touched(self, low: int, high: int) -> dict[SlotKey, dict[int, Row] | None]:
        """Slots -> the claims that came or went in them; None where names or rules changed: fold it whole."""
        old, new = SlotReader(self.connection, self.names, low), SlotReader(self.connection, self.names, high)
        span = {"low": low, "high": high}
        touched: dict[SlotKey, dict[int, Row] | None] = {}
        for row in self.connection.execute(_CHANGED, span):
            for reader in (old, new) if self.names.changed_since(low) else (new,):
                key = self._slot(reader, row)
                if key is not None:
                    claims = touched.setdefault(key, {})
                    if claims is not None:
                        claims[row[0]] = row
        if self.names.changed_since(low):
            for row in self.reread(low, high):
                for reader in (old, new):
                    key = self._slot(reader, row)
                    if key is not None:
                        touched[key] = None
        pairs = {key for key in touched if key.object is None}
        return {
            key: claims for key, claims in touched.items() if key in pairs or key._replace(object=None) not in pairs
        }

    def _slot(self, reader: SlotReader, row: Row) -> SlotKey | None:
        named = reader.named(row)
        if named.subject is None:
            return None
        one = reader.rule(named.predicate).one
        return SlotKey(row[26], row[25], named.subject, named.predicate, None if one else named.object)

    def reread(self, low: int, high: int, *, names_only: bool = False) -> Iterator[Row]:
        """The claims whose names or rules (or only names) read differently after the map operations in (low, high]."""
        execute, span = self.connection.execute, {"low": low, "high": high}
        for scope, old in execute(_MERGED, span).fetchall():
            for name in self.names.mentions(self.connection, scope).spellings(old, high):
                for query in _NAMING:
                    yield from execute(query, {"scope": scope, "name": name, "high": high})
        for claim, role in execute(_SPLIT, span).fetchall():
            yield from execute(_MENTIONING[role], {"claim": claim, "high": high})
        predicates = set(self.names.read_differently(low, high))
        if not names_only:
            for (declared,) in execute(_DECLARED, span).fetchall():
                predicates |= {raw for raw, _ in self.names.spelled(declared, low)}
        for predicate in sorted(predicates):
            yield from execute(_OF_PREDICATE, {"predicate": predicate, "high": high})

    # --- what is believed there now ---

    def _refold(self, reader: SlotReader, key: SlotKey, claims: dict[int, Row] | None) -> Rows:
        rule = reader.rule(key.predicate)
        if rule.one:
            key = key._replace(object=None)
        one_slot = rule.one or key.object is not None
        if claims is not None and one_slot and reader.is_long(key, WHOLE_UP_TO):
            rows = self._refold_window(reader, key, claims)
            if rows is not None:
                return rows
        found = reader.rows(key)
        readings = [reader.reading(row, named) for row, named in found]
        after: dict[Segment, int] = {}
        for slot_key, _, slot in grouped(key, rule, readings):
            after |= flagged(slot, rule)
            self.traits.note(slot_key, slot)
        query, given = (self._pair_rows, key[:4]) if key.object is None else (self._value_rows, key)
        return Rows(_segments(self.connection.execute(query, given)), after)

    def _refold_window(self, reader: SlotReader, key: SlotKey, claims: dict[int, Row]) -> Rows | None:
        rule = reader.rule(key.predicate)
        appeared: list[Reading] = []
        gone: list[Reading] = []
        for row in claims.values():
            reading = reader.reading(row, reader.named(row))
            (appeared if reader.is_live(row[0]) else gone).append(reading)
        found = window(reader, key, rule, appeared, gone)
        if found is None:
            return None
        if not self.traits.add(key, appeared):
            self.traits.note(key, reader.readings(key), long=True)
        before = self._rows_near(key, found.start, found.end)
        pieces = [
            (segment.value, max(segment.start, found.start), min(segment.end, found.end))
            for segment in fold(found.claims, rule, restated=True)
            if segment.start < found.end and segment.end > found.start
        ]
        outside: dict[tuple[int, int], Grain] = {}
        for (value, start, end), flags in before.items():
            first, last = unpack(flags)
            if start < found.start:
                pieces.append((value, start, min(end, found.start)))
                outside[value, start] = first
            if end > found.end:
                pieces.append((value, max(start, found.end), end))
                outside[value, end] = last
        grains = Grains(found.claims)
        after = {}
        for segment in (Segment(*piece) for piece in coalesce(pieces)):
            value, start, end = segment
            first = outside[value, start] if start < found.start else grains.start(value, start)
            last = outside[value, end] if end > found.end else grains.end(value, end)
            after[segment] = pack(first, last)
        return Rows(before, after)

    def _rows_near(self, key: SlotKey, start: int, end: int) -> dict[Segment, int]:
        """The current rows of one slot that overlap or meet [start, end). Rows of one slot do not overlap."""
        if key.object is not None:
            rows = self.connection.execute(self._value_near, (*key, start, end)).fetchall()
        else:
            rows = self.connection.execute(self._pair_before, (*key[:4], start)).fetchall()
            rows += self.connection.execute(self._pair_within, (*key[:4], start, end)).fetchall()
        return {segment: flags for segment, flags in _segments(rows).items() if segment.end >= start}

    # --- the difference ---

    def _write(self, key: SlotKey, rows: Rows, at: int) -> None:
        """Replace the rows before by the rows after, as of `at`.

        What a row was before `at` decides, since a replay may bring one instant in parts: a row that came at `at`
        leaves no trace, and one that went at `at` may come back.
        """
        slot, execute = key[:4], self.connection.execute
        changed = [s for s in {**rows.before, **rows.after} if rows.after.get(s, -1) != rows.before.get(s, -1) & GRAINS]
        earlier: dict[Segment, tuple[int, int]] = {}
        for segment in changed:
            value, start, end = segment
            retired = execute(self._retired, (*slot, at, start, end, value)).fetchone()
            if retired is not None:
                execute(self._forget, (*slot, at, start, retired[0], value))
                earlier[segment] = retired
            if segment in rows.before:
                (since,) = execute(self._since, (*slot, start, value)).fetchone()
                execute(self._delete, (*slot, start, value))
                if since != at:
                    earlier[segment] = since, rows.before[segment]
        for segment in changed:
            value, start, end = segment
            flags = rows.after.get(segment)
            if segment not in earlier:
                if flags is not None:
                    execute(self._insert, (*slot, start, end, value, at, flags))
                continue
            since, was = earlier[segment]
            was &= ~CONTINUED
            if flags == was & GRAINS:
                execute(self._insert, (*slot, start, end, value, since, was))
                continue
            mark = CONTINUED if flags is not None else 0
            execute(self._retire, (*slot, at, start, since, end, value, was | mark))
            if flags is not None:
                execute(self._insert, (*slot, start, end, value, at, flags | CONTINUES))


def _segments(rows: Iterable[tuple[int, int, int, int]]) -> dict[Segment, int]:
    return {Segment(value, start, end): flags for value, start, end, flags in rows}
