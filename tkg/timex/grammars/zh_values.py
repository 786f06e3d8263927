"""What Chinese time words mean, put together: the functions that the rules of `zh` build their values with."""

from collections.abc import Callable
from datetime import datetime, timedelta

from tkg.timex import amounts, cycles, ranges, steps
from tkg.timex.amounts import Amount, Count, exactly
from tkg.timex.anchored import Grain, Kind
from tkg.timex.calendars import eras, lunar
from tkg.timex.civil import Span, step
from tkg.timex.meaning import WHOLE_DAY, Clock, Cycle, Field, Once, Part, Readings, Said, Time, once, together
from tkg.timex.zoned import in_zone

Number = int | float
Lunar = tuple[int, int | None, bool]
"""A month of the lunar calendar, a day of it (None for the whole month) and whether it is an intercalary one."""

BEFORE_CHRIST = "a year before Christ is not dated: only the years 1 to 9998 are"


def whole(number: Number) -> int | None:
    return int(number) if number == int(number) else None


# Clock times.


def hour(number: Number) -> Clock | None:
    at = whole(number)
    return Clock(at, half=1 <= at <= 12) if at is not None and 0 <= at <= 24 else None


def minutes(number: Number, minute: Number) -> Clock | None:
    at, past = hour(number), whole(minute)
    if at is None or past is None or not 0 <= past <= 59 or at.hour == 24:
        return None
    return at._replace(minute=past, grain=Grain.MINUTE)


def formal_minutes(number: Number, minute: Number) -> Clock | None:
    """'8时30分' is of the clock with 24 hours."""
    at = minutes(number, minute)
    return at._replace(half=False) if at else None


def quarters(number: Number, count: Number) -> Clock | None:
    return minutes(number, 15 * count) if 1 <= count <= 3 else None


def short_of(minute: Number, at: Clock) -> Clock | None:
    """'差五分三点' is 2:55."""
    before = whole(minute)
    if before is None or not 0 < before < 60 or at.minute:
        return None
    earlier = (at.hour - 2) % 12 + 1 if at.half else (at.hour - 1) % 24
    return at._replace(hour=earlier, minute=60 - before, grain=Grain.MINUTE)


def seconds(at: Clock, number: Number) -> Clock | None:
    second = whole(number)
    if second is None or not 0 <= second <= 59 or at.grain is Grain.SECOND:
        return None
    return at._replace(second=second, grain=Grain.SECOND)


def meridiem(at: Clock, name: str) -> Clock | None:
    if at.hour > 12 or at.hour == 0:
        return at if name == "pm" and at.hour else None
    return at._replace(hour=at.hour % 12 + 12 * (name == "pm"), half=False)


def in_part(part: Part, at: Clock) -> Time | None:
    """'下午三点': the clock time in the half of the day that the part lies in."""
    found = cycles.clock(at)
    if found is None:
        return None
    if part.to_hour > 24 and at.hour % 12 < 6:
        # '晚上12点' is of the day that has that evening, though it is past its end.
        return together(steps.part_today(part), found)
    return together(cycles.part_of_day(part), found)


def part_of(day: Time, part: Part) -> Time | None:
    return together(day, cycles.part_of_day(part)) if day.grain is Grain.DAY and day.kind is Kind.POINT else None


def day_part_clock(day: Time, part: Part, at: Clock) -> Time | None:
    outer, found = part_of(day, part), cycles.clock(at)
    return together(outer, found) if outer and found else None


# Amounts.


def amount(count: Count | Number, grain: Grain) -> Amount | None:
    """So many units; a number of four digits is never a count of years."""
    counted = count if isinstance(count, Count) else exactly(count)
    if grain is Grain.YEAR and 1000 <= counted.number < 3000:
        return None
    return amounts.amount(counted, grain)


def more(count: Count | Number, *_: object) -> Count | None:
    """'十多': ten and up to the next round number; with a single unit ('三多') it is none."""
    number = count.number if isinstance(count, Count) else count
    if number < 10 or number % 10:
        return None
    size = 10 ** (len(str(int(number))) - 1)
    return Count(number, number, number + (size if number % size == 0 else 10) - 1)


def and_a_bit(count: Number, grain: Grain) -> Amount | None:
    """'一年多', '三个多月'."""
    return amount(Count(count, count, count + 1), grain)


def and_a_half(count: Number, grain: Grain) -> Amount | None:
    return amount(count + 0.5, grain)


def units(count: Count | Number, grain: Grain, sign: int) -> Time | None:
    number = whole(count.number if isinstance(count, Count) else count)
    if number is None or number < 1 or (grain is Grain.YEAR and number > 500):
        return None
    return amounts.units_away(number, grain, sign)


def some_units(count: Count | Number, grain: Grain, sign: int) -> Time | None:
    """'前两天', '后三年'; 前一天 follows something told, and 前221年 is before Christ."""
    number = count.number if isinstance(count, Count) else count
    return units(count, grain, sign) if 2 <= number < 100 else None


def stretch(count: Count | Number, grain: Grain, sign: int) -> Time | None:
    """'过去三年' in whole units, '过去24小时' to the minute."""
    if grain < Grain.DAY:
        length = amount(count, grain)
        return amounts.within(length, sign) if length else None
    if isinstance(count, Count) and count.number != int(count.number):
        length = amount(count, grain)
        return amounts.within(length, sign) if length else None
    return units(count, grain, sign)


def in_unit_away(count: Number, grain: Grain, sign: int, time: Time) -> Time | None:
    """'三年前的春节', '两周前的周三': in the unit that lies so far away."""
    number = whole(count)
    if number is None or not isinstance(time, Cycle) or grain < Grain.WEEK or time.grain >= grain or number > 500:
        return None
    return together(steps.unit_step(grain, sign * number), time)


def beside(time: Time, length: Amount, sign: int) -> Time | None:
    """'春节前两天': so long before or after a day."""
    return amounts.from_time(length, sign, time) if time.grain is Grain.DAY and length.grain >= Grain.DAY else None


# Parts of a time.


def _cut(time: Time, grain: Grain, cut: Callable[[Span], Span | None]) -> Time:
    fixes = time.fixes | Field.DAY | Field.WEEK | Field.MONTH
    if isinstance(time, Cycle):
        inner = time

        def cell(start: datetime, said: Said) -> tuple[Span, ...]:
            return tuple(found for span in inner.cell(start, said) if (found := cut(span)))

        return Cycle(grain, fixes, time.period, cell, kind=Kind.PERIOD)

    def at(said: Said) -> Readings:
        found = time.at(said)
        return Readings(tuple(part for span in found.spans if (part := cut(span))), found.chosen_by)

    return Once(grain, fixes, at, Kind.PERIOD)


def first_units(time: Time, count: Number, grain: Grain) -> Time | None:
    """'今年前三个月', '2020年前三季度'."""
    number = whole(count)
    if number is None or not 1 <= number <= 60 or time.grain < Grain.MONTH or grain >= time.grain:
        return None

    def cut(span: Span) -> Span | None:
        end = step(span.start, grain, number)
        return Span(span.start, end, grain) if end <= span.end else None

    return _cut(time, grain, cut)


def last_units(time: Time, count: Number, grain: Grain) -> Time | None:
    number = whole(count)
    if number is None or not 1 <= number <= 60 or time.grain < Grain.MONTH or grain >= time.grain:
        return None

    def cut(span: Span) -> Span | None:
        start = step(span.end, grain, -number)
        return Span(start, span.end, grain) if start >= span.start else None

    return _cut(time, grain, cut)


def edge(time: Time, name: str) -> Time | None:
    """'三月底', '年底'; of a week only its beginning, because 周末 is the weekend."""
    if time.grain < Grain.WEEK or time.kind is Kind.PERIOD or (time.grain is Grain.WEEK and name != "start"):
        return None
    return last_units(time, 2, Grain.MONTH) if time.grain is Grain.YEAR and name == "end" else steps.edge(name, time)


def edge_of(time: Time, name: str, grain: Grain) -> Time | None:
    return edge(time, name) if time.grain is grain else None


def half_month(time: Time, second: bool) -> Time | None:
    if time.grain is not Grain.MONTH:
        return None

    def cut(span: Span) -> Span:
        middle = span.start + timedelta(days=15)
        return Span(middle, span.end, Grain.MONTH) if second else Span(span.start, middle, Grain.MONTH)

    return _cut(time, Grain.MONTH, cut)


# Dates.


def short_year(number: int) -> int:
    """The year of two digits: 40 is 2040 and 41 is 1941, because years that are over are spoken of more."""
    return number + (1900 if number > 40 else 2000)


def date(year: int, month: int, day: int) -> Time | None:
    return cycles.date(year, month, day)


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
    at = whole(number)
    found = eras.year(era, at) if at else None
    return cycles.year(found) if found else None


def century(number: Number) -> Time | None:
    at = whole(number)
    return cycles.years(100 * at - 99, 100, Grain.CENTURY) if at and at <= 90 else None


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


def decade_of_step(count: int, tens: Number) -> Time | None:
    at = whole(tens)
    if at is None or at % 10 or not 0 < at <= 90:
        return None

    def span(said: Said) -> Span | None:
        first = 100 * ((said.now.year - 1) // 100 + count) + at
        start = datetime(first, 1, 1) if 1 <= first <= 9000 else None
        return Span(start, step(start, Grain.DECADE, 1), Grain.DECADE) if start else None

    return once(Grain.DECADE, Field.YEAR, span)


def fiscal_step(count: int) -> Time:
    def span(said: Said) -> Span | None:
        running = cycles.fiscal_year_now(said)
        return None if running is None else cycles.fiscal_span(running + count, said)

    return once(Grain.YEAR, Field.YEAR, span, kind=Kind.PERIOD)


def month_day(month: int, day: int) -> Time | None:
    return cycles.month_day(month, day)


def months_between(first: Number, last: int, year: int | None = None) -> Time | None:
    start = whole(first)
    if start is None or not 1 <= start < last:
        return None
    if year is None:
        return between(cycles.month(start), cycles.month(last))
    return between(cycles.year_month(year, start), cycles.year_month(year, last))


def days_between(month: int, first: Number, last: int, year: int | None = None) -> Time | None:
    start = whole(first)
    if start is None or not 1 <= start < last:
        return None
    if year is None:
        return between(month_day(month, start), month_day(month, last))
    return between(date(year, month, start), date(year, month, last))


def years_between(first: Number, last: int) -> Time | None:
    start = numbered_year(first)
    return between(cycles.year(start), cycles.year(last)) if start and start < last else None


def between(first: Time | None, last: Time | None) -> Time | None:
    return ranges.between(first, last) if first and last else None


def weekdays_between(first: int, last: Number) -> Time | None:
    day = whole(last)
    return between(cycles.weekday(first), cycles.weekday(day - 1)) if day and 1 <= day <= 6 and day - 1 > first else None


def clocks_between(first: Number, last: Clock, part: Part | None = None) -> Time | None:
    """'下午3到5点': the part of the day is that of both."""
    start = hour(first)
    if start is None:
        return None
    if part is None:
        return between(cycles.clock(start), cycles.clock(last))
    return between(in_part(part, start), in_part(part, last))


# Steps.


def unit_step(count: int, grain: Grain) -> Time | None:
    return steps.unit_step(grain, count) if grain > Grain.DAY or grain is Grain.HOUR else None


def step_one(count: int, time: Time) -> Time | None:
    return steps.cycle_step(time, count) if isinstance(time, Cycle) and time.grain >= Grain.DAY else None


def day_years_away(count: int) -> Time:
    """'去年的今天'."""
    length = Amount(months=12 * abs(count), grain=Grain.DAY)
    return amounts.from_time(length, 1 if count > 0 else -1, steps.day_step(0))


def nth(number: int, inner: Time, outer: Time) -> Time | None:
    return steps.nth(number, inner, outer) if isinstance(inner, Cycle) else None


def nth_unit(number: int, grain: Grain, outer: Time) -> Time | None:
    return steps.nth(number, cycles.units(grain), outer) if outer.grain > grain >= Grain.DAY else None


def in_order(first: Time, last: Time) -> Time | None:
    """Two that say one time together: the larger first, or a weekday and its date."""
    weekday = first.fixes == Field.WEEKDAY and last.grain is Grain.DAY
    return together(first, last) if weekday or first.grain >= last.grain else None


def zoned(offset: int, time: Time) -> Time | None:
    """'北京时间下午三点'; what has no clock time stays as it is."""
    return in_zone(time, offset) if time.grain <= Grain.HOUR else time


def aged(number: Number, years: int = 1) -> Time | None:
    low = whole(number)
    return cycles.aged(low, low + years) if low is not None and 1 <= low <= 120 else None


# The lunar calendar.


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


def _midnight(at: object) -> datetime:
    return datetime.fromisoformat(str(at))


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
