"""Civil dates as EDTF text: the calendar arithmetic under the words, and the only place that spells a result.

A *value* is EDTF text whose length is its grain: '2021' is a year, '2021-03' a month, '2021-03-14' a day, a longer
one an instant with its offset. An interval 'a/b' ends with the whole unit that b names; '..' as b is an end that has
not come. Every function gives None for what the calendar does not have (30 February, the year 10000) rather than the
nearest thing that it does have, except `shifted_month`: a count of months is one step from its origin and lands in a
month, never on a day.
"""

import calendar
from datetime import UTC, date, datetime, timedelta

OPEN = ".."


def year(number: int) -> str | None:
    return f"{number:04d}" if 1 <= number <= 9999 else None


def month(year_number: int, number: int) -> str | None:
    if not 1 <= number <= 12 or not 1 <= year_number <= 9999:
        return None
    return f"{year_number:04d}-{number:02d}"


def day(year_number: int, month_number: int, number: int) -> str | None:
    found = civil(year_number, month_number, number)
    return found.isoformat() if found else None


def civil(year_number: int, month_number: int, number: int) -> date | None:
    """The date of these three numbers, None where the calendar has none."""
    try:
        return date(year_number, month_number, number)
    except ValueError:
        return None


def shifted_day(origin: date, days: int) -> str | None:
    found = moved(origin, days)
    return found.isoformat() if found else None


def moved(origin: date, days: int) -> date | None:
    try:
        return origin + timedelta(days=days)
    except OverflowError:
        return None


def shifted_month(origin: date, months: int) -> str | None:
    """The month that lies `months` after the one of `origin`, as year-month text."""
    index = origin.year * 12 + origin.month - 1 + months
    return month(index // 12, index % 12 + 1)


def week_day(origin: date, weeks: int, weekday: int) -> str | None:
    """The day `weekday` (0 is Monday) of the ISO week `weeks` after the one of `origin`."""
    return shifted_day(origin, 7 * weeks - origin.weekday() + weekday)


def week(origin: date, weeks: int, first: int = 0, last: int = 6) -> str | None:
    """The days `first` to `last` of the ISO week `weeks` after the one of `origin`, as an interval."""
    return between(week_day(origin, weeks, first), week_day(origin, weeks, last))


def before(origin: date, weekday: int) -> str | None:
    """The latest day `weekday` strictly before `origin`."""
    return shifted_day(origin, -((origin.weekday() - weekday - 1) % 7 + 1))


def after(origin: date, weekday: int) -> str | None:
    """The first day `weekday` strictly after `origin`."""
    return shifted_day(origin, (weekday - origin.weekday() - 1) % 7 + 1)


def last_of(value: str | None) -> str | None:
    """The last day of a year or a month."""
    if value is None:
        return None
    year_number = int(value[:4])
    month_number = int(value[5:7]) if len(value) == 7 else 12
    return day(year_number, month_number, calendar.monthrange(year_number, month_number)[1])


def opening(value: str) -> str:
    """The start of an interval, a single value itself."""
    return value.split("/")[0]


def closing(value: str) -> str:
    """The end of an interval, a single value itself."""
    return value.split("/")[-1]


def between(start: str | None, end: str | None) -> str | None:
    """The interval from the start of one value to the end of another; None where it would run backwards."""
    if start is None or end is None:
        return None
    first, last = opening(start), closing(end)
    if last == OPEN:
        return f"{first}/{last}"
    if _first_day(first) > _last_day(last) or _instants_run_backwards(first, last):
        return None
    return f"{first}/{last}"


def _first_day(value: str) -> str:
    return (value + "-01-01"[len(value) - 4 :])[:10] if len(value) < 10 else value[:10]


def _last_day(value: str) -> str:
    return (last_of(value) or value) if len(value) < 10 else value[:10]


def _instants_run_backwards(first: str, last: str) -> bool:
    if len(first) <= 10 or len(last) <= 10:
        return False
    return datetime.fromisoformat(first) >= datetime.fromisoformat(last)


def at_clock(value: str | None, hour: int, minute: int, reference: datetime, second: int = 0) -> str | None:
    """A day at a time of its clock, in the zone of `reference`.

    The day itself where the zone's clock skips that time or shows it twice: coarser, but true.
    """
    if value is None or len(value) != 10:
        return value
    wall = datetime.combine(date.fromisoformat(value), datetime.min.time()).replace(
        hour=hour, minute=minute, second=second, tzinfo=reference.tzinfo
    )
    try:
        if wall.utcoffset() != wall.replace(fold=1).utcoffset():
            return value
        there_and_back = wall.astimezone(UTC).astimezone(reference.tzinfo)
    except OverflowError:
        return value
    if there_and_back.replace(tzinfo=None) != wall.replace(tzinfo=None):
        return value
    return wall.isoformat()


def weekday(value: str) -> int:
    """The weekday of a day, 0 for Monday."""
    return date.fromisoformat(value).weekday()
