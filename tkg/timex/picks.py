"""Parts of a time, and what lies in or beside it: the third Tuesday of May, early March, the rest of the week.

- The first and the last week of something have their middle in it.
- Early, mid and late are thirds. The beginning of a week is three days and so is its end; the beginning of a year is
  its first quarter, the end its last four months.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import islice
from math import ceil

from tkg.timex.anchored import Grain, Kind
from tkg.timex.choice import readings
from tkg.timex.civil import Span, floor, step, unit
from tkg.timex.meaning import NONE, WHOLE_DAY, Cycle, Field, Once, Readings, Said, Time, inside, over, to_come


def nth(number: int, inner: Cycle, outer: Time) -> Time | None:
    """The so-manieth of the spans in another: the third Tuesday of September; -1 is the last one."""
    if inner.grain is Grain.QUARTER and outer.grain > Grain.YEAR:
        return None  # the second quarter of a century is not a quarter of its first year
    if number == 0 or inner.grain > outer.grain or inner.fixes & outer.fixes & ~Field.YEAR:
        return None

    def pick(span: Span, said: Said) -> tuple[Span, ...]:
        if inner.grain is Grain.WEEK:
            # A week is of the month or year that has its middle, as ISO 8601 counts the weeks of a year.
            half = timedelta(days=3)
            found = inside(inner, said, (span.start - half, span.end - half))
        else:
            found = inside(inner, said, (span.start, span.end), whole=True)
        place = number - 1 if number > 0 else number
        return (found[place],) if -len(found) <= place < len(found) else ()

    fixes = outer.fixes | inner.fixes | Field.DAY | Field.WEEK
    if isinstance(outer, Cycle):

        def cell(start: datetime, said: Said) -> tuple[Span, ...]:
            return tuple(found for span in outer.cell(start, said) for found in pick(span, said))

        return Cycle(inner.grain, fixes, outer.period, cell)

    def at(said: Said) -> Readings:
        outside = outer.at(said)
        spans = tuple(found for span in outside.spans for found in pick(span, said))
        return Readings(spans, outside.chosen_by) if spans else NONE

    return Once(inner.grain, fixes, at)


def nth_from(number: int, inner: Cycle, time: Time, sign: int) -> Once:
    """The so-manieth after a time, before it if `sign` is negative: 'the third Tuesday after Christmas 2014'."""

    def beside(span: Span, said: Said) -> list[Span]:
        if sign > 0:
            return list(islice(to_come(inner, said, span.end - timedelta(microseconds=1)), number))
        return list(islice(over(inner, said, span.start), number))

    def at(said: Said) -> Readings:
        found = readings(time, said)
        if not 1 <= number <= 100:
            return NONE
        near = [beside(span, said) for span in found.spans]
        return Readings(tuple(spans[-1] for spans in near if len(spans) == number), found.chosen_by)

    return Once(inner.grain, WHOLE_DAY, at)


def closest(number: int, inner: Cycle, time: Time) -> Once:
    """The so-manieth closest to a time, whichever side it lies on."""

    def at(said: Said) -> Readings:
        found = readings(time, said)
        if not found.spans or not 1 <= number <= 20:
            return NONE
        start = found.spans[0].start
        near = list(islice(to_come(inner, said, start - timedelta(microseconds=1)), number))
        near += islice(over(inner, said, start), number)
        near.sort(key=lambda span: abs(span.start - start))
        return Readings((near[number - 1],)) if len(near) >= number else NONE

    return Once(inner.grain, WHOLE_DAY, at)


def weekday_near(weekday: Cycle, time: Time) -> Once:
    """A weekday of the week that a time lies in: 'Monday, two weeks from now'."""

    def at(said: Said) -> Readings:
        found = readings(time, said)
        weeks = [unit(span.start, Grain.WEEK, 0, said.conventions.week_start) for span in found.spans]
        return Readings(tuple(s for week in weeks for s in inside(weekday, said, (week.start, week.end))))

    return Once(Grain.DAY, WHOLE_DAY, at)


_EDGES: dict[str, Callable[[Span], tuple[float, float]]] = {
    "early": lambda span: (0, 1 / 3),
    "mid": lambda span: (1 / 3, 2 / 3),
    "late": lambda span: (2 / 3, 1),
    "start": lambda span: (0, 1 / 4 if span.grain is Grain.YEAR else 1 / 3),
    "end": lambda span: (2 / 3, 1),
}


def edge(name: str, time: Time) -> Time | None:
    """A part of a span: 'early March' is its first ten days, 'the end of the year' its last four months."""
    if time.grain < Grain.WEEKEND or time.kind is Kind.PERIOD:
        return None

    def part(span: Span) -> Span:
        span = Span(*span.room, span.grain)  # of 'three years ago' it is the year that has an end
        low, high = _EDGES[name](span)
        return _tens(span, low, high) if span.grain is Grain.MONTH else _parts(span, low, high)

    return cut(time, time.grain, part)


def half(number: int, time: Time) -> Time | None:
    """The first or second half of a span: 'the second half of the 19th century'."""
    if number not in (1, 2) or time.grain < Grain.WEEK:
        return None

    def part(span: Span) -> Span:
        if span.grain is Grain.MONTH:
            middle = step(span.start, Grain.DAY, 15)
            return Span(span.start, middle, Grain.MONTH) if number == 1 else Span(middle, span.end, Grain.MONTH)
        return _parts(span, (number - 1) / 2, number / 2)

    return cut(time, time.grain, part)


def cut(time: Time, grain: Grain, part: Callable[[Span], Span | None]) -> Time:
    """The same part of each of a meaning's spans, where a span has it."""
    fixes = time.fixes | Field.DAY | Field.WEEK | Field.MONTH

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        spans = time.cell(start, said) if isinstance(time, Cycle) else ()
        return tuple(found for span in spans if (found := part(span)))

    if isinstance(time, Cycle):
        return Cycle(grain, fixes, time.period, cell, kind=Kind.PERIOD, rare=time.rare)

    def at(said: Said) -> Readings:
        found = time.at(said)
        return Readings(tuple(each for span in found.spans if (each := part(span))), found.chosen_by)

    return Once(grain, fixes, at, Kind.PERIOD)


def _tens(span: Span, low: float, high: float) -> Span:
    """Thirds of a month begin on the 1st, the 11th and the 21st."""
    start = span.start + timedelta(days=10 * round(3 * low))
    end = span.end if high == 1 else span.start + timedelta(days=10 * round(3 * high))
    return Span(start, end, Grain.MONTH)


def _parts(span: Span, low: float, high: float) -> Span:
    """Parts of longer spans are whole months, of a week whole days, rounded outwards."""
    if span.grain >= Grain.DECADE:
        count = span.end.year - span.start.year
        first, last = int(count * low + 1e-9), ceil(count * high - 1e-9)
        return Span(step(span.start, Grain.YEAR, first), step(span.start, Grain.YEAR, last), span.grain)
    months = 12 * (span.end.year - span.start.year) + span.end.month - span.start.month
    if span.start.day == 1 and months >= 3:
        return Span(
            step(span.start, Grain.MONTH, int(months * low + 1e-9)),
            step(span.start, Grain.MONTH, ceil(months * high - 1e-9)),
            span.grain,
        )
    days = (span.end - span.start).days
    return Span(
        step(span.start, Grain.DAY, int(days * low + 1e-9)),
        step(span.start, Grain.DAY, ceil(days * high - 1e-9)),
        span.grain,
    )


def first_units(count: int, grain: Grain, time: Time, *, last: bool = False) -> Time | None:
    """'the first nine months of 1997', 'the last two weeks of May': so many units from the start, or to the end."""
    if not 1 <= count <= 1000 or grain >= time.grain:
        return None

    def part(span: Span) -> Span | None:
        low, high = (step(span.end, grain, -count), span.end) if last else (span.start, step(span.start, grain, count))
        return Span(low, high, grain) if span.start <= low and high <= span.end else None

    return cut(time, grain, part)


def so_far(time: Time, *, later: bool) -> Once:
    """'earlier this week' and 'later this year': the part of a running span that is over, or to come."""

    def at(said: Said) -> Readings:
        spans = readings(time, said).spans[:1]
        now = floor(said.now, Grain.DAY) if time.grain > Grain.DAY else said.now.replace(microsecond=0)
        if later:
            found = [Span(max(now, span.start), span.end, time.grain) for span in spans]
        else:
            found = [Span(span.start, min(now, span.end), time.grain) for span in spans]
        return Readings(tuple(span for span in found if span.start < span.end))

    return Once(time.grain, time.fixes | Field.DAY, at, Kind.PERIOD)


def long_weekend(time: Time) -> Time:
    """The weekend that a festival makes longer: from a Thursday or Friday through Sunday, from Saturday to a Monday."""

    def longer(span: Span) -> Span:
        saturday = step(span.start, Grain.DAY, (5 - span.start.weekday() + 2) % 7 - 2)
        sunday_end = step(saturday, Grain.DAY, 2)
        if span.start.weekday() in (1, 2):
            return Span(saturday, sunday_end, Grain.WEEKEND)
        return Span(min(span.start, saturday), max(span.end, sunday_end), Grain.WEEKEND)

    return cut(time, Grain.WEEKEND, longer)


def rest_of(time: Time) -> Once:
    """From now to the end of a span that is running: 'the rest of the week'."""

    def at(said: Said) -> Readings:
        spans = readings(time, said).spans
        start = floor(said.now, Grain.DAY if time.grain > Grain.DAY else Grain.MINUTE)
        return Readings((Span(start, spans[0].end, time.grain),)) if spans and start < spans[0].end else NONE

    return Once(time.grain, WHOLE_DAY, at, Kind.PERIOD)


def holding(grain: Grain, time: Time) -> Once:
    """The unit that a time lies in: 'the week of October 6th'."""

    def at(said: Said) -> Readings:
        found = readings(time, said)
        spans = tuple(unit(span.start, grain, 0, said.conventions.week_start) for span in found.spans)
        return Readings(spans, found.chosen_by)

    return Once(grain, WHOLE_DAY & ~Field.WEEKDAY, at)
