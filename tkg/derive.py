"""The beliefs that follow from the log, kept in two tables beside it: what holds now, and what used to be believed.

Both tables are a cache: `derive` brings them from the state at one place of the log to the state at a later one, by
asking which slots the operations in between can have touched (`touched`), folding these again and writing the
difference (`belief_tables`). The writer calls it once a transaction, before the commit, so that the cache is never
behind the log; `rebuild` calls it transaction by transaction from the start, into empty tables, which is how `verify`
checks the one and how an erasure rebuilds the other. There is no second way to get a row there.

A slot is folded whole while it is short, and by `window` where it is long; one whose values are told one after the
other goes on from where it has come to (`succession`).
"""

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tkg.belief import Grains, Rule, Segment, fold
from tkg.belief_tables import FILE, BeliefTables, Change, Current, Tables
from tkg.bounds import Grain
from tkg.flags import pack, unpack
from tkg.intervals import coalesce
from tkg.names import Names
from tkg.restate import Reading, restate
from tkg.slots import Row, SlotKey, SlotReader, grouped
from tkg.succession import EMPTY, Tail, Tails, follow
from tkg.touched import Moved, touched
from tkg.window import window

WHOLE_UP_TO = 64
"""Slots with no more claims than this are folded whole."""


TAILS = 50_000
"""Of how many slots it is remembered how they end."""


class Rows(NamedTuple):
    """The current rows of a slot, or of the part of it that was looked at, before and after: segments with flags.

    `tail` is where the slot has come to, if its values are told one after the other.
    """

    before: Current
    after: dict[Segment, int]
    tail: Tail | None = None


def flagged(claims: list[Reading], rule: Rule) -> dict[Segment, int]:
    """The segments of one slot under `latest`, with their flags."""
    restated = restate(claims)
    grains = Grains(restated)
    return {segment: packed(grains, segment) for segment in fold(restated, rule, restated=True)}


def packed(grains: Grains, segment: Segment) -> int:
    """The flags of a segment."""
    return pack(grains.start(segment.value, segment.start), grains.end(segment.value, segment.end))


class Deriver:
    """Keeps a pair of belief tables in step with the log, over one connection."""

    def __init__(self, connection: sqlite3.Connection, names: Names, tables: Tables = FILE) -> None:
        self.connection, self.names = connection, names
        self._tables = BeliefTables(connection, tables)
        self._tails = Tails(TAILS)

    def forget(self) -> None:
        """Drop what is remembered of slots: after a rollback, or when another process wrote."""
        self._tails.forget()

    def derive(
        self,
        low: int,
        high: int,
        at: int,
        *,
        only: Collection[SlotKey] | None = None,
        again: bool = False,
        said: Sequence[Row] | None = None,
    ) -> None:
        """Bring the beliefs from the state at place `low` to that at place `high`, recorded at `at`.

        `only` limits this to some pairs (keys without an object). `again`: something was derived as of `at` before.
        `said` are the claims that were said in between, where they are at hand.
        """
        if again or only is not None or self.names.changed_since(low):
            self.forget()
        reader = SlotReader(self.connection, self.names, high)
        change = Change(self._tables, at, again=again)
        for key, moved in touched(self.connection, self.names, low, high, said).items():
            if only is not None and key._replace(object=None) not in only:
                continue
            rows = self._refold(reader, key, moved, low)
            change.replace(key, rows.before, rows.after)
            if rows.tail is not None and only is None and not again:
                self._tails.keep(key, rows.tail, rows.before, at)
        change.write()

    def _refold(self, reader: SlotReader, key: SlotKey, moved: Moved | None, low: int) -> Rows:
        rule = reader.rule(key.predicate)
        tail = self._tails.take(key)
        if moved is None or not (rule.one or key.object is not None):
            # An end without a value is of all slots of its pair.
            self.forget()
            return _whole(rule, key, reader, self._tables.rows(key))
        if moved.only_said and rule.extent == "state":
            if tail is None and reader.is_new(key, low):
                tail = EMPTY, {}
            if tail is not None:
                followed = follow(tail[0], [(row, reader.value(row)) for row in moved.claims.values()])
                if followed is not None:
                    return Rows(tail[1], *followed)
        if reader.is_long(key, WHOLE_UP_TO):
            rows = self._refold_window(reader, key, moved.claims.values())
            if rows is not None:
                return rows
        return _whole(rule, key, reader, self._tables.rows(key))

    def _refold_window(self, reader: SlotReader, key: SlotKey, claims: Iterable[Row]) -> Rows | None:
        rule = reader.rule(key.predicate)
        appeared: list[Reading] = []
        gone: list[Reading] = []
        for row in claims:
            reading = reader.reading(row, reader.named(row))
            (appeared if reader.is_live(row[0]) else gone).append(reading)
        found = window(reader, key, rule, appeared, gone)
        if found is None:
            return None
        before = self._tables.rows_near(key, found.start, found.end)
        pieces = [
            (segment.value, max(segment.start, found.start), min(segment.end, found.end))
            for segment in fold(found.claims, rule, restated=True)
            if segment.start < found.end and segment.end > found.start
        ]
        outside: dict[tuple[int, int], Grain] = {}
        for (value, start, end), (flags, _) in before.items():
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


def _whole(rule: Rule, key: SlotKey, reader: SlotReader, before: Current) -> Rows:
    """A slot or pair, from all of its live claims."""
    rows = reader.rows(key)
    if rule.extent == "state" and (rule.one or key.object is not None):
        followed = follow(EMPTY, [(row, named.object) for row, named in rows])
        if followed is not None:
            return Rows(before, *followed)
    found: dict[Segment, int] = {}
    for _, _, slot in grouped(key, rule, [reader.reading(row, named) for row, named in rows]):
        found |= flagged(slot, rule)
    return Rows(before, found)
