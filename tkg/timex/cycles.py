"""The meanings that every language has words for: weekdays, months, days, clock times, parts of the day, seasons.

Each function makes a meaning (`Once` or `Cycle`) from numbers. Seasons are the meteorological ones, three whole months
from March, June, September and December; winter begins in the year it is named after where a year is named. The
19th century is the hundred years from 1800 (ISO 8601-2), the nineties are ten years from 1990.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from tkg.timex.anchored import Grain, Kind
from tkg.timex.calendars import festivals
from tkg.timex.choice import readings
from tkg.timex.civil import LAST_YEAR, NoDate, Span, civil, day_span, step, unit
from tkg.timex.meaning import NONE, Clock, Cycle, Field, Once, Part, Readings, Said, Time, once

_YEAR_FIXED = Field.YEAR
_DATE = Field.YEAR | Field.MONTH | Field.DAY | Field.WEEK | Field.QUARTER | Field.SEASON
_SEASON_MONTHS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_SOUTH = {"spring": 9, "summer": 12, "autumn": 3, "winter": 6}


def weekday(number: int) -> Cycle:
    """Every such weekday, 0 for Monday."""

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        return (unit(start + timedelta(days=(number - start.weekday()) % 7), Grain.DAY),)

    return Cycle(Grain.DAY, Field.WEEKDAY, Grain.WEEK, cell)


def month(number: int) -> Cycle | None:
    if not 1 <= number <= 12:
        return None

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        return (unit(start.replace(month=number), Grain.MONTH),)

    return Cycle(Grain.MONTH, Field.MONTH | Field.QUARTER | Field.SEASON, Grain.YEAR, cell)


def day_of_month(number: int) -> Cycle | None:
    """The so-manieth of every month that has one."""
    if not 1 <= number <= 31:
        return None

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        at = civil(start.year, start.month, number)
        return (day_span(at),) if at else ()

    return Cycle(Grain.DAY, Field.DAY | Field.WEEK, Grain.MONTH, cell)


def month_day(month_number: int, day: int) -> Cycle | None:
    """A day of every year that has it; one that no year has is refused by name when it is asked for."""
    if not 1 <= month_number <= 12 or not 1 <= day <= 31:
        return None

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        if not exists(2000, month_number, day):
            raise NoDate(f"there is no day {day} in month {month_number}")
        at = civil(start.year, month_number, day)
        return (day_span(at),) if at else ()

    return Cycle(Grain.DAY, Field.MONTH | Field.DAY | Field.WEEK | Field.QUARTER | Field.SEASON, Grain.YEAR, cell)


def exists(year: int, month_number: int, day: int) -> bool:
    """Whether a year has a day; of one that cannot be dated, whether any year has it."""
    return civil(year if 1 <= year <= LAST_YEAR else 2000, month_number, day) is not None


def date(year: int, month_number: int, day: int) -> Once | None:
    """A day; one that the year does not have is refused by name when it is asked for."""
    if not 1 <= month_number <= 12 or not 1 <= day <= 31:
        return None
    return once(Grain.DAY, _DATE, lambda said: _day(year, month_number, day))


def _day(year: int, month_number: int, day: int) -> Span:
    at = civil(year, month_number, day)
    if at is None:
        raise NoDate(f"the year {year} has no day {day} in month {month_number}")
    return day_span(at)


def year(number: int) -> Once:
    return once(Grain.YEAR, _YEAR_FIXED, lambda said: _years(number, 1, Grain.YEAR))


def this_day() -> Cycle:
    """Today's day and month, in every year."""

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        at = civil(start.year, said.now.month, said.now.day)
        return (day_span(at),) if at else ()

    return Cycle(Grain.DAY, _DATE & ~Field.YEAR, Grain.YEAR, cell)


def circa(number: int) -> Once:
    """About a year: that year, give or take five."""

    def span(said: Said) -> Span | None:
        found, low, high = _years(number, 1, Grain.YEAR), civil(max(1, number - 5)), civil(min(LAST_YEAR, number + 6))
        return found._replace(spread=(low, high)) if found and low and high else None

    return once(Grain.YEAR, _YEAR_FIXED, span)


def short_year(number: int, said: Said) -> int:
    """The year of two digits that lies from 80 years before the reference to below 20 after it, as ICU reads 'yy'."""
    first = said.now.year - 80
    return first + (number - first) % 100


def short_date(number: int, month_number: int, day: int) -> Once | None:
    """A day in a year of two digits."""
    if not 1 <= month_number <= 12 or not 1 <= day <= 31:
        return None
    return once(Grain.DAY, _DATE, lambda said: _day(short_year(number, said), month_number, day))


def short_years(number: int) -> Once:
    """A year of two digits: '98."""
    return once(Grain.YEAR, _YEAR_FIXED, lambda said: _years(short_year(number, said), 1, Grain.YEAR))


def year_month(number: int, month_number: int) -> Once | None:
    if not 1 <= month_number <= 12:
        return None

    def span(said: Said) -> Span | None:
        at = civil(number, month_number)
        return unit(at, Grain.MONTH) if at else None

    return once(Grain.MONTH, Field.YEAR | Field.MONTH | Field.QUARTER | Field.SEASON, span)


def years(first: int, count: int, grain: Grain) -> Once:
    """So many years from one on: a decade, a century."""
    kind = Kind.PERIOD if grain is Grain.YEAR else Kind.POINT
    return once(grain, _YEAR_FIXED, lambda said: _years(first, count, grain), kind=kind)


def _years(first: int, count: int, grain: Grain) -> Span | None:
    start, end = civil(first), civil(first + count)
    return Span(start, end, grain) if start and end else None


def decade_of_century(tens: int) -> Once | None:
    """'the nineties': the latest such decade that is over."""
    if tens % 10 or not 0 <= tens <= 90:
        return None

    def span(said: Said) -> Span | None:
        first = said.now.year - said.now.year % 100 + tens
        return _years(first if first + 10 <= said.now.year else first - 100, 10, Grain.DECADE)

    return once(Grain.DECADE, _YEAR_FIXED, span)


def quarter(number: int) -> Cycle | None:
    return _months(number, 4, 3, Grain.QUARTER, Field.QUARTER | Field.SEASON | Field.MONTH)


def half_year(number: int) -> Cycle | None:
    return _months(number, 2, 6, Grain.HALF_YEAR, Field.QUARTER | Field.SEASON | Field.MONTH)


def _months(number: int, most: int, length: int, grain: Grain, fixes: Field) -> Cycle | None:
    if not 1 <= number <= most:
        return None

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        first = start.replace(month=length * (number - 1) + 1)
        return (Span(first, step(first, Grain.MONTH, length), grain),)

    return Cycle(grain, fixes, Grain.YEAR, cell)


def season(name: str) -> Cycle:
    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        months = _SOUTH if said.conventions.southern else _SEASON_MONTHS
        first = start.replace(month=months[name])
        return (Span(first, step(first, Grain.MONTH, 3), Grain.SEASON),)

    return Cycle(Grain.SEASON, Field.SEASON | Field.QUARTER, Grain.YEAR, cell)


def any_season() -> Cycle:
    """The four seasons of a year, for 'this season' and 'last season'."""

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        firsts = [start.replace(month=number) for number in (3, 6, 9, 12)]
        return tuple(Span(first, step(first, Grain.MONTH, 3), Grain.SEASON) for first in firsts)

    return Cycle(Grain.SEASON, Field.SEASON | Field.QUARTER, Grain.YEAR, cell)


def weekend() -> Cycle:
    """Saturday and Sunday; it may be felt to begin on Friday evening."""

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        saturday = start + timedelta(days=(5 - start.weekday()) % 7)
        return (Span(saturday, step(saturday, Grain.DAY, 2), Grain.WEEKEND),)

    return Cycle(Grain.WEEKEND, Field.DAY, Grain.WEEK, cell)


def units(grain: Grain) -> Cycle:
    """The calendar's units of a grain: every week, every month."""
    period = grain if grain > Grain.DAY else Grain.DAY

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        if grain >= Grain.DAY:
            return (unit(start, grain, 0, said.conventions.week_start),)
        spans, at = [], start
        while at < start + timedelta(days=1):
            spans.append(unit(at, grain))
            at = spans[-1].end
        return tuple(spans)

    return Cycle(grain, Field(0), period, cell)


def clock(said_clock: Clock | None) -> Cycle | None:
    """A time of every day; both of them where the half of the day is left open."""
    if said_clock is None:
        return None
    hour, minute, second, grain, half = said_clock
    if not (0 <= hour <= 24 and 0 <= minute <= 59 and 0 <= second <= 59) or (hour == 24 and minute + second):
        return None
    hours = (hour % 12, hour % 12 + 12) if half and hour <= 12 else (hour,)

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        found = [step(start, Grain.SECOND, 3600 * each + 60 * minute + second) for each in hours]
        return tuple(Span(at, step(at, grain, 1), grain) for at in found)

    return Cycle(grain, Field.CLOCK | Field.PART, Grain.DAY, cell, halves=len(hours) > 1)


def part_of_day(part: Part) -> Cycle:
    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        low, high = step(start, Grain.HOUR, part.start), step(start, Grain.HOUR, part.end)
        return (Span(low, high, Grain.PART_OF_DAY),)

    return Cycle(Grain.PART_OF_DAY, Field.PART, Grain.DAY, cell, units(Grain.DAY), part)


def festival(key: str) -> Cycle:
    """A festival of every year, as often as it comes in it; some may fall a day earlier or later elsewhere."""

    moves = timedelta(days=1) if key in festivals.DIFFER_BY_PLACE else None

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        return tuple(
            Span(low, high, Grain.DAY, (low - moves, high + moves) if moves else None)
            for low, high in festivals.days(key, start.year)
        )

    return Cycle(Grain.DAY, Field.MONTH | Field.DAY | Field.WEEK | Field.QUARTER | Field.SEASON, Grain.YEAR, cell)


def yearly(find: Callable[[int], datetime | None]) -> Cycle:
    """A day of every year by a function: lunar dates."""

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        at = find(start.year)
        return (day_span(at),) if at else ()

    return Cycle(Grain.DAY, Field.MONTH | Field.DAY | Field.WEEK | Field.QUARTER | Field.SEASON, Grain.YEAR, cell)


def unsure(first: Time | None, second: Time | None, setting: str) -> Once | None:
    """One of two readings of a date; the first is taken, and `setting` says why."""

    if first is None or second is None:
        return None

    def at(said: Said) -> Readings:
        one, other = readings(first, said), readings(second, said)
        spans = (*one.spans[:1], *other.spans[:1])
        return Readings(spans, setting if len(spans) > 1 else None) if spans else NONE

    return Once(first.grain, first.fixes, at)


def week_number(week: int) -> Cycle | None:
    """The week of every year that has this ISO 8601 number."""
    if not 1 <= week <= 53:
        return None

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        found = iso_week(start.year, week)
        return found.at(said).spans if found else ()

    return Cycle(Grain.WEEK, Field.WEEK | Field.MONTH | Field.QUARTER | Field.SEASON, Grain.YEAR, cell)


def iso_week(year_number: int, week: int) -> Once | None:
    """A week by its ISO 8601 number; None if the year has no such week."""
    if not 2 <= year_number <= LAST_YEAR or not 1 <= week <= 53:
        return None
    try:
        start = datetime.fromisocalendar(year_number, week, 1)
    except ValueError:
        return None
    fixes = Field.YEAR | Field.WEEK | Field.MONTH | Field.QUARTER | Field.SEASON
    return once(Grain.WEEK, fixes, lambda said: unit(start, Grain.WEEK))
