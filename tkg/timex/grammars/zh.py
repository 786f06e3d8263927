"""Chinese, Mandarin and the common words of Cantonese, in both scripts.

The conventions of `choice` and `steps` hold. Besides: weeks run from Monday to Sunday, so that 上周日 is the last day of
last week and 下周三 always in the next one; 前两天 and 过去三年 are whole days and years that end at the running one;
三天后 is the day three days on; 2019年 is a year and never a count of years; a time after 前 or 后 bounds what is spoken
of (2019年前), an amount counts from now (三年前). 年底 is November and December, 月底 the last third. A festival or a lunar date with a
year is of the lunar year. Years before Christ are refused by name.
"""

import re

from tkg.timex import amounts, cycles, numbers, numerals, ranges, steps
from tkg.timex.amounts import exactly
from tkg.timex.anchored import Grain, Kind, Prefer
from tkg.timex.chart import Chart, Rule, Shape
from tkg.timex.grammars import Grammar
from tkg.timex.grammars import zh_values as v
from tkg.timex.grammars.zh_words import WORDS
from tkg.timex.meaning import Clock, Part, together
from tkg.timex.traditional import SIMPLIFIED
from tkg.timex.zoned import in_zone

Match = re.Match[str]
_HAN = numerals.CHARACTERS
_DIGIT = "[零一二三四五六七八九]"
_AFTER_YEAR = "(?![代轻级龄])"


def _number(match: Match) -> int | float | None:
    return float(match[0]) if "." in match[0] else numerals.number(match[0])


def _year(match: Match) -> int | None:
    return numerals.year(match["year"])


def _short_year(match: Match) -> int | None:
    found = numerals.year(match["year"])
    return None if found is None else v.short_year(found)


def _minute(match: Match) -> int | None:
    return numerals.number(match[0])


SHAPES = (
    *numbers.shapes("MDY"),
    numbers.CLOCK,
    # A numeral begins where no other does, or where the name of a weekday ends: 周三三点.
    Shape("number", re.compile(
        rf"(?<![0-9.])[0-9]{{1,4}}(?:\.[0-9]{{1,2}}(?![0-9.]))?(?![0-9])|(?:(?<![{_HAN}第几数])|(?<=[周期拜][一二三四五六日天]))[{_HAN}]{{1,7}}"),
        _number, ("3天前", "三天前"), gives="NUM", every_length=True),
    Shape("year", re.compile(
        rf"(?<![0-9.])(?P<year>[12][0-9]{{3}}|(?<![{_HAN}])[一二]{_DIGIT}{{3}}) ?年{_AFTER_YEAR}"), _year, ("2019年",), gives="YEAR"),
    Shape("short_year", re.compile(
        rf"(?<![0-9.第])'?(?P<year>[0-9]{{2}}|(?<![{_HAN}第]){_DIGIT}{{2}}) ?年{_AFTER_YEAR}"), _short_year, ("98年",), gives="SHORTYEAR"),
    Shape("decade_digits", re.compile(
        rf"(?<![0-9.])(?P<year>[12][0-9]{{2}}0|(?<![{_HAN}])[一二]{_DIGIT}{{2}}零) ?年代"),
        lambda match: v.decade(numerals.year(match["year"]) or 0), ("1990年代",)),
    Shape("minute", re.compile("零[一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?|[0-5][0-9](?![0-9])"), _minute, ("三点十五",), gives="MINUTE"),
    Shape("digit_hour", re.compile("(?<![0-9.:第])(?P<hour>1?[0-9]|2[0-4])点(?=[前后之以到至开出起见左钟，。,.!！?？-]|$)"),
          lambda match: v.hour(int(match["hour"])), ("3点",), gives="CLOCK"),
    Shape("day_in_month", re.compile("(?<![0-9.第续期共达过近了])(?P<day>[12]?[0-9]|3[01])日(?![0-9内以之后前游均元本报])"),
          lambda match: cycles.day_of_month(int(match["day"])), ("15日",), cost=0.5),
)  # fmt: skip


def _sure_short_year(year: int) -> v.Time | None:
    """'98年' and '08年'; '15年' and '70年' may be counts."""
    return cycles.year(year) if (year < 2010 and year % 10) or 2000 <= year < 2010 else None


def _cantonese_minutes(number: float, marks: float) -> Clock | None:
    return v.minutes(number, 5 * marks) if 1 <= marks <= 11 else None


def _first_quarters(count: float) -> v.Time | None:
    return v.between(cycles.quarter(1), cycles.quarter(int(count))) if count in (2, 3) else None


def _before_end(time: v.Time, name: str) -> ranges.Side | None:
    """'年底前' is by the end of the year, not before its last months."""
    return ranges.by(time) if name == "end" and time.grain in (Grain.MONTH, Grain.YEAR) else None


_NUMBER_RULES = (
    Rule("count", "NUM", exactly, ("三天前",), gives="COUNT", cost=0.1),
    Rule("more", "NUM|COUNT MORE", v.more, ("十多年前",), gives="COUNT", cost=0.1),
    Rule("amount", "COUNT UNIT", v.amount, ("三天前", "两个小时"), gives="AMOUNT", cost=0.5),
    Rule("short_amount", "COUNT 个? SHORTUNIT", v.amount, ("三日后", "俩月前"), gives="SHORTAMOUNT", cost=0.6),
    Rule("half_unit", "NUM HALFUNIT", v.and_a_half, ("两个半小时",), gives="AMOUNT", cost=0.5),
    Rule("unit_half", "NUM UNIT 半", v.and_a_half, ("一年半",), gives="AMOUNT", cost=0.4),
    Rule("half_month", "半 个 月", lambda: v.amount(0.5, Grain.MONTH), ("半个月前",), gives="AMOUNT", cost=0.4),
    Rule("more_unit", "NUM MOREUNIT", v.and_a_bit, ("三个多月前",), gives="AMOUNT", cost=0.5),
    Rule("unit_more", "NUM UNIT MORE", lambda n, grain, _: v.and_a_bit(n, grain), ("一年多前",), gives="AMOUNT", cost=0.4),
    Rule("quarter_hours", "NUM 刻 钟", lambda n: v.amount(15 * n, Grain.MINUTE), ("一刻钟后",), gives="AMOUNT"),
    Rule("five_minutes", "NUM 个 字", lambda n: v.amount(5 * n, Grain.MINUTE), ("三个字后",), gives="SHORTAMOUNT"),
    Rule("minutes", "NUM 分", lambda n: v.amount(n, Grain.MINUTE), ("2小时30分",), gives="MINUTES"),
    Rule("amount_minutes", "AMOUNT 又|零? MINUTES", amounts.added, ("2小时30分",), gives="AMOUNT"),
    Rule("amounts", "AMOUNT ,|又|零|加? AMOUNT", amounts.added, ("一年零三个月前",), gives="AMOUNT"),
    Rule("about", "ABOUT AMOUNT", lambda _, length: length, ("大约三天前",), gives="AMOUNT", cost=0.2),
    Rule("or_so", "AMOUNT ORSO", lambda length, _: length, ("三天左右",), gives="AMOUNT", cost=0.2),
)  # fmt: skip

_AMOUNT_RULES = (
    Rule("duration", "AMOUNT", lambda length: length, ("三天", "两个小时"), gives="DURATION", cost=3),
    Rule("ago", "AMOUNT|SHORTAMOUNT AGO", lambda length, _: amounts.away(length, -1), ("三天前", "半年之前")),
    Rule("later", "AMOUNT|SHORTAMOUNT AFTER", lambda length, _: amounts.away(length, 1), ("三个月后",)),
    Rule("passed", "再? 过 AMOUNT", lambda length: amounts.away(length, 1), ("再过三天",)),
    Rule("within", "在? AMOUNT|SHORTAMOUNT WITHIN", lambda length, _: amounts.within(length, 1), ("五日内", "三天之内")),
    Rule("within_last", "在? LASTLY AMOUNT|SHORTAMOUNT WITHIN", lambda _, length, __: amounts.within(length, -1), ("过去三天内",), cost=0.9),
    Rule("so_far", "LASTLY? 这? AMOUNT 来|以来", lambda _, length: amounts.within(length, -1), ("三年来",)),
    Rule("so_far_since", "LASTLY? 这? AMOUNT 以 来", lambda _, length: amounts.within(length, -1), ("三天以来",)),
    Rule("last_units", "在? LASTLY 这? COUNT UNIT|SHORTUNIT 里|间|中?", lambda _, count, grain: v.stretch(count, grain, -1), ("过去三年", "最近两周")),
    Rule("next_units", "在? COMING COUNT UNIT|SHORTUNIT 里|间|中|内?", lambda _, count, grain: v.stretch(count, grain, 1), ("未来三个月",)),
    Rule("step_units", "STEP COUNT UNIT|SHORTUNIT", lambda n, count, grain: v.units(count, grain, n) if n in (-1, 1) and count.number != 1 else None, ("上两周", "下三天")),
    Rule("previous_units", "PREVIOUS COUNT UNIT|SHORTUNIT", lambda _, count, grain: v.some_units(count, grain, -1), ("前两天",)),
    Rule("next_some_units", "NEXT COUNT UNIT|SHORTUNIT", lambda _, count, grain: v.some_units(count, grain, 1), ("后三天",)),
    Rule("unit_ago_time", "NUM UNIT AGO 的? TIME", lambda n, grain, _, time: v.in_unit_away(n, grain, -1, time), ("三年前的春节",), cost=0.8),
    Rule("unit_later_time", "NUM UNIT AFTER 的? TIME", lambda n, grain, _, time: v.in_unit_away(n, grain, 1, time), ("两周后的周三",), cost=0.8),
    Rule("before_time", "TIME 的? AGO AMOUNT", lambda time, _, length: v.beside(time, length, -1), ("春节前两天",)),
    Rule("after_time", "TIME 的? AFTER AMOUNT", lambda time, _, length: v.beside(time, length, 1), ("国庆节后三天",)),
    Rule("nth_after", "TIME AFTER 的? ORD 个? UNIT", lambda time, _, n, grain: v.beside(time, length, 1) if (length := v.amount(n, grain)) else None, ("春节后第三天",)),
    Rule("weekday_after", "TIME AFTER 的? ORD 个? TIME", lambda time, _, n, inner: steps.nth_from(n, inner, time, 1) if isinstance(inner, v.Cycle) else None, ("圣诞节后的第一个周一",)),
    Rule("weekday_before", "TIME AGO 的? ORD 个? TIME", lambda time, _, n, inner: steps.nth_from(n, inner, time, -1) if isinstance(inner, v.Cycle) else None, ("圣诞节前的第一个周一",)),
    Rule("ago_or_so", "大 约|概? AMOUNT AGO ORSO", lambda length, _, __: amounts.away(length, -1), ("大约三天前左右",)),
)  # fmt: skip

_CLOCK_RULES = (
    Rule("hour", "NUM 点|时", v.hour, ("三点",), gives="HOUR"),
    Rule("hour_sharp", "NUM 点|时 钟|整|正", v.hour, ("8点正",), gives="CLOCK", cost=0.5),
    Rule("half_past", "NUM 点|时 踏|搭? 半", lambda n: v.minutes(n, 30), ("三点半",), gives="CLOCK", cost=0.5),
    Rule("hour_minute", "NUM 点 MINUTE", v.minutes, ("三点十五",), gives="CLOCK", cost=0.5),
    Rule("hour_minutes", "NUM 点 过? NUM 分", v.minutes, ("三点十五分",), gives="CLOCK", cost=0.4),
    Rule("formal_minutes", "NUM 时 NUM 分", v.formal_minutes, ("8时30分",), gives="CLOCK", cost=0.4),
    Rule("quarter_past", "NUM 点|时 过? NUM 刻", v.quarters, ("三点一刻",), gives="CLOCK", cost=0.4),
    Rule("to", "差 NUM 分 钟? 到? HOUR", v.short_of, ("差五分三点",), gives="CLOCK"),
    Rule("quarter_to", "差 NUM 刻 到? HOUR", lambda n, at: v.short_of(15 * n, at), ("差一刻三点",), gives="CLOCK"),
    Rule("hour_to", "HOUR 差|欠 NUM 分", lambda at, n: v.short_of(n, at), ("三点差五分",), gives="CLOCK"),
    Rule("hour_quarter_to", "HOUR 差|欠 NUM 刻", lambda at, n: v.short_of(15 * n, at), ("三点差一刻",), gives="CLOCK"),
    Rule("five_minute_marks", "NUM 点 踏|搭 NUM", _cantonese_minutes, ("三点踏三",), gives="CLOCK", cost=0.4),
    Rule("five_minute_words", "NUM 点 NUM 个 字", _cantonese_minutes, ("三点三个字",), gives="CLOCK", cost=0.3),
    Rule("second", "CLOCK NUM 秒", v.seconds, ("三点十五分五十秒",), gives="CLOCK", cost=0.3),
    Rule("hour_half_of_day", "NUM MERIDIEM", lambda n, name: v.meridiem(at, name) if (at := v.hour(n)) else None, ("3pm",), gives="CLOCK"),
    Rule("clock_half_of_day", "CLOCK|HOUR MERIDIEM", v.meridiem, ("3:15pm", "1点pm"), gives="CLOCK", cost=0.5),
    Rule("clock_short_half", "CLOCK SHORTMERIDIEM", v.meridiem, ("3:15p",), gives="CLOCK"),
    Rule("half_of_day_clock", "MERIDIEM CLOCK|HOUR", lambda name, at: v.meridiem(at, name), ("PM3:15",), gives="CLOCK"),
    Rule("clock_or_so", "CLOCK|HOUR ORSO|多", lambda at, _: at, ("三点左右",), gives="CLOCK", cost=0.3),
    Rule("clock", "CLOCK", cycles.clock, ("15:30",), cost=0.2),
    Rule("hour_alone", "HOUR", cycles.clock, ("三点",), latent=True, cost=0.3),
    Rule("part_clock", "PART 的? CLOCK|HOUR", v.in_part, ("下午三点", "凌晨两点")),
    Rule("part_five_minute_marks", "PART NUM 点 NUM", lambda part, n, m: v.in_part(part, at) if part == Part(12, 18, 12, 20) and m < 10 and (at := _cantonese_minutes(n, m)) else None, ("晏昼三点三",), cost=2),
    Rule("day_part_clock", "TIME ,|的? PART|SHORTPART ,|的? CLOCK|HOUR", v.day_part_clock, ("明天下午三点",), cost=1.1),
    Rule("day_end", "TIME ,? HOUR|CLOCK", lambda time, at: v.day_part_clock(time, Part(18, 24, 17, 30), at) if at.hour == 24 else None, ("1月31日24时",), cost=0.9),
    Rule("zone", "TIME (? ZONE )?", in_zone, ("4pm CET",), cost=0.5),
    Rule("zone_name", "ZONENAME TIME", v.zoned, ("北京时间下午三点",), cost=0.5),
)  # fmt: skip

_DATE_RULES = (
    Rule("year", "YEAR 度?", cycles.year, ("2019年", "二〇一九年"), cost=0.2),
    Rule("short_year", "SHORTYEAR", _sure_short_year, ("98年",), cost=0.3),
    Rule("ad", "CE NUM 年", lambda _, n: v.ad_year(n), ("公元14年",)),
    Rule("ad_year", "CE YEAR", lambda _, n: cycles.year(n), ("公元2014年",), cost=0.5),
    Rule("early_year", "NUM 年", lambda n: cycles.year(n) if isinstance(n, int) and 100 <= n < 1000 and n % 10 else None, ("618年",), latent=True),
    Rule("bc", "BCE NUM 年|世 纪? 代? MONTH? DAY?", lambda *_: v.BEFORE_CHRIST, ("公元前44年",), gives="REFUSED"),
    Rule("bc_long", "BCE YEAR|SHORTYEAR MONTH? DAY?", lambda *_: v.BEFORE_CHRIST, ("公元前1046年",), gives="REFUSED"),
    Rule("bc_short", "前 NUM 年", lambda n: v.BEFORE_CHRIST if n >= 100 else None, ("前221年",), gives="REFUSED"),
    Rule("era", "ERA NUM 年", v.era_year, ("民国100年", "昭和六十四年")),
    Rule("era_first", "ERA 元 年", lambda era: v.era_year(era, 1), ("令和元年",)),
    Rule("month", "MONTH", cycles.month, ("三月",), cost=0.2),
    Rule("month_day", "MONTH 的? DAY", v.month_day, ("三月一号",), cost=0.4),
    Rule("year_month", "YEAR|SHORTYEAR ,|的? MONTH", cycles.year_month, ("2019年3月",), cost=0.4),
    Rule("month_number", "MONTH NUM", lambda m, n: v.month_day(m, int(n)) if n == int(n) else None, ("三月5",), latent=True),
    Rule("date", "YEAR|SHORTYEAR ,|的? MONTH ,|的? DAY", v.date, ("二〇二三年五月一日",), cost=0.4),
    Rule("day", "DAY", cycles.day_of_month, ("15号",), latent=True, cost=1.5),
    Rule("day_marked", "DAY 这|那|当 天", cycles.day_of_month, ("15号那天",)),
    Rule("weekday", "WEEKDAY", cycles.weekday, ("周三",), cost=0.2),
    Rule("weekend", "WEEKEND", lambda _: cycles.weekend(), ("周末",), cost=0.2),
    Rule("century", "NUM 世 纪", v.century, ("19世纪", "二十世纪")),
    Rule("decade", "NUM 年 代", v.decade, ("90年代", "九十年代")),
    Rule("decade_of_century", "NUM 世 纪 的? NUM 年 代", v.decade_of, ("20世纪90年代",), cost=0.9),
    Rule("decade_of_step", "CENTURY 的? NUM 年 代", v.decade_of_step, ("上世纪90年代",), cost=0.9),
    Rule("century_step", "CENTURY", lambda n: steps.unit_step(Grain.CENTURY, n), ("上世纪",), cost=0.4),
    Rule("fiscal", "NUM|YEAR FISCAL", lambda n, _: cycles.fiscal_year(y) if (y := v.numbered_year(n)) else None, ("2023财年",)),
    Rule("fiscal_quarter", "NUM|YEAR FISCAL 的? QUARTER", lambda n, _, q: cycles.fiscal_quarter(y, q) if (y := v.numbered_year(n)) else None, ("2023财年第一季度",)),
    Rule("fiscal_step", "STEP 一? 个? FISCAL", lambda n, _: v.fiscal_step(n), ("上财年",)),
    Rule("quarter", "QUARTER", cycles.quarter, ("第一季度", "Q1"), cost=0.2),
    Rule("half", "HALF", cycles.half_year, ("上半年",), cost=0.2),
    Rule("first_quarters", "前 NUM 季 度", _first_quarters, ("前三季度",), cost=0.8),
    Rule("season", "SEASON", cycles.season, ("春天",), same=True, cost=0.2),
    Rule("year_season", "YEARSEASON", lambda pair: together(steps.unit_step(Grain.YEAR, pair[0]), cycles.season(pair[1])), ("今春",), cost=0.3),
    Rule("shortseason", "SHORTSEASON", cycles.season, ("2019年春",), same=True, cost=0.4),
    Rule("season_edge", "SEASONEDGE", lambda pair: steps.edge(pair[0], cycles.season(pair[1])), ("初春",), latent=True),
    Rule("festival", "FESTIVAL", cycles.festival, ("国庆节",), same=True, cost=0.1),
    Rule("number_festival", "NUM FESTIVAL", lambda n, key: v.in_year(n, cycles.festival(key)), ("2019春节",)),
    Rule("number_quarter", "NUM QUARTER", lambda n, q: v.in_year(n, cycles.quarter(q)), ("2019Q1",)),
    Rule("number_season", "NUM SEASON", lambda n, name: v.in_year(n, cycles.season(name)), ("2019夏季",)),
    Rule("number_half", "NUM HALF", lambda n, half: v.in_year(n, cycles.half_year(half)), ("2019上半年",)),
    Rule("number_month_day", "NUM ,? MONTH DAY", lambda n, m, d: v.date(y, m, d) if (y := v.numbered_year(n)) else None, ("2019，3月5日",), cost=1.5),
    Rule("short_year_time", "SHORTYEAR 的? TIME", lambda y, time: together(cycles.year(y), time), ("98年夏天", "15年国庆")),
    Rule("short_year_edge", "SHORTYEAR 的? EDGE|YEAREDGE", lambda y, name: v.edge(cycles.year(y), name), ("98年底",)),
    Rule("aged", "NUM 岁 的? 时|那 候|年? ORSO?", lambda n, _: v.aged(n), ("30岁时",)),
    Rule("aged_when", "NUM 岁 的 时 候", v.aged, ("三十岁的时候",)),
    Rule("aged_about", "NUM 多|几|来 岁 时?", lambda n: v.aged(n, 10) if n % 10 == 0 else None, ("二十多岁",)),
    Rule("lunar_day", "LUNARNAME 的? MONTH|LUNARMONTH LUNARDAY", lambda _, m, d: v.lunar_day(m, d), ("农历八月十五",), gives="LUNAR"),
    Rule("lunar_leap_day", "LUNARNAME? 闰 MONTH LUNARDAY", lambda _, m, d: v.lunar_day(m, d, True), ("闰六月初一",), gives="LUNAR"),
    Rule("lunar_named_day", "LUNARMONTH LUNARDAY", v.lunar_day, ("正月初八", "腊月廿三"), gives="LUNAR"),
    Rule("lunar_month_day", "MONTH LUNARONLY", v.lunar_day, ("八月初三",), gives="LUNAR", cost=1.2),
    Rule("lunar_month", "LUNARNAME MONTH|LUNARMONTH", lambda _, m: (m, None, False), ("农历七月",), gives="LUNAR", cost=1.5),
    Rule("lunar_named_month", "LUNARMONTH", lambda m: (m, None, False), ("腊月",), gives="LUNAR", cost=1.5),
    Rule("lunar", "LUNAR", v.lunar_yearly, ("大年初三",), cost=0.3),
    Rule("lunar_year", "YEAR|SHORTYEAR 的? LUNAR", v.lunar_of_year, ("2023年正月初八",), cost=0.5),
    Rule("lunar_year_step", "YEARSTEP 的? LUNAR", v.lunar_of_step, ("去年腊月廿三",), cost=0.5),
    Rule("lunar_year_named", "LUNARNAME YEAR 的? MONTH|LUNARMONTH LUNARDAY", lambda _, y, m, d: v.lunar_of_year(y, found) if (found := v.lunar_day(m, d)) else None, ("农历2023年八月十五",)),
    Rule("lunar_year_leap", "LUNARNAME YEAR 闰 MONTH LUNARDAY", lambda _, y, m, d: v.lunar_of_year(y, found) if (found := v.lunar_day(m, d, True)) else None, ("农历二〇二三年闰二月初一",)),
)  # fmt: skip

_RELATIVE_RULES = (
    Rule("day_word", "DAYWORD", steps.day_step, ("昨天", "大后天"), cost=0.1),
    Rule("now", "NOW", lambda _: steps.now(), ("现在",), same=True, cost=0.1),
    Rule("year_step", "YEARSTEP", lambda n: steps.unit_step(Grain.YEAR, n), ("去年", "大前年"), cost=0.1),
    Rule("same_day", "YEARSTEP 的? 今 天|日", lambda n: v.day_years_away(n) if n else None, ("去年的今天",)),
    Rule("unit_step", "STEP 一? UNIT", v.unit_step, ("上周", "这个月", "下下个星期"), cost=0.5),
    Rule("month_step", "STEP 月", lambda n: steps.unit_step(Grain.MONTH, n), ("上月",), cost=0.5),
    Rule("quarter_step", "STEP 季", lambda n: steps.unit_step(Grain.QUARTER, n), ("本季",), latent=True),
    Rule("week_weekday", "STEP 个? WEEKDAY", lambda n, day: steps.in_week(cycles.weekday(day), n), ("上周三", "下下周一"), cost=0.4),
    Rule("one_weekday", "STEP 一 个? WEEKDAY", lambda n, day: v.step_one(n, cycles.weekday(day)), ("上一个周三",)),
    Rule("weekend_step", "STEP 一? 个? WEEKEND", lambda n, _: steps.in_week(cycles.weekend(), n), ("上周末",), cost=0.4),
    Rule("festival_step", "STEP 一? 个 FESTIVAL", lambda n, key: v.step_one(n, cycles.festival(key)), ("下个圣诞节",)),
    Rule("season_step", "STEP 一? 个? SEASON", lambda n, name: v.step_one(n, cycles.season(name)), ("上个冬天",)),
    Rule("day_part", "DAYPART", lambda pair: steps.part_today(*pair), ("今晚", "明早"), cost=0.2),
    Rule("part", "PART", cycles.part_of_day, ("下午",), latent=True, cost=0.4),
    Rule("time_part", "TIME ,|的? PART|SHORTPART", v.part_of, ("周一早上", "3月5日晚"), cost=0.9),
    Rule("edge", "TIME 的? EDGE", v.edge, ("三月底", "90年代初"), cost=0.8),
    Rule("year_edge", "TIME 的? YEAREDGE", lambda time, name: v.edge_of(time, name, Grain.YEAR), ("今年年底",), cost=0.7),
    Rule("month_edge", "TIME 的? MONTHEDGE", lambda time, name: v.edge_of(time, name, Grain.MONTH), ("三月月底",), cost=0.7),
    Rule("this_year_edge", "YEAREDGE", lambda name: v.edge(steps.unit_step(Grain.YEAR, 0), name), ("年底",), cost=0.5),
    Rule("this_month_edge", "MONTHEDGE", lambda name: steps.edge(name, steps.unit_step(Grain.MONTH, 0)), ("月初",), cost=0.5),
    Rule("this_month_tens", "TENDAYS", lambda name: steps.edge(name, steps.unit_step(Grain.MONTH, 0)), ("下旬",), latent=True),
    Rule("this_week_edge", "WEEKEDGE", lambda name: steps.edge(name, steps.unit_step(Grain.WEEK, 0)), ("周初",), cost=0.5),
    Rule("first_half_month", "TIME 的? 上|前 半 月", lambda time: v.half_month(time, False), ("三月上半月",)),
    Rule("second_half_month", "TIME 的? 下|后 半 月", lambda time: v.half_month(time, True), ("三月下半月",)),
    Rule("first_units", "TIME 的? 前|头 NUM UNIT|SHORTUNIT", v.first_units, ("今年前三个月",), cost=0.8),
    Rule("last_units_of", "TIME 的? 最? 后 NUM UNIT|SHORTUNIT", v.last_units, ("今年最后三个月",), cost=0.8),
    Rule("within_unit", "YEARSTEP|YEAR WITHIN", lambda n, _: steps.unit_step(Grain.YEAR, n) if n < 1000 else cycles.year(n), ("今年内",)),
    Rule("this_year", "年 WITHIN", lambda _: steps.unit_step(Grain.YEAR, 0), ("年内",), latent=True),
    Rule("nth", "TIME 的? ORD 个? TIME", lambda outer, n, inner: v.nth(n, inner, outer), ("十月第一个星期一",), cost=0.8),
    Rule("nth_unit", "TIME 的? ORD 个? UNIT", lambda outer, n, grain: v.nth_unit(n, grain, outer), ("下个月第一周",), cost=0.8),
    Rule("last_of", "TIME 的? 最 后 一? 个? TIME", lambda outer, inner: v.nth(-1, inner, outer), ("三月最后一个周五",), cost=0.8),
    Rule("last_unit_of", "TIME 的? 最 后 一? UNIT", lambda outer, grain: v.nth_unit(-1, grain, outer), ("2018年最后一天",), cost=0.8),
    Rule("nth_last_of", "TIME 的? 倒 数 ORD 个? TIME", lambda outer, n, inner: v.nth(-n, inner, outer), ("五月倒数第二个周五",), cost=0.8),
    Rule("nth_last_unit_of", "TIME 的? 倒 数 ORD 个? UNIT", lambda outer, n, grain: v.nth_unit(-n, grain, outer), ("五月倒数第二天",), cost=0.8),
    Rule("numbered_week", "YEAR ORD 周", cycles.iso_week, ("2018年第5周",), cost=0.5),
    Rule("repeat", "EVERY UNIT|PART|SHORTPART|MONTH|WEEKEND|SHORTUNIT|SEASON", lambda *_: Kind.REPETITION, ("每天", "每个月"), gives="REPETITION"),
    Rule("repeat_count", "EVERY AMOUNT", lambda *_: Kind.REPETITION, ("每两周",), gives="REPETITION"),
    Rule("repeat_time", "EVERY 一? 个? TIME", lambda *_: Kind.REPETITION, ("每周三",), gives="REPETITION"),
    Rule("repeat_more", "REPETITION 的? TIME", lambda *_: Kind.REPETITION, ("每天早上8点",), gives="REPETITION"),
    Rule("repeat_per", "NUM 年|天|周|星|礼|月 期|拜? NUM 次", lambda *_: Kind.REPETITION, ("一周三次",), gives="REPETITION"),
)  # fmt: skip

_RANGE_RULES = (
    Rule("years", "NUM TO YEAR", lambda first, _, last: v.years_between(first, last), ("2016-2018年",)),
    Rule("early_years", "NUM 年 TO NUM 年", lambda a, _, b: v.between(cycles.year(int(a)), cycles.year(int(b))) if 100 <= a < b < 1000 else None, ("618年—907年",)),
    Rule("short_years", "YEAR TO SHORTYEAR", lambda a, _, b: v.between(cycles.year(a), cycles.year(b)) if a < b else None, ("1998年至99年",)),
    Rule("months", "FROM? NUM TO MONTH", lambda _, first, __, last: v.months_between(first, last), ("5-7月",)),
    Rule("months_of_year", "YEAR 的? NUM TO MONTH", lambda year, first, _, last: v.months_between(first, last, year), ("2017年5-7月",)),
    Rule("months_of_step", "YEARSTEP 的? NUM TO MONTH", lambda n, first, _, last: v.between(together(steps.unit_step(Grain.YEAR, n), a), together(steps.unit_step(Grain.YEAR, n), b)) if first < last and (a := cycles.month(int(first))) and (b := cycles.month(last)) else None, ("今年1至8月",)),
    Rule("days_of_month", "FROM? MONTH NUM TO DAY", lambda _, month, first, __, last: v.days_between(month, first, last), ("5月1-7日",)),
    Rule("days_of_year", "YEAR MONTH NUM TO DAY", lambda year, month, first, _, last: v.days_between(month, first, last, year), ("2017年5月1至7日",)),
    Rule("weekdays", "WEEKDAY TO NUM", lambda first, _, last: v.weekdays_between(first, last), ("周一至五",)),
    Rule("hours", "NUM TO HOUR|CLOCK", lambda first, _, last: v.clocks_between(first, last), ("3到5点",), latent=True),
    Rule("part_hours", "PART NUM TO HOUR|CLOCK", lambda part, first, _, last: v.clocks_between(first, last, part), ("下午3到5点",)),
    Rule("day_part_hours", "TIME PART NUM TO HOUR|CLOCK", lambda time, part, first, _, last: ranges.in_time(time, a, b) if (h := v.hour(first)) and (a := v.in_part(part, h)) and (b := v.in_part(part, last)) else None, ("明天下午3到5点",)),
    Rule("range", "FROM? TIME TO TIME DURING|UPTO?", lambda _, first, __, last, ___: ranges.between(first, last), ("3月1日至5日", "下周一到下下周一"), cost=1.1),
    Rule("between", "在? TIME 和|与|跟|及 TIME 之 间", ranges.between, ("5月和7月之间",)),
    Rule("since", "FROM TIME ONWARD?", lambda _, time, __: ranges.since(time), ("从2019年", "自去年以来"), gives="SIDE", cost=0.8),
    Rule("starting", "FROM? TIME STARTING", lambda _, time, __: ranges.starting(time), ("从周一起", "10月8日起"), gives="SIDE", cost=0.7),
    Rule("onward", "TIME ONWARD", lambda time, _: ranges.since(time), ("2017年4月至今",), gives="SIDE", cost=0.9),
    Rule("since_after", "FROM TIME AFTER ONWARD?", lambda _, time, __, ___: ranges.after(time), ("自2019年以后",), gives="SIDE", cost=0.8),
    Rule("until", "UNTIL TIME UPTO?", lambda _, time, __: ranges.until(time), ("截至2019年", "到周五为止"), gives="SIDE", cost=0.8),
    Rule("up_to", "TIME UPTO", lambda time, _: ranges.until(time), ("2019年为止",), gives="SIDE", cost=0.9),
    Rule("until_now", "UNTIL NOW UPTO?", lambda *_: ranges.before(steps.now()), ("到现在为止",), gives="SIDE", cost=0.4),
    Rule("before_end", "在? YEAREDGE AGO", lambda name, _: _before_end(steps.unit_step(Grain.YEAR, 0), name), ("年底前",), gives="SIDE", cost=0.7),
    Rule("before_month_end", "在? MONTHEDGE AGO", lambda name, _: _before_end(steps.unit_step(Grain.MONTH, 0), name), ("月底前",), gives="SIDE", cost=0.7),
    Rule("before_end_of", "在? TIME 的? EDGE|YEAREDGE|MONTHEDGE AGO", lambda time, name, _: _before_end(time, name), ("今年年底前",), gives="SIDE", cost=0.7),
    Rule("before", "在|到? TIME 的? AGO", lambda time, _: ranges.before(time), ("2019年以前", "春节前"), gives="SIDE", cost=0.9),
    Rule("after", "在? TIME 的? AFTER", lambda time, _: ranges.after(time), ("2023年之后",), gives="SIDE", cost=0.9),
)  # fmt: skip

_TOGETHER = (
    Rule("together", "TIME TIME", v.in_order, ("去年春节", "周日2019年2月10日")),
    Rule("together_comma", "TIME ,|的|( TIME )?", v.in_order, ("2019年，二月十号", "2019年2月10日(周日)"), cost=1.05),
    Rule("at_time", "在|于|喺 TIME", lambda time: time, ("在三点", "在15号"), gives="SIDE", cost=0.3, hidden=1),
    Rule("about_time", "ABOUT TIME", lambda _, time: time, ("大约三点",), cost=0.4),
    Rule("time_or_so", "TIME ORSO", lambda time, _: time, ("2019年前后",), cost=0.4),
    Rule("time_during", "TIME 的? DURING", lambda time, _: time, ("春节期间",), cost=0.4),
)  # fmt: skip

_PAST = re.compile("了(?!解|不|得)|(?<![通经超不])过(?![去程年节于分期敏度来])|曾|已|刚(?![要好性需])|以来|昨|去年|上[周个]")
_FUTURE = re.compile("将(?![军士领近])|(?<![主重需首简只不])要(?![求素塞点闻是])|(?<![社大协机开学晚聚国议体约工教宴三])会(?![议计员长见面场谈晤])|打算|准备|计划|即将|明天|明年|下[周个]")


def tense(sentence: str) -> Prefer | None:
    """Which way the words of a sentence look; None where none says, or two disagree."""
    folded = sentence.translate(SIMPLIFIED)
    ahead, behind = bool(_FUTURE.search(folded)), bool(_PAST.search(folded))
    if ahead == behind:
        return None
    return "future" if ahead else "past"


_FOLD = {**SIMPLIFIED, ord("〇"): "零", ord("○"): "零", ord("ー"): "-"}


def _folded(text: str) -> str:
    return text.translate(_FOLD)


_RULES = (*_NUMBER_RULES, *_AMOUNT_RULES, *_CLOCK_RULES, *_DATE_RULES, *_RELATIVE_RULES, *_RANGE_RULES, *_TOGETHER)
GRAMMAR = Grammar("zh", Chart("zh", WORDS, SHAPES, _RULES, _folded), tense)
