"""This, last and next; the first and the last of; early, late and the end of: time words that pick from others.

- 'last Friday' is the latest before today and 'last March' the latest that is over (the reading of a week earlier is
  kept as an alternative); 'next Friday' is the one in the next calendar week, with the one that comes first kept as the
  other reading; 'next March' is the first to come. 'This' is the one of the running week or year.
- The first and the last week of something have their middle in it.
- Early, mid and late are thirds. The beginning of a week is three days and so is its end; the beginning of a year is
  its first quarter, the end its last four months.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from math import ceil

from tkg.timex.anchored import Grain, Kind
from tkg.timex.choice import around, readings
from tkg.timex.civil import Span, floor, step, unit
from tkg.timex.meaning import (
    NONE,
    WHOLE_DAY,
    Cycle,
    Field,
    Once,
    Part,
    Readings,
    Said,
    Time,
    backward,
    forward,
    inside,
    once,
)


def unit_step(grain: Grain, count: int) -> Once:
    """The unit that lies so many after the running one: 'this week', 'last month', 'next quarter'."""
    fixes = {
        Grain.DAY: WHOLE_DAY,
        Grain.WEEK: WHOLE_DAY & ~(Field.DAY | Field.WEEKDAY),
        Grain.MONTH: Field.YEAR | Field.MONTH | Field.QUARTER | Field.SEASON,
        Grain.QUARTER: Field.YEAR | Field.QUARTER | Field.SEASON,
        Grain.HALF_YEAR: Field.YEAR | Field.QUARTER | Field.SEASON,
    }.get(grain, Field.YEAR if grain > Grain.DAY else WHOLE_DAY | Field.PART | Field.CLOCK)
    exact = count == 0 and grain < Grain.DAY
    return once(
        grain, fixes, lambda said: unit(said.now, grain, count, said.conventions.week_start)._replace(exact=exact)
    )


def day_step(count: int) -> Once:
    """Today (0), yesterday (-1), the day after tomorrow (2)."""
    return unit_step(Grain.DAY, count)


def now() -> Once:
    """The moment of speaking."""
    return unit_step(Grain.SECOND, 0)


def part_today(part: Part, days: int = 0) -> Once:
    """A part of a day that is named by its distance: 'tonight', 'last night', '今晚'."""

    def span(said: Said) -> Span:
        start = step(floor(said.now, Grain.DAY), Grain.DAY, days)
        low, high = step(start, Grain.HOUR, part.start), step(start, Grain.HOUR, part.end)
        return Span(low, high, Grain.PART_OF_DAY)

    made = once(Grain.PART_OF_DAY, WHOLE_DAY | Field.PART, span)
    return Once(made.grain, made.fixes, made.at, day=day_step(days), part=part)


def cycle_step(cycle: Cycle, count: int) -> Once:
    """The `count`-th such span from now: 0 for this one, -1 for the last, 1 for the next."""

    def at(said: Said) -> Readings:
        running, before, after = around(cycle, said, said.now)
        if count == 0:
            return _this(cycle, said, running, before, after)
        if count == 1 and cycle.period is Grain.WEEK:
            return _next_week(cycle, said, after)
        if count < 0:
            return _last(cycle, said, -count)
        return _further(cycle, said, count)

    fixes = cycle.fixes | Field.YEAR | (WHOLE_DAY if cycle.grain <= Grain.DAY else Field(0))
    return Once(cycle.grain, fixes, at)


def _this(cycle: Cycle, said: Said, running: Span | None, before: Span | None, after: Span | None) -> Readings:
    """The one of the running period; the next if that is over and the verb in the future, the last if it is to come
    and the verb in the past."""
    if running is not None:
        return Readings((running,))
    start = floor(said.now, cycle.period, said.conventions.week_start)
    here = inside(cycle, said, (start, step(start, cycle.period, 1)))
    if not here:
        return NONE
    found = here[0] if len(here) == 1 else min(here, key=lambda span: abs(span.start - said.now))
    if found.end <= said.now and said.prefer == "future" and after:
        return Readings((after, found), "prefer=future")
    if found.start > said.now and said.prefer == "past" and before:
        return Readings((before, found), "prefer=past")
    return Readings((found,))


def _next_week(cycle: Cycle, said: Said, after: Span | None) -> Readings:
    week = unit(said.now, Grain.WEEK, 1, said.conventions.week_start)
    found = inside(cycle, said, (week.start, week.end))
    if not found:
        return NONE
    if after and after.start < found[0].start:
        return Readings((found[0], after), "default: next is of the next week")
    return Readings((found[0],))


def _last(cycle: Cycle, said: Said, count: int) -> Readings:
    """The latest that is over before today; it may be of this week, where some mean the week before."""
    at = floor(said.now, Grain.DAY) if cycle.grain >= Grain.DAY else said.now
    found = list(islice(_before(cycle, said, at), count + 1))
    if len(found) < count:
        return NONE
    week = floor(said.now, Grain.WEEK, said.conventions.week_start)
    chosen = found[count - 1]
    if cycle.period is Grain.WEEK and chosen.start >= week and len(found) > count:
        return Readings((chosen, found[count]), "convention: last is the latest")
    return Readings((chosen,))


def _before(cycle: Cycle, said: Said, at: datetime) -> Iterable[Span]:
    return (span for span in backward(cycle, said, at) if span.end <= at)


def _further(cycle: Cycle, said: Said, count: int) -> Readings:
    coming = list(islice(_after(cycle, said, said.now), count))
    return Readings((coming[-1],)) if len(coming) == count else NONE


def _after(cycle: Cycle, said: Said, at: datetime) -> Iterable[Span]:
    return (span for span in forward(cycle, said, at) if span.start > at)


def in_week(cycle: Cycle, count: int, *, strict: bool = False) -> Once:
    """A weekday of the week that lies so many after the running one: '下周三', 'Wednesday of last week'.

    Of this week, it is the coming one if that is over and the verb in the future, unless it is `strict`.
    """

    def at(said: Said) -> Readings:
        week = unit(said.now, Grain.WEEK, count, said.conventions.week_start)
        found = inside(cycle, said, (week.start, week.end))
        if count == 0 and not strict and found and said.prefer == "future" and found[0].end <= said.now:
            coming = unit(said.now, Grain.WEEK, 1, said.conventions.week_start)
            found = [*inside(cycle, said, (coming.start, coming.end)), *found]
            return Readings(tuple(found), "prefer=future")
        return Readings(tuple(found)) if found else NONE

    return Once(cycle.grain, WHOLE_DAY, at)


def nth(number: int, inner: Cycle, outer: Time) -> Time | None:
    """The so-manieth of the spans in another: the third Tuesday of September; -1 is the last one."""
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

    def at(said: Said) -> Readings:
        found = readings(time, said)
        if not found.spans or not 1 <= number <= 100:
            return NONE
        edge = found.spans[0].end if sign > 0 else found.spans[0].start
        source = _after(inner, said, edge - timedelta(microseconds=1)) if sign > 0 else _before(inner, said, edge)
        spans = list(islice(source, number))
        return Readings((spans[-1],)) if len(spans) == number else NONE

    return Once(inner.grain, WHOLE_DAY, at)


def weekday_near(weekday: Cycle, time: Time) -> Once:
    """A weekday of the week that a time lies in: 'Monday, two weeks from now'."""

    def at(said: Said) -> Readings:
        found = readings(time, said)
        weeks = [unit(span.start, Grain.WEEK, 0, said.conventions.week_start) for span in found.spans]
        return Readings(tuple(s for week in weeks for s in inside(weekday, said, (week.start, week.end))))

    return Once(Grain.DAY, WHOLE_DAY, at)


def closest(number: int, inner: Cycle, time: Time) -> Once:
    """The so-manieth closest to a time, whichever side it lies on."""

    def at(said: Said) -> Readings:
        found = readings(time, said)
        if not found.spans or not 1 <= number <= 20:
            return NONE
        start = found.spans[0].start
        near = list(islice(_after(inner, said, start - timedelta(microseconds=1)), number))
        near += islice(_before(inner, said, start), number)
        near.sort(key=lambda span: abs(span.start - start))
        return Readings((near[number - 1],)) if len(near) >= number else NONE

    return Once(inner.grain, WHOLE_DAY, at)


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

    def cut(span: Span) -> Span:
        span = Span(*span.room, span.grain)  # of 'three years ago' it is the year that has an end
        low, high = _EDGES[name](span)
        return _tens(span, low, high) if span.grain is Grain.MONTH else _parts(span, low, high)

    return _cut(time, cut)


def half(number: int, time: Time) -> Time | None:
    """The first or second half of a span: 'the second half of the 19th century'."""
    if number not in (1, 2) or time.grain < Grain.WEEK:
        return None

    def cut(span: Span) -> Span:
        if span.grain is Grain.MONTH:
            middle = step(span.start, Grain.DAY, 15)
            return Span(span.start, middle, Grain.MONTH) if number == 1 else Span(middle, span.end, Grain.MONTH)
        return _parts(span, (number - 1) / 2, number / 2)

    return _cut(time, cut)


def _cut(time: Time, cut: Callable[[Span], Span]) -> Time:
    """The same part of each of a meaning's spans."""
    fixes = time.fixes | Field.DAY | Field.WEEK
    if isinstance(time, Cycle):
        inner = time
        return replace(
            time,
            fixes=fixes,
            cell=lambda start, said: tuple(cut(span) for span in inner.cell(start, said)),
            kind=Kind.PERIOD,
        )

    def at(said: Said) -> Readings:
        found = time.at(said)
        return Readings(tuple(cut(span) for span in found.spans), found.chosen_by)

    return Once(time.grain, fixes, at, Kind.PERIOD)


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


def first_units(count: int, grain: Grain, time: Time, *, last: bool = False) -> Once | None:
    """'the first nine months of 1997', 'the last two weeks of May': so many units from the start, or to the end."""
    if not 1 <= count <= 1000 or grain >= time.grain:
        return None

    def at(said: Said) -> Readings:
        found = readings(time, said)
        spans = []
        for span in found.spans:
            low = step(span.end, grain, -count) if last else span.start
            spans.append(Span(low, span.end if last else step(span.start, grain, count), grain))
        return Readings(tuple(spans), found.chosen_by)

    return Once(grain, WHOLE_DAY, at, Kind.PERIOD)


def so_far(time: Time, *, later: bool) -> Once:
    """'earlier this week' and 'later this year': the part of a running span that is over, or to come."""

    def at(said: Said) -> Readings:
        spans = readings(time, said).spans[:1]
        now = floor(said.now, Grain.DAY) if time.grain > Grain.DAY else said.now.replace(microsecond=0)
        if later:
            cut = [Span(max(now, span.start), span.end, time.grain) for span in spans]
        else:
            cut = [Span(span.start, min(now, span.end), time.grain) for span in spans]
        return Readings(tuple(span for span in cut if span.start < span.end))

    return Once(time.grain, time.fixes | Field.DAY, at, Kind.PERIOD)


def coming(cycle: Cycle) -> Once:
    """The first such span to come: 'the coming Sunday'."""
    return Once(cycle.grain, WHOLE_DAY, lambda said: _further(cycle, said, 1))


def long_weekend(time: Time) -> Time:
    """The weekend that a festival makes longer: from a Thursday or Friday through Sunday, from Saturday to a Monday."""

    def longer(span: Span) -> Span:
        saturday = step(span.start, Grain.DAY, (5 - span.start.weekday() + 2) % 7 - 2)
        sunday_end = step(saturday, Grain.DAY, 2)
        if span.start.weekday() in (1, 2):
            return Span(saturday, sunday_end, Grain.WEEKEND)
        return Span(min(span.start, saturday), max(span.end, sunday_end), Grain.WEEKEND)

    if isinstance(time, Cycle):
        cell = time.cell
        return replace(
            time, grain=Grain.WEEKEND, cell=lambda start, said: tuple(longer(span) for span in cell(start, said))
        )

    def at(said: Said) -> Readings:
        found = time.at(said)
        return Readings(tuple(longer(span) for span in found.spans), found.chosen_by)

    return Once(Grain.WEEKEND, WHOLE_DAY, at, Kind.PERIOD)


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
