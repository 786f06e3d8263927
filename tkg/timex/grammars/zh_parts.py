"""Parts of a time and what lies in it: 年底, 三月上旬, 今年前三个月, 十月第一个星期一."""

from tkg.timex import cycles, picks, steps
from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule
from tkg.timex.grammars.zh_amounts import Number, whole
from tkg.timex.meaning import Cycle, Once, Time


def first_units(time: Time, count: Number, grain: Grain) -> Time | None:
    """'今年前三个月', '2020年前三季度'."""
    return _units(time, count, grain, last=False)


def last_units(time: Time, count: Number, grain: Grain) -> Time | None:
    return _units(time, count, grain, last=True)


def _units(time: Time, count: Number, grain: Grain, *, last: bool) -> Time | None:
    number = whole(count)
    if number is None or not 1 <= number <= 60 or time.grain < Grain.MONTH:
        return None
    return picks.first_units(number, grain, time, last=last)


def edge(time: Time, name: str) -> Time | None:
    """'三月底', '年底'; of a week only its beginning, because 周末 is the weekend."""
    if time.grain < Grain.WEEK or time.kind is Kind.PERIOD or (time.grain is Grain.WEEK and name != "start"):
        return None
    return last_units(time, 2, Grain.MONTH) if time.grain is Grain.YEAR and name == "end" else picks.edge(name, time)


def edge_of(time: Time, name: str, grain: Grain) -> Time | None:
    return edge(time, name) if time.grain is grain else None


def half_of_unit(half: tuple[int, Grain]) -> Time | None:
    return picks.half(half[0], steps.unit_step(half[1], 0))


def half_month(time: Time, number: int) -> Time | None:
    return picks.half(number, time) if time.grain is Grain.MONTH else None


def half_century(time: Time, number: int) -> Time | None:
    return picks.half(number, time) if time.grain is Grain.CENTURY else None


def within(time: Time) -> Time | None:
    """'本周内' is this week; an amount before 内 counts from now."""
    fits = isinstance(time, Once) and time.kind is Kind.POINT and time.grain >= Grain.WEEK
    return time if fits else None


def nth(number: int, inner: Time, outer: Time) -> Time | None:
    return picks.nth(number, inner, outer) if isinstance(inner, Cycle) and inner.grain >= Grain.DAY else None


def nth_unit(number: int, grain: Grain, outer: Time) -> Time | None:
    return picks.nth(number, cycles.units(grain), outer) if outer.grain > grain >= Grain.DAY else None


PART_RULES = (
    Rule("edge", "TIME 的? EDGE", edge, ("三月底", "90年代初"), cost=0.8),
    Rule("year_edge", "TIME 的? YEAREDGE", lambda time, name: edge_of(time, name, Grain.YEAR), ("今年年底",), cost=0.7),
    Rule(
        "month_edge", "TIME 的? MONTHEDGE", lambda time, name: edge_of(time, name, Grain.MONTH), ("三月月底",), cost=0.7
    ),
    Rule("this_year_edge", "YEAREDGE", lambda name: edge(steps.unit_step(Grain.YEAR, 0), name), ("年底",), cost=0.5),
    Rule(
        "this_month_edge",
        "MONTHEDGE",
        lambda name: picks.edge(name, steps.unit_step(Grain.MONTH, 0)),
        ("月初",),
        cost=0.5,
    ),
    Rule(
        "this_month_tens",
        "TENDAYS",
        lambda name: picks.edge(name, steps.unit_step(Grain.MONTH, 0)),
        ("下旬",),
        latent=True,
    ),
    Rule(
        "this_week_edge", "WEEKEDGE", lambda name: picks.edge(name, steps.unit_step(Grain.WEEK, 0)), ("周初",), cost=0.5
    ),
    Rule(
        "half_of_unit", "HALFOF", lambda pair: picks.half(pair[0], steps.unit_step(pair[1], 0)), ("上半月",), cost=0.5
    ),
    Rule("first_half_month", "TIME 的? 上|前 半 月", lambda time: half_month(time, 1), ("三月上半月",)),
    Rule("second_half_month", "TIME 的? 下|后 半 月", lambda time: half_month(time, 2), ("三月下半月",)),
    Rule("first_units", "TIME 的? 前|头 NUM UNIT|SHORTUNIT", first_units, ("今年前三个月",), cost=0.8),
    Rule("last_units_of", "TIME 的? 最? 后 NUM UNIT|SHORTUNIT", last_units, ("今年最后三个月",), cost=0.8),
    Rule(
        "within_unit",
        "YEARSTEP|YEAR WITHIN",
        lambda n, _: steps.unit_step(Grain.YEAR, n) if n < 1000 else cycles.year(n),
        ("今年内",),
    ),
    Rule("within_time", "TIME WITHIN", lambda time, _: within(time), ("本周内", "下个月内"), cost=0.9),
    Rule("in_unit", "INUNIT", lambda grain: steps.unit_step(grain, 0), ("月内", "年内")),
    Rule("first_half_century", "TIME 的? 上|前 半 叶|期", lambda time: half_century(time, 1), ("20世纪上半叶",)),
    Rule("second_half_century", "TIME 的? 下|后 半 叶|期", lambda time: half_century(time, 2), ("18世纪下半叶",)),
    Rule("nth", "TIME 的? ORD 个? TIME", lambda outer, n, inner: nth(n, inner, outer), ("十月第一个星期一",), cost=0.8),
    Rule(
        "nth_unit",
        "TIME 的? ORD 个? UNIT",
        lambda outer, n, grain: nth_unit(n, grain, outer),
        ("下个月第一周",),
        cost=0.8,
    ),
    Rule(
        "last_of",
        "TIME 的? 最 后 一? 个? TIME",
        lambda outer, inner: nth(-1, inner, outer),
        ("三月最后一个周五",),
        cost=0.8,
    ),
    Rule(
        "last_unit_of",
        "TIME 的? 最 后 一? UNIT",
        lambda outer, grain: nth_unit(-1, grain, outer),
        ("2018年最后一天",),
        cost=0.8,
    ),
    Rule(
        "nth_last_of",
        "TIME 的? 倒 数 ORD 个? TIME",
        lambda outer, n, inner: nth(-n, inner, outer),
        ("五月倒数第二个周五",),
        cost=0.8,
    ),
    Rule(
        "nth_last_unit_of",
        "TIME 的? 倒 数 ORD 个? UNIT",
        lambda outer, n, grain: nth_unit(-n, grain, outer),
        ("五月倒数第二天",),
        cost=0.8,
    ),
    Rule("numbered_week", "YEAR ORD 周", cycles.iso_week, ("2018年第5周",), cost=0.5),
)
