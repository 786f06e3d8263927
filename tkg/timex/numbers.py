"""Dates and times in digits, which most languages write alike.

ISO 8601 is ISO in every language. A date with slashes or dots that shows its order has it ('14/03/2021'); '03/04/2021'
has two readings, and the conventions or the language's usual order choose. Two digits are a year only in such a date.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from tkg.timex import cycles
from tkg.timex.anchored import Grain
from tkg.timex.chart import Shape
from tkg.timex.choice import readings
from tkg.timex.civil import civil, unit
from tkg.timex.meaning import NONE, WHOLE_DAY, Clock, Cycle, DateOrder, Field, Once, Readings, Said, Time

Match = re.Match[str]
_END = r"(?![0-9A-Za-z]|[.:-][0-9]|/[0-9]{1,3}(?![0-9]))"
# A date can be followed by a dash and the year in which the next one is: 2012.3-2015.8.
_END_BEFORE_YEAR = r"(?![0-9A-Za-z]|[.:][0-9]|-[0-9]{1,3}(?![0-9])|/[0-9]{1,3}(?![0-9]))"
_ZONE = r"(?P<zone>z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])?"


def _iso_instant(match: Match) -> Once | None:
    year, month, day, hour, minute = (int(match[name]) for name in ("year", "month", "day", "hour", "minute"))
    second = int(match["second"] or 0)
    if not cycles.exists(year, month, day) or hour > 24 or minute > 59 or second > 59:
        return None
    grain = Grain.SECOND if match["second"] else Grain.MINUTE
    zone = match["zone"]

    def at(said: Said) -> Readings:
        start = civil(year, month, day, hour % 24, minute, second)
        if start is None:
            return NONE
        if zone:
            offset = "+00:00" if zone == "z" else zone
            start = datetime.fromisoformat(start.isoformat() + offset).astimezone(said.at.tzinfo).replace(tzinfo=None)
        return Readings((unit(start, grain)._replace(exact=bool(zone)),))

    return Once(grain, WHOLE_DAY | Field.PART | Field.CLOCK, at)


def _date(year: int, month: int, day: int) -> Once | None:
    """The day that digits name; digits that name none are no date."""
    return cycles.date(year, month, day) if cycles.exists(year, month, day) else None


def _short_date(year: int, month: int, day: int) -> Once | None:
    return cycles.short_date(year, month, day) if cycles.exists(2000, month, day) else None


def _month_day(month: int, day: int) -> Cycle | None:
    return cycles.month_day(month, day) if cycles.exists(2000, month, day) else None


def _year_first(match: Match) -> Time | None:
    year, second, third = (int(match[name]) for name in ("year", "month", "day"))
    return _date(year, third, second) if second > 12 >= third else _date(year, second, third)


def _compact(match: Match) -> Time | None:
    return _date(int(match["year"]), int(match["month"]), int(match["day"]))


def _year_month(match: Match) -> Time | None:
    return cycles.year_month(int(match["year"]), int(match["month"]))


def _either(order: DateOrder, month_first: Time | None, day_first: Time | None) -> Time | None:
    """The reading that exists; of two the one of the conventions, else the language's."""
    if month_first is None or day_first is None:
        return month_first or day_first
    if isinstance(month_first, Cycle) and isinstance(day_first, Cycle):
        return _either_cycle(order, month_first, day_first)

    def at(said: Said) -> Readings:

        asked = said.conventions.date_order
        both = (month_first, day_first) if (asked or order) == "MDY" else (day_first, month_first)
        found = [readings(each, said).spans[:1] for each in both]
        by = f"date_order={asked}" if asked else f"default: date_order {order}"
        return Readings(tuple(dict.fromkeys(span for spans in found for span in spans)), by)

    return Once(Grain.DAY, month_first.fixes, at)


def _either_cycle(order: DateOrder, month_first: Cycle, day_first: Cycle) -> Cycle:
    def chosen(said: Said, *, other: bool = False) -> Cycle:
        return month_first if ((said.conventions.date_order or order) == "MDY") != other else day_first

    other = replace(month_first, cell=lambda start, said: chosen(said, other=True).cell(start, said))
    by = f"default: date_order {order}"
    return replace(month_first, cell=lambda start, said: chosen(said).cell(start, said), other=other, other_by=by)


def shapes(order: DateOrder) -> tuple[Shape, ...]:
    """The shapes of a language that usually writes day and month in this order."""

    def full(match: Match) -> Time | None:
        first, second, year = (int(match[name]) for name in ("first", "second", "year"))
        dated = _short_date if len(match["year"]) == 2 else _date
        month_first, day_first = dated(year, first, second), dated(year, second, first)
        return month_first if first == second else _either(order, month_first, day_first)

    def without_year(match: Match) -> Time | None:
        first, second = int(match["first"]), int(match["second"])
        month_first, day_first = _month_day(first, second), _month_day(second, first)
        return month_first if first == second else _either(order, month_first, day_first)

    return (
        Shape(
            "iso_instant",
            re.compile(
                r"(?P<year>[0-9]{4})[-/](?P<month>[0-9]{1,2})[-/](?P<day>[0-9]{1,2})(?:t| {1,3}|,\s?)"
                r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:[.,][0-9]{1,9})?)?"
                + _ZONE
                + r"(?![0-9A-Za-z]|[.:-][0-9])"
            ),
            _iso_instant,
            ("2023-11-08T14:30", "1994-11-05T13:15:30Z"),
        ),
        Shape(
            "year_first",
            re.compile(
                r"(?P<year>[0-9]{4})(?P<sign>[-/.])(?P<month>[0-9]{1,2})(?P=sign)(?P<day>[0-9]{1,2})"
                r"(?![0-9A-Za-z]|(?P=sign)[0-9]|[.:][0-9])"
            ),
            _year_first,
            ("2023-11-08", "2023/11/8"),
        ),
        Shape(
            "compact",
            re.compile(r"(?P<year>1[5-9][0-9]{2}|20[0-9]{2})(?P<month>[01][0-9])(?P<day>[0-3][0-9])" + _END),
            _compact,
            ("20240618",),
            latent=True,
        ),
        Shape(
            "year_month",
            re.compile(r"(?P<year>1[0-9]{3}|20[0-9]{2})[-/.](?P<month>1[0-2]|0?[1-9])" + _END_BEFORE_YEAR),
            _year_month,
            ("2023-11", "2014/10"),
        ),
        Shape(
            "month_year",
            re.compile(r"(?P<month>1[0-2]|0?[1-9])[-/.](?P<year>1[0-9]{3}|20[0-9]{2})" + _END),
            _year_month,
            ("11/2023",),
        ),
        Shape(
            "full",
            re.compile(
                r"(?P<first>[0-9]{1,2})(?P<sign>\s?[-/.]\s?)(?P<second>[0-9]{1,2})(?P=sign)"
                r"(?P<year>[0-9]{4}(?![0-9])|[0-9]{2}(?![0-9]|[-/][0-9]))"
            ),
            full,
            ("14/03/2021", "10-31-74"),
        ),
        Shape(
            "spaced",
            re.compile(r"(?P<first>[0-9]{1,2}) (?P<second>[0-9]{1,2}) (?P<year>[12][0-9]{3})" + _END),
            full,
            ("10 31 1974",),
            latent=True,
        ),
        Shape(
            "spaced_year_first",
            re.compile(r"(?P<year>[12][0-9]{3}) (?P<month>[0-9]{1,2}) (?P<day>[0-9]{1,2})" + _END),
            _year_first,
            ("2016 10 16",),
            latent=True,
        ),
        Shape(
            "spaced_year_month",
            re.compile(r"(?P<year>1[0-9]{3}|20[0-9]{2})\s?[-/]\s?(?P<month>1[0-2]|0?[1-9])" + _END),
            _year_month,
            ("2016 / 11",),
            cost=0.2,
            latent=True,
        ),
        Shape(
            "spaced_month_year",
            re.compile(r"(?P<month>1[0-2]|0?[1-9])\s?[-/]\s?(?P<year>1[0-9]{3}|20[0-9]{2})" + _END),
            _year_month,
            ("11 / 2016",),
            cost=0.2,
            latent=True,
        ),
        Shape(
            "month_and_day",
            re.compile(r"(?P<first>[0-9]{1,2})\s?/\s?(?P<second>[0-9]{1,2})(?![0-9A-Za-z]|[.:/][0-9])"),
            without_year,
            ("2/15",),
            cost=0.5,
            latent=True,
        ),
        Shape(
            "month_dash_day",
            re.compile(r"(?P<first>[0-9]{1,2})\s?-\s?(?P<second>[0-9]{1,2})(?![0-9A-Za-z]|[.:/-][0-9])"),
            without_year,
            ("2-15",),
            gives="ALONE",
            cost=0.5,
            latent=True,
        ),
    )


def _clock(match: Match) -> Clock | None:
    hour, minute, second = int(match["hour"]), int(match["minute"]), match["second"]
    if hour > 24 or minute > 59 or int(second or 0) > 59:
        return None
    shown = match["hour"].startswith("0") or hour > 12 or hour == 0
    return Clock(hour, minute, int(second or 0), Grain.SECOND if second else Grain.MINUTE, half=not shown)


CLOCK = Shape(
    "clock",
    re.compile(
        r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9])(?:[.,][0-9]{1,9})?)?(?![0-9:]|[.,][0-9])"
    ),
    _clock,
    ("15:30", "9:01:10"),
    gives="CLOCK",
    latent=True,
)


_ORDERED = re.compile(r"(?<![0-9/.-])([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(?![0-9])")


def date_order(texts: Iterable[str]) -> DateOrder | None:
    """The order of day and month that all the dates of one source share, where some of them show it.

    One of '15/4/2019' settles '2/5/2019' beside it. None if no date shows an order, or if two show different ones.
    """
    shown = {
        "DMY" if int(match[1]) > 12 else "MDY"
        for text in texts
        for match in _ORDERED.finditer(text)
        if (int(match[1]) > 12) != (int(match[3]) > 12)
    }
    if len(shown) != 1:
        return None
    return "DMY" if "DMY" in shown else "MDY"
