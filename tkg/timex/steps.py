"""This, last and next: time words that pick the unit or the span that lies so far from now.

- 'last Friday' is the latest before today and 'last March' the latest that is over (the reading of a week earlier is
  kept as an alternative); 'next Friday' is the one in the next calendar week, with the one that comes first kept as the
  other reading; 'next March' is the first to come. 'This' is the one of the running week or year.
"""

from itertools import islice

from tkg.timex.anchored import Grain
from tkg.timex.choice import around
from tkg.timex.civil import Span, floor, step, unit
from tkg.timex.meaning import NONE, WHOLE_DAY, Cycle, Field, Once, Part, Readings, Said, inside, once, over, to_come


def unit_step(grain: Grain, count: int) -> Once:
    """The unit that lies so many after the running one: 'this week', 'last month', 'next quarter'."""
    fixes = {
        Grain.DAY: WHOLE_DAY,
        Grain.WEEK: WHOLE_DAY & ~(Field.DAY | Field.WEEKDAY),
        Grain.MONTH: Field.YEAR | Field.MONTH | Field.QUARTER | Field.SEASON,
        Grain.QUARTER: Field.YEAR | Field.QUARTER | Field.SEASON,
        Grain.HALF_YEAR: Field.YEAR | Field.QUARTER | Field.SEASON,
    }.get(grain, Field.YEAR if grain > Grain.DAY else WHOLE_DAY | Field.PART | Field.CLOCK)
    exact = count == 0 and grain < Grain.DAY
    return once(
        grain, fixes, lambda said: unit(said.now, grain, count, said.conventions.week_start)._replace(exact=exact)
    )


def day_step(count: int) -> Once:
    """Today (0), yesterday (-1), the day after tomorrow (2)."""
    return unit_step(Grain.DAY, count)


def now() -> Once:
    """The moment of speaking."""
    return unit_step(Grain.SECOND, 0)


def part_today(part: Part, days: int = 0) -> Once:
    """A part of a day that is named by its distance: 'tonight', 'last night', '今晚'."""

    def span(said: Said) -> Span:
        start = step(floor(said.now, Grain.DAY), Grain.DAY, days)
        low, high = step(start, Grain.HOUR, part.start), step(start, Grain.HOUR, part.end)
        return Span(low, high, Grain.PART_OF_DAY)

    made = once(Grain.PART_OF_DAY, WHOLE_DAY | Field.PART, span)
    return Once(made.grain, made.fixes, made.at, day=day_step(days), part=part)


def cycle_step(cycle: Cycle, count: int) -> Once:
    """The `count`-th such span from now: 0 for this one, -1 for the last, 1 for the next."""

    def at(said: Said) -> Readings:
        running, before, after = around(cycle, said, said.now)
        if count == 0:
            return _this(cycle, said, running, before, after)
        if count == 1 and cycle.period is Grain.WEEK:
            return _next_week(cycle, said, after)
        if count < 0:
            return _last(cycle, said, -count)
        return _further(cycle, said, count)

    fixes = cycle.fixes | Field.YEAR | (WHOLE_DAY if cycle.grain <= Grain.DAY else Field(0))
    if cycle.fixes == Field.WEEKDAY:
        fixes &= ~Field.DAY  # 'last Friday, the 13th'
    return Once(cycle.grain, fixes, at)


def _this(cycle: Cycle, said: Said, running: Span | None, before: Span | None, after: Span | None) -> Readings:
    """The one of the running period; the next if that is over and the verb in the future, the last if it is to come
    and the verb in the past."""
    if running is not None:
        return Readings((running,))
    start = floor(said.now, cycle.period, said.conventions.week_start)
    here = inside(cycle, said, (start, step(start, cycle.period, 1)))
    if not here:
        return NONE
    found = here[0] if len(here) == 1 else min(here, key=lambda span: abs(span.start - said.now))
    if found.end <= said.now and said.prefer == "future" and after:
        return Readings((after, found), f"{said.prefer_by}=future")
    if found.start > said.now and said.prefer == "past" and before:
        return Readings((before, found), f"{said.prefer_by}=past")
    return Readings((found,))


def _next_week(cycle: Cycle, said: Said, after: Span | None) -> Readings:
    week = unit(said.now, Grain.WEEK, 1, said.conventions.week_start)
    found = inside(cycle, said, (week.start, week.end))
    if not found:
        return NONE
    if after and after.start < found[0].start:
        return Readings((found[0], after), "default: next is of the next week")
    return Readings((found[0],))


def _last(cycle: Cycle, said: Said, count: int) -> Readings:
    """The latest that is over before today; it may be of this week, where some mean the week before."""
    at = floor(said.now, Grain.DAY) if cycle.grain >= Grain.DAY else said.now
    found = list(islice(over(cycle, said, at), count + 1))
    if len(found) < count:
        return NONE
    week = floor(said.now, Grain.WEEK, said.conventions.week_start)
    chosen = found[count - 1]
    if cycle.period is Grain.WEEK and chosen.start >= week and len(found) > count:
        return Readings((chosen, found[count]), "convention: last is the latest")
    return Readings((chosen,))


def _further(cycle: Cycle, said: Said, count: int) -> Readings:
    coming = list(islice(to_come(cycle, said, said.now), count))
    return Readings((coming[-1],)) if len(coming) == count else NONE


def in_week(cycle: Cycle, count: int, *, strict: bool = False) -> Once:
    """A weekday of the week that lies so many after the running one: '下周三', 'Wednesday of last week'.

    Of this week, it is the coming one if that is over and the verb in the future, unless it is `strict`.
    """

    def at(said: Said) -> Readings:
        week = unit(said.now, Grain.WEEK, count, said.conventions.week_start)
        found = inside(cycle, said, (week.start, week.end))
        if count == 0 and not strict and found and said.prefer == "future" and found[0].end <= said.now:
            coming = unit(said.now, Grain.WEEK, 1, said.conventions.week_start)
            found = [*inside(cycle, said, (coming.start, coming.end)), *found]
            return Readings(tuple(found), f"{said.prefer_by}=future")
        return Readings(tuple(found)) if found else NONE

    return Once(cycle.grain, WHOLE_DAY & ~Field.DAY, at)


def coming(cycle: Cycle) -> Once:
    """The first such span to come: 'the coming Sunday'."""
    return Once(cycle.grain, WHOLE_DAY, lambda said: _further(cycle, said, 1))
