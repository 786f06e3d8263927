"""Dates of the Chinese lunar calendar: 农历八月十五, 腊月廿三, 2023年闰二月初一, 康熙61年11月13日, 癸卯年腊月.

The years of a reign that ended before the Gregorian calendar came (1912, in Japan 1873) are lunar, and so are the years
of the cycle of sixty: their months and days are never those of the Gregorian calendar. What the table of the calendar
does not hold is refused by name.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta

from tkg.timex import numerals
from tkg.timex.anchored import Grain
from tkg.timex.calendars import eras, lunar
from tkg.timex.chart import Rule, Words
from tkg.timex.civil import Span
from tkg.timex.grammars.zh_amounts import Number, whole
from tkg.timex.meaning import NONE, WHOLE_DAY, Cycle, Field, Once, Readings, Said, Time, once

NOT_IN_CALENDAR = f"the lunar calendar has no such date, or not in its years from {lunar.FIRST_YEAR} on"
_CLOSEST = "default: the closest such year of the cycle of sixty"

Lunar = tuple[int, int | None, bool]
"""A month of the lunar calendar, a day of it (None for the whole month) and whether it is an intercalary one."""
LunarYears = Callable[[Said], tuple[int, ...]]
"""The lunar years that words can mean for whoever speaks, the one that is meant first."""

_FESTIVALS = {
    "lunar_new_year": (1, 1), "lantern": (1, 15), "dragon_head": (2, 2), "double_third": (3, 3),
    "buddha_birthday": (4, 8), "dragon_boat": (5, 5), "qixi": (7, 7), "ghost_festival": (7, 15), "mid_autumn": (8, 15),
    "double_ninth": (9, 9), "lower_origin": (10, 15), "laba": (12, 8),
}  # fmt: skip
_STEMS, _BRANCHES, _ANIMALS = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥", "鼠牛虎兔龙蛇马羊猴鸡狗猪"


def lunar_day(month: int, day: int, leap: bool = False) -> Lunar | None:
    return (month, day, leap) if 1 <= month <= 12 and 1 <= day <= 30 else None


def _month_and_day(leap: object, month: int, day: int | None) -> Lunar | None:
    return (month, None, leap is not None) if day is None else lunar_day(month, day, leap is not None)


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


def _whole_year(year: int) -> Span | None:
    first, after = lunar.date(year, 1, 1), lunar.date(year + 1, 1, 1)
    return Span(_midnight(first), _midnight(after), Grain.YEAR) if first and after else None


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


def _of_years(years: LunarYears, wanted: Lunar | None) -> Time:
    """A lunar date of a lunar year, the whole year without one."""

    def at(said: Said) -> Readings:
        found = [_lunar_span(year, wanted) if wanted else _whole_year(year) for year in years(said)]
        spans = tuple(span for span in found if span)
        return Readings(spans, _CLOSEST if len(spans) > 1 else None) if spans else NONE

    grain = Grain.YEAR if wanted is None else Grain.MONTH if wanted[1] is None else Grain.DAY
    return Once(grain, WHOLE_DAY, at)


def _of_cycle(place: int) -> LunarYears:
    """The years that have this place, from 0, in the cycle of sixty, of which 甲子 is the first: the closest two."""

    def years(said: Said) -> tuple[int, ...]:
        now = said.now.year
        coming = now + (place - (now - 4)) % 60
        return tuple(sorted((coming - 60, coming), key=lambda year: abs(year - now)))

    return years


def _only(year: int | None) -> LunarYears | None:
    return None if year is None else lambda said: (year,)


def _festival_of(years: LunarYears, key: str) -> Time | None:
    """A festival of the lunar calendar in a lunar year: '康熙六年除夕' is its last day."""
    if key == "lunar_new_year_eve":
        return _last_day(years)
    return _of_years(years, (*_FESTIVALS[key], False)) if key in _FESTIVALS else None


def _last_day(years: LunarYears) -> Time:
    def at(said: Said) -> Readings:
        whole_years = [span for year in years(said) if (span := _whole_year(year))]
        spans = tuple(Span(span.end - timedelta(days=1), span.end, Grain.DAY) for span in whole_years)
        return Readings(spans, _CLOSEST if len(spans) > 1 else None) if spans else NONE

    return Once(Grain.DAY, WHOLE_DAY, at)


def _of_solar_reign(era: str, number: Number, wanted: Lunar) -> Time | None:
    """'民国三十八年正月初一': the republic counts Gregorian years, the words say that the date is lunar."""
    at = whole(number)
    year = eras.year(era, at) if at and not eras.is_lunar(era, at) else None
    return lunar_of_year(year, wanted) if year else None


def _reign(era: str, number: Number) -> LunarYears | None:
    at = whole(number)
    return _only(eras.year(era, at)) if at and eras.is_lunar(era, at) else None


_CYCLE = {
    f"{_STEMS[place % 10]}{_BRANCHES[place % 12]}{animal}年": _of_cycle(place)
    for place in range(60)
    for animal in ("", _ANIMALS[place % 12])
}
LUNAR_WORDS = (
    Words("LUNARYEAR", _CYCLE, not_before="代级轻龄"),
    Words("LEAP", {"闰": True}),
    Words(
        "LUNAR",
        {f"年初{spelling}": (1, n, False) for n in range(1, 11) for spelling in numerals.spellings(n)},
        not_after="0123456789零一二三四五六七八九十廿百千今去明前后本来上下每往整",
        not_before="一二三四五六七八九十个场次批份位家种项度些点起到天年月日岁级",
    ),
)

LUNAR_RULES = (
    Rule("lunar_date", "LEAP? MONTH|LUNARMONTH LUNARDAY|DAY?", _month_and_day, gives="LUNARDATE", cost=0.3),
    Rule("lunar_named", "LUNARNAME 的? LUNARDATE", lambda _, found: found, ("农历八月十五", "农历七月"), gives="LUNAR"),
    Rule("lunar_leap", "LEAP MONTH LUNARDAY|DAY?", _month_and_day, ("闰六月初一", "闰六月"), gives="LUNAR"),
    Rule("lunar_named_day", "LUNARMONTH LUNARDAY", lunar_day, ("正月初八", "腊月廿三"), gives="LUNAR"),
    Rule("lunar_month_day", "MONTH LUNARONLY", lunar_day, ("八月初三",), gives="LUNAR", cost=1.2),
    Rule("lunar_named_month", "LUNARMONTH", lambda m: (m, None, False), ("腊月",), gives="LUNAR", cost=1.5),
    Rule("lunar", "LUNAR", lunar_yearly, ("大年初三",), cost=0.3),
    Rule("lunar_year", "YEAR|SHORTYEAR 的? LUNAR", lunar_of_year, ("2023年正月初八",), cost=0.5),
    Rule("lunar_year_step", "YEARSTEP 的? LUNAR", lunar_of_step, ("去年腊月廿三",), cost=0.5),
    Rule("reign", "ERA NUM|DIGITS 年", _reign, ("康熙61年",), gives="LUNARYEAR"),
    Rule("reign_first", "ERA 元 年", lambda era: _reign(era, 1), ("宣统元年",), gives="LUNARYEAR"),
    Rule("lunar_year_named", "LUNARNAME YEAR", lambda _, year: _only(year), ("农历2023年",), gives="LUNARYEAR"),
    Rule("lunar_cycle_named", "LUNARNAME LUNARYEAR", lambda _, years: years, ("农历甲辰年",), gives="LUNARYEAR"),
    Rule("lunar_whole_year", "LUNARYEAR", lambda years: _of_years(years, None), ("甲辰年",), cost=1.5),
    Rule("lunar_of_year", "LUNARYEAR ,|的? LUNARDATE", _of_years, ("康熙61年11月13日", "癸卯年腊月"), cost=0.5),
    Rule(
        "lunar_year_and_year",
        "LUNARYEAR ( CE? YEAR )",
        lambda years, *_: years,
        ("光绪三十四年（1908年）",),
        "LUNARYEAR",
    ),
    Rule("year_and_lunar_year", "YEAR ( LUNARYEAR )", lambda year, _: year, ("1908年（光绪三十四年）",), "YEAR"),
    Rule("lunar_festival", "LUNARYEAR 的? FESTIVAL", _festival_of, ("康熙六年除夕", "癸卯年中秋"), cost=0.4),
    Rule("lunar_of_solar_reign", "ERA NUM|DIGITS 年 的? LUNAR", _of_solar_reign, ("民国三十八年正月初一",), cost=0.4),
    Rule(
        "no_lunar_of_year",
        "LUNARYEAR ,|的? LUNARDATE|FESTIVAL",
        lambda *_: NOT_IN_CALENDAR,
        ("洪武三年五月",),
        gives="REFUSED",
        cost=3,
    ),
    Rule(
        "no_leap_month",
        "YEAR|SHORTYEAR|YEARSTEP? 的? LEAP MONTH LUNARDAY|DAY?",
        lambda *_: NOT_IN_CALENDAR,
        ("闰四月", "2025年闰五月"),
        gives="REFUSED",
        cost=3,
    ),
)
