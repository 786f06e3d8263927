"""Chinese words for what lies so far from now: 上周三, 大前年, 今晚; and for what comes again."""

from tkg.timex import amounts, cycles, steps
from tkg.timex.amounts import Amount
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule
from tkg.timex.grammars.zh_clock import part_of
from tkg.timex.meaning import Cycle, Field, Time


def unit_step(count: int, grain: Grain) -> Time | None:
    return steps.unit_step(grain, count) if grain > Grain.DAY or grain is Grain.HOUR else None


def step_one(count: int, time: Time) -> Time | None:
    return steps.cycle_step(time, count) if isinstance(time, Cycle) and time.grain >= Grain.DAY else None


def day_away(length: Amount, sign: int, day: int = 0) -> Time | None:
    """'去年的今天', '五年前的今天': the day that has the same place, so far away."""
    if length.grain < Grain.DAY or length.less or length.more:
        return None
    return amounts.from_time(length._replace(grain=Grain.DAY), sign, steps.day_step(day))


def day_steps_away(count: int, grain: Grain, day: int = 0) -> Time | None:
    """'上周的今天', '上个月今天'."""
    length = amounts.amount(amounts.exactly(abs(count)), grain) if count and grain > Grain.DAY else None
    return day_away(length, 1 if count > 0 else -1, day) if length else None


def _month(count: int, grain: Grain) -> Time | None:
    return steps.unit_step(Grain.MONTH, count) if grain is Grain.MONTH else None


def _opening_hours(first: int, last: int, time: Time) -> Kind | None:
    """'周一至周五9:00-18:00' and '周一至周五上午' come again every week."""
    in_day = time.kind is Kind.PERIOD or not time.fixes & Field.DAY
    return Kind.REPETITION if first < last and time.grain < Grain.DAY and in_day else None


def _more_weekdays(_: Kind, day: float) -> Kind | None:
    return Kind.REPETITION if 1 <= day <= 6 else None


STEP_RULES = (
    Rule("day_word", "DAYWORD", steps.day_step, ("昨天", "大后天"), cost=0.1),
    Rule("now", "NOW", lambda _: steps.now(), ("现在",), same=True, cost=0.1),
    Rule("year_step", "YEARSTEP", lambda n: steps.unit_step(Grain.YEAR, n), ("去年", "大前年"), cost=0.1),
    Rule("same_day", "YEARSTEP 的? DAYWORD", lambda n, day: day_steps_away(n, Grain.YEAR, day), ("去年的今天",)),
    Rule("same_day_of_unit", "STEP 一? UNIT 的? DAYWORD", day_steps_away, ("上周的今天", "上个月今天")),
    Rule(
        "same_day_ago",
        "AMOUNT AGO 的? DAYWORD",
        lambda length, _, day: day_away(length, -1, day),
        ("五年前的今天",),
        cost=0.8,
    ),
    Rule(
        "same_day_later",
        "AMOUNT AFTER 的? DAYWORD",
        lambda length, _, day: day_away(length, 1, day),
        ("三年后的今天",),
        cost=0.8,
    ),
    Rule("unit_step", "STEP 一? UNIT", unit_step, ("上周", "这个月", "下下个星期"), cost=0.5),
    Rule("month_step", "STEP 一? SHORTUNIT|MONTHUNIT", _month, ("上月", "上一月份"), cost=0.5),
    Rule("quarter_step", "STEP 季", lambda n: steps.unit_step(Grain.QUARTER, n), ("本季",), latent=True),
    Rule(
        "week_weekday",
        "STEP 个? WEEKDAY",
        lambda n, day: steps.in_week(cycles.weekday(day), n),
        ("上周三", "下下周一"),
        cost=0.4,
    ),
    Rule("one_weekday", "STEP 一 个? WEEKDAY", lambda n, day: step_one(n, cycles.weekday(day)), ("上一个周三",)),
    Rule(
        "weekend_step", "STEP 一? 个? WEEKEND", lambda n, _: steps.in_week(cycles.weekend(), n), ("上周末",), cost=0.4
    ),
    Rule("festival_step", "STEP 一? 个 FESTIVAL", lambda n, key: step_one(n, cycles.festival(key)), ("下个圣诞节",)),
    Rule("season_step", "STEP 一? 个? SEASON", lambda n, name: step_one(n, cycles.season(name)), ("上个冬天",)),
    Rule("day_part", "DAYPART", lambda pair: steps.part_today(*pair), ("今晚", "明早"), cost=0.2),
    Rule("part", "PART", cycles.part_of_day, ("下午",), latent=True, cost=0.4),
    Rule("time_part", "TIME ,|的? PART|SHORTPART", part_of, ("周一早上", "3月5日晚"), cost=0.9),
    Rule(
        "repeat",
        "EVERY UNIT|PART|SHORTPART|MONTH|WEEKEND|SHORTUNIT|SEASON",
        lambda *_: Kind.REPETITION,
        ("每天", "每个月"),
        gives="REPETITION",
    ),
    Rule("repeat_count", "EVERY AMOUNT", lambda *_: Kind.REPETITION, ("每两周",), gives="REPETITION"),
    Rule("repeat_time", "EVERY 一? 个? TIME", lambda *_: Kind.REPETITION, ("每周三",), gives="REPETITION"),
    Rule("repeat_more", "REPETITION 的? TIME", lambda *_: Kind.REPETITION, ("每天早上8点",), gives="REPETITION"),
    Rule(
        "opening_hours",
        "WEEKDAY TO WEEKDAY ,|的? TIME",
        lambda first, _, last, time: _opening_hours(first, last, time),
        ("周一至周五9:00-18:00", "周一到周五早上九点"),
        gives="REPETITION",
    ),
    Rule("repeat_weekdays", "REPETITION 、|和 NUM", _more_weekdays, ("每周二、四",), gives="REPETITION"),
    Rule(
        "opening_hours_of_week",
        "STEP 个? WEEKDAY TO WEEKDAY ,|的? TIME",
        lambda _, first, __, last, time: _opening_hours(first, last, time),
        ("下周一至周五9:00-18:00",),
        gives="REPETITION",
    ),
    Rule(
        "repeat_to_told",
        "REPETITION TO TONEXT 的? TIME",
        lambda *_: Kind.REPETITION,
        ("每年11月至次年3月",),
        gives="REPETITION",
    ),
    Rule(
        "repeat_per",
        "NUM 年|天|周|星|礼|月 期|拜? NUM 次",
        lambda units, _: Kind.REPETITION if units < 100 else None,
        ("一周三次",),
        gives="REPETITION",
    ),
)
