"""Chinese dates: years, months and days, years of eras, festivals, ages."""

import re
from dataclasses import replace

from tkg.timex import customs, cycles, numerals
from tkg.timex.calendars import eras, lunar
from tkg.timex.chart import Rule, Shape
from tkg.timex.grammars.zh_amounts import Match, Number, whole
from tkg.timex.grammars.zh_parts import edge
from tkg.timex.meaning import WHOLE_DAY, Time, together

BEFORE_CHRIST = "a year before Christ is not dated: only the years 1 to 9998 are"
_HAN = numerals.CHARACTERS
_DIGIT = "[零一二三四五六七八九]"
_AFTER_YEAR = "(?![代轻级龄])"


def _year(match: Match) -> int | None:
    return numerals.year(match["year"])


def _short_year(match: Match) -> int | None:
    found = numerals.year(match["year"])
    return None if found is None else short_year(found)


def _year_in_two_words(match: Match) -> int | None:
    """'九零年', '一一年': a year digit by digit, unless it reads as a count (三四年) or may be of two centuries."""
    found = numerals.year(match["year"])
    if found is None or (found % 11 == 1 and found >= 12) or found == 35 or 30 <= found <= 40:
        return None
    return short_year(found)


def short_year(number: int) -> int:
    """The year of two digits: 40 is 2040 and 41 is 1941, because years that are over are spoken of more."""
    return number + (1900 if number > 40 else 2000)


def _sure_short_year(year: int) -> Time | None:
    """'98年' and '08年'; '15年' and '70年' may be counts."""
    return cycles.year(year) if (year < 2010 and year % 10) or 2000 <= year < 2010 else None


def ad_year(number: Number) -> Time | None:
    at = whole(number)
    return cycles.year(at) if at else None


def _era_is_year(era: str, number: Number, year: int) -> int | None:
    """'民国26年（1937年）': both names of one year, where the era counts Gregorian years."""
    at = whole(number)
    return year if at and eras.year(era, at) == year and not eras.is_lunar(era, at) else None


def numbered_year(number: Number) -> int | None:
    at = whole(number)
    return at if at is not None and 1000 <= at <= 2999 else None


def in_year(number: Number, time: Time | None) -> Time | None:
    """'2019春节': the year without 年."""
    at = numbered_year(number)
    return together(cycles.year(at), time) if at and time else None


def era_year(era: str, number: Number) -> Time | None:
    """A year of an era; one of a lunar calendar takes no month or day of the Gregorian one (see `zh_lunar`)."""
    at = whole(number)
    found = eras.year(era, at) if at else None
    if at is None or found is None:
        return None
    return replace(cycles.year(found), fixes=WHOLE_DAY) if eras.is_lunar(era, at) else cycles.year(found)


def aged(number: Number, years: int = 1) -> Time | None:
    low = whole(number)
    return customs.aged(low, low + years) if low is not None and 1 <= low <= 120 else None


def _bare_year(number: Number) -> Time | None:
    return cycles.year(int(number)) if 1900 <= number <= 2100 else None


def _undecided_day(year: int, month: int, day: Number) -> Time | None:
    """'二〇〇四年八月十五': a day without 日 may be one of the lunar calendar."""
    number = whole(day)
    if number is None or not 11 <= number <= 31:
        return None
    moon = lunar.date(year, month, number) if 1 <= month <= 12 else None
    solar = cycles.date(year, month, number)
    if moon is None:
        return solar
    return cycles.unsure(solar, cycles.date(moon.year, moon.month, moon.day), "default: a day of the solar calendar")


SHAPES = (
    Shape(
        "year",
        re.compile(rf"(?<![0-9.])(?P<year>[12][0-9]{{3}}|(?<![{_HAN}])[一二]{_DIGIT}{{3}}) ?年{_AFTER_YEAR}"),
        _year,
        ("2019年",),
        gives="YEAR",
    ),
    Shape(
        "short_year",
        re.compile(rf"(?<![0-9.第])'?(?P<year>[0-9]{{2}}|(?<![{_HAN}第]){_DIGIT}{{2}}) ?年{_AFTER_YEAR}"),
        _short_year,
        ("98年",),
        gives="SHORTYEAR",
    ),
    Shape(
        "short_year_in_digits",
        re.compile(rf"(?<![0-9.第])'?(?P<year>[0-9]{{2}}) ?年{_AFTER_YEAR}"),
        _short_year,
        ("98年",),
        gives="YEARINDIGITS",
    ),
    Shape(
        "han_short_year",
        re.compile(rf"(?<![{_HAN}第])(?P<year>{_DIGIT}{{2}}) ?年{_AFTER_YEAR}"),
        _year_in_two_words,
        ("九零年",),
        gives="YEAR",
    ),
    Shape(
        "day_in_month",
        re.compile("(?<![0-9.第续期共达过近了])(?P<day>[12]?[0-9]|3[01])日(?![0-9内以之后前游均元本报])"),
        lambda match: cycles.day_of_month(int(match["day"])),
        ("15日",),
        cost=0.5,
    ),
)

DATE_RULES = (
    Rule("year", "YEAR 度?", cycles.year, ("2019年", "二〇一九年"), cost=0.2),
    Rule("short_year", "YEARINDIGITS", _sure_short_year, ("98年",), cost=0.3),
    Rule("ad", "CE NUM 年", lambda _, n: ad_year(n), ("公元14年",)),
    Rule("ad_year", "CE YEAR", lambda _, n: cycles.year(n), ("公元2014年",), cost=0.5),
    Rule(
        "early_year",
        "NUM 年",
        lambda n: cycles.year(n) if isinstance(n, int) and 100 <= n < 3000 and n % 10 else None,
        ("618年",),
        latent=True,
    ),
    Rule("bc", "BCE NUM 年|世 纪? 代? MONTH? DAY?", lambda *_: BEFORE_CHRIST, ("公元前44年",), gives="REFUSED"),
    Rule("bc_long", "BCE YEAR|SHORTYEAR MONTH? DAY?", lambda *_: BEFORE_CHRIST, ("公元前1046年",), gives="REFUSED"),
    Rule("bc_short", "前 NUM 年", lambda n: BEFORE_CHRIST if n >= 100 else None, ("前221年",), gives="REFUSED"),
    Rule("bc_century", "前 NUM 世 纪", lambda _: BEFORE_CHRIST, ("前2世纪",), gives="REFUSED"),
    Rule("era", "ERA NUM|DIGITS 年", era_year, ("民国100年", "昭和六十四年", "民国一一三年")),
    Rule("year_and_era", "YEAR ( ERA NUM|DIGITS 年 )", lambda year, *_: year, ("1937年（民国26年）",), "YEAR"),
    Rule("era_and_year", "ERA NUM|DIGITS 年 ( YEAR )", _era_is_year, ("民国26年（1937年）",), "YEAR"),
    Rule("era_first", "ERA 元 年", lambda era: era_year(era, 1), ("令和元年",)),
    Rule("month", "MONTH", cycles.month, ("三月",), cost=0.2),
    Rule("month_day", "MONTH 的? DAY", cycles.month_day, ("三月一号",), cost=0.4),
    Rule("year_month", "YEAR|SHORTYEAR ,|的? MONTH", cycles.year_month, ("2019年3月",), cost=0.4),
    Rule(
        "month_number",
        "MONTH NUM",
        lambda m, n: cycles.month_day(m, int(n)) if n == int(n) else None,
        ("三月5",),
        latent=True,
    ),
    Rule("date", "YEAR|SHORTYEAR ,|的? MONTH ,|的? DAY", cycles.date, ("二〇二三年五月一日",), cost=0.4),
    Rule(
        "bare_year",
        "NUM",
        lambda n: cycles.year(int(n)) if 1900 <= n <= 2100 else None,
        ("2018",),
        "ALONE",
        latent=True,
    ),
    Rule("date_number", "YEAR|SHORTYEAR ,|的? MONTH NUM", _undecided_day, ("二〇〇四年八月十五",), cost=0.5),
    Rule("day", "DAY", cycles.day_of_month, ("15号",), cost=1.5),
    Rule("day_marked", "DAY 这|那|当 天", cycles.day_of_month, ("15号那天",)),
    Rule("weekday", "WEEKDAY", cycles.weekday, ("周三",), cost=0.2),
    Rule("weekend", "WEEKEND", lambda _: cycles.weekend(), ("周末",), cost=0.2),
    Rule("festival", "FESTIVAL", cycles.festival, ("国庆节",), same=True, cost=0.1),
    Rule("number_festival", "NUM FESTIVAL", lambda n, key: in_year(n, cycles.festival(key)), ("2019春节",)),
    Rule(
        "number_month_day",
        "NUM ,? MONTH DAY",
        lambda n, m, d: cycles.date(y, m, d) if (y := numbered_year(n)) else None,
        ("2019，3月5日",),
        cost=1.5,
    ),
    Rule(
        "short_year_time",
        "SHORTYEAR 的? TIME",
        lambda y, time: together(cycles.year(y), time),
        ("98年夏天", "15年国庆"),
    ),
    Rule("short_year_edge", "SHORTYEAR 的? EDGE|YEAREDGE", lambda y, name: edge(cycles.year(y), name), ("98年底",)),
    Rule("aged", "NUM 岁 的? 时|那 候|年? ORSO?", lambda n, _: aged(n), ("30岁时",)),
    Rule("aged_when", "NUM 岁 的 时 候", aged, ("三十岁的时候",)),
    Rule("age", "NUM 岁", aged, ("三十岁",), latent=True, cost=1.2),
    Rule("aged_about", "NUM 多|几|来 岁 时?", lambda n: aged(n, 10) if n % 10 == 0 else None, ("二十多岁",)),
)
