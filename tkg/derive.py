"""The beliefs that follow from the log, kept in two tables beside it: what holds now, and what used to be believed.

Both tables are a cache: `derive` brings them from the state at one place of the log to the state at a later one, by
asking which slots the operations in between can have touched (`touched`), folding these again and writing the
difference (`belief_tables`). The writer calls it once a transaction, before the commit, so that the cache is never
behind the log; `rebuild` calls it transaction by transaction from the start, into empty tables, which is how `verify`
checks the one and how an erasure rebuilds the other. There is no second way to get a row there.

A slot is folded whole while it is short, and by `window` where it is long; one whose values are told one after the
other goes on from where it has come to (`succession`), as does a long one from what `window` left. What was just
written is not read again (`remembered`).

What holds for a slot as a whole is noted on the way (`slot_traits`).
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from tkg.belief import Grains, Rule, Segment, fold
from tkg.belief_tables import FILE, BeliefTables, Change, Current, Tables
from tkg.bounds import Grain
from tkg.claim_table import Row
from tkg.flags import pack, packed, unpack
from tkg.intervals import MAX, coalesce
from tkg.names import Names
from tkg.remembered import Remembered, State
from tkg.restate import Reading, restate
from tkg.slot_traits import Trait, Traits, trait
from tkg.slots import Named, SlotKey, SlotReader, grouped
from tkg.succession import EMPTY, Tail, Told, follow
from tkg.touched import Moved, touched
from tkg.window import window

WHOLE_UP_TO = 64
"""Slots of which no more claims than this were told before are folded whole."""

TAILS, CLAIMS = 50_000, 20_000
"""Of how many of the slots that were written last the tails are remembered, and how many claims of short ones."""


class Rows(NamedTuple):
    """The current rows of a slot, or of the part of it that was looked at, before and after: segments with flags.

    `tail` is where the slot has come to, if its values are told one after the other. `told` are all of its claims, if
    they are at hand, and `others` the current rows that were not looked at.
    """

    before: Current
    after: dict[Segment, int]
    tail: Tail | None = None
    told: Sequence[Told] | None = None
    others: Current | None = None


def flagged(claims: list[Reading], rule: Rule) -> dict[Segment, int]:
    """The segments of one slot under `latest`, with their flags."""
    restated = restate(claims)
    grains = Grains(restated)
    return {segment: packed(grains, segment) for segment in fold(restated, rule, restated=True)}


class Deriver:
    """Keeps a pair of belief tables in step with the log, over one connection.

    Without `short_cuts` it remembers nothing and folds every slot, as `verify` does to check what was written.
    """

    def __init__(
        self, connection: sqlite3.Connection, names: Names, tables: Tables = FILE, *, short_cuts: bool = True
    ) -> None:
        self.connection, self.names = connection, names
        self._tables = BeliefTables(connection, tables)
        self._traits = Traits(connection, tables.slots)
        self._remembered = Remembered(TAILS, CLAIMS)
        self._short_cuts = short_cuts

    def forget(self) -> None:
        """Drop what is remembered of slots: after a rollback, or when another process wrote."""
        self._remembered.forget()

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
        forgetful = not self._short_cuts or again or only is not None
        if forgetful:
            self.forget()
        reader = SlotReader(self.connection, self.names, high)
        change = Change(self._tables, at, again=again)
        for moved in touched(self.connection, self.names, low, high, said):
            if only is not None and moved.key._replace(object=None) not in only:
                continue
            rows = self._refold(reader, moved, low)
            current = change.replace(moved.key, rows.before, rows.after)
            if not forgetful:
                self._remember(moved.key, rows, current)
        change.write()

    def _remember(self, key: SlotKey, rows: Rows, current: Current) -> None:
        last: Current = {}
        if rows.tail is not None and rows.tail.last is not None:
            segment, _ = rows.tail.last
            last[segment] = current[segment]
        if rows.others:
            current |= rows.others
        told = rows.told if rows.told is not None and len(rows.told) <= WHOLE_UP_TO else None
        if told is not None or rows.tail is not None:
            self._remembered.keep(key, State(rows.tail, last, told, current))

    def _refold(self, reader: SlotReader, moved: Moved, low: int) -> Rows:
        key, rule = moved.key, reader.rule(moved.key.predicate)
        if moved.claims is None or not (rule.one or key.object is not None):
            # Names or rules changed, or it is an end without a value, which is of all slots of its pair.
            self.forget()
            return self._folded(reader, key, rule, self._tables.rows(key), reader.told(key))
        state = self._remembered.take(key)
        told = [(row, reader.value(row)) for row in moved.claims] if moved.only_said else []
        if state is not None and moved.only_said:
            rows = self._gone_on(reader, key, rule, state, told)
            if rows is not None:
                return rows
        before = reader.told_before(key, low, WHOLE_UP_TO + 1)
        if before == 0 and moved.only_said:
            return self._folded(reader, key, rule, {}, told)
        if before is not None and before > WHOLE_UP_TO:
            window_rows = self._refold_window(reader, key, moved.claims)
            if window_rows is not None:
                return window_rows
        return self._folded(reader, key, rule, self._tables.rows(key), reader.told(key))

    def _folded(self, reader: SlotReader, key: SlotKey, rule: Rule, before: Current, told: Sequence[Told]) -> Rows:
        """A slot or pair, whose rows were `before`, from all of its live claims."""
        one_slot = rule.one or key.object is not None
        if self._short_cuts and one_slot and rule.extent == "state":
            followed = follow(EMPTY, told, one=rule.one)
            if followed is not None:
                self._note(key, EMPTY, followed.tail)
                return Rows(before, followed.segments, followed.tail, told)
        after: dict[Segment, int] = {}
        readings = [reader.reading(row, Named(key.subject, key.predicate, value)) for row, value in told]
        for slot_key, _, slot in grouped(key, rule, readings):
            after |= flagged(slot, rule)
            known = trait(slot)
            if known is not None and known.tells:
                self._traits.note(slot_key, known)
        return Rows(before, after, None, told if one_slot else None)

    def _gone_on(self, reader: SlotReader, key: SlotKey, rule: Rule, state: State, told: list[Told]) -> Rows | None:
        """A slot of which this was told since it was in `state`; None if that does not do."""
        together = None if state.told is None else [*state.told, *told]
        if state.tail is not None:
            followed = follow(state.tail, told, one=rule.one)
            if followed is not None:
                self._note(key, state.tail, followed.tail)
                others = {segment: row for segment, row in state.current.items() if segment not in state.last}
                return Rows(state.last, followed.segments, followed.tail, together, others)
        return None if together is None else self._folded(reader, key, rule, state.current, together)

    def _note(self, key: SlotKey, before: Tail, after: Tail) -> None:
        if after.trait.tells and after.trait != before.trait:
            self._traits.note(key, after.trait)

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
        noted = self._traits.of(key)
        noted = self._traits.add(key, noted, trait(appeared if noted is not None else reader.readings(key)))
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
        return Rows(before, after, self._tail(reader, key, rule, after, noted))

    def _tail(
        self, reader: SlotReader, key: SlotKey, rule: Rule, after: Mapping[Segment, int], noted: Trait | None
    ) -> Tail | None:
        """Where a long slot has come to, if its values can go on from there as `succession` has it.

        Of claims with exact starts and nothing else, whatever order they came in, one that starts after all of them is
        believed from then on, so that it is enough to know the last row and the latest start.
        """
        last = max(after, key=lambda segment: segment.start, default=None)
        if last is None or last.end != MAX or rule.extent != "state" or not self._short_cuts:
            return None
        latest = reader.latest_start(key)
        if latest is None or noted is None:
            return None
        start_grain, end_grain = unpack(after[last])
        return Tail(*last, start_grain, end_grain, latest, latest, True, *noted)
