"""The dates of moving festivals that only an almanac knows, out of the `holidays` package.

`holidays` keeps a table per calendar (`holidays.calendars`: Hindu, Islamic, Hebrew, Buddhist) beneath its countries.
A country's own list would be the wrong door: it moves days to a Monday, leaves out what is no day off there and names
days in its languages. The classes that hold the tables carry an underscore, so this module alone touches them, by the
name of the method, and a table that a later release renames is one that is not known: no date, never a wrong one. The
tests ask every rule for a date, so that a rename is noticed.

Islamic dates are those of the Umm al-Qura calendar; where the moon is sighted a country may be a day apart. The package
is imported on the first question: it takes longer than all of tkg.timex.
"""

from collections.abc import Iterator
from datetime import date
from functools import cache, lru_cache
from typing import Any

_CLASSES = {
    "buddhist": "_BuddhistLunisolar",
    "hebrew": "_HebrewLunisolar",
    "hindu": "_HinduLunisolar",
    "islamic": "_IslamicLunar",
}


@lru_cache(maxsize=4096)
def dates(calendar: str, festival: str, year: int) -> tuple[date, ...]:
    """The dates of a festival that fall into a Gregorian year: none outside the table, two where a short year laps.

    Raises KeyError for a calendar that is not here.
    """
    read = getattr(_calendar(calendar), festival, None)
    return tuple(sorted({day for day in _dates(read(year)) if day.year == year})) if read else ()


@cache
def _calendar(name: str) -> Any:
    from holidays import calendars

    tables = getattr(calendars, _CLASSES[name], None)
    return tables() if tables else None


def _dates(found: Any) -> Iterator[date]:
    """The dates in an answer: a date, None, a date with whether it is estimated, or several of these."""
    if isinstance(found, date):
        yield found
    elif found is not None and not isinstance(found, bool):
        for part in found:
            yield from _dates(part)
