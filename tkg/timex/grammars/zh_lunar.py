"""Dates of the Chinese lunar calendar: 农历八月十五, 腊月廿三, 2023年闰二月初一."""

from datetime import date, datetime, timedelta

from tkg.timex.anchored import Grain
from tkg.timex.calendars import lunar
from tkg.timex.chart import Rule
from tkg.timex.civil import Span
from tkg.timex.meaning import WHOLE_DAY, Cycle, Field, Said, Time, once

Lunar = tuple[int, int | None, bool]
"""A month of the lunar calendar, a day of it (None for the whole month) and whether it is an intercalary one."""


def lunar_day(month: int, day: int, leap: bool = False) -> Lunar | None:
    return (month, day, leap) if 1 <= month <= 12 and 1 <= day <= 30 else None


def _lunar_span(year: int, said: Lunar) -> Span | None:
    month, day, leap = said
    if day is not None:
        at = lunar.date(year, month, day, leap)
        return Span(_midnight(at), _midnight(at) + timedelta(days=1), Grain.DAY) if at else None
    first = lunar.date(year, month, 1, leap)
    last = lunar.date(year, month, 30, leap) or lunar.date(year, month, 29, leap)
    return Span(_midnight(first), _midnight(last) + timedelta(days=1), Grain.MONTH) if first and last else None


def _midnight(at: date) -> datetime:
    return datetime.fromisoformat(at.isoformat())


def lunar_yearly(wanted: Lunar) -> Time:
    """A lunar date of every year; a cell is the lunar year, which bears the number of the one in which it begins."""

    def cell(start: datetime, said: Said) -> tuple[Span, ...]:
        found = _lunar_span(start.year, wanted)
        return (found,) if found else ()

    grain = Grain.MONTH if wanted[1] is None else Grain.DAY
    return Cycle(grain, WHOLE_DAY & ~(Field.YEAR | Field.WEEKDAY), Grain.YEAR, cell)


def lunar_of_year(year: int, wanted: Lunar) -> Time:
    grain = Grain.MONTH if wanted[1] is None else Grain.DAY
    return once(grain, WHOLE_DAY, lambda said: _lunar_span(year, wanted))


def lunar_of_step(count: int, wanted: Lunar) -> Time:
    grain = Grain.MONTH if wanted[1] is None else Grain.DAY
    return once(grain, WHOLE_DAY, lambda said: _lunar_span(said.now.year + count, wanted))


LUNAR_RULES = (
    Rule(
        "lunar_day",
        "LUNARNAME 的? MONTH|LUNARMONTH LUNARDAY",
        lambda _, m, d: lunar_day(m, d),
        ("农历八月十五",),
        gives="LUNAR",
    ),
    Rule(
        "lunar_leap_day",
        "LUNARNAME? 闰 MONTH LUNARDAY",
        lambda _, m, d: lunar_day(m, d, True),
        ("闰六月初一",),
        gives="LUNAR",
    ),
    Rule("lunar_named_day", "LUNARMONTH LUNARDAY", lunar_day, ("正月初八", "腊月廿三"), gives="LUNAR"),
    Rule("lunar_month_day", "MONTH LUNARONLY", lunar_day, ("八月初三",), gives="LUNAR", cost=1.2),
    Rule(
        "lunar_month",
        "LUNARNAME MONTH|LUNARMONTH",
        lambda _, m: (m, None, False),
        ("农历七月",),
        gives="LUNAR",
        cost=1.5,
    ),
    Rule("lunar_named_month", "LUNARMONTH", lambda m: (m, None, False), ("腊月",), gives="LUNAR", cost=1.5),
    Rule("lunar", "LUNAR", lunar_yearly, ("大年初三",), cost=0.3),
    Rule("lunar_year", "YEAR|SHORTYEAR 的? LUNAR", lunar_of_year, ("2023年正月初八",), cost=0.5),
    Rule("lunar_year_step", "YEARSTEP 的? LUNAR", lunar_of_step, ("去年腊月廿三",), cost=0.5),
    Rule(
        "lunar_year_named",
        "LUNARNAME YEAR 的? MONTH|LUNARMONTH LUNARDAY",
        lambda _, y, m, d: lunar_of_year(y, found) if (found := lunar_day(m, d)) else None,
        ("农历2023年八月十五",),
    ),
    Rule(
        "lunar_year_leap",
        "LUNARNAME YEAR 闰 MONTH LUNARDAY",
        lambda _, y, m, d: lunar_of_year(y, found) if (found := lunar_day(m, d, True)) else None,
        ("农历二〇二三年闰二月初一",),
    ),
)
