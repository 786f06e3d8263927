"""Chinese time words.

Conventions, each with its source. A *case* is one of the public faults that the project keeps right on purpose.

- Weeks run from Monday to Sunday (GB/T 7408, which is ISO 8601): 上周日 is the Sunday of the week before (case T01),
  上上周五 the Friday of the week before that. 日 and 天 after 周 are the weekday and never a count of days.
- Four digits before 年 are a year, never a count (case T02); two are either, so 98年 gives None.
- 三天前 and 两周前 are days, 三个月前 and 半年前 months, 三年前 a year, in one step (case T04). 几天前, 三四年前,
  十多年前 and counts with 大约, 近, 左右 give None.
- 三天后 is counted from the message only with a verb in the future: in a story it follows what was told before.
- A bare month, day of the year or weekday needs the verb's tense, as in English; the running one gives None.
- Seasons are the meteorological ones of China, three whole months; winter lies in two years: None.
- 年初, 年底, 月底 alone give None. With a year they give that year: somewhere in it.
- 90年代 without a century is one of the fifties to the nineties of the last century, said before 2050.
- Festivals, the lunar calendar, eras (民国) and years before Christ are known as time words, not anchored (case T05).
- Both ends of a range come from the message (case T07: 下周一到下下周一); 至今 leaves the end open (case T35).
"""

import re
from collections.abc import Callable

from tkg.timex import grains, numerals, numeric, relative
from tkg.timex.chinese_words import pattern
from tkg.timex.grammar import Build, Grammar, Rule, Said, unanchored

Match = re.Match[str]

_YEARS_AWAY = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2, "大后年": 3}
_DAYS_AWAY = {
    "大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3,
}  # fmt: skip
_STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_WEEKDAYS = {character: value for value, character in enumerate("一二三四五六日")} | {"天": 6}
_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_UNITS = {
    "分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "周": "week", "星期": "week", "礼拜": "week",
    "月": "month", "年": "year",
}  # fmt: skip


def _number(match: Match, group: str) -> int:
    return numerals.number(match[group]) or 0


def _in_year(match: Match, said: Said) -> int:
    """The year that a match names, by number or as so many from the message's."""
    named = match.groupdict()
    if named.get("year"):
        return numerals.year(named["year"]) or 0
    return said.today.year + _YEARS_AWAY[named["away"]]


def _year(match: Match, said: Said) -> str | None:
    return grains.year(_in_year(match, said))


def _month(match: Match, said: Said) -> str | None:
    return grains.month(_in_year(match, said), _number(match, "month"))


def _day(match: Match, said: Said) -> str | None:
    return grains.day(_in_year(match, said), _number(match, "month"), _number(match, "day"))


def _months(match: Match, said: Said) -> str | None:
    return grains.between(_month(match, said), grains.month(_in_year(match, said), _number(match, "later")))


def _days(match: Match, said: Said) -> str | None:
    later = _number(match, "later" if match["later"] else "month")
    return grains.between(_day(match, said), grains.day(_in_year(match, said), later, _number(match, "last")))


def _years(match: Match, said: Said) -> str | None:
    return grains.between(grains.year(int(match["first"])), _year(match, said))


def _half(match: Match, said: Said) -> str | None:
    year = _in_year(match, said)
    first, last = (1, 6) if match["half"] == "上" else (7, 12)
    return grains.between(grains.month(year, first), grains.month(year, last))


def _season(match: Match, said: Said) -> str | None:
    return relative.season(_in_year(match, said), _SEASONS[match["season"]])


def _bare_month(match: Match, said: Said) -> str | None:
    return relative.nearest_month(said.today, _number(match, "month"), said.tense)


def _day_without_year(match: Match, said: Said) -> str | None:
    return relative.nearest_day(said.today, _number(match, "month"), _number(match, "day"), said.tense)


def _near_day(match: Match, said: Said) -> str | None:
    return grains.shifted_day(said.today, _DAYS_AWAY[match["near"]])


def _stepped_month(match: Match, said: Said) -> str | None:
    return grains.shifted_month(said.today, _STEPS[match["step"]])


def _day_of_stepped_month(match: Match, said: Said) -> str | None:
    value = _stepped_month(match, said)
    return grains.day(int(value[:4]), int(value[5:]), _number(match, "day")) if value else None


def _week(match: Match, said: Said) -> str | None:
    return grains.week(said.today, _STEPS[match["step"]])


def _weekend(match: Match, said: Said) -> str | None:
    return grains.week(said.today, _STEPS[match["step"]], 5, 6)


def _weekday(match: Match, said: Said) -> str | None:
    return grains.week_day(said.today, _STEPS[match["step"]], _WEEKDAYS[match["weekday"]])


def _bare_weekday(match: Match, said: Said) -> str | None:
    return relative.nearest_weekday(said.today, _WEEKDAYS[match["weekday"]], said.tense)


def _counted(sign: int) -> Build:
    def build(match: Match, said: Said) -> str | None:
        count = numerals.number(match["count"])
        if count is None or (sign > 0 and said.tense != "future"):
            return None
        return relative.counted(said.reference, _UNITS[match["unit"].removeprefix("个")], sign * count)

    return build


def _half_year_ago(match: Match, said: Said) -> str | None:
    return grains.shifted_month(said.today, -6)


def _decade(match: Match, said: Said) -> str | None:
    named = match.groupdict()
    if named.get("start"):
        start = numerals.year(named["start"]) or 0
    else:
        tens = named["tens"]
        tens_of_years = int(tens) if tens.isascii() else (numerals.number(tens) or 0)
        century = (numerals.number(named["century"]) or 0) - 1 if named.get("century") else said.today.year // 100 - 1
        bare = not named.get("century") and not named.get("last")
        if bare and not (tens_of_years >= 50 and said.today.year // 50 == 40):
            return None
        start = 100 * century + tens_of_years
    return grains.between(grains.year(start), grains.year(start + 9))


def _rule(
    name: str,
    template: str,
    build: Build,
    context: re.Pattern[str] | None = None,
    accept: Callable[[Match], bool] | None = None,
) -> Rule:
    return Rule(name, pattern(template), build, context, accept)


def _not_a_year(match: Match) -> bool:
    """2019年前 is before that year."""
    return match["unit"] != "年" or len(match["count"]) < 4


_RULES = (
    # 2021年3月14日, 去年五月一号, 2021年3月, 去年三月, 2021年, 前年
    _rule("days", "从?(?:<YEAR>|<AWAY>) <NEXTMONTH> <DAY><TO>(?:<LATER>)?<LASTDAY>", _days),
    _rule("years", "从?(?P<first>1[5-9][0-9]{2}|20[0-9]{2})年?<TO><YEAR>", _years),
    _rule("months", "从?(?:<YEAR>|<AWAY>) <NEXTMONTH><TO><LATER>", _months),
    _rule("day", "(?:<YEAR>|<AWAY>) <NEXTMONTH> <DAY>(?:<PART>)?", _day),
    _rule("month", "(?:<YEAR>|<AWAY>) <NEXTMONTH>(?:<TENDAYS>)?(?![初廿一二三四五六七八九十])", _month),
    _rule("half", "(?:<YEAR>|<AWAY>) (?P<half>[上下])半年", _half),
    _rule("season", "(?:<YEAR>|<AWAY>) <SEASON>", _season),
    _rule("edge", "(?:<YEAR>|<AWAY>) <EDGE>", _year),
    _rule("year", "<YEAR>(?![多来间度]|的?历史)", _year),
    _rule("year_away", "<AWAY>", _year),
    _rule("feast", "(?:<YEAR>|<AWAY>|上个?|这个?|下个?) ?<FEAST>", unanchored),
    _rule(
        "lunar",
        "(?:(?:<YEAR>|<AWAY>) )?(?:农历|阴历|旧历|正月|腊月)"
        "(?:.{1,4}月|.{1,4}[日号]|初.|廿.|十.){0,3}(?:初[一二三四五六七八九十])?",
        unanchored,
    ),
    _rule("quarter", "(?:(?:<YEAR>|<AWAY>) )?(?:第?[一二三四1-4]季度|财年|财政年度|学年|年度|同期)", unanchored),
    _rule("financial_year", "[0-9]{2,4}(?:财年|财政年度|学年)", unanchored),
    _rule(
        "era",
        "(?:民国|昭和|平成|令和|大正|明治|光绪|康熙|乾隆|公元前|西元前)(?:<NUM>|元)年?(?:.{1,3}月)?(?:.{1,3}[日号])?",
        unanchored,
    ),
    _rule(
        "short_year", "(?<![0-9])[0-9]{2}年(?:[0-9]{1,2}|[一二三四五六七八九十]{1,2})月(?:.{1,3}[日号])?", unanchored
    ),
    # 三月, 3月14号
    _rule("day_without_year", "<MONTH> <DAY>(?:<PART>)?", _day_without_year),
    _rule("bare_month", "<MONTH>(?![0-9初廿一二三四五六七八九十])", _bare_month),
    _rule("edge_month", "<MONTH><TENDAYS>(?![廿一二三四五六七八九十])", _bare_month),
    _rule("bare_edge", "(?:年初|年底|年末|年中|月初|月底|月末|月中)(?![中高学])", unanchored),
    # 昨天, 今晚
    _rule(
        "near_day",
        "(?P<near>(?<![以之])大?前|昨|今|明|(?<![以之])(?<!先天)大?后)[天日](?!天|下(?!午))(?:<PART>)?",
        _near_day,
        None,
        lambda match: not match[0].startswith(("前日", "后日")),
    ),
    _rule("near_part", "(?P<near>昨|今|明)(?:早|晚|夜|晨)上?", _near_day),
    # 上个月15号, 下个月, 上周, 上上周五, 周三
    _rule("day_of_stepped_month", "<STEP>月(?:份)?<DAY>(?:<PART>)?", _day_of_stepped_month),
    _rule("stepped_month", "<STEP>月(?:份)?(?:<TENDAYS>)?(?![亮薪球饼票台嫂])", _stepped_month),
    _rule("stepped_weekday", "<STEP><WEEK><WEEKDAY>(?:<PART>)?", _weekday),
    _rule("stepped_weekend", "<STEP>周末", _weekend),
    _rule("stepped_week", "<STEP><WEEK>(?![一二三四五六日天末年刊期])", _week),
    _rule("weekday", "<WEEK><WEEKDAY>(?:<PART>)?", _bare_weekday, re.compile(r"(?<!每)(?<!每个)(?<!逢)$")),
    _rule("repeated", "每(?:个|逢)?(?:<WEEK>[一二三四五六日天]?|天|年|月|日|周末|晚|早)(?:<PART>)?", unanchored),
    # 三天前, 半年前, 两周后
    _rule("ago", "<NUM><COUNTED>(?:以|之)?前", _counted(-1), None, _not_a_year),
    _rule("half_year_ago", "(?<![个年一])半年(?:以|之)?前", _half_year_ago),
    _rule("later", "<NUM><COUNTED>(?:以|之)?后", _counted(1), None, _not_a_year),
    _rule(
        "vague",
        "(?:大约|大概|约|差不多|将近|近|好|前|这|最近|过去|未来|不到)?(?:<NUM>|[几数半]|十几|几十|[一二三四五六七八九两]+)"
        "(?:多|来|几)?个?(?:多)?(?:分钟|小时|钟头|天|周|星期|礼拜|月|年)(?:多|半|左右|来)?(?:(?:以|之)?[前后](?:左右)?|来)",
        unanchored,
    ),
    _rule("around", "(?:大约|大概|约|差不多|将近|近|不到)<NUM><COUNTED>(?:以|之)?[前后](?:左右)?", unanchored),
    _rule("stretch", "(?:前|这|最近|过去|未来|近)(?:<NUM>|[几数])个?(?:天|周|星期|礼拜|月|年)", unanchored),
    # 90年代, 上世纪九十年代
    _rule("decade_of_century", "(?P<last>上个?世纪)(?P<tens>[1-9]0|[一二三四五六七八九]?十)年代", _decade),
    _rule(
        "decade_of_numbered",
        "(?P<century>20|19|18|17|二十|十九|十八|十七)世纪(?P<tens>[1-9]0|[一二三四五六七八九]?十)年代",
        _decade,
    ),
    _rule("decade_full", "(?P<start>[12][0-9]{2}0|[一二][零〇○一二三四五六七八九]{2}[零〇○])年代", _decade),
    _rule("decade", f"(?<![{numerals.DIGIT_CHARACTERS}世纪])(?P<tens>[1-9]0|[一二三四五六七八九]十)年代", _decade),
    _rule(
        "decade_edge",
        "(?:上个?世纪|(?:20|19|二十|十九)世纪|[12][0-9])?(?:[1-9]0|[一二三四五六七八九]?十)年代(?:初|末|中|前|后|早|晚)[期叶]?",
        unanchored,
    ),
    _rule("century", "(?:上个?|这个?|本|下个?|<NUM>)世纪[初末中]?叶?", unanchored),
)


_HOUR = "(?P<hour>2[0-3]|1[0-9]|0?[0-9]|二十[一二三]?|十[一二三四五六七八九]?|[零一二两三四五六七八九])"
_CLOCK = re.compile(
    rf"\s*(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|深夜|晚)?\s*{_HOUR}(?:点钟?|时|[:：](?=[0-9]))"
    r"(?:(?P<half>半)|(?P<quarter>[一三])刻|(?P<minute>[0-5]?[0-9]|[二三四五]?十[一二三四五六七八九]?)(?:分|(?![0-9])))?"
)
_MORNING, _EVENING = ("凌晨", "清晨", "早上", "早晨", "上午"), ("下午", "傍晚", "晚上", "晚")


def _read_clock(match: Match) -> tuple[int, int] | None:
    hour, part = _number(match, "hour"), match["part"]
    minute = 30 if match["half"] else 0
    if match["quarter"]:
        minute = 15 * _number(match, "quarter")
    if match["minute"]:
        minute = _number(match, "minute")
    if hour >= 13:
        return hour, minute
    if part in _MORNING and hour < 12:
        return hour, minute
    if part in _EVENING and 1 <= hour < 12:
        return hour + 12, minute
    if part == "中午" and hour in (11, 12, 1):
        return (13 if hour == 1 else hour), minute
    return None


CHINESE = Grammar(
    rules=numeric.RULES + _RULES,
    cue=re.compile("[年月日号天周期拜昨今世晚节前后春夏秋冬历]"),
    leads=re.compile(r"(?:在|于|自从|自|从|到|至|直到)\s*"),
    ranges=((re.compile("(?:从|自)"), re.compile(r"\s*(?:一直)?(?:到|至|[-–—~～])\s*"), False),),
    tails=re.compile("(?:以来|之?间|里|起|开始|的时候|时)$"),
    ongoing=re.compile("(?:今(?![天年日晚早])|现在|目前)"),
    clock=_CLOCK,
    read_clock=_read_clock,
    side_before=re.compile("(?:大约|大概|差不多|公元前|农历|阴历|截至|截止)$"),
    side_after=re.compile("前后|(?:之|以)?[前后](?![天年日])|左右"),
    glue=re.compile(r"[\s的]*"),
)
