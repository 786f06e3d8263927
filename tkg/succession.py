"""Values told one after the other: what is believed of a slot in which nothing needs to be settled.

Most histories are like that: bounded stints that do not overlap, then ongoing values, each of which lasts until the
next one starts. Where the claims of a slot, in the order of their starts, are such a row, each decides from its own
start to its own end or the next start, whichever sources they come from, and there is nothing to restate, to end or to
resolve. `follow` gives the rows that `fold` would give then, at a tenth of the cost, and None for any other slot.

Why the answer is that of `tkg.belief`, step by step. *restate*: no start lies within the start range of another claim
of its value, so that none says the stint of another better. *cover*: of bounded claims at most one covers any point,
and no ongoing one starts before the last of them. *supersede* and *succeed*: among ongoing claims the latest start up
to a point has the greatest key, within a source and across them, since no sighting lies at or after the next start.
*ended*: there is no `end` of one of several values that take turns; any other competes like a value. *no return*: the
claim of the greatest key is never sent away by one that started before.

A row goes on from its `Tail`, so that what comes next costs what it changes, however long the slot is.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tkg.belief import Segment
from tkg.bounds import Grain
from tkg.claim_table import Row
from tkg.flags import pack
from tkg.intervals import MAX, MIN
from tkg.slot_traits import Trait
from tkg.slots import END

_UNKNOWN = (Grain.UNKNOWN, Grain.MIDNIGHT)

Told = tuple[Row, int | None]
"""A live claim (a row of COLUMNS, of a predicate whose extent is `state`), and its object as it reads."""


class Tail(NamedTuple):
    """Where a row has come to: its last segment with the grains of its bounds, and what the next claim must not touch.

    The next start lies after `least`; not before `late`, the end of the start range of the last claim, and after that
    if it is of the same value. `source` told it all, 0 for nobody yet and None for several; `vague` if any of its
    bounds is imprecise.
    """

    value: int | None
    start: int
    end: int
    start_grain: int
    end_grain: int
    least: int
    late: int
    is_ongoing: bool
    source: int | None
    vague: bool

    @property
    def trait(self) -> Trait:
        """What is known of the slot as a whole."""
        return Trait(self.source, self.vague)

    @property
    def last(self) -> tuple[Segment, int] | None:
        """The last segment, with its flags."""
        if self.value is None:
            return None
        end_grain = Grain.ONGOING if self.end == MAX else self.end_grain
        return Segment(self.value, self.start, self.end), pack(self.start_grain, end_grain)


EMPTY = Tail(None, MIN, MIN, 0, 0, MIN, MIN, False, 0, False)


class Followed(NamedTuple):
    """The segments from the last one of the row as it was on, with their flags, and where it has come to."""

    segments: dict[Segment, int]
    tail: Tail


def follow(tail: Tail, claims: Iterable[Told], *, one: bool) -> Followed | None:
    """Go on with a row of one slot, `one` of a predicate of one value; None if the claims do not come one after the
    other, and after it.

    An `end` is a claim of no value, unless it is of one of several.
    """
    found: dict[Segment, int] = {}
    value, start, end, start_grain, end_grain, least, late, is_ongoing, source, vague = tail
    for row, said in sorted(claims, key=_start):
        (place, statement, by, op, _, _, _, early, at, latest, grain, to_early, to_at, to_late, to_grain, ongoing,
         observed, seen, _, erased, *_) = row  # fmt: skip
        if op == END:
            if one and said is not None:
                return None
            said = None
        if (
            erased or statement != place
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
        if source != by:
            source = None if source != 0 else by
        vague = vague or early < latest or to_early < to_late
        least = max(at, to_at - 1) if not ongoing else max(at, observed) if seen else at
    reached = Tail(value, start, end, start_grain, end_grain, least, late, is_ongoing, source, vague)
    if reached.last is not None:
        segment, flags = reached.last
        found[segment] = flags
    return Followed(found, reached)


def _start(claim: Told) -> int:
    start: int = claim[0][8]
    return start
