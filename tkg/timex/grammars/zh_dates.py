"""Chinese dates: years, months and days, eras, decades, quarters, seasons, festivals, ages."""

import re
from dataclasses import replace

from tkg.timex import customs, cycles, numerals, picks, ranges, steps
from tkg.timex.anchored import Grain, Kind
from tkg.timex.calendars import eras, lunar
from tkg.timex.chart import Rule, Shape
from tkg.timex.civil import Span, civil, step
from tkg.timex.grammars.zh_amounts import Match, Number, whole
from tkg.timex.grammars.zh_parts import edge
from tkg.timex.meaning import WHOLE_DAY, Field, Said, Time, once, together

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
    if found is None or found % 11 == 1 and 12 <= found or found == 35 or 30 <= found <= 40:
        return None
    return short_year(found)


def _tens(match: Match) -> tuple[int, int] | None:
    first, last = (numerals.number(digit) or 0 for digit in match.groups() if digit)
    return (10 * first, 10 * last) if last == first + 1 else None


def short_year(number: int) -> int:
    """The year of two digits: 40 is 2040 and 41 is 1941, because years that are over are spoken of more."""
    return number + (1900 if number > 40 else 2000)


def _sure_short_year(year: int) -> Time | None:
    """'98年' and '08年'; '15年' and '70年' may be counts."""
    return cycles.year(year) if (year < 2010 and year % 10) or 2000 <= year < 2010 else None


def ad_year(number: Number) -> Time | None:
    at = whole(number)
    return cycles.year(at) if at else None


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


def century(number: Number) -> Time | None:
    at = whole(number)
    return cycles.years(100 * at - 100, 100, Grain.CENTURY) if at and 2 <= at <= 90 else None


def decade(tens: Number) -> Time | None:
    at = whole(tens)
    if at is None or at % 10 or at < 10:
        return None
    if 1000 <= at <= 2990:
        return cycles.years(at, 10, Grain.DECADE)
    return cycles.decade_of_century(at) if at <= 90 else None


def decade_of(century_number: Number, tens: Number) -> Time | None:
    number, at = whole(century_number), whole(tens)
    if number is None or at is None or at % 10 or not 0 < at <= 90 or not 1 <= number <= 90:
        return None
    return cycles.years(100 * number - 100 + at, 10, Grain.DECADE)


def _decades(tens: tuple[int, int], first_year: int) -> Time | None:
    """Two decades that follow each other: '五六十年代'."""
    first, last = (cycles.years(first_year + ten, 10, Grain.DECADE) for ten in tens)
    return ranges.between(first, last)


def _decades_of(century_number: Number, tens: tuple[int, int]) -> Time | None:
    number = whole(century_number)
    return _decades(tens, 100 * number - 100) if number and 2 <= number <= 90 else None


def _decades_of_step(count: int, tens: tuple[int, int]) -> Time | None:
    return ranges.between(decade_of_step(count, tens[0]), decade_of_step(count, tens[1]))


def _decades_alone(tens: tuple[int, int]) -> Time | None:
    return ranges.between(cycles.decade_of_century(tens[0]), cycles.decade_of_century(tens[1]))


def decade_of_step(count: int, tens: Number) -> Time | None:
    at = whole(tens)
    if at is None or at % 10 or not 0 < at <= 90:
        return None

    def span(said: Said) -> Span | None:
        first = 100 * ((said.now.year - 1) // 100 + count) + at
        start = civil(first)
        return Span(start, step(start, Grain.DECADE, 1), Grain.DECADE) if start else None

    return once(Grain.DECADE, Field.YEAR, span)


def fiscal_step(count: int) -> Time:
    def span(said: Said) -> Span | None:
        running = customs.fiscal_year_now(said)
        return None if running is None else customs.fiscal_span(running + count, said)

    return once(Grain.YEAR, Field.YEAR, span, kind=Kind.PERIOD)


def _first_quarters(count: float) -> Time | None:
    return ranges.between(cycles.quarter(1), cycles.quarter(int(count))) if count in (2, 3) else None


def _two_quarters(first: int, last: int, year: int | None = None) -> Time | None:
    if not 1 <= first < 4 or last != first + 1:
        return None
    one, other = cycles.quarter(first), cycles.quarter(last)
    if year is None:
        return ranges.between(one, other)
    return ranges.between(together(cycles.year(year), one), together(cycles.year(year), other))


def _short_season(year: Time, name: str) -> Time | None:
    return together(year, cycles.season(name)) if year.grain is Grain.YEAR else None


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
        "decade_digits",
        re.compile(rf"(?<![0-9.])(?P<year>[12][0-9]{{2}}0|(?<![{_HAN}])[一二]{_DIGIT}{{2}}零) ?年代"),
        lambda match: decade(numerals.year(match["year"]) or 0),
        ("1990年代",),
    ),
    Shape(
        "han_short_year",
        re.compile(rf"(?<![{_HAN}第])(?P<year>{_DIGIT}{{2}}) ?年{_AFTER_YEAR}"),
        _year_in_two_words,
        ("九零年",),
        gives="YEAR",
    ),
    Shape(
        "two_decades",
        re.compile(f"(?<![{_HAN}0-9])(?:([二三四五六七八])[、,]?([三四五六七八九])十|([2-8])0[、,和]([3-9])0)年代"),
        _tens,
        ("五六十年代", "50、60年代"),
        gives="DECADES",
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
    Rule("short_year", "SHORTYEAR", _sure_short_year, ("98年",), cost=0.3),
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
    Rule("day", "DAY", cycles.day_of_month, ("15号",), latent=True, cost=1.5),
    Rule("day_marked", "DAY 这|那|当 天", cycles.day_of_month, ("15号那天",)),
    Rule("weekday", "WEEKDAY", cycles.weekday, ("周三",), cost=0.2),
    Rule("weekend", "WEEKEND", lambda _: cycles.weekend(), ("周末",), cost=0.2),
    Rule("century", "NUM 世 纪", century, ("19世纪", "二十世纪")),
    Rule("decade", "NUM 年 代", decade, ("90年代", "九十年代")),
    Rule("decade_of_century", "NUM 世 纪 的? NUM 年 代", decade_of, ("20世纪90年代",), cost=0.9),
    Rule("decades", "DECADES", _decades_alone, ("八九十年代",)),
    Rule("decades_of_century", "NUM 世 纪 的? DECADES", _decades_of, ("20世纪五六十年代",), cost=0.9),
    Rule("decades_of_step", "CENTURY 的? DECADES", _decades_of_step, ("上世纪五六十年代",), cost=0.9),
    Rule("decade_of_step", "CENTURY 的? NUM 年 代", decade_of_step, ("上世纪90年代",), cost=0.9),
    Rule("century_step", "CENTURY", lambda n: steps.unit_step(Grain.CENTURY, n), ("上世纪",), cost=0.4),
    Rule(
        "fiscal",
        "NUM|YEAR FISCAL",
        lambda n, _: customs.fiscal_year(y) if (y := numbered_year(n)) else None,
        ("2023财年",),
    ),
    Rule(
        "fiscal_quarter",
        "NUM|YEAR FISCAL 的? QUARTER",
        lambda n, _, q: customs.fiscal_quarter(y, q) if (y := numbered_year(n)) else None,
        ("2023财年第一季度",),
    ),
    Rule("fiscal_step", "STEP 一? 个? FISCAL", lambda n, _: fiscal_step(n), ("上财年",)),
    Rule("quarter", "QUARTER", cycles.quarter, ("第一季度", "Q1"), cost=0.2),
    Rule("half", "HALF", cycles.half_year, ("上半年",), cost=0.2),
    Rule("two_quarters", "ORD 和|与|及|、|, QUARTER", _two_quarters, ("第一和第二季度",)),
    Rule(
        "two_quarters_of_year",
        "YEAR 的? ORD 和|与|及|、|, QUARTER",
        lambda year, first, last: _two_quarters(first, last, year),
        ("2023年第一和第二季度",),
    ),
    Rule("first_quarters", "前 NUM 季 度", _first_quarters, ("前三季度",), cost=0.8),
    Rule("season", "SEASON", cycles.season, ("春天",), same=True, cost=0.2),
    Rule(
        "year_season",
        "YEARSEASON",
        lambda pair: together(steps.unit_step(Grain.YEAR, pair[0]), cycles.season(pair[1])),
        ("今春",),
        cost=0.3,
    ),
    Rule("short_season", "TIME 的? SHORTSEASON", _short_season, ("2019年春", "前年冬"), cost=0.6),
    Rule("season_edge", "SEASONEDGE", lambda pair: picks.edge(pair[0], cycles.season(pair[1])), ("初春",), latent=True),
    Rule("festival", "FESTIVAL", cycles.festival, ("国庆节",), same=True, cost=0.1),
    Rule("number_festival", "NUM FESTIVAL", lambda n, key: in_year(n, cycles.festival(key)), ("2019春节",)),
    Rule("number_quarter", "NUM QUARTER", lambda n, q: in_year(n, cycles.quarter(q)), ("2019Q1",)),
    Rule("number_season", "NUM SEASON", lambda n, name: in_year(n, cycles.season(name)), ("2019夏季",)),
    Rule("number_half", "NUM HALF", lambda n, half: in_year(n, cycles.half_year(half)), ("2019上半年",)),
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
