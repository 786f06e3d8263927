"""Lengths of time, and the times that lie so far away: three weeks ago, in half an hour, two months before Easter.

Days, weeks, months and years are counted on the calendar; hours, minutes and seconds are elapsed time, so that 24 hours
ago and a day ago differ when the clocks changed. Days and weeks lead to a day. Months and years lead nominally to a day
too, and the span says that it lies somewhere in that month or year; so does an amount that is not exact ("a few days").
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from tkg.timex.anchored import Grain, Kind
from tkg.timex.choice import readings
from tkg.timex.civil import Span, floor, shift, step, unit, widened
from tkg.timex.meaning import NONE, WHOLE_DAY, Cycle, Field, Once, Readings, Said, Time
from tkg.timex.zones import elapsed


class Count(NamedTuple):
    """How many: `least` and `most` are the same number unless the words are vague."""

    number: float
    least: float
    most: float


def exactly(number: float) -> Count:
    return Count(number, number, number)


def few(number: float, least: float, most: float) -> Count:
    return Count(number, least, most)


class Amount(NamedTuple):
    """A length of time; `grain` is its finest unit, `vague` how much of that unit it may be off, either way."""

    months: int = 0
    days: int = 0
    seconds: int = 0
    grain: Grain = Grain.DAY
    less: int = 0
    more: int = 0


_MONTHS = {
    Grain.MONTH: 1, Grain.QUARTER: 3, Grain.HALF_YEAR: 6, Grain.YEAR: 12, Grain.DECADE: 120, Grain.CENTURY: 1200,
}  # fmt: skip
_SECONDS = {Grain.SECOND: 1, Grain.MINUTE: 60, Grain.HOUR: 3600}
_DAYS = {Grain.DAY: 1, Grain.WEEK: 7, Grain.WEEKEND: 7}
_MOST = {"months": 120_000, "days": 3_700_000, "seconds": 320_000_000_000}


def amount(count: Count, grain: Grain) -> Amount | None:
    """So many units; None for a part of a unit that has no length of its own (a third of a month)."""
    less, more = count.number - count.least, count.most - count.number
    if grain in _SECONDS:
        size, name = _SECONDS[grain], "seconds"
    elif grain in _MONTHS:
        size, name = _MONTHS[grain], "months"
    else:
        size, name = _DAYS.get(grain, 0), "days"
    total = count.number * size
    if size == 0 or count.number < 0 or total > _MOST[name]:
        return None
    if total != int(total):
        if name == "days":
            return Amount(seconds=round(total * 86400), grain=Grain.HOUR)
        if grain is not Grain.MONTH or total % 1 != 0.5:
            return None
        return Amount(months=int(total), days=15, grain=Grain.DAY, less=3, more=3)
    finer = grain if count.number == int(count.number) else (Grain.MONTH if name == "months" else Grain.MINUTE)
    made = {"months": 0, "days": 0, "seconds": 0, name: int(total)}
    return Amount(**made, grain=finer, less=round(less), more=round(more))


def added(one: Amount, other: Amount) -> Amount | None:
    """'2 weeks 3 days': both, the larger unit first."""
    if one.grain <= other.grain or one.less or one.more:
        return None
    return Amount(
        one.months + other.months, one.days + other.days, one.seconds + other.seconds, other.grain, other.less,
        other.more,
    )  # fmt: skip


def away(length: Amount, sign: int, *, told: bool = False) -> Once:
    """So long after the moment of speaking, before it if `sign` is negative.

    What is `told` ("two days later") follows something told before when the verb is in the past: no date then.
    """

    def at(said: Said) -> Readings:
        if told and said.prefer == "past":
            return NONE
        if length.months or length.days:
            moved = shift(said.now, months=sign * length.months, days=sign * length.days)
            moved = shift(moved, seconds=sign * length.seconds)
        else:
            moved = elapsed(said.at, sign * length.seconds)
        exact = not (length.months or length.days)
        return Readings((_landed(moved, length, sign)._replace(exact=exact),))

    return Once(_grain(length), _fixes(length), at)


def from_time(length: Amount, sign: int, time: Time) -> Once:
    """So long after (or before) a time: 'two weeks after yesterday', '15 minutes past 3pm'.

    'Three days from Tuesday' counts from the Tuesday to come unless the verb says otherwise.
    """

    def at(said: Said) -> Readings:
        ahead = sign > 0 and said.prefer is None and isinstance(time, Cycle) and bool(time.fixes & Field.WEEKDAY)
        found = readings(time, replace(said, prefer="future") if ahead else said)
        spans = []
        for span in found.spans:
            moved = shift(span.start, months=sign * length.months, days=sign * length.days)
            moved = shift(moved, seconds=sign * length.seconds)
            if length.grain < Grain.DAY or span.grain < Grain.DAY:
                spans.append(_landed(moved, length, sign))
            else:
                spans.append(unit(moved, span.grain if Grain.MONTH <= span.grain <= length.grain else Grain.DAY))
        chosen_by = "default: counted from the one to come" if ahead and len(spans) > 1 else found.chosen_by
        return Readings(tuple(spans), chosen_by) if spans else NONE

    return Once(_grain(length), _fixes(length), at)


def _grain(length: Amount) -> Grain:
    if length.grain < Grain.DAY:
        return Grain.SECOND if length.grain is Grain.SECOND else Grain.MINUTE
    return Grain.DAY if length.grain <= Grain.WEEK else length.grain


def _fixes(length: Amount) -> Field:
    if length.grain < Grain.DAY:
        return WHOLE_DAY | Field.PART | Field.CLOCK
    return WHOLE_DAY if length.grain <= Grain.WEEK else Field.YEAR


def _landed(moved: datetime, length: Amount, sign: int) -> Span:
    span = unit(moved, min(_grain(length), Grain.DAY))
    if length.less or length.more:
        low, high = (length.less, length.more) if sign > 0 else (length.more, length.less)
        spread = step(span.start, length.grain, -low), step(span.end, length.grain, high)
        return span._replace(spread=spread, grain=max(span.grain, _grain(length)))
    return widened(span, length.grain)._replace(grain=length.grain) if length.grain > Grain.WEEK else span


def stretch(time: Time, length: Amount) -> Once:
    """A length of time from a time on: 'from 18 December for ten days'."""

    def at(said: Said) -> Readings:
        found = readings(time, said)
        spans = []
        for span in found.spans:
            end = shift(span.start, months=length.months, days=length.days, seconds=length.seconds)
            spans.append(Span(span.start, max(end, span.start + timedelta(seconds=1)), length.grain))
        return Readings(tuple(spans), found.chosen_by) if spans else NONE

    return Once(length.grain, WHOLE_DAY | Field.PART | Field.CLOCK, at, Kind.PERIOD)


def within(length: Amount, sign: int) -> Once:
    """'within two weeks': from now until then; 'in the last two hours' with a negative sign."""

    def at(said: Said) -> Readings:
        if length.months or length.days:
            far = shift(said.now, months=sign * length.months, days=sign * length.days, seconds=sign * length.seconds)
        else:
            far = elapsed(said.at, sign * length.seconds)
        low, high = sorted((said.now.replace(microsecond=0), far.replace(microsecond=0)))
        return Readings((Span(low, high, length.grain),)) if low < high else NONE

    return Once(length.grain, WHOLE_DAY | Field.PART | Field.CLOCK, at, Kind.PERIOD)


def business_days(count: int, sign: int) -> Once:
    """The day so many days from Monday to Friday away; festivals are not looked at."""

    def at(said: Said) -> Readings:
        day, left = floor(said.now, Grain.DAY), count
        while left:
            day = step(day, Grain.DAY, sign)
            left -= day.weekday() < 5
        return Readings((unit(day, Grain.DAY),))

    return Once(Grain.DAY, WHOLE_DAY, at)


def units_away(count: int, grain: Grain, sign: int) -> Once | None:
    """'the last two weeks', 'the next three months': so many whole units that end, or begin, at the running one."""
    if not 1 <= count <= 1_000:
        return None

    def at(said: Said) -> Readings:
        if grain < Grain.DAY:
            return within(Amount(seconds=_SECONDS[grain] * count, grain=grain), sign).at(said)
        start = floor(said.now, grain, said.conventions.week_start)
        low = step(start, grain, -count) if sign < 0 else step(start, grain, 1)
        return Readings((Span(low, step(low, grain, count), grain),))

    return Once(grain, WHOLE_DAY, at, Kind.PERIOD)
