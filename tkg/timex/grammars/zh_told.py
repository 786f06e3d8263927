"""Chinese words that follow something told before: 同年12月, 次日凌晨2点, 当天下午; and what ends in the next unit.

Which year 同年 is stands in another sentence. The whole expression is refused by name, so that no part of it (12月) is
taken for a time of its own. 11月至次年3月 and 22:00至次日6:00 name what they follow themselves.
"""

from datetime import datetime

from tkg.timex.anchored import Grain, Kind
from tkg.timex.chart import Rule, Words
from tkg.timex.choice import readings
from tkg.timex.civil import Span, floor, step
from tkg.timex.grammars.zh_particles import NUMERAL, flags, split
from tkg.timex.meaning import NONE, WHOLE_DAY, Cycle, Field, Once, Readings, Said, Time

TOLD_BEFORE = "it follows something told before, which these words do not name"

_TOLD: dict[str, Grain] = split(
    {
        Grain.YEAR: "当年 同年 同一年 这一年 该年 是年 那年 那一年 次年 翌年 隔年 前一年 后一年 第二年 第三年",
        Grain.MONTH: "当月 同月 同一月 同一月份 同一个月 该月 那个月 次月 翌月 前一个月 后一个月 第二个月",
        Grain.WEEK: "当周 同周 该周 那周 那一周 次周 翌周 前一周 后一周 第二周",
        Grain.DAY: "当天 当日 同日 同天 同一天 该日 那天 那一天 次日 翌日 隔天 隔日 前一天 前一日 后一天 头一天 "
        "这一天 第二天 第二日 第三天",
    }
)
_NEXT: dict[str, tuple[Grain, int]] = {
    **dict.fromkeys(("次年", "翌年", "第二年"), (Grain.YEAR, 1)),
    **dict.fromkeys(("次月", "翌月"), (Grain.MONTH, 1)),
    **dict.fromkeys(("次日", "翌日", "第二天", "隔天"), (Grain.DAY, 1)),
    **dict.fromkeys(("当年", "同年"), (Grain.YEAR, 0)),
    **dict.fromkeys(("当天", "当日", "同日"), (Grain.DAY, 0)),
}
_PARTS_OF_TOLD = split({Grain.DAY: "当晚 当夜 那晚 次晨 翌晨 前一晚 前一夜"})

# What has happened before a length of time is counted from it; 比赛三天后举行 counts from now.
_HAPPENED = flags(
    "毕业 结婚 离婚 订婚 入职 离职 辞职 退休 出生 去世 逝世 病逝 死亡 出院 下单 怀孕 分娩 抵达 到达 成立 创立 建成 获释"
)

TOLD_WORDS = (
    Words("HAPPENED", _HAPPENED),
    Words("TOLD", _TOLD, not_after=NUMERAL + "应本相不共充适正担首每再屡", not_before="本级龄代常"),
    Words("TOLD", {"这天": Grain.DAY}, not_before="气空真才然地"),
    Words("TOLD", _PARTS_OF_TOLD, not_after=NUMERAL + "应相不正"),
    Words("TONEXT", _NEXT, not_before="本级龄代常"),
)

# What of a date says more than the told unit leaves open, and so must come from somewhere else.
_ABOVE = {
    Grain.YEAR: Field.YEAR,
    Grain.MONTH: Field.YEAR | Field.MONTH,
    Grain.WEEK: Field.YEAR | Field.MONTH,
    Grain.DAY: Field.YEAR | Field.MONTH | Field.DAY | Field.WEEKDAY,
}


def _told(unit: Grain, time: Time) -> str | None:
    """A time in what was told; a whole date beside it ('第1天 2025年6月18日') stands on its own."""
    if (
        not isinstance(time, Cycle)
        or time.fixes & _ABOVE[unit]
        or time.grain >= unit
        or time.grain is Grain.PART_OF_DAY
    ):
        return None
    return TOLD_BEFORE


def _told_range(unit: Grain, first: Time, _: object, last: Time) -> str | None:
    return _told(unit, first) and _told(unit, last)


def _to_told(first: Time | None, _: object, away: tuple[Grain, int], last: Time) -> Once | None:
    """'11月至次年3月', '22:00至次日6:00': the end lies in the unit after the one that the start lies in."""
    unit, count = away
    if first is None or not isinstance(last, Cycle) or last.period is not unit or first.grain > unit:
        return None
    inner = last

    def at(said: Said) -> Readings:
        for start in readings(first, said).spans[:1]:
            for end in inner.cell(step(_first(start, unit), unit, count), said):
                until = end.start if end.grain <= Grain.HOUR else end.end
                if start.start < until:
                    return Readings((Span(start.start, until, min(start.grain, end.grain)),))
        return NONE

    return Once(min(first.grain, last.grain), first.fixes | last.fixes | WHOLE_DAY, at, Kind.PERIOD)


def _first(span: Span, unit: Grain) -> datetime:
    return floor(span.start, unit)


TOLD_RULES = (
    Rule("told", "TOLD", lambda _: TOLD_BEFORE, ("同年", "次日"), gives="REFUSED", latent=True),
    Rule("told_part", "TOLD PART|SHORTPART", lambda *_: TOLD_BEFORE, ("当天下午",), gives="REFUSED", latent=True),
    Rule("told_time", "TOLD ,|的? TIME", _told, ("同年12月", "次年2月3日"), gives="REFUSED"),
    Rule(
        "told_clock",
        "TOLD ,|的? PART|SHORTPART? CLOCK|HOUR",
        lambda unit, *_: TOLD_BEFORE if unit is Grain.DAY else None,
        ("次日凌晨2点", "当晚8点"),
        gives="REFUSED",
    ),
    Rule(
        "told_part_of_unit",
        "TOLD 的? EDGE|YEAREDGE|MONTHEDGE|TENDAYS|HALF|QUARTER|SEASON|SHORTSEASON",
        lambda unit, _: TOLD_BEFORE if unit in (Grain.YEAR, Grain.MONTH) else None,
        ("同年底", "当月下旬", "次年秋"),
        gives="REFUSED",
    ),
    Rule("told_range", "TOLD 的? TIME TO TIME", _told_range, ("同年8月至10月",), gives="REFUSED"),
    Rule(
        "told_side",
        "TOLD 的? TIME AGO|AFTER|STARTING|ONWARD",
        lambda unit, time, _: _told(unit, time),
        ("同年8月起", "当年10月之前"),
        gives="REFUSED",
    ),
    Rule("to_told", "FROM? TIME TO TONEXT 的? TIME", lambda _, *parts: _to_told(*parts), ("11月至次年3月",), cost=0.8),
    # Days counted after an event of which the words say no more: 下单后7天内.
    Rule(
        "told_within",
        "AGO|AFTER AMOUNT|SHORTAMOUNT WITHIN",
        lambda *_: TOLD_BEFORE,
        ("后7天内",),
        gives="REFUSED",
        cost=2,
    ),
    Rule(
        "told_starting",
        "STARTING AMOUNT|SHORTAMOUNT WITHIN",
        lambda *_: TOLD_BEFORE,
        ("起30日内",),
        gives="REFUSED",
        cost=2,
    ),
    Rule(
        "told_happened",
        "HAPPENED AMOUNT AFTER",
        lambda *_: TOLD_BEFORE,
        ("毕业三年后",),
        gives="REFUSED",
        hidden=2,  # the two characters of what happened
    ),
    Rule(
        "told_happened_comma",
        "HAPPENED , AMOUNT AFTER",
        lambda *_: TOLD_BEFORE,
        ("毕业，三年后",),
        gives="REFUSED",
        hidden=3,
    ),
    Rule("told_after", "AFTER AMOUNT|SHORTAMOUNT", lambda *_: TOLD_BEFORE, ("后两周",), gives="REFUSED", cost=4),
)
