"""English words that pick a part of a time: the third Tuesday of May, late next week, the rest of the year."""

from tkg.timex import cycles, picks, steps
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule
from tkg.timex.grammars.en_steps import part_of
from tkg.timex.meaning import Cycle, Once, Part, Time, together


def _nth(number: int, inner: Time, outer: Time) -> Time | None:
    return picks.nth(number, inner, outer) if isinstance(inner, Cycle) else None


def _nth_last(number: int, inner: Time, outer: Time) -> Time | None:
    return _nth(-number, inner, outer)


def _last_of(step: int, inner: Time, outer: Time) -> Time | None:
    return _nth(-1, inner, outer) if step == -1 else None


def _day_in_month(number: float, time: Time) -> Time | None:
    """'the 20th of next month'."""
    return together(time, cycles.day_of_month(int(number))) if time.grain is Grain.MONTH else None


_DAY_EDGES = {
    "start": Part(0, 9, 0, 12),
    "end": Part(18, 24, 12, 30),
    "early": Part(0, 9, 0, 12),
    "mid": Part(9, 15, 8, 18),
    "late": Part(18, 24, 12, 30),
}


def _edge_of_day(name: str, time: Time) -> Time | None:
    """'late Thursday' is its evening; 'early Tuesday morning' is the first half of that morning."""
    if time.part is None or time.grain != Grain.PART_OF_DAY:
        return part_of(time, _DAY_EDGES[name]) if name in _DAY_EDGES else None
    part, middle = time.part, (time.part.start + time.part.end) // 2
    if name in ("early", "start"):
        return part_of(time.day, part._replace(end=middle))
    return part_of(time.day, part._replace(start=middle)) if name in ("late", "end") else None


PICK_RULES = (
    Rule("nth_of", "the? ORD TIME of|in the? TIME", _nth, ("the third Tuesday of September 2014",)),
    Rule(
        "nth_unit_of",
        "the? ORD UNIT of|in the? TIME",
        lambda n, unit, time: _nth(n, cycles.units(unit), time),
        ("the first week of October 2014",),
    ),
    Rule("last_of", "the? STEP TIME of|in the? TIME", _last_of, ("last Friday of October",), cost=0.8),
    Rule(
        "last_unit_of",
        "the? STEP UNIT of|in the? TIME",
        lambda step, unit, time: _last_of(step, cycles.units(unit), time),
        ("last day of October 2015",),
        cost=0.8,
    ),
    Rule(
        "nth_last_unit_of",
        "the? ORD last UNIT of|in the? TIME",
        lambda n, unit, time: _nth_last(n, cycles.units(unit), time),
        ("third last week of 2018",),
    ),
    Rule("nth_last_of", "the? ORD last TIME of|in the? TIME", _nth_last, ("second last Friday of May",)),
    Rule(
        "this_unit",
        "the UNIT",
        lambda unit: steps.unit_step(unit, 0) if unit >= Grain.WEEK else None,
        gives="THEUNIT",
        cost=0.4,
    ),
    Rule("nth_of_unit", "the? ORD TIME of|in THEUNIT", _nth, ("the first Monday of the month",)),
    Rule(
        "last_unit_of_unit",
        "the? STEP UNIT of|in THEUNIT",
        lambda step, unit, time: _last_of(step, cycles.units(unit), time),
        ("the last day of the month",),
        cost=0.8,
    ),
    Rule(
        "nth_unit_of_unit",
        "the? ORD UNIT of|in THEUNIT",
        lambda n, unit, time: _nth(n, cycles.units(unit), time),
        ("the second week of the month",),
    ),
    Rule(
        "first_units",
        "the? ORD NUM UNITS of TIME",
        lambda n, count, unit, time: picks.first_units(count, unit, time) if n == 1 else None,
        ("the first nine months of 1997",),
    ),
    Rule(
        "last_units",
        "the? STEP NUM UNITS of TIME",
        lambda step, count, unit, time: picks.first_units(count, unit, time, last=True) if step == -1 else None,
        ("the last two weeks of May",),
        cost=0.8,
    ),
    Rule(
        "nth_unit_time",
        "the? ORD UNIT TIME",
        lambda n, unit, time: (
            _nth(n, cycles.units(unit), time) if isinstance(time, Once) and unit < time.grain else None
        ),
        ("the third week next year",),
        cost=1.3,
    ),
    Rule("earlier_in", "earlier in THEUNIT", lambda time: picks.so_far(time, later=False), ("earlier in the week",)),
    Rule("later_in", "later in THEUNIT", lambda time: picks.so_far(time, later=True), ("later in the year",)),
    Rule(
        "earlier_this",
        "earlier TIME",
        lambda time: picks.so_far(time, later=False) if isinstance(time, Once) else None,
        ("earlier this week",),
    ),
    Rule(
        "later_this",
        "later TIME",
        lambda time: picks.so_far(time, later=True) if isinstance(time, Once) else None,
        ("later this year",),
    ),
    Rule("unit_edge", "UNIT - end", lambda unit: picks.edge("end", steps.unit_step(unit, 0)), ("year-end",)),
    Rule("last_of_unit", "the? STEP TIME of|in THEUNIT", _last_of, ("the last Monday of the month",), cost=0.8),
    Rule(
        "day_of_step",
        "the? DOM of|in TIME",
        _day_in_month,
        ("20th of next month",),
    ),
    Rule(
        "day_of_the_step",
        "the? ORD day? of|in the TIME",
        _day_in_month,
        ("20th of the next month",),
    ),
    Rule(
        "nth_after",
        "the? ORD TIME after|following TIME",
        lambda n, inner, time: picks.nth_from(n, inner, time, 1) if isinstance(inner, Cycle) else None,
        ("the third Tuesday after Christmas 2014",),
    ),
    Rule(
        "nth_before",
        "the? ORD TIME before TIME",
        lambda n, inner, time: picks.nth_from(n, inner, time, -1) if isinstance(inner, Cycle) else None,
        ("the second Friday before Easter",),
    ),
    Rule(
        "closest",
        "the ORD? closest TIME to TIME",
        lambda n, inner, time: picks.closest(n or 1, inner, time) if isinstance(inner, Cycle) else None,
        ("the closest Monday to Oct 5th",),
    ),
    Rule("edge", "the? EDGE of|in|-? TIME", picks.edge, ("early March", "the end of 2012")),
    Rule(
        "edge_of_day",
        "the? EDGE of? the? TIME",
        lambda name, time: _edge_of_day(name, time),
        ("late Thursday", "end of tomorrow"),
    ),
    Rule(
        "end_of_day",
        "the? EDGE of the? day",
        lambda name: _edge_of_day(name, steps.day_step(0)) if name in ("end", "start") else None,
        ("end of the day",),
        latent=True,
    ),
    Rule("edge_of_unit", "the? EDGE of THEUNIT", picks.edge, ("the end of the month",)),
    Rule(
        "edge_bare",
        "the? EDGE of UNIT",
        lambda name, unit: picks.edge(name, steps.unit_step(unit, 0)),
        ("end of month",),
    ),
    Rule(
        "edge_letters",
        "the? EDGELETTERS",
        lambda pair: (
            (pair[1] == Grain.DAY and steps.unit_step(Grain.DAY, 0)) or picks.edge(pair[0], steps.unit_step(pair[1], 0))
        ),
        ("EOM",),
        keeps=True,
    ),
    Rule("running_unit", "THEUNIT", lambda time: time, ("the week",), gives="ALONE", latent=True),
    Rule(
        "weekday_after",
        "the|a? WEEKDAY after|following TIME",
        lambda day, time: picks.nth_from(1, cycles.weekday(day), time, 1),
        ("the Friday after Thanksgiving",),
        cost=0.6,
    ),
    Rule(
        "weekday_before",
        "the|a? WEEKDAY before|preceding TIME",
        lambda day, time: picks.nth_from(1, cycles.weekday(day), time, -1),
        ("the Tuesday before Christmas",),
        cost=0.6,
    ),
    Rule(
        "weekend_after",
        "the? WEEKEND after|following TIME",
        lambda _, time: picks.nth_from(1, cycles.weekend(), time, 1),
        ("the weekend after Labor Day",),
        cost=0.6,
    ),
    Rule(
        "weekend_before",
        "the? WEEKEND before|preceding TIME",
        lambda _, time: picks.nth_from(1, cycles.weekend(), time, -1),
        ("the weekend before Labor Day",),
        cost=0.6,
    ),
    Rule(
        "before_last",
        "the SEASON before last",
        lambda name: steps.cycle_step(cycles.season(name), -2),
        ("the summer before last",),
    ),
    Rule(
        "part_before_last", "the PART before last", lambda part: steps.part_today(part, -2), ("the night before last",)
    ),
    Rule("end_of_work", "by? cob|eod|eob TIME", lambda time: _edge_of_day("end", time), ("COB Friday",)),
    Rule("ytd", "ytd", lambda: picks.so_far(steps.unit_step(Grain.YEAR, 0), later=False), ("YTD",)),
    Rule(
        "repeat_of_each",
        "the? ORD TIME of|in each|every UNIT",
        lambda *_: Kind.REPETITION,
        ("the third Thursday of each month",),
        gives="REPETITION",
    ),
    Rule("midway", "midway|halfway through TIME", lambda time: picks.edge("mid", time), ("halfway through 2020",)),
    Rule("half_of_unit", "the? ORD half of THEUNIT", picks.half, ("the second half of the year",)),
    Rule(
        "repeat_nth",
        "every|each ORD WEEKDAY of the|each|every UNIT",
        lambda *_: Kind.REPETITION,
        ("every first Monday of the month",),
        gives="REPETITION",
    ),
    Rule(
        "rest_of",
        "the? rest|remainder|remaining of? the|my|this? UNIT",
        lambda unit: picks.rest_of(steps.unit_step(unit, 0)) if unit >= Grain.DAY else None,
        ("the rest of the week",),
        cost=0.9,
    ),
    Rule("rest_of_step", "the? rest|remainder|remaining of? TIME", picks.rest_of, ("the rest of this year",)),
    Rule("all_unit", "all UNIT", lambda unit: steps.unit_step(unit, 0) if unit >= Grain.WEEK else None, ("all week",)),
    Rule("so_far", "so far TIME", lambda time: picks.so_far(time, later=False), ("so far this year",)),
    Rule("all_season", "all SEASON", lambda name: steps.cycle_step(cycles.season(name), 0), ("all summer",)),
    Rule("all_weekend", "all WEEKEND", lambda _: steps.cycle_step(cycles.weekend(), 0), ("all weekend",)),
    Rule(
        "whole_unit",
        "the? whole|entire UNIT",
        lambda unit: steps.unit_step(unit, 0) if unit >= Grain.WEEK else None,
        ("the whole week",),
    ),
    Rule("month_of_time", "MONTH of TIME", lambda m, time: together(cycles.month(m), time), ("May of last year",)),
    Rule("first_of_month", "the? ORD of THEUNIT", _day_in_month, ("the first of the month",)),
)
