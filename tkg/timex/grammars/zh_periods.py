"""Chinese names of longer times: centuries, decades, fiscal years, quarters, halves of a year, seasons."""

import re

from tkg.timex import customs, cycles, numerals, picks, ranges, steps
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule, Shape
from tkg.timex.civil import Span, civil, step
from tkg.timex.grammars.zh_amounts import Match, Number, whole
from tkg.timex.grammars.zh_dates import in_year, numbered_year
from tkg.timex.meaning import Field, Said, Time, once, together

_HAN = numerals.CHARACTERS
_DIGIT = "[零一二三四五六七八九]"


def _tens(match: Match) -> tuple[int, int] | None:
    first, last = (numerals.number(digit) or 0 for digit in match.groups() if digit)
    return (10 * first, 10 * last) if last == first + 1 else None


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


SHAPES = (
    Shape(
        "decade_digits",
        re.compile(rf"(?<![0-9.])(?P<year>[12][0-9]{{2}}0|(?<![{_HAN}])[一二]{_DIGIT}{{2}}零) ?年代"),
        lambda match: decade(numerals.year(match["year"]) or 0),
        ("1990年代",),
    ),
    Shape(
        "two_decades",
        re.compile(f"(?<![{_HAN}0-9])(?:([二三四五六七八])[、,]?([三四五六七八九])十|([2-8])0[、,和]([3-9])0)年代"),
        _tens,
        ("五六十年代", "50、60年代"),
        gives="DECADES",
    ),
)

PERIOD_RULES = (
    Rule("ad_century", "CE NUM 世 纪", lambda _, n: century(n), ("公元2世纪",)),
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
    Rule("number_quarter", "NUM QUARTER", lambda n, q: in_year(n, cycles.quarter(q)), ("2019Q1",)),
    Rule("number_season", "NUM SEASON", lambda n, name: in_year(n, cycles.season(name)), ("2019夏季",)),
    Rule("number_half", "NUM HALF", lambda n, half: in_year(n, cycles.half_year(half)), ("2019上半年",)),
)
