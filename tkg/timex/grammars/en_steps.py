"""English words that pick a time from others: last Friday, the third Tuesday of May, late next week."""

from tkg.timex import amounts, cycles, picks, ranges, steps
from tkg.timex.amounts import Amount, Count, exactly
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule
from tkg.timex.choice import readings
from tkg.timex.civil import NoDate
from tkg.timex.grammars.en_words import TONIGHT
from tkg.timex.meaning import Cycle, Part, Readings, Said, Time, Told, together


def _step(count: int, time: Time | None) -> Time | None:
    return steps.cycle_step(time, count) if isinstance(time, Cycle) and not time.rare else None


def _told(time: Time | None) -> Told | None:
    """What follows something told before, when the verb is in the past: no date then."""
    if time is None:
        return None

    def at(said: Said) -> Readings:
        if said.prefer == "past":
            raise NoDate("it follows something told before, which these words do not name")
        return readings(time, said)

    return Told(time.grain, time.fixes, at, time.kind)


def _business(sign: int, count: float) -> Time | None:
    """The next so many days from Monday to Friday, in one stretch."""
    if not sign or not 1 <= count <= 100 or count != int(count):
        return None
    near, far = amounts.business_days(1, sign), amounts.business_days(int(count), sign)
    return ranges.between(near, far) if sign > 0 else ranges.between(far, near)


def _periods(step: int, count: Count | float, grain: Grain) -> Time | None:
    number = count.number if isinstance(count, Count) else count
    if step == 0 or number != int(number):
        return None
    return amounts.units_away(int(number), grain, step)


def _weekday_of_week(weekday: int, week: tuple[int, Grain]) -> Time | None:
    count, grain = week
    return steps.in_week(cycles.weekday(weekday), count, strict=True) if grain is Grain.WEEK else None


def part_of(time: Time | None, part: Part) -> Time | None:
    """A part of a day: 'Monday morning'."""
    return together(time, cycles.part_of_day(part)) if time is not None and time.grain == Grain.DAY else None


def _past_unit(unit: Grain) -> Time | None:
    """'over the past year': the twelve months before now."""
    length = amounts.amount(exactly(1), unit)
    return amounts.within(length, -1) if length and unit >= Grain.DAY else None


_HALVES = {"am": Part(0, 12, 0, 12), "pm": Part(12, 24, 12, 24)}


def _half_day(time: Time, half: str) -> Time | None:
    return part_of(time, _HALVES[half]) if time.grain is Grain.DAY else None


def _part_step(count: int, part: Part) -> Time | None:
    """'this morning', 'last night', 'next evening'."""
    if count == 0:
        return steps.part_today(part)
    if count == 1:
        return steps.part_today(part, 1)
    return steps.part_today(part, -1) if part.start >= 18 else None


def _early_part(time: Time, part: Part) -> Time | None:
    return part_of(time, part._replace(end=(part.start + part.end) // 2))


def _late_part(time: Time, part: Part) -> Time | None:
    return part_of(time, part._replace(start=(part.start + part.end) // 2))


def _told_before(*_: object) -> str:
    return "it follows something told before, which these words do not name"


RELATIVE_RULES = (
    Rule(
        "told_before",
        "the? that|same UNIT|WEEKDAY|MONTH|WEEKEND|PART",
        _told_before,
        ("that year", "same Friday"),
        gives="REFUSED",
        cost=0.5,
        sure=True,
    ),
    Rule(
        "told_before_in",
        "in? the? TIME of|in the? that|same UNIT",
        _told_before,
        ("in the spring of that year",),
        gives="REFUSED",
        cost=0.5,
    ),
    Rule(
        "told_month", "MONTH of the? that|same UNIT", _told_before, ("March of that year",), gives="REFUSED", cost=0.4
    ),
    Rule("day_word", "DAYWORD", steps.day_step, ("yesterday",), cost=0.1),
    Rule("now", "NOW", lambda _: steps.now(), ("now",), cost=0.1),
    Rule("this_time", "at this time", lambda: steps.day_step(0), cost=0.5),
    Rule(
        "unit_step",
        "STEP UNIT",
        lambda count, unit: steps.unit_step(unit, count),
        ("last week", "this month", "next year"),
    ),
    Rule(
        "told_unit",
        "TOLDSTEP UNIT",
        lambda count, unit: _told(steps.unit_step(unit, count)),
        ("the next day", "the previous month"),
        cost=0.5,
    ),
    Rule(
        "told_part",
        "TOLDSTEP PART",
        lambda count, part: _told(steps.part_today(part, count)),
        ("the next morning",),
        cost=0.5,
    ),
    Rule(
        "told_cycle",
        "TOLDSTEP TIME",
        lambda count, time: _told(_step(count, time)),
        ("the next Friday",),
        cost=0.5,
    ),
    Rule(
        "told_periods",
        "TOLDSTEP COUNT UNIT|UNITS",
        lambda step, count, unit: _told(_periods(step, count, unit)),
        ("the next two years",),
        cost=0.5,
    ),
    Rule("coming_unit", "COMING UNIT", lambda _, unit: steps.unit_step(unit, 1), ("the coming week",)),
    Rule("following_unit", "FOLLOWING UNIT", lambda _, unit: _told(steps.unit_step(unit, 1)), ("the following week",)),
    Rule(
        "following",
        "FOLLOWING TIME",
        lambda _, time: _told(steps.coming(time)) if isinstance(time, Cycle) else None,
        ("the following Friday",),
    ),
    Rule(
        "coming",
        "COMING TIME",
        lambda _, time: steps.coming(time) if isinstance(time, Cycle) else None,
        ("the upcoming Friday",),
        cost=0.9,
    ),
    Rule(
        "week_after_next",
        "the? UNIT after the? next",
        lambda grain: steps.unit_step(grain, 2),
        ("the week after next",),
    ),
    Rule(
        "week_before_last",
        "the? UNIT before the? last",
        lambda grain: steps.unit_step(grain, -2),
        ("the week before last",),
    ),
    Rule(
        "weekday_after_next",
        "the? WEEKDAY after next",
        lambda day: steps.cycle_step(cycles.weekday(day), 2),
        ("Friday after next",),
    ),
    Rule(
        "weekend_before_last",
        "the? WEEKEND before last",
        lambda _: steps.cycle_step(cycles.weekend(), -2),
        ("the weekend before last",),
    ),
    Rule(
        "weekday_before_last",
        "the? WEEKDAY before last",
        lambda day: steps.cycle_step(cycles.weekday(day), -2),
        ("the Friday before last",),
    ),
    Rule(
        "weekend_after_next",
        "the? WEEKEND after the? next",
        lambda _: steps.cycle_step(cycles.weekend(), 2),
        ("the weekend after next",),
    ),
    Rule("month_after_next", "MONTH after next", lambda m: _step(2, cycles.month(m)), ("March after next",)),
    Rule(
        "weekday_part_week",
        "WEEKDAY PART ,|of|in? WEEKSTEP",
        lambda day, part, week: part_of(_weekday_of_week(day, week), part),
        ("Wednesday evening next week",),
    ),
    Rule(
        "weekday_of_week",
        "WEEKDAY ,|of|in|from? WEEKSTEP",
        _weekday_of_week,
        ("Wednesday of next week", "Sunday from last week"),
    ),
    Rule("week_weekday", "WEEKSTEP WEEKDAY", lambda week, day: _weekday_of_week(day, week), ("last week's Sunday",)),
    Rule("week_step", "STEP week", lambda step: (step, Grain.WEEK), gives="WEEKSTEP"),
    Rule("next_week_step", "FOLLOWING|COMING week", lambda _: (1, Grain.WEEK), gives="WEEKSTEP"),
    Rule("cycle_step", "STEP TIME", _step, ("last Friday", "next March", "this summer"), cost=0.9),
    Rule(
        "weekday_week",
        "WEEKDAY week",
        lambda day: amounts.from_time(Amount(days=7, grain=Grain.DAY), 1, cycles.weekday(day)),
        ("Monday week",),
    ),
    Rule(
        "day_week",
        "DAYWORD week",
        lambda day: amounts.from_time(Amount(days=7, grain=Grain.DAY), 1, steps.day_step(day)),
        ("tomorrow week",),
    ),
    Rule("tonight", "TONIGHT", lambda part: steps.part_today(part), ("tonight",), cost=0.2),
    Rule("part_step", "STEP late? PART", _part_step, ("this morning", "last night")),
    Rule(
        "late_part_step",
        "late STEP night",
        lambda step: steps.part_today(TONIGHT["late tonight"], min(step, 0)),
        ("late last night",),
    ),
    Rule(
        "part",
        "in|during|at? the? PART",
        lambda part: cycles.part_of_day(part),
        ("in the afternoon",),
        latent=True,
        cost=0.6,
    ),
    Rule(
        "the_part",
        "in|during the PART",
        lambda part: cycles.part_of_day(part),
        ("in the afternoon",),
        cost=0.5,
        hidden=1,
    ),
    Rule("time_part", "TIME ,? in|on|at? the? PART", part_of, ("Monday morning", "yesterday in the evening")),
    Rule("time_early_part", "TIME early in? the? PART", _early_part, ("Monday early in the morning",), cost=0.9),
    Rule("time_late_part", "TIME late in? the? PART", _late_part, ("Monday late in the morning",), cost=0.9),
    Rule(
        "in_part_of",
        "in? the? PART of|on|,? TIME",
        lambda part, time: part_of(time, part),
        ("in the early-morning Tuesday",),
        cost=1.3,
    ),
    Rule("time_half", "TIME MERIDIEM", lambda time, half: _half_day(time, half), ("Tuesday AM", "tomorrow pm")),
    Rule("part_of", "the? PART of|on TIME", lambda part, time: part_of(time, part), ("the morning of the 15th",)),
    Rule("periods", "STEP COUNT UNIT|UNITS", _periods, ("the last two weeks", "next 3 months")),
    Rule(
        "following_periods",
        "FOLLOWING COUNT UNIT|UNITS",
        lambda _, count, unit: _periods(1, count, unit),
        ("following 2 quarters",),
    ),
    Rule("counted_periods", "NUM STEP UNITS", lambda n, step, unit: _periods(step, n, unit), ("5 past years",)),
    Rule("fortnight_step", "STEP fortnight", lambda step: _periods(step, exactly(2), Grain.WEEK), ("past fortnight",)),
    Rule(
        "to_date",
        "UNIT to date",
        lambda unit: picks.so_far(steps.unit_step(unit, 0), later=False) if unit > Grain.DAY else None,
        ("year to date",),
    ),
    Rule(
        "work_week",
        "STEP working|work|business week",
        lambda step: picks.first_units(5, Grain.DAY, steps.unit_step(Grain.WEEK, step)),
        ("this working week",),
    ),
    Rule(
        "workweek",
        "STEP workweek",
        lambda step: picks.first_units(5, Grain.DAY, steps.unit_step(Grain.WEEK, step)),
        ("next workweek",),
    ),
    Rule(
        "business_periods",
        "STEP NUM business|working|work UNITS",
        lambda step, n, unit: _business(step, n) if unit is Grain.DAY else None,
        ("next 4 business days",),
    ),
    Rule(
        "past_unit",
        "over|during|within|in|for the? past|last UNIT",
        _past_unit,
        ("over the past year",),
        cost=0.8,
    ),
    Rule(
        "past_amount",
        "over|during|for|in|within the? past|last AMOUNT",
        lambda length: amounts.within(length, -1),
        ("in the last 2 hours", "over the past two years"),
        cost=0.1,
    ),
    Rule(
        "weekend_of",
        "the? WEEKEND of TIME",
        lambda _, time: picks.long_weekend(time) if time.grain is Grain.DAY else None,
        ("the weekend of Halloween",),
    ),
    Rule(
        "month_of",
        "the? month of TIME",
        lambda time: (
            picks.holding(Grain.MONTH, time) if time.grain is Grain.DAY else time if time.grain is Grain.MONTH else None
        ),
        ("the month of May",),
    ),
    Rule(
        "week_from",
        "the? week|w/c beginning|starting|commencing on? TIME",
        lambda time: picks.holding(Grain.WEEK, time) if time.grain is Grain.DAY else None,
        ("the week beginning February 4",),
    ),
    Rule(
        "week_commencing",
        "w / c TIME",
        lambda time: picks.holding(Grain.WEEK, time) if time.grain is Grain.DAY else None,
        ("w/c Feb 4",),
    ),
    Rule(
        "week_of",
        "the? week of TIME",
        lambda time: picks.holding(Grain.WEEK, time) if time.grain is Grain.DAY else None,
        ("the week of October 6th",),
    ),
    Rule(
        "repeat",
        "every|each other|ORD|NUM? UNIT|UNITS|WEEKDAY|PART|MONTH|WEEKEND|SEASON",
        lambda *_: Kind.REPETITION,
        ("every Friday", "every two weeks"),
        gives="REPETITION",
    ),
    Rule(
        "repeat_days",
        "on|most|all? DAYS|weekends|weekdays|weeknights",
        lambda *_: Kind.REPETITION,
        ("on Mondays",),
        gives="REPETITION",
    ),
    Rule(
        "repeat_units",
        "every|each COUNT UNIT|UNITS",
        lambda *_: Kind.REPETITION,
        ("every two weeks",),
        gives="REPETITION",
    ),
    Rule("repeat_more", "REPETITION at|on|in TIME|PART", lambda first, _: first, gives="REPETITION"),
    Rule(
        "repeat_words",
        "daily|weekly|monthly|yearly|annually|quarterly|hourly|nightly|biweekly",
        lambda: Kind.REPETITION,
        ("weekly",),
        gives="REPETITION",
        latent=True,
    ),
    Rule("repeat_a", "once|twice a UNIT", lambda _: Kind.REPETITION, ("twice a week",), gives="REPETITION"),
    Rule(
        "repeat_per", "NUM times? a|per|every UNIT", lambda *_: Kind.REPETITION, ("3 times a week",), gives="REPETITION"
    ),
)
