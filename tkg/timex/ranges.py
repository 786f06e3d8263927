"""From one time to another, and the sides of a time: since, until, before, after.

Both ends of a range are seen from the moment of speaking, never the second from the first: 'from next Monday to the
Monday after next' is eight days. An end that says less than the other one takes what is missing from it: in '10 August
to 12 September 2013' both are of that year, in '3 to 6 pm' both are in the afternoon, and an end that comes back every
week or year is the first one after the start. The last day, month or year named belongs to the range; of two clock
times the second is where it ends.
"""

from dataclasses import replace
from typing import NamedTuple

from tkg.timex.anchored import Grain, Kind, Prefer
from tkg.timex.choice import readings
from tkg.timex.civil import Span, floor
from tkg.timex.meaning import WHOLE_DAY, Cycle, Field, Once, Readings, Said, Time, backward, forward, together


class Side(NamedTuple):
    """A time that bounds what is spoken of on one side. `edge` is which edge of it: its start, its end, or either.

    `from_now`: with a verb in the future, 'by Friday' begins now. `looks` is the direction of words that have none, by
    what they bound: what something lasts since has begun.
    """

    kind: Kind
    time: Time
    edge: str
    from_now: bool = False
    looks: Prefer | None = None


def since(time: Time) -> Side:
    return Side(Kind.START, time, "start", looks="past")


def starting(time: Time) -> Side:
    """From a time on, which may be to come; what is 'since' a time has begun."""
    return Side(Kind.START, time, "start")


def after(time: Time) -> Side:
    return Side(Kind.START, time, "end")


def until(time: Time) -> Side:
    return Side(Kind.END, time, "end", looks="nearest")


def before(time: Time) -> Side:
    return Side(Kind.END, time, "start")


def by(time: Time) -> Side:
    return Side(Kind.END, time, "end", from_now=True, looks="future")


def between(first: Time | None, last: Time | None) -> Once | None:
    """From one time to another; None if one of them cannot be an end."""
    if first is None or last is None:
        return None
    if Kind.PERIOD in (first.kind, last.kind) and first.grain < Grain.DAY:
        return None
    if (first.grain <= Grain.HOUR) != (last.grain <= Grain.HOUR) and Grain.PART_OF_DAY not in (first.grain, last.grain):
        exact = first if first.grain <= Grain.HOUR else last
        if not exact.fixes & (Field.DAY | Field.WEEKDAY):
            return None
    grain = min(first.grain, last.grain)

    def one(said: Said) -> tuple[Span, ...]:
        joined = [_joined(start, end) for start, end in _ends(first, last, said)]
        return tuple(span for span in joined if span)[:1]

    def at(said: Said) -> Readings:
        chosen = one(said)
        if not chosen or said.prefer is not None or not _comes_back(first, last):
            return Readings(chosen)
        others = [span for prefer in _SIDES for span in one(replace(said, prefer=prefer)) if span != chosen[0]]
        return Readings((*chosen, *dict.fromkeys(others)), "default: prefer is not given" if others else None)

    return Once(grain, first.fixes | last.fixes | WHOLE_DAY, at, Kind.PERIOD)


_SIDES: tuple[Prefer, Prefer] = ("past", "future")


def _comes_back(first: Time, last: Time) -> bool:
    """Whether it depends on the direction which week or year a range is in."""
    return all(isinstance(time, Cycle) and time.period > Grain.DAY for time in (first, last))


def _ends(first: Time, last: Time, said: Said) -> list[tuple[Span, Span]]:
    if isinstance(last, Cycle):
        starts = _starts(first, last, said)
        return [(start, end) for start in starts[:1] if (end := _first_after(last, said, start))]
    ends = last.at(said).spans
    if isinstance(first, Cycle) and first.period is Grain.DAY:
        own = [start for start in readings(first, said).spans[:1] if ends and start.start < ends[0].start]
        if own:
            return [(own[0], ends[0])]
    if isinstance(first, Cycle):
        return [(start, end) for end in ends[:1] if (start := _last_before(first, said, end))]
    return [(start, end) for start in first.at(said).spans[:1] for end in ends[:1]]


def _starts(first: Time, last: Cycle, said: Said) -> tuple[Span, ...]:
    """Where the first end is, when the last one comes back: of clock times that leave the half of the day open, the
    one that is closest to the last."""
    if isinstance(first, Cycle) and first.grain <= Grain.HOUR:
        found = readings(last, said).spans
        whole = first.period is last.period is Grain.DAY
        if whole and found and len(last.cell(floor(found[0].start, Grain.DAY), said)) == 1:
            start = _last_before(first, said, found[0])
            return (start,) if start else ()
    return readings(first, said).spans


def _first_after(cycle: Cycle, said: Said, start: Span) -> Span | None:
    return next((span for span in forward(cycle, said, start.start) if span.start > start.start), None)


def _last_before(cycle: Cycle, said: Said, end: Span) -> Span | None:
    return next((span for span in backward(cycle, said, end.start) if span.start < end.start), None)


def _joined(start: Span, end: Span) -> Span | None:
    last = end.start if end.grain <= Grain.HOUR else end.end
    if start.start >= last:
        return None
    sure = start.end if start.grain >= Grain.MONTH else start.start, end.start if end.grain >= Grain.MONTH else last
    vague = max(start.grain, end.grain) >= Grain.MONTH and sure[0] <= sure[1]
    return Span(start.start, last, min(start.grain, end.grain), core=sure if vague else None)


def in_span(outer: Time, first: Time, last: Time) -> Once | None:
    """A range of weekdays in a week: 'next week from Wednesday to Friday'."""
    if outer.grain <= Grain.DAY or not isinstance(outer, Once):
        return None
    start, end = together(outer, first), together(outer, last)
    return between(start, end) if start and end else None


def in_time(outer: Time, first: Time, last: Time) -> Once | None:
    """A range of clock times on a day: 'Thursday from 9:30 to 11:00'."""
    if first.grain > Grain.PART_OF_DAY or (outer.grain < Grain.DAY and outer.part is None):
        return None
    start, end = together(outer, first), together(outer, last)
    return between(start, end) if start and end else None
