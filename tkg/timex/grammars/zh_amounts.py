"""Chinese numbers and lengths of time: 三天前, 两个半小时后, 过去三年, 春节前两天."""

import re

from tkg.timex import amounts, numerals, picks, ranges, steps
from tkg.timex.amounts import Amount, Count, exactly
from tkg.timex.anchored import Grain
from tkg.timex.chart import Rule, Shape
from tkg.timex.meaning import Cycle, Time, together

Match = re.Match[str]
Number = int | float
_HAN = numerals.CHARACTERS
# What happens: 会议前三天 are the three days before it, 我前两天 the last two days.
_EVENTS = (
    "会议 开会 大会 年会 峰会 聚会 晚会 婚礼 葬礼 典礼 比赛 决赛 开赛 考试 高考 中考 面试 笔试 答辩 手术 出发 放假 "
    "开学 放学 入学 上学 开课 上课 下课 上班 下班 毕业 开业 营业 开工 完工 竣工 出院 住院 入院 出国 回国 出差 旅行 "
    "旅游 开庭 宣判 截止 到期 活动 上映 首映 播出 开播 上市 发布 出版 上线 发售 开售 投票 选举 大选 演出 开幕 闭幕 "
    "交货 发货 收货 付款 还款 下单 签约 签字 签署 合同 缴费 报名 交付 入住 退房 登机 起飞 到达 抵达 启程 结婚 离婚 "
    "订婚 分娩 怀孕 去世 逝世 死亡 出生 入职 离职 辞职 开战 战争 停战 检查 体检 接种 用药 搬家 开始 结束 实施 施行 "
    "生效 地震 事故 开盘 收盘"
).replace(" ", "|")


def whole(number: Number) -> int | None:
    return int(number) if number == int(number) else None


def _number(match: Match) -> int | float | None:
    return float(match[0]) if "." in match[0] else numerals.number(match[0])


def amount(count: Count | Number, grain: Grain) -> Amount | None:
    """So many units; a number of four digits is never a count of years."""
    counted = count if isinstance(count, Count) else exactly(count)
    if grain is Grain.YEAR and 1000 <= counted.number < 3000:
        return None
    return amounts.amount(counted, grain)


def _years_ago(number: Number, ago: str) -> Time | None:
    """'1500年前' and '2000年前' count years, '1949年前' and '2000年之前' name one."""
    at = whole(number)
    if at is None or at % 100 or not (1000 <= at < 1900 or (at == 2000 and ago == "前")):
        return None
    return amounts.away(Amount(months=12 * at, grain=Grain.YEAR), -1)


def _thousands(match: Match) -> int | None:
    """A number of a thousand and more in words is a count: years are named digit by digit."""
    return numerals.number(match[0])


def _thousands_ago(number: int) -> Time:
    return amounts.away(Amount(months=12 * number, grain=Grain.YEAR), -1)


def within_of(time: Time, ago_or_after: int, length: Amount) -> Time | None:
    """'国庆节后7天内': the days that begin beside a day."""
    if time.grain is not Grain.DAY or length.grain < Grain.DAY:
        return None
    near = amounts.from_time(Amount(days=1), ago_or_after, time)
    far = amounts.from_time(length, ago_or_after, time)
    return ranges.between(near, far) if ago_or_after > 0 else ranges.between(far, near)


def lasting(time: Time, length: Amount) -> Time | None:
    """'自2020年1月1日起三年内': so long from the start of a time on."""
    return amounts.stretch(time, length) if time.grain >= Grain.DAY and length.grain >= Grain.DAY else None


def more(count: Count | Number, *_: object) -> Count | None:
    """'十多': ten and up to the next round number; with a single unit ('三多') it is none."""
    number = count.number if isinstance(count, Count) else count
    if number < 10 or number % 10:
        return None
    size = 10 ** (len(str(int(number))) - 1)
    return Count(number, number, number + (size if number % size == 0 else 10) - 1)


def _nth_from(number: int, inner: Time, time: Time, sign: int) -> Time | None:
    """'圣诞节后的第一个周一'."""
    if not isinstance(inner, Cycle) or inner.grain < Grain.DAY:
        return None
    return picks.nth_from(number, inner, time, sign)


def _count_range(first: Number, _: object, last: Number) -> Count | None:
    return Count(last, first, last) if 0 < first < last < 1000 else None


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


# 前三个季度 are the first three of a year.
_NOT_JUST_AWAY = (Grain.QUARTER, Grain.CENTURY)


def some_units(count: Count | Number, grain: Grain, sign: int) -> Time | None:
    """'前两天', '后三年'; 前一天 follows something told, and 前221年 and 前2世纪 are before Christ."""
    number = count.number if isinstance(count, Count) else count
    return units(count, grain, sign) if 2 <= number < 100 and grain not in _NOT_JUST_AWAY else None


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


SHAPES = (
    # A numeral begins where no other does, or where the name of a weekday ends: 周三三点.
    Shape(
        "number",
        re.compile(
            rf"(?<![0-9.])[0-9]{{1,4}}(?:\.[0-9]{{1,2}}(?![0-9.]))?(?![0-9])|(?:(?<![{_HAN}第几数])|(?<=[周期拜][一二三四五六日天]))[{_HAN}]{{1,7}}"
        ),
        _number,
        ("3天前", "三天前"),
        gives="NUM",
        every_length=True,
    ),
    Shape(
        "thousands",
        re.compile(rf"(?<![{_HAN}第几数])[一二两]千[{_HAN}]{{0,6}}(?![{_HAN}])"),
        _thousands,
        ("两千年前",),
        gives="THOUSANDS",
    ),
    Shape(
        "digits_one_by_one",
        re.compile(rf"(?<![{_HAN}])[零一二三四五六七八九]{{2,3}}(?![{_HAN}])"),
        lambda match: numerals.year(match[0]),
        ("民国一一三年",),
        gives="DIGITS",
    ),
    Shape(
        "previous_units_alone",
        re.compile(f"(?<![提以之目日年月天周节期大先眼当午婚战产术课赛考睡饭餐])(?<!{_EVENTS})[前头]"),
        lambda _: True,
        ("前两天",),
        gives="PREVIOUS",
    ),
    # 后三天 are the next three days unless something stands before it that they follow: 手术后三天.
    Shape(
        "next_units_alone",
        re.compile("(?<![㐀-鿿0-9a-z)])后|(?<=[我你他她们])后"),
        lambda _: True,
        ("后三天",),
        gives="NEXT",
    ),
)

NUMBER_RULES = (
    Rule("count", "NUM", exactly, ("三天前",), gives="COUNT", cost=0.1),
    Rule("more", "NUM|COUNT MORE", more, ("十多年前",), gives="COUNT", cost=0.1),
    Rule("count_range", "NUM TO NUM", _count_range, ("3到5天后",), gives="COUNTRANGE"),
    Rule("amount", "COUNT|COUNTRANGE UNIT", amount, ("三天前", "两个小时"), gives="AMOUNT", cost=0.5),
    Rule("short_amount", "COUNT 个? SHORTUNIT", amount, ("三日后", "俩月前"), gives="SHORTAMOUNT", cost=0.6),
    Rule("half_unit", "NUM HALFUNIT", and_a_half, ("两个半小时",), gives="AMOUNT", cost=0.5),
    Rule("unit_half", "NUM UNIT 半", and_a_half, ("一年半",), gives="AMOUNT", cost=0.4),
    Rule("half_month", "半 个 月", lambda: amount(0.5, Grain.MONTH), ("半个月前",), gives="AMOUNT", cost=0.4),
    Rule("more_unit", "NUM MOREUNIT", and_a_bit, ("三个多月前",), gives="AMOUNT", cost=0.5),
    Rule(
        "unit_more", "NUM UNIT MORE", lambda n, grain, _: and_a_bit(n, grain), ("一年多前",), gives="AMOUNT", cost=0.4
    ),
    Rule("quarter_hours", "NUM 刻 钟", lambda n: amount(15 * n, Grain.MINUTE), ("一刻钟后",), gives="AMOUNT"),
    Rule("five_minutes", "NUM 个 字", lambda n: amount(5 * n, Grain.MINUTE), ("三个字后",), gives="SHORTAMOUNT"),
    Rule("minutes", "NUM 分", lambda n: amount(n, Grain.MINUTE), ("2小时30分",), gives="MINUTES"),
    Rule("amount_minutes", "AMOUNT 又|零? MINUTES", amounts.added, ("2小时30分",), gives="AMOUNT"),
    Rule("amounts", "AMOUNT ,|又|零|加? AMOUNT", amounts.added, ("一年零三个月前",), gives="AMOUNT"),
    Rule("about", "ABOUT AMOUNT", lambda _, length: length, ("大约三天前",), gives="AMOUNT", cost=0.2),
    Rule("or_so", "AMOUNT ORSO", lambda length, _: length, ("三天左右",), gives="AMOUNT", cost=0.2),
)

AMOUNT_RULES = (
    Rule("duration", "AMOUNT", lambda length: length, ("三天", "两个小时"), gives="DURATION", cost=3),
    Rule("ago", "AMOUNT|SHORTAMOUNT AGO", lambda length, _: amounts.away(length, -1), ("三天前", "半年之前")),
    Rule("years_ago", "YEAR AGO", _years_ago, ("1500年前",), cost=0.2),
    Rule("thousands_ago", "THOUSANDS 年 AGO", lambda n, _: _thousands_ago(n), ("两千年前",), cost=0.2),
    Rule("later", "AMOUNT|SHORTAMOUNT AFTER", lambda length, _: amounts.away(length, 1, told=True), ("三个月后",)),
    Rule("passed", "再|只|要 过 AMOUNT", lambda length: amounts.away(length, 1), ("再过三天",)),
    Rule("passed_bare", "过 AMOUNT", lambda length: amounts.away(length, 1), ("过三天",), latent=True),
    Rule(
        "within", "在? AMOUNT|SHORTAMOUNT WITHIN", lambda length, _: amounts.within(length, 1), ("五日内", "三天之内")
    ),
    Rule(
        "within_last",
        "在? LASTLY AMOUNT|SHORTAMOUNT WITHIN",
        lambda _, length, __: amounts.within(length, -1),
        ("过去三天内",),
        cost=0.9,
    ),
    Rule("so_far", "LASTLY? 这? AMOUNT 来|以来", lambda _, length: amounts.within(length, -1), ("三年来",)),
    Rule("so_far_since", "LASTLY? 这? AMOUNT 以 来", lambda _, length: amounts.within(length, -1), ("三天以来",)),
    Rule(
        "last_units",
        "在? LASTLY 这? COUNT UNIT|SHORTUNIT 里|间|中?",
        lambda _, count, grain: stretch(count, grain, -1),
        ("过去三年", "最近两周"),
    ),
    Rule(
        "next_units",
        "在? COMING COUNT|COUNTRANGE UNIT|SHORTUNIT 里|间|中|内?",
        lambda _, count, grain: stretch(count, grain, 1),
        ("未来三个月",),
    ),
    Rule(
        "step_units",
        "STEP COUNT UNIT|SHORTUNIT",
        lambda n, count, grain: units(count, grain, n) if n in (-1, 1) and count.number != 1 else None,
        ("上两周", "下三天"),
    ),
    Rule(
        "previous_units",
        "PREVIOUS COUNT UNIT|SHORTUNIT",
        lambda _, count, grain: some_units(count, grain, -1),
        ("前两天",),
    ),
    Rule(
        "next_some_units", "NEXT COUNT UNIT|SHORTUNIT", lambda _, count, grain: some_units(count, grain, 1), ("后三天",)
    ),
    Rule(
        "unit_ago_time",
        "NUM UNIT AGO 的? TIME",
        lambda n, grain, _, time: in_unit_away(n, grain, -1, time),
        ("三年前的春节",),
        cost=0.8,
    ),
    Rule(
        "unit_later_time",
        "NUM UNIT AFTER 的? TIME",
        lambda n, grain, _, time: in_unit_away(n, grain, 1, time),
        ("两周后的周三",),
        cost=0.8,
    ),
    Rule("before_time", "TIME 的? AGO AMOUNT", lambda time, _, length: beside(time, length, -1), ("春节前两天",)),
    Rule("after_time", "TIME 的? AFTER AMOUNT", lambda time, _, length: beside(time, length, 1), ("国庆节后三天",)),
    Rule(
        "from_for",
        "FROM? TIME STARTING AMOUNT|SHORTAMOUNT WITHIN?",
        lambda _, time, __, length, ___: lasting(time, length),
        ("自2020年1月1日起三年内",),
        cost=0.5,
    ),
    Rule(
        "within_before",
        "TIME 的? AGO AMOUNT|SHORTAMOUNT WITHIN",
        lambda time, _, length, __: within_of(time, -1, length),
        ("春节前7天内",),
    ),
    Rule(
        "within_after",
        "TIME 的? AFTER AMOUNT|SHORTAMOUNT WITHIN",
        lambda time, _, length, __: within_of(time, 1, length),
        ("国庆节后7天内",),
    ),
    Rule(
        "nth_after",
        "TIME AFTER 的? ORD 个? UNIT",
        lambda time, _, n, grain: beside(time, length, 1) if (length := amount(n, grain)) else None,
        ("春节后第三天",),
    ),
    Rule(
        "weekday_after",
        "TIME AFTER 的? ORD 个? TIME",
        lambda time, _, n, inner: (
            picks.nth_from(n, inner, time, 1) if isinstance(inner, Cycle) and inner.grain >= Grain.DAY else None
        ),
        ("圣诞节后的第一个周一",),
    ),
    Rule(
        "weekday_before",
        "TIME AGO 的? ORD 个? TIME",
        lambda time, _, n, inner: (
            picks.nth_from(n, inner, time, -1) if isinstance(inner, Cycle) and inner.grain >= Grain.DAY else None
        ),
        ("圣诞节前的第一个周一",),
    ),
    Rule("ago_or_so", "大 约|概? AMOUNT AGO ORSO", lambda length, _, __: amounts.away(length, -1), ("大约三天前左右",)),
)
