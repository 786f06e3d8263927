"""The civil calendar that time words speak of: spans of it, its units, and steps over them.

A span is half-open and has no zone: midnight is where the day begins for whoever spoke, and the zone comes back at the
very end (`zones`). Months and years are stepped over by the calendar in one step, never one after the other, so that
the end of January and one month is the end of February (pendulum's `add_duration`). What lies outside the years 1 to
9998 is refused with `OutOfCalendar`, which the anchor turns into an answer without a date.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from pendulum.helpers import add_duration

from tkg.timex.anchored import Grain

DAY = timedelta(days=1)
LAST_YEAR = 9998  # the end of its last unit must be a datetime too


class NoDate(Exception):
    """Words that name a time without a date; its text says why, and becomes the note of the answer."""


class OutOfCalendar(NoDate):
    """A time outside the years that are dated."""


class Span(NamedTuple):
    """A stretch of civil time, [start, end), of a unit `grain`.

    `spread` is the stretch in which it lies where the words are less exact than the span: the month of 'three months
    ago'. An `exact` one is an instant that is known, by elapsed time or its offset: the `fold` of its start says which
    of two it is where the clocks show it twice (PEP 495). `core` is what surely belongs to a stretch whose sides are
    known only as months or years, from the latest start to the earliest end: of 'from 2014 to 2018' from 2015 to 2018.
    """

    start: datetime
    end: datetime
    grain: Grain
    spread: tuple[datetime, datetime] | None = None
    exact: bool = False
    core: tuple[datetime, datetime] | None = None

    @property
    def room(self) -> tuple[datetime, datetime]:
        return self.spread or (self.start, self.end)


_MONTHS = {Grain.MONTH: 1, Grain.QUARTER: 3, Grain.HALF_YEAR: 6, Grain.YEAR: 12, Grain.DECADE: 120, Grain.CENTURY: 1200}
_SECONDS = {Grain.SECOND: 1, Grain.MINUTE: 60, Grain.HOUR: 3600}


def civil(year: int, month: int = 1, day: int = 1, hour: int = 0, minute: int = 0, second: int = 0) -> datetime | None:
    """A civil time, None if there is none such: the 30th of February. Raises OutOfCalendar for its year."""
    if not 1 <= year <= LAST_YEAR:
        raise OutOfCalendar(f"the year {year} is not dated: only the years 1 to {LAST_YEAR} are")
    try:
        return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 -- civil time has no zone
    except ValueError:
        return None


def shift(at: datetime, *, months: int = 0, days: int = 0, seconds: int = 0) -> datetime:
    """So much later by the calendar, in one step; earlier if negative. Raises OutOfCalendar."""
    try:
        moved = add_duration(at, months=months, days=days, seconds=seconds)
    except (OverflowError, ValueError) as error:
        far = "before" if months + days + seconds < 0 else "after"
        raise OutOfCalendar(
            f"a time so far {far} {at.date()} is not dated: only the years 1 to {LAST_YEAR} are"
        ) from error
    assert isinstance(moved, datetime)
    if moved.year > LAST_YEAR:
        raise OutOfCalendar(f"the year {moved.year} is not dated: only the years 1 to {LAST_YEAR} are")
    return moved


def step(at: datetime, grain: Grain, count: int) -> datetime:
    """`count` units later."""
    if grain in _MONTHS:
        return shift(at, months=_MONTHS[grain] * count)
    if grain in _SECONDS:
        return shift(at, seconds=_SECONDS[grain] * count)
    return shift(at, days=(7 if grain in (Grain.WEEK, Grain.WEEKEND) else 1) * count)


def floor(at: datetime, grain: Grain, week_start: int = 0) -> datetime:
    """Where the unit that holds a time begins; `week_start` is 0 for Monday. Raises OutOfCalendar."""
    if grain is Grain.SECOND:
        return at.replace(microsecond=0)
    if grain is Grain.MINUTE:
        return at.replace(second=0, microsecond=0)
    if grain is Grain.HOUR:
        return at.replace(minute=0, second=0, microsecond=0)
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if grain <= Grain.DAY:
        return day
    if grain in (Grain.WEEK, Grain.WEEKEND):
        return shift(day, days=-((day.weekday() - week_start) % 7))
    if grain is Grain.DECADE:
        return day.replace(year=max(1, day.year - day.year % 10), month=1, day=1)
    if grain is Grain.CENTURY:
        return day.replace(year=max(1, day.year - day.year % 100), month=1, day=1)
    months = _MONTHS.get(grain, 1)
    return day.replace(month=day.month - (day.month - 1) % months, day=1)


def unit(at: datetime, grain: Grain, count: int = 0, week_start: int = 0) -> Span:
    """The unit that lies `count` of them after the one that holds a time."""
    start = floor(at, grain, week_start)
    if count:
        start = step(start, grain, count)
    return Span(start, step(start, grain, 1), grain)


def day_span(at: datetime) -> Span:
    return unit(at, Grain.DAY)


def widened(span: Span, grain: Grain) -> Span:
    """The same span, known to lie somewhere in the units of `grain` that hold it."""
    first = floor(span.start, grain)
    return span._replace(spread=(first, step(first, grain, 1)))
