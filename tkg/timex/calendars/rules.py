"""How a festival's days are written down: one short expression each, out of few kinds.

A `Rule` is a function: the intervals of the festival that are counted in a year. The expressions below make one out of
a date, a weekday of a month, Easter, a table or the moon, with the `shift` in days from there to the beginning and the
whole `days` that the festival takes: `easter(-46, days=46)` is Lent. A day counted in one year may lie in the next (the
twelfth lunar month): `festivals.days` sorts that out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta

from tkg.timex.calendars import holiday_tables, lunar

Interval = tuple[datetime, datetime]
Rule = Callable[[int], Iterable[Interval]]

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)
_WESTERN, _ORTHODOX = 3, 2  # the methods of dateutil's Easter
_FIRST_EASTER, _LAST_EASTER = 1583, 4099  # the years for which they hold


def computed(origins: Callable[[int], Iterable[date]], shift: int = 0, *, days: int = 1) -> Rule:
    """What needs more than one expression: the dates of a year as a function."""

    def rule(year: int) -> Iterator[Interval]:
        for origin in origins(year):
            start = datetime.combine(origin, time()) + timedelta(days=shift)
            yield start, start + timedelta(days=days)

    return rule


def fixed(
    month: int,
    day: int,
    *,
    since: int = MINYEAR,
    until: int = MAXYEAR,
    saturday: int = 0,
    sunday: int = 0,
    days: int = 1,
) -> Rule:
    """A date of the civil year; `saturday` and `sunday` move it by as many days where it falls on one."""

    def origins(year: int) -> Iterator[date]:
        if since <= year <= until:
            found = date(year, month, day)
            yield found + timedelta(days={SAT: saturday, SUN: sunday}.get(found.weekday(), 0))

    return computed(origins, days=days)


def nth(
    number: int,
    weekday: int,
    month: int,
    shift: int = 0,
    *,
    since: int = MINYEAR,
    until: int = MAXYEAR,
    days: int = 1,
) -> Rule:
    """The first, second, ... weekday of a month, counted from its end where `number` is negative."""

    def origins(year: int) -> Iterator[date]:
        if since <= year <= until:
            yield weekday_of_month(year, month, weekday, number)

    return computed(origins, shift, days=days)


def weekday_of_month(year: int, month: int, weekday: int, number: int) -> date:
    """The `number`-th weekday (0 is Monday) of a month, -1 the last one; `number` is one that all months have."""
    if number > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))
    last = date(year, month, 28) + timedelta(days=4)
    last -= timedelta(days=last.day)
    return last - timedelta(days=(last.weekday() - weekday) % 7 - 7 * (number + 1))


def easter(shift: int = 0, *, days: int = 1) -> Rule:
    """Counted from the Easter of the Western churches."""
    return computed(lambda year: _known(easter_sunday(year)), shift, days=days)


def orthodox(shift: int = 0, *, days: int = 1) -> Rule:
    """Counted from the Easter of the Orthodox churches, in Gregorian dates."""
    return computed(lambda year: _known(easter_sunday(year, _ORTHODOX)), shift, days=days)


def easter_sunday(year: int, method: int = _WESTERN) -> date | None:
    """Easter in the Gregorian calendar, None before there was one."""
    if not _FIRST_EASTER <= year <= _LAST_EASTER:
        return None
    from dateutil import easter as computus

    found: date = computus.easter(year, method)
    return found


def table(calendar: str, festival: str, shift: int = 0, *, days: int = 1) -> Rule:
    """A table of the `holidays` package: the calendar, and the method that reads it."""
    return computed(lambda year: holiday_tables.dates(calendar, festival, year), shift, days=days)


def chinese(month: int, day: int, shift: int = 0, *, days: int = 1) -> Rule:
    """A day of the Chinese lunar year that begins in the year."""
    return computed(lambda year: _known(lunar.date(year, month, day)), shift, days=days)


def solar_term(name: str, shift: int = 0) -> Rule:
    """A solar term of the Chinese calendar."""
    return computed(lambda year: _known(lunar.solar_term(year, name)), shift)


def _known(found: date | None) -> tuple[date, ...]:
    return () if found is None else (found,)


def listed(days_by_year: Mapping[int, tuple[int, int]], *, days: int = 1) -> Rule:
    """A day that somebody sets each time: year to (month, day)."""
    return computed(lambda year: [date(year, *days_by_year[year])] if year in days_by_year else [], days=days)


def until(opening: Rule, closing: Rule) -> Rule:
    """From the start of one festival to the start of the next one of another, which is not part of it."""

    def rule(year: int) -> Iterator[Interval]:
        for start, _ in opening(year):
            ends = [end for counted in (year, year + 1) for end, _ in closing(counted) if end > start]
            if ends:
                yield start, min(ends)

    return rule


def either(*rules: Rule) -> Rule:
    """The first of the rules that knows the year: a law that changed, an exception before the habit."""
    return lambda year: next((found for rule in rules if (found := list(rule(year)))), [])
