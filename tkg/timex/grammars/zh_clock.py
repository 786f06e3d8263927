"""Chinese clock times: 下午三点一刻, 差五分三点, 晚上12点, 三点踏三."""

import re

from tkg.timex import cycles, numerals, ranges, steps
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule, Shape
from tkg.timex.grammars.zh_amounts import Match, Number, whole
from tkg.timex.grammars.zh_words import AFTERNOON, EVENING, MORNING
from tkg.timex.meaning import Clock, Part, Time, together
from tkg.timex.ranges import Side
from tkg.timex.zoned import in_zone


def _minute(match: Match) -> int | None:
    return numerals.number(match[0])


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


def _cantonese_minutes(number: float, marks: float) -> Clock | None:
    return minutes(number, 5 * marks) if 1 <= marks <= 11 else None


def in_part(part: Part, at: Clock) -> Time | None:
    """'下午三点': the clock time in the half of the day that the part lies in."""
    found = cycles.clock(at)
    if found is None:
        return None
    if part.to_hour > 24 and at.hour % 12 < 6:
        # '晚上12点' is of the day that has that evening, though it is past its end.
        return together(steps.part_today(part), found)
    return together(cycles.part_of_day(part), found)


def end_of_day(at: Clock) -> Time | None:
    """'24点' is the end of today."""
    return in_part(EVENING, at) if at.hour == 24 else None


def _until_end_of_day(first: Clock, last: Clock) -> Time | None:
    """'8点到24点' is of the clock with 24 hours."""
    start, end = cycles.clock(first._replace(half=False)), end_of_day(last)
    return ranges.between(start, end) if first.hour < 24 else None


def _before_end_of_day(at: Clock) -> Side | None:
    end = end_of_day(at)
    return ranges.before(end) if end else None


def part_of(day: Time, part: Part) -> Time | None:
    return together(day, cycles.part_of_day(part)) if day.grain is Grain.DAY and day.kind is Kind.POINT else None


def day_part_clock(day: Time, part: Part, at: Clock) -> Time | None:
    outer, found = part_of(day, part), cycles.clock(at)
    return together(outer, found) if outer and found else None


def zoned(offset: int | None, time: Time) -> Time | None:
    """'北京时间下午三点'; what has no clock time stays as it is."""
    return time if offset is None or time.grain > Grain.HOUR else in_zone(time, offset)


SHAPES = (
    Shape(
        "minute",
        re.compile("零[一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?|[0-5][0-9](?![0-9])"),
        _minute,
        ("三点十五",),
        gives="MINUTE",
    ),
    Shape(
        "digit_hour",
        re.compile("(?<![0-9.:第])(?P<hour>1?[0-9]|2[0-4])点(?=[前后之以到至开出起见左钟，。,.!！?？-]|$)"),
        lambda match: hour(int(match["hour"])),
        ("3点",),
        gives="CLOCK",
    ),
)

CLOCK_RULES = (
    Rule("hour", "NUM 点|时", hour, ("三点",), gives="HOUR"),
    Rule("hour_sharp", "NUM 点|时 钟|整|正", hour, ("8点正",), gives="CLOCK", cost=0.5),
    Rule("half_past", "NUM 点|时 踏|搭? 半", lambda n: minutes(n, 30), ("三点半",), gives="CLOCK", cost=0.5),
    Rule("hour_minute", "NUM 点 MINUTE", minutes, ("三点十五",), gives="CLOCK", cost=0.5),
    Rule("hour_minutes", "NUM 点 过? NUM 分", minutes, ("三点十五分",), gives="CLOCK", cost=0.4),
    Rule("formal_minutes", "NUM 时 NUM 分", formal_minutes, ("8时30分",), gives="CLOCK", cost=0.4),
    Rule("quarter_past", "NUM 点|时 过? NUM 刻", quarters, ("三点一刻",), gives="CLOCK", cost=0.4),
    Rule("to", "差 NUM 分 钟? 到? HOUR", short_of, ("差五分三点",), gives="CLOCK"),
    Rule("quarter_to", "差 NUM 刻 到? HOUR", lambda n, at: short_of(15 * n, at), ("差一刻三点",), gives="CLOCK"),
    Rule("hour_to", "HOUR 差|欠 NUM 分", lambda at, n: short_of(n, at), ("三点差五分",), gives="CLOCK"),
    Rule("hour_quarter_to", "HOUR 差|欠 NUM 刻", lambda at, n: short_of(15 * n, at), ("三点差一刻",), gives="CLOCK"),
    Rule("five_minute_marks", "NUM 点 踏|搭 NUM", _cantonese_minutes, ("三点踏三",), gives="CLOCK", cost=0.4),
    Rule("five_minute_words", "NUM 点 NUM 个 字", _cantonese_minutes, ("三点三个字",), gives="CLOCK", cost=0.3),
    Rule("second", "CLOCK NUM 秒", seconds, ("三点十五分五十秒",), gives="CLOCK", cost=0.3),
    Rule(
        "hour_half_of_day",
        "NUM MERIDIEM",
        lambda n, name: meridiem(at, name) if (at := hour(n)) else None,
        ("3pm",),
        gives="CLOCK",
    ),
    Rule("clock_half_of_day", "CLOCK|HOUR MERIDIEM", meridiem, ("3:15pm", "1点pm"), gives="CLOCK", cost=0.5),
    Rule("clock_short_half", "CLOCK SHORTMERIDIEM", meridiem, ("3:15p",), gives="CLOCK"),
    Rule("half_of_day_clock", "MERIDIEM CLOCK|HOUR", lambda name, at: meridiem(at, name), ("PM3:15",), gives="CLOCK"),
    Rule("clock_or_so", "CLOCK|HOUR ORSO|多", lambda at, _: at, ("三点左右",), gives="CLOCK", cost=0.3),
    Rule("clock_or_so_many", "NUM 点 来|多 钟", hour, ("八点来钟",), gives="CLOCK", cost=0.4),
    Rule("end_of_day", "CLOCK", end_of_day, ("24点",), gives="ALONE", cost=0.1),
    Rule(
        "before_end_of_day", "CLOCK|HOUR AGO", lambda at, _: _before_end_of_day(at), ("24点前",), gives="SIDE", cost=0.5
    ),
    Rule(
        "until_end_of_today",
        "UNTIL CLOCK|HOUR UPTO?",
        lambda _, at, __: _before_end_of_day(at),
        ("到24点",),
        gives="SIDE",
        cost=0.4,
    ),
    Rule("midnight", "MIDNIGHT", cycles.part_of_day, ("午夜",), cost=0.3),
    Rule(
        "this_morning_clock",
        "今 朝 CLOCK|HOUR",
        lambda at: together(steps.part_today(MORNING), cycles.clock(at)),
        ("今朝八点",),
        cost=0.5,
    ),
    Rule("clock", "CLOCK", cycles.clock, ("15:30",), cost=0.2),
    Rule("hour_alone", "HOUR", cycles.clock, ("三点",), latent=True, cost=0.3),
    Rule("part_clock", "PART|SHORTPART 的? CLOCK|HOUR", in_part, ("下午三点", "凌晨两点")),
    Rule(
        "part_five_minute_marks",
        "PART NUM 点 NUM",
        lambda part, n, m: (
            in_part(part, at) if part == AFTERNOON and m < 10 and (at := _cantonese_minutes(n, m)) else None
        ),
        ("晏昼三点三",),
        cost=2,
    ),
    Rule("day_part_clock", "TIME ,|的? PART|SHORTPART ,|的? CLOCK|HOUR", day_part_clock, ("明天下午三点",), cost=1.1),
    Rule("that_night", "TIME THATNIGHT", part_of, ("3月5日当晚",), cost=0.9),
    Rule("that_night_clock", "TIME THATNIGHT 的? CLOCK|HOUR", day_part_clock, ("3月5日当晚8点",), cost=1.1),
    Rule(
        "until_end_of_day",
        "HOUR|CLOCK TO HOUR|CLOCK",
        lambda first, _, last: _until_end_of_day(first, last),
        ("8点到24点",),
        cost=0.2,
    ),
    Rule(
        "day_end",
        "TIME ,? HOUR|CLOCK",
        lambda time, at: day_part_clock(time, EVENING, at) if at.hour == 24 else None,
        ("1月31日24时",),
        cost=0.9,
    ),
    Rule("zone", "TIME (? ZONE )?", in_zone, ("4pm CET",), cost=0.5),
    Rule("zone_name", "ZONENAME TIME", zoned, ("北京时间下午三点",), cost=0.5),
)
