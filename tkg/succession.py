"""Values told one after the other: what is believed of a slot in which nothing needs to be settled.

Most histories are like that: bounded stints that do not overlap, then ongoing values, each of which lasts until the
next one starts. Where the claims of a slot, in the order of their starts, are such a row, each decides from its own
start to its own end or the next start, whichever sources they come from, and there is nothing to restate, to end or to
resolve. `follow` gives the rows that `fold` would give then, at a hundredth of the cost, and None for any other slot.

Why the answer is that of `tkg.belief`, step by step. *restate*: no start lies within the start range of another claim
of its value, so that none says the stint of another better. *cover*: of bounded claims at most one covers any point,
and no ongoing one starts before the last of them. *supersede* and *succeed*: among ongoing claims the latest start up
to a point has the greatest key, within a source and across them, since no sighting lies at or after the next start.
*ended*: there is no `end`. *no return*: the claim of the greatest key is never sent away by one that started before.

A row goes on from its `Tail`, so that what comes next costs what it changes, however long the slot is. `Tails`
remembers those of the slots that were written last.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tkg.belief import Segment
from tkg.belief_tables import Current
from tkg.bounds import Grain
from tkg.flags import CONTINUES, GRAINS, pack
from tkg.intervals import MAX, MIN
from tkg.slots import RECORD, Row, SlotKey

_UNKNOWN = (Grain.UNKNOWN, Grain.MIDNIGHT)

Told = tuple[Row, int | None]
"""A live claim (a row of COLUMNS, of a predicate whose extent is `state`), and its value as it reads."""


class Tail(NamedTuple):
    """Where a row has come to: its last segment with the grains of its bounds, and what the next claim must not touch.

    The next start lies after `least`; not before `late`, the end of the start range of the last claim, and after that
    if it is of the same value.
    """

    value: int | None
    start: int
    end: int
    start_grain: int
    end_grain: int
    least: int
    late: int
    is_ongoing: bool

    @property
    def last(self) -> tuple[Segment, int] | None:
        """The last segment, with its flags."""
        if self.value is None:
            return None
        end_grain = Grain.ONGOING if self.end == MAX else self.end_grain
        return Segment(self.value, self.start, self.end), pack(self.start_grain, end_grain)


EMPTY = Tail(None, MIN, MIN, 0, 0, MIN, MIN, False)


class Followed(NamedTuple):
    """The segments from the last one of the row as it was on, with their flags, and where it has come to."""

    segments: dict[Segment, int]
    tail: Tail


def follow(tail: Tail, claims: Iterable[Told]) -> Followed | None:
    """Go on with a row of one slot; None if the claims do not come one after the other, and after it."""
    found: dict[Segment, int] = {}
    value, start, end, start_grain, end_grain, least, late, is_ongoing = tail
    for row, said in sorted(claims, key=_start):
        (place, statement, _, op, _, _, _, early, at, latest, grain, _, to_at, _, to_grain, ongoing, observed, seen, _,
         erased, *_) = row  # fmt: skip
        if (
            op != RECORD or erased or statement != place or said is None
            or early != at or at <= least or at < late or (at == late and said == value)
            or (is_ongoing and not ongoing) or to_grain in _UNKNOWN
        ):  # fmt: skip
            return None
        if is_ongoing:
            end, end_grain = at, grain
        if said != value or end != at:
            if value is not None:
                found[Segment(value, start, end)] = pack(start_grain, end_grain)
            value, start, start_grain = said, at, grain
        end, end_grain, is_ongoing, late = to_at, to_grain, ongoing, latest
        least = max(at, to_at - 1) if not ongoing else max(at, observed) if seen else at
    reached = Tail(value, start, end, start_grain, end_grain, least, late, is_ongoing)
    if reached.last is not None:
        segment, flags = reached.last
        found[segment] = flags
    return Followed(found, reached)


def _start(claim: Told) -> int:
    start: int = claim[0][8]
    return start


class Tails:
    """The tails of the slots that were written last, with the row of belief that each ends with.

    A cache of what is in the file: whoever learns that somebody else wrote, or that a write was rolled back, forgets
    it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[SlotKey, tuple[Tail, Current]] = {}

    def forget(self) -> None:
        """Drop everything."""
        self._kept.clear()

    def take(self, key: SlotKey) -> tuple[Tail, Current] | None:
        """The tail of a slot and its last current row, no longer remembered."""
        return self._kept.pop(key, None)

    def keep(self, key: SlotKey, tail: Tail, before: Current, at: int) -> None:
        """Remember where a slot has come to, whose current rows were `before` until they were written as of `at`."""
        if tail.last is None:
            return
        segment, flags = tail.last
        row = flags, at
        if segment in before:
            was, since = before[segment]
            row = (was, since) if was & GRAINS == flags else (flags | CONTINUES, at)
        if len(self._kept) >= self._most:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = tail, {segment: row}
