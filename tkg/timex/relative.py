"""What words say against the message's own day, whatever their language: steps, counts, and the nearest of its name.

Each takes the message's civil day (or the moment itself, where hours count) and gives a value or None,
as `grains` does.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Literal

from tkg.timex import grains
from tkg.timex.grammar import Tense

Unit = Literal["minute", "hour", "day", "week", "month", "year"]
_SECONDS = {"minute": 60, "hour": 3600}
_COUNT_LIMIT = 100  # a count this large is a round number, except of what is shorter than a week


def counted(reference: datetime, unit: str, count: int) -> str | None:
    """The value so many units after the moment, before it if negative: a day, for months a month, for years a year.

    One step over the calendar, never a step repeated. Hours and minutes give the civil day in which they end.
    """
    if unit in _SECONDS:
        return _day_after_seconds(reference, count * _SECONDS[unit])
    if unit == "day":
        return grains.shifted_day(reference.date(), count)
    if abs(count) >= _COUNT_LIMIT:
        return None
    if unit == "week":
        return grains.shifted_day(reference.date(), 7 * count)
    if unit == "month":
        return grains.shifted_month(reference.date(), count)
    return grains.year(reference.year + count)


def _day_after_seconds(reference: datetime, seconds: int) -> str | None:
    try:
        return (reference.astimezone(UTC) + timedelta(seconds=seconds)).astimezone(reference.tzinfo).date().isoformat()
    except OverflowError:
        return None


def unit_at(today: date, unit: str, step: int) -> str | None:
    """The whole week, month or year that lies `step` of them after the running one."""
    if unit == "week":
        return grains.week(today, step)
    if unit == "month":
        return grains.shifted_month(today, step)
    return grains.year(today.year + step)


def stepped_year(today: date, step: int, passed: int) -> int | None:
    """The year of the last (-1), this (0) or next (1) of what comes once a year.

    `passed` says whether this year's is over (1), running (0) or to come (-1). None where 'last' may be this year's or
    last year's, and 'next' this year's or next year's.
    """
    if step and step == -passed:
        return None
    return today.year + step


def nearest_month(today: date, number: int, tense: Tense | None) -> str | None:
    """The latest such month that is over, or the first to come; None for the running one and without a direction."""
    if number == today.month:
        return None
    if tense == "past":
        return grains.month(today.year - (number > today.month), number)
    if tense == "future":
        return grains.month(today.year + (number < today.month), number)
    return None


def nearest_day(today: date, month: int, number: int, tense: Tense | None) -> str | None:
    """The latest such day of the year that is over, or the first to come; None for today and without a direction."""
    place, here = (month, number), (today.month, today.day)
    if place == here:
        return None
    if tense == "past":
        return grains.day(today.year - (place > here), month, number)
    if tense == "future":
        return grains.day(today.year + (place < here), month, number)
    return None


def nearest_weekday(today: date, weekday: int, tense: Tense | None) -> str | None:
    """The latest such weekday that is over, or the first to come; None for today's and without a direction."""
    if weekday == today.weekday():
        return None
    if tense == "past":
        return grains.before(today, weekday)
    if tense == "future":
        return grains.after(today, weekday)
    return None


_SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11)}


def season(year: int, name: str) -> str | None:
    """The three whole months of a northern season; None for winter, which lies in two years."""
    months = _SEASONS.get(name)
    return grains.between(grains.month(year, months[0]), grains.month(year, months[1])) if months else None


def stepped_season(today: date, name: str, step: int) -> str | None:
    if name not in _SEASONS:
        if step == -1 and 3 <= today.month <= 11:
            return grains.between(grains.month(today.year - 1, 12), grains.month(today.year, 2))
        return None
    first, last = _SEASONS[name]
    year = stepped_year(today, step, (today.month > last) - (today.month < first))
    return season(year, name) if year else None
