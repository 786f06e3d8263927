"""What time words mean before anybody said them: one span of time, or a cycle of spans.

`Once` names one span for whoever speaks ("yesterday", "2019"). A `Cycle` comes back in every cell of a period ("Friday"
in each week, "March" in each year, "3pm" in each day), and which of its spans is meant depends on the reference and on
the direction that the speaker looks (`choice`). Meanings combine without a reference: "Friday" and "March 2019" are the
Fridays in that month. Both know which fields of a date they fix, so that two that fix the same one never combine.

Everything here is civil time, see `civil`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import IntFlag
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from tkg.errors import BadTime
from tkg.timex.anchored import Grain, Kind, Prefer
from tkg.timex.civil import OutOfCalendar, Span, floor, step


class Field(IntFlag):
    """A part of a date that words fix."""

    YEAR = 1
    SEASON = 2
    QUARTER = 4
    MONTH = 8
    WEEK = 16
    DAY = 32
    WEEKDAY = 64
    PART = 128
    CLOCK = 256


WHOLE_DAY = Field.YEAR | Field.SEASON | Field.QUARTER | Field.MONTH | Field.WEEK | Field.DAY | Field.WEEKDAY
DateOrder: TypeAlias = Literal["MDY", "DMY"]


@dataclass(frozen=True, slots=True)
class Conventions:
    """What words leave to the customs of whoever uses them.

    - `date_order`: of '03/04/2025'; None takes the language's usual one, and says that it was a default.
    - `fiscal_year`: the month in which it starts, and whether it is named after the calendar year in which it starts or
      ends: (4, "start") in Japan, (10, "end") in the US federal budget. None leaves fiscal years without a date.
    - `born`: the birth date of whoever the words are about, for "in her twenties".
    - `week_start`: 0 for Monday (ISO 8601) to 6 for Sunday.
    - `southern`: whether summer is from December to February.
    """

    date_order: DateOrder | None = None
    fiscal_year: tuple[int, Literal["start", "end"]] | None = None
    born: date | None = None
    week_start: int = 0
    southern: bool = False

    def __post_init__(self) -> None:
        """Raises BadTime for a convention that there is none such."""
        if self.date_order not in (None, "MDY", "DMY"):
            raise BadTime(f"date_order={self.date_order!r}: it is 'MDY', 'DMY' or None")
        if self.week_start not in range(7):
            raise BadTime(f"week_start={self.week_start!r}: it is 0 for Monday to 6 for Sunday")
        if self.fiscal_year is not None:
            match self.fiscal_year:
                case (int(month), "start" | "end") if 1 <= month <= 12:
                    pass
                case _:
                    raise BadTime(f"fiscal_year={self.fiscal_year!r}: it is its first month and 'start' or 'end'")


@dataclass(frozen=True, slots=True)
class Said:
    """Under what circumstances words were said: `at` is aware, `now` the civil time of the same moment.

    `prefer_by` names what gave the direction: the caller ("prefer") or the verbs ("tense").
    """

    at: datetime
    now: datetime
    prefer: Prefer | None = None
    conventions: Conventions = field(default_factory=Conventions)
    prefer_by: str = "prefer"


class Readings(NamedTuple):
    """The spans that words can mean, the chosen one first, and what chose it where there are others."""

    spans: tuple[Span, ...]
    chosen_by: str | None = None


NONE = Readings(())


class Clock(NamedTuple):
    """A time of day. `half` is True where the words leave open which half of the day it is in."""

    hour: int
    minute: int = 0
    second: int = 0
    grain: Grain = Grain.HOUR
    half: bool = False


class Part(NamedTuple):
    """A part of the day: its hours, from and to, and the hours in which a clock time of it can lie."""

    start: int
    end: int
    from_hour: int
    to_hour: int


@dataclass(frozen=True, slots=True)
class Once:
    """One span, or none, for whoever speaks. `day` and `part` are kept of a part of a day, for a clock time in it."""

    grain: Grain
    fixes: Field
    at: Callable[[Said], Readings]
    kind: Kind = Kind.POINT
    day: "Time | None" = None
    part: Part | None = None


@dataclass(frozen=True, slots=True)
class Told(Once):
    """What may follow something told before ("the next day"): where it has no date, no other reading is tried."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """Spans that come back: `cell` gives those of one unit of `period`, by where it starts, in order.

    A `rare` one has only some of its periods, and the one that is closest is meant: 'Friday, July 18'. `other` is what
    the words can mean as well, and `other_by` the setting that decides against it. `halves`: it is a clock time that
    leaves open which half of the day it is in, and comes twice a day.
    """

    grain: Grain
    fixes: Field
    period: Grain
    cell: Callable[[datetime, Said], tuple[Span, ...]]
    day: "Time | None" = None
    part: Part | None = None
    kind: Kind = Kind.POINT
    rare: bool = False
    other: "Cycle | None" = None
    other_by: str | None = None
    halves: bool = False


Time: TypeAlias = Once | Cycle

_MOST_CELLS = {Grain.DAY: 70, Grain.WEEK: 120, Grain.MONTH: 120, Grain.YEAR: 60}
_MOST_CELLS_INSIDE = 400  # the days of a year


def forward(cycle: Cycle, said: Said, at: datetime, until: datetime | None = None) -> Iterator[Span]:
    """The spans that end after a time, in order; ends where no more come within a sensible time, or by `until`."""
    cell = step(floor(at, cycle.period, said.conventions.week_start), cycle.period, -1)
    for _ in range(_MOST_CELLS.get(cycle.period, 60) if until is None else _MOST_CELLS_INSIDE):
        if until is not None and cell >= until:
            return
        try:
            spans = cycle.cell(cell, said)
            cell = step(cell, cycle.period, 1)
        except OutOfCalendar:
            return
        yield from (span for span in spans if span.end > at)


def backward(cycle: Cycle, said: Said, at: datetime) -> Iterator[Span]:
    """The spans that start before a time, the latest first."""
    cell = floor(at, cycle.period, said.conventions.week_start)
    for _ in range(_MOST_CELLS.get(cycle.period, 60)):
        try:
            spans = cycle.cell(cell, said)
            yield from (span for span in reversed(spans) if span.start < at)
            cell = step(cell, cycle.period, -1)
        except OutOfCalendar:
            return


def over(cycle: Cycle, said: Said, at: datetime) -> Iterator[Span]:
    """The spans that are over by a time, the latest first."""
    return (span for span in backward(cycle, said, at) if span.end <= at)


def to_come(cycle: Cycle, said: Said, at: datetime) -> Iterator[Span]:
    """The spans that start after a time, in order."""
    return (span for span in forward(cycle, said, at) if span.start > at)


def inside(time: Time, said: Said, room: tuple[datetime, datetime], *, whole: bool = False) -> list[Span]:
    """The spans of a meaning that start in a stretch; with `whole`, that lie in it."""
    start, end = room
    found = []
    for span in forward(time, said, start, end) if isinstance(time, Cycle) else time.at(said).spans:
        if span.start >= end:
            break
        if span.start >= start and (not whole or span.end <= end):
            found.append(span)
    return found


def once(grain: Grain, fixes: Field, span: Callable[[Said], Span | None], *, kind: Kind = Kind.POINT) -> Once:
    """A meaning that has one reading, or none."""

    def at(said: Said) -> Readings:
        found = span(said)
        return Readings((found,)) if found else NONE

    return Once(grain, fixes, at, kind)


def together(one: Time | None, other: Time | None) -> Time | None:
    """What both say at once: 'Friday' and 'July 18', 'tomorrow' and '5pm'. None if they fix the same thing."""
    if one is None or other is None:
        return None
    for whole, clock in ((one, other), (other, one)):
        if whole.part is not None and clock.part is None and clock.fixes & Field.CLOCK:
            return _clock_in_part(whole, clock)
    if one.fixes & other.fixes:
        return None
    outer, inner = (one, other) if _reach(one) >= _reach(other) else (other, one)
    if inner.grain > outer.grain or Kind.PERIOD in (outer.kind, inner.kind):
        return None
    if outer.grain > Grain.DAY and inner.grain < Grain.DAY and not inner.fixes & (Field.DAY | Field.WEEKDAY):
        return None
    fixes = outer.fixes | inner.fixes
    part = inner.part
    day = None if part is None else outer
    if isinstance(outer, Once):
        return Once(inner.grain, fixes, _in_once(outer, inner), day=day, part=part)
    if isinstance(inner, Once):
        return None
    yearly = Grain.YEAR in (outer.period, inner.period) and bool(fixes & Field.WEEKDAY)
    rare = outer.rare or inner.rare or yearly

    wide = outer

    def cell(start: datetime, said: Said, *, other: bool = False) -> tuple[Span, ...]:
        if inner.period > wide.period:
            return tuple(span for span in inner.cell(start, said) if _is_inside(span, wide, said))
        found = [_parts_of(each, inner, said) for each in wide.cell(start, said)]
        if inner.halves:
            return tuple(span for spans in found for span in by_day(spans, inner.grain)[other : other + 1])
        return tuple(span for spans in found if _settled(spans, inner) for span in spans)

    period = max(inner.period, outer.period)
    made = Cycle(inner.grain, fixes, period, cell, day, part, rare=rare and outer.grain <= Grain.DAY)
    if not inner.halves:
        return made
    night = replace(made, cell=lambda start, said: cell(start, said, other=True))
    return replace(made, other=night, other_by=DAYTIME)


def _is_inside(span: Span, outer: Cycle, said: Said) -> bool:
    return any(each.start <= span.start for each in islice(forward(outer, said, span.start), 1))


DAYTIME = "default: an hour between seven in the morning and seven in the evening"


def by_day(spans: list[Span], grain: Grain) -> list[Span]:
    """The readings of a clock time on a day, that of daytime first: 'tomorrow at 5' is 17:00, or 05:00.

    With its minutes, as in a timetable, an hour from seven on is what it says: '1 Sep 2011, 8:00'.
    """
    if grain < Grain.HOUR and spans and spans[0].start.hour >= 7:
        return spans[:1]
    return sorted(spans, key=lambda span: not 7 <= span.start.hour < 19)


def _parts_of(span: Span, inner: Time, said: Said) -> list[Span]:
    """The spans of a meaning in another's; a day has its own 24:00, and not that of the day before."""
    if isinstance(inner, Cycle) and inner.period is Grain.DAY and span.grain is Grain.DAY:
        return list(inner.cell(span.start, said))
    return inside(inner, said, span.room)


def _reach(time: Time) -> tuple[Grain, Grain]:
    """How much time a meaning takes, and how rarely it comes; once is the rarest."""
    return time.grain, time.period if isinstance(time, Cycle) else Grain.CENTURY


def _settled(spans: list[Span], inner: Time) -> bool:
    """Whether a span inside another can be meant: of two Fridays in March neither can, of two hours either."""
    return len(spans) < 2 or (len(spans) == 2 and bool(inner.fixes & Field.CLOCK))


def _in_once(outer: Once, inner: Time) -> Callable[[Said], Readings]:
    def at(said: Said) -> Readings:
        spans: list[Span] = []
        chosen_by = None
        for reading in outer.at(said).spans:
            chosen_by = outer.at(said).chosen_by
            found = _parts_of(reading, inner, said)
            if not _settled(found, inner):
                return NONE
            hours = by_day(found, inner.grain)
            spans += hours
            if len(hours) > 1:
                chosen_by = DAYTIME
        return Readings(tuple(spans), chosen_by if len(spans) > 1 else None)

    return at


def _clock_in_part(outer: Time, clock: Time) -> Time | None:
    """'this evening' and '8', which is 20:00: the clock is read in the hours of the part, on its day."""
    assert outer.part is not None
    day, part = outer.day, outer.part
    if day is None or not isinstance(clock, Cycle):
        return None

    def on_days(days: tuple[Span, ...], said: Said) -> tuple[Span, ...]:
        found = []
        for span in days:
            low = step(span.start, Grain.HOUR, part.from_hour)
            high = step(span.start, Grain.HOUR, part.to_hour)
            cells = (span.start, step(span.start, Grain.DAY, 1))
            found += [each for cell in cells for each in clock.cell(cell, said) if low <= each.start < high][:1]
        return tuple(found)

    fixes = day.fixes | Field.PART | Field.CLOCK
    if isinstance(day, Cycle):
        inner = day
        return Cycle(clock.grain, fixes, day.period, lambda start, said: on_days(inner.cell(start, said), said))

    def at(said: Said) -> Readings:
        found = day.at(said)
        return Readings(on_days(found.spans, said), found.chosen_by)

    return Once(clock.grain, fixes, at)
