"""Chinese stretches of time and their sides: 3月1日至5日, 2017年至今, 年底前; and words that say one together."""

from tkg.timex import cycles, ranges, steps
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule
from tkg.timex.grammars.zh_amounts import Number, whole
from tkg.timex.grammars.zh_clock import hour, in_part
from tkg.timex.grammars.zh_dates import BEFORE_CHRIST, numbered_year
from tkg.timex.meaning import Clock, Cycle, Field, Part, Time, together


def months_between(first: Number, last: int, year: int | None = None) -> Time | None:
    start = whole(first)
    if start is None or not 1 <= start < last:
        return None
    if year is None:
        return ranges.between(cycles.month(start), cycles.month(last))
    return ranges.between(cycles.year_month(year, start), cycles.year_month(year, last))


def days_between(month: int, first: Number, last: int, year: int | None = None) -> Time | None:
    start = whole(first)
    if start is None or not 1 <= start < last:
        return None
    if year is None:
        return ranges.between(cycles.month_day(month, start), cycles.month_day(month, last))
    return ranges.between(cycles.date(year, month, start), cycles.date(year, month, last))


def years_between(first: Number, last: int) -> Time | None:
    start = numbered_year(first)
    return ranges.between(cycles.year(start), cycles.year(last)) if start and start < last else None


def _bare_years(first: Number, last: Number) -> Time | None:
    end = numbered_year(last)
    return years_between(first, end) if end else None


def weekdays_between(first: int, last: Number) -> Time | None:
    day = whole(last)
    return (
        ranges.between(cycles.weekday(first), cycles.weekday(day - 1))
        if day and 1 <= day <= 6 and day - 1 > first
        else None
    )


def clocks_between(first: Number, last: Clock, part: Part | None = None) -> Time | None:
    """'下午3到5点': the part of the day is that of both."""
    start = hour(first)
    if start is None:
        return None
    if part is None:
        return ranges.between(cycles.clock(start), cycles.clock(last))
    return ranges.between(in_part(part, start), in_part(part, last))


def _before_end(time: Time, name: str) -> ranges.Side | None:
    """'年底前' is by the end of the year, not before its last months."""
    return ranges.by(time) if name == "end" and time.grain in (Grain.MONTH, Grain.YEAR) else None


def _range(first: Time, last: Time) -> Time | None:
    """Neither is a range an end of another one, nor a clock time on the last of bare weekdays: both are hours that come
    again (周一至周五9:00-18:00, 周一到周五早上九点)."""
    if any(end.kind is Kind.PERIOD and end.grain < Grain.DAY for end in (first, last)):
        return None
    hours = first.fixes == Field.WEEKDAY and last.grain < Grain.DAY and isinstance(last, Cycle)
    return None if hours else ranges.between(first, last)


def _before_christ(first: Number, last: Number) -> str | None:
    """'前27年至14年' ends in our era or not: its numbers do not tell."""
    return BEFORE_CHRIST if 1 <= first < 3000 and 1 <= last < 3000 else None


def in_order(first: Time, last: Time) -> Time | None:
    """Two that say one time together: the larger first, or a weekday and its date."""
    if first.fixes == Field.WEEKDAY and last.grain is Grain.DAY:
        return together(first, last)
    if first.grain < Grain.DAY and last.fixes & ~(Field.PART | Field.CLOCK):
        return None
    return together(first, last) if first.grain >= last.grain else None


RANGE_RULES = (
    Rule("bare_years", "FROM NUM TO NUM", lambda _, a, __, b: _bare_years(a, b), ("从2016到2018",)),
    Rule("bare_years_alone", "NUM TO NUM", lambda a, _, b: _bare_years(a, b), ("2016-2018",), latent=True),
    Rule("years", "NUM TO YEAR", lambda first, _, last: years_between(first, last), ("2016-2018年",)),
    Rule(
        "early_years",
        "NUM 年 TO NUM 年",
        lambda a, _, b: ranges.between(cycles.year(int(a)), cycles.year(int(b))) if 100 <= a < b < 1000 else None,
        ("618年—907年",),
    ),
    Rule(
        "short_years",
        "YEAR TO SHORTYEAR",
        lambda a, _, b: ranges.between(cycles.year(a), cycles.year(b)) if a < b else None,
        ("1998年至99年",),
    ),
    Rule("months", "FROM? NUM TO MONTH", lambda _, first, __, last: months_between(first, last), ("5-7月",)),
    Rule(
        "months_of_year",
        "YEAR 的? NUM TO MONTH",
        lambda year, first, _, last: months_between(first, last, year),
        ("2017年5-7月",),
    ),
    Rule(
        "months_of_step",
        "YEARSTEP 的? NUM TO MONTH",
        lambda n, first, _, last: (
            ranges.between(together(steps.unit_step(Grain.YEAR, n), a), together(steps.unit_step(Grain.YEAR, n), b))
            if first < last and (a := cycles.month(int(first))) and (b := cycles.month(last))
            else None
        ),
        ("今年1至8月",),
    ),
    Rule(
        "days_of_month",
        "FROM? MONTH NUM TO DAY",
        lambda _, month, first, __, last: days_between(month, first, last),
        ("5月1-7日",),
    ),
    Rule(
        "days_of_year",
        "YEAR MONTH NUM TO DAY",
        lambda year, month, first, _, last: days_between(month, first, last, year),
        ("2017年5月1至7日",),
    ),
    Rule("weekdays", "WEEKDAY TO NUM", lambda first, _, last: weekdays_between(first, last), ("周一至五",)),
    Rule("hours", "NUM TO HOUR|CLOCK", lambda first, _, last: clocks_between(first, last), ("3到5点",), latent=True),
    Rule(
        "part_hours",
        "PART NUM TO HOUR|CLOCK",
        lambda part, first, _, last: clocks_between(first, last, part),
        ("下午3到5点",),
    ),
    Rule(
        "day_part_hours",
        "TIME PART NUM TO HOUR|CLOCK",
        lambda time, part, first, _, last: (
            ranges.in_time(time, a, b)
            if (h := hour(first)) and (a := in_part(part, h)) and (b := in_part(part, last))
            else None
        ),
        ("明天下午3到5点",),
    ),
    Rule(
        "range",
        "FROM? TIME 起? TO TIME DURING|UPTO?",
        lambda _, first, __, last, ___: _range(first, last),
        ("3月1日至5日", "下周一到下下周一"),
        cost=1.1,
    ),
    Rule(
        "refused_to",
        "FROM? REFUSED TO REFUSED|TIME DURING|UPTO?",
        lambda _, note, *__: note,
        ("公元前202年至公元220年", "前1046年－前771年"),
        gives="REFUSED",
        sure=True,
    ),
    Rule(
        "refused_to_year",
        "FROM? REFUSED TO NUM 年",
        lambda _, note, *__: note,
        ("公元前202年至220年",),
        gives="REFUSED",
    ),
    Rule(
        "to_refused",
        "FROM? TIME TO REFUSED",
        lambda _, __, ___, note: note,
        ("2019年8月至次年2月3日",),
        gives="REFUSED",
        sure=True,
    ),
    Rule(
        "bc_to_year",
        "FROM? 前 NUM 年? TO 前? NUM 年",
        lambda _, first, __, last: _before_christ(first, last),
        ("前27年至14年",),
        gives="REFUSED",
    ),
    Rule(
        "bc_numbers",
        "FROM? BCE NUM TO NUM 年|世 纪?",
        lambda _, __, first, ___, last: _before_christ(first, last),
        ("公元前221-206年",),
        gives="REFUSED",
    ),
    Rule(
        "to_now",
        "FROM? TIME -? TO NOW|TODAY",
        lambda _, time, *__: ranges.since(time),
        ("2018年9月～现在", "2018.9-今"),
        gives="SIDE",
        cost=0.3,
    ),
    Rule(
        "bare_year_onward",
        "NUM -|~? -? ONWARD|TODAY",
        lambda n, _: ranges.since(cycles.year(int(n))) if 1900 <= n <= 2100 else None,
        ("2019至今", "2019 - 至今"),
        gives="SIDE",
    ),
    Rule("onward_dash", "TIME -|~ -? ONWARD", lambda time, _: ranges.since(time), ("2020/03 - 至今",), gives="SIDE"),
    Rule(
        "day_pair",
        "DAYPAIR",
        lambda pair: ranges.between(steps.day_step(pair[0]), steps.day_step(pair[1])),
        ("今明两天",),
        cost=0.1,
    ),
    Rule(
        "five_year_plan",
        "PLAN",
        lambda first: ranges.between(cycles.year(first), cycles.year(first + 4)),
        ("“十四五”期间",),
    ),
    Rule("between", "在? TIME 和|与|跟|及 TIME 之? 间", ranges.between, ("5月和7月之间",)),
    Rule(
        "since",
        "FROM TIME ONWARD?",
        lambda _, time, __: ranges.since(time),
        ("从2019年", "自去年以来"),
        gives="SIDE",
        cost=0.8,
    ),
    Rule(
        "starting",
        "FROM? TIME STARTING",
        lambda _, time, __: ranges.starting(time),
        ("从周一起", "10月8日起"),
        gives="SIDE",
        cost=0.7,
    ),
    Rule("onward", "TIME ONWARD", lambda time, _: ranges.since(time), ("2017年4月至今",), gives="SIDE", cost=0.9),
    Rule(
        "since_after",
        "FROM TIME AFTER ONWARD?",
        lambda _, time, __, ___: ranges.after(time),
        ("自2019年以后",),
        gives="SIDE",
        cost=0.8,
    ),
    Rule(
        "until",
        "UNTIL TIME UPTO?",
        lambda _, time, __: ranges.until(time),
        ("截至2019年", "到周五为止"),
        gives="SIDE",
        cost=0.8,
    ),
    Rule("up_to", "TIME UPTO", lambda time, _: ranges.until(time), ("2019年为止",), gives="SIDE", cost=0.9),
    Rule(
        "until_now", "UNTIL NOW UPTO?", lambda *_: ranges.before(steps.now()), ("到现在为止",), gives="SIDE", cost=0.4
    ),
    Rule(
        "before_end",
        "在|于|到? YEAREDGE AGO",
        lambda name, _: _before_end(steps.unit_step(Grain.YEAR, 0), name),
        ("年底前",),
        gives="SIDE",
        cost=0.7,
    ),
    Rule(
        "before_month_end",
        "在|于|到? MONTHEDGE AGO",
        lambda name, _: _before_end(steps.unit_step(Grain.MONTH, 0), name),
        ("月底前",),
        gives="SIDE",
        cost=0.7,
    ),
    Rule(
        "before_end_of",
        "在|于|到? TIME 的? EDGE|YEAREDGE|MONTHEDGE AGO",
        lambda time, name, _: _before_end(time, name),
        ("今年年底前",),
        gives="SIDE",
        cost=0.7,
    ),
    Rule(
        "before",
        "在|于|到? TIME 的? AGO",
        lambda time, _: ranges.before(time),
        ("2019年以前", "春节前"),
        gives="SIDE",
        cost=0.9,
    ),
    Rule("after", "在|于? TIME 的? AFTER", lambda time, _: ranges.after(time), ("2023年之后",), gives="SIDE", cost=0.9),
)

TOGETHER_RULES = (
    Rule("together", "TIME TIME", in_order, ("去年春节", "周日2019年2月10日")),
    Rule("together_comma", "TIME ,|的|( TIME )?", in_order, ("2019年，二月十号", "2019年2月10日(周日)"), cost=1.05),
    Rule("at_time", "在|于|喺 TIME", lambda time: time, ("在三点", "在15号"), gives="SIDE", cost=0.3, hidden=1),
    Rule("about_time", "ABOUT TIME", lambda _, time: time, ("大约三点",), cost=0.4),
    Rule("time_or_so", "TIME ORSO", lambda time, _: time, ("2019年前后",), cost=0.4),
    Rule("time_during", "TIME 的? DURING", lambda time, _: time, ("春节期间",), cost=0.4),
)
