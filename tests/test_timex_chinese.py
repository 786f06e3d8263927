"""Chinese time words against the calendar: what each kind of expression means, in both scripts, and what is none."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tkg.timex import Anchored, Conventions, Kind, Prefer, anchor, interval_text, scan
from tkg.timex.grammars.zh import tense
from tkg.timex.numerals import number, spellings, year

SHANGHAI = ZoneInfo("Asia/Shanghai")
# A Wednesday. The Mondays around it: 2 June, 9 June, 16 June (its own week), 23 June, 30 June.
WEDNESDAY = datetime(2025, 6, 18, 12, 0, tzinfo=SHANGHAI)


def said(text: str, prefer: Prefer | None = None, **more: Any) -> Anchored:
    found = anchor(text, WEDNESDAY, lang="zh", prefer=prefer, **more)
    assert found is not None, f"{text!r} is no time expression"
    return found


def means(text: str, prefer: Prefer | None = None, **more: Any) -> str:
    """The interval as people write it, clock times without their offset."""
    found = said(text, prefer, **more)
    assert found.text == text
    return interval_text(found.start, found.end).replace("+08:00", "")


def found_in(sentence: str) -> list[str]:
    spans = scan(sentence, WEDNESDAY, lang="zh")
    assert all(sentence[slice(*each.span)] == each.text for each in spans)
    return [each.text for each in spans]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("昨天", "2025-06-17"), ("昨日", "2025-06-17"), ("前天", "2025-06-16"), ("大前天", "2025-06-15"),
        ("今天", "2025-06-18"), ("明日", "2025-06-19"), ("后天", "2025-06-20"), ("大后天", "2025-06-21"),
        ("大後天", "2025-06-21"), ("尋日", "2025-06-17"), ("琴日", "2025-06-17"), ("聽日", "2025-06-19"),
        ("周三", "2025-06-18"), ("上周三", "2025-06-11"), ("上上周三", "2025-06-04"), ("上週三", "2025-06-11"),
        ("上个星期三", "2025-06-11"), ("上個禮拜三", "2025-06-11"), ("上周日", "2025-06-15"),
        ("这周一", "2025-06-16"), ("本周日", "2025-06-22"), ("今個星期五", "2025-06-20"), ("下周三", "2025-06-25"),
        ("下个礼拜天", "2025-06-29"), ("下下周一", "2025-06-30"), ("下周的周五", "2025-06-27"),
        ("上一个周三", "2025-06-11"), ("上周", "2025-06-09/2025-06-15"), ("这个星期", "2025-06-16/2025-06-22"),
        ("下下周", "2025-06-30/2025-07-06"), ("上周末", "2025-06-14/2025-06-15"),
        ("这个周末", "2025-06-21/2025-06-22"), ("下周末", "2025-06-28/2025-06-29"), ("上月", "2025-05"),
        ("上个月", "2025-05"), ("上上个月", "2025-04"), ("本月", "2025-06"), ("今個月", "2025-06"),
        ("下下個月", "2025-08"), ("上个月15号", "2025-05-15"), ("下個月二十號", "2025-07-20"),
        ("本月廿五日", "2025-06-25"), ("去年", "2024"), ("前年", "2023"), ("大前年", "2022"), ("明年", "2026"),
        ("大后年", "2028"), ("上年", "2024"), ("去年三月", "2024-03"), ("前年5月1号", "2023-05-01"),
        ("明年元旦", "2026-01-01"), ("去年的今天", "2024-06-18"), ("上季度", "2025-01-01/2025-03-31"),
        ("本季度", "2025-04-01/2025-06-30"),
    ],
)  # fmt: skip
def test_steps_count_from_the_day_of_speaking(text: str, meaning: str) -> None:
    assert means(text) == meaning


@pytest.mark.parametrize(
    ("text", "prefer", "meaning"),
    [
        ("周五", "past", "2025-06-13"), ("周五", "future", "2025-06-20"), ("周五", "nearest", "2025-06-20"),
        ("这周一", "future", "2025-06-23"), ("三月", "future", "2026-03"), ("三月", "past", "2025-03"),
        ("国庆节", "past", "2024-10-01"), ("国庆节", "future", "2025-10-01"), ("15号", "future", "2025-07-15"),
    ],
)  # fmt: skip
def test_words_without_a_direction_take_the_one_that_is_asked_for(text: str, prefer: Prefer, meaning: str) -> None:
    assert means(text, prefer) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("2019年", "2019"), ("二〇一九年", "2019"), ("二零一九年", "2019"), ("一八四〇年", "1840"), ("98年", "1998"),
        ("08年", "2008"), ("15年3月", "2015-03"), ("2021年的3月", "2021-03"), ("２０２１年３月", "2021-03"),
        ("2021年03月04日", "2021-03-04"), ("2021 年 3 月 4 日", "2021-03-04"), ("二〇二三年五月一日", "2023-05-01"),
        ("二零一八年十一月廿六日", "2018-11-26"), ("2016年9月三號", "2016-09-03"),
        ("二零二一年，九月三号", "2021-09-03"), ("2023/11/8", "2023-11-08"), ("2023-11-08", "2023-11-08"),
        ("十月三十一号", "2025-10-31"), ("公元14年", "14"), ("西元2015年", "2015"), ("公元618年", "618"),
        ("2019年2月10日，星期天", "2019-02-10"), ("三月份", "2025-03"), ("十一月", "2025-11"),
        ("五月二十", "2025-05-20"), ("民国100年", "2011"), ("民國三十八年10月1日", "1949-10-01"),
        ("昭和64年", "1989"), ("令和元年", "2019"), ("光绪二十四年", "1898"),
    ],
)  # fmt: skip
def test_a_date_says_itself_in_digits_and_in_numerals(text: str, meaning: str) -> None:
    assert means(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("三天前", "2025-06-15"), ("3天前", "2025-06-15"), ("三日後", "2025-06-21"), ("三天之后", "2025-06-21"),
        ("两周前", "2025-06-04"), ("兩個禮拜之前", "2025-06-04"), ("十天以前", "2025-06-08"),
        ("三个月后", "2025-09-18"), ("俩月前", "2025-04-18"), ("半年前", "2024-12-18"), ("半个月前", "2025-06-03"),
        ("一年半前", "2023-12-18"), ("一年零三个月前", "2024-03-18"), ("十二年以前", "2013-06-18"),
        ("再过三天", "2025-06-21"), ("半小时前", "2025-06-18T11:30/2025-06-18T11:31"),
        ("兩個半小時後", "2025-06-18T14:30/2025-06-18T14:31"), ("三個鐘前", "2025-06-18T09:00/2025-06-18T09:01"),
        ("一刻钟后", "2025-06-18T12:15/2025-06-18T12:16"), ("大约三天前", "2025-06-15"), ("三天前左右", "2025-06-15"),
        ("几天前", "2025-06-15"), ("十多年前", "2015-06-18"), ("三个多月前", "2025-03-18"),
        ("两三天前", "2025-06-15"), ("五日内", "2025-06-18T12:00/2025-06-23T12:00"),
        ("24小时之内", "2025-06-18T12:00/2025-06-19T12:00"), ("过去三年", "2022-01-01/2024-12-31"),
        ("最近两周", "2025-06-02/2025-06-15"), ("近三个月", "2025-03-01/2025-05-31"),
        ("未来三个月", "2025-07-01/2025-09-30"), ("前两天", "2025-06-16/2025-06-17"),
        ("上两周", "2025-06-02/2025-06-15"), ("下三周", "2025-06-23/2025-07-13"), ("后三天", "2025-06-19/2025-06-21"),
        ("前幾年", "2022-01-01/2024-12-31"), ("过去24小时", "2025-06-17T12:00/2025-06-18T12:00"),
        ("三年来", "2022-06-18T12:00/2025-06-18T12:00"), ("三年前的三月", "2022-03"), ("两周前的周一", "2025-06-02"),
        ("国庆节后三天", "2025-10-04"), ("儿童节前两天", "2025-05-30"), ("国庆节后第三天", "2025-10-04"),
    ],
)  # fmt: skip
def test_amounts_lead_so_far_away(text: str, meaning: str) -> None:
    assert means(text) == meaning


def test_an_amount_of_months_lies_somewhere_in_its_month() -> None:
    bounds = said("三个月前").starts
    assert bounds.earliest is not None
    assert bounds.latest is not None
    assert (bounds.earliest.date(), bounds.latest.date()) == (date(2025, 3, 1), date(2025, 3, 31))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("年初", "2025-01-01/2025-03-31"), ("去年年底", "2024-11-01/2024-12-31"), ("去年底", "2024-11-01/2024-12-31"),
        ("2019年初", "2019-01-01/2019-03-31"), ("月底", "2025-06-21/2025-06-30"), ("上月末", "2025-05-21/2025-05-31"),
        ("三月上旬", "2025-03-01/2025-03-10"), ("5月中旬", "2025-05-11/2025-05-20"),
        ("下周初", "2025-06-23/2025-06-25"), ("上半年", "2025-01-01/2025-06-30"),
        ("2019年下半年", "2019-07-01/2019-12-31"), ("第一季度", "2025-01-01/2025-03-31"),
        ("去年四季度", "2024-10-01/2024-12-31"), ("2019Q2", "2019-04-01/2019-06-30"),
        ("今年前三季度", "2025-01-01/2025-09-30"), ("2020年前五个月", "2020-01-01/2020-05-31"),
        ("去年最后三个月", "2024-10-01/2024-12-31"), ("三月下半月", "2025-03-16/2025-03-31"),
        ("90年代", "1990-01-01/1999-12-31"), ("九十年代", "1990-01-01/1999-12-31"),
        ("上世纪八十年代", "1980-01-01/1989-12-31"), ("20世纪60年代", "1960-01-01/1969-12-31"),
        ("一九三〇年代", "1930-01-01/1939-12-31"), ("19世纪", "1801-01-01/1900-12-31"),
        ("上世紀", "1901-01-01/2000-12-31"), ("去年夏天", "2024-06-01/2024-08-31"),
        ("2020年冬", "2020-12-01/2021-02-28"), ("今春", "2025-03-01/2025-05-31"),
        ("上个冬天", "2024-12-01/2025-02-28"), ("初春", "2025-03"), ("十月第一个星期一", "2025-10-06"),
        ("2018年11月第四个星期四", "2018-11-22"), ("三月最后一个周五", "2025-03-28"), ("下个月第一天", "2025-07-01"),
        ("2018年最后一天", "2018-12-31"), ("五月倒数第二个周五", "2025-05-23"),
        ("2018年第1周", "2018-01-01/2018-01-07"),
    ],
)  # fmt: skip
def test_parts_of_a_year_a_month_and_a_century(text: str, meaning: str) -> None:
    assert means(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("正月初一", "2025-01-29"), ("农历八月十五", "2025-10-06"), ("陰曆五月初五", "2025-05-31"),
        ("2023年闰二月初一", "2023-03-22"), ("农历二〇二三年闰二月初一", "2023-03-22"), ("闰六月初一", "2025-07-25"),
        ("2023年腊月廿三", "2024-02-02"), ("去年腊月廿三", "2025-01-22"), ("大年初三", "2025-01-31"),
        ("农历七月", "2025-08-23/2025-09-21"), ("去年春节", "2024-02-10"), ("2018年國慶", "2018-10-01"),
        ("去年中秋节", "2024-09-17"), ("2023年除夕", "2023-01-21"),
        ("国庆节晚上", "2025-10-01T18:00/2025-10-02T00:00"),
        ("儿童节下午三点十五", "2025-06-01T15:15/2025-06-01T15:16"), ("2025年清明节", "2025-04-04"),
        ("双十一", "2025-11-11"), ("2019春节", "2019-02-05"),
    ],
)  # fmt: skip
def test_lunar_dates_and_festivals(text: str, meaning: str) -> None:
    assert means(text, "nearest") == meaning


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("下午三点", "15:00"), ("下午3點", "15:00"), ("3pm", "15:00"), ("下午3:15", "15:15"), ("PM3:15", "15:15"),
        ("下午三点十五分", "15:15"), ("下午三点零五", "15:05"), ("下午三点半", "15:30"), ("下午三点一刻", "15:15"),
        ("下午三点三刻", "15:45"), ("下午差五分三点", "14:55"), ("上午6点13分", "06:13"), ("早上8点正", "08:00"),
        ("晚上10点", "22:00"), ("中午12点", "12:00"), ("中午一点", "13:00"), ("凌晨两点", "02:00"),
        ("15时30分", "15:30"), ("8时30分", "08:30"), ("零点", "00:00"), ("今晚8点", "20:00"),
        ("晏晝三點踏三", "15:15"), ("晏晝三點三", "15:15"), ("下晝三點三個字", "15:15"), ("傍晚六点", "18:00"),
        ("１５：３０", "15:30"), ("北京时间下午三点", "15:00"), ("三点", "15:00"), ("差五分三点", "14:55"),
        ("三点差一刻", "14:45"),
    ],
)  # fmt: skip
def test_clock_times_of_today(text: str, clock: str) -> None:
    assert f"{said(text).start:%d %H:%M}" == f"18 {clock}"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("今晚", "2025-06-18T18:00/2025-06-19T00:00"), ("昨晚", "2025-06-17T18:00/2025-06-18T00:00"),
        ("前晚", "2025-06-16T18:00/2025-06-17T00:00"), ("明早", "2025-06-19T06:00/2025-06-19T12:00"),
        ("聽朝", "2025-06-19T06:00/2025-06-19T12:00"), ("今天上午", "2025-06-18T06:00/2025-06-18T12:00"),
        ("周一晚", "2025-06-16T18:00/2025-06-17T00:00"), ("3月5日下午", "2025-03-05T12:00/2025-03-05T18:00"),
        ("明天凌晨3点20分", "2025-06-19T03:20/2025-06-19T03:21"),
        ("周三下午三点", "2025-06-18T15:00/2025-06-18T16:00"), ("晚上12点", "2025-06-19T00:00/2025-06-19T01:00"),
        ("明天晚上12点", "2025-06-20T00:00/2025-06-20T01:00"), ("今晚一点", "2025-06-19T01:00/2025-06-19T02:00"),
        ("2024年1月31日24时", "2024-02-01T00:00/2024-02-01T01:00"),
        ("2023年11月8日（星期三）下午3时", "2023-11-08T15:00/2023-11-08T16:00"),
    ],
)  # fmt: skip
def test_a_part_of_a_day_settles_its_clock_times(text: str, meaning: str) -> None:
    assert means(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("今晚10点 - 明天早上6点", "2025-06-18T22:00/2025-06-19T06:00"),
        ("下周一到下下周一", "2025-06-23/2025-06-30"), ("3月1日至5日", "2025-03-01/2025-03-05"),
        ("2017年5月1日—7日", "2017-05-01/2017-05-07"), ("5月1-7日", "2025-05-01/2025-05-07"),
        ("2016年到2018年", "2016-01-01/2018-12-31"), ("2016-2018年", "2016-01-01/2018-12-31"),
        ("618年—907年", "618-01-01/907-12-31"), ("2017年5-7月", "2017-05-01/2017-07-31"),
        ("今年1至8月", "2025-01-01/2025-08-31"), ("周一至周五", "2025-06-16/2025-06-20"),
        ("下午3点到5点", "2025-06-18T15:00/2025-06-18T17:00"), ("下午3到5点", "2025-06-18T15:00/2025-06-18T17:00"),
        ("3点到下午5点", "2025-06-18T15:00/2025-06-18T17:00"),
        ("明天上午9点到11点半", "2025-06-19T09:00/2025-06-19T11:30"),
        ("自2月15日起至3月20日止", "2025-02-15/2025-03-20"), ("2012年5月～2015年8月", "2012-05-01/2015-08-31"),
        ("5月和7月之间", "2025-05-01/2025-07-31"), ("去年12月25日至今年1月3日", "2024-12-25/2025-01-03"),
        ("从今天到周五", "2025-06-18/2025-06-20"),
    ],
)  # fmt: skip
def test_both_ends_of_a_range_are_seen_from_the_moment_of_speaking(text: str, meaning: str) -> None:
    assert means(text) == meaning


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("2017年4月至今", Kind.START, "2017-04-01/.."), ("从2019年开始", Kind.START, "2019-01-01/.."),
        ("自去年以来", Kind.START, "2024-01-01/.."), ("2023年之后", Kind.START, "2024-01-01/.."),
        ("8月1日起", Kind.START, "2025-08-01/.."), ("2019年以前", Kind.END, "../2018-12-31"),
        ("2019年前", Kind.END, "../2018-12-31"), ("周五之前", Kind.END, "../2025-06-12"),
        ("年底前", Kind.END, "../2025-12-31"), ("截至2019年", Kind.END, "../2019-12-31"),
        ("到去年为止", Kind.END, "../2024-12-31"), ("到现在为止", Kind.END, "../2025-06-18T12:00"),
        ("周五下午5点前", Kind.END, "../2025-06-13T17:00"),
    ],
)  # fmt: skip
def test_a_time_bounds_what_is_spoken_of_on_one_side(text: str, kind: Kind, meaning: str) -> None:
    assert (said(text).kind, means(text)) == (kind, meaning)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("每天", Kind.REPETITION), ("每周三", Kind.REPETITION), ("每个月15号", Kind.REPETITION),
        ("每两周", Kind.REPETITION), ("每天早上8点", Kind.REPETITION), ("一周三次", Kind.REPETITION),
        ("三天", Kind.DURATION), ("两个小时", Kind.DURATION), ("一年半", Kind.DURATION), ("三天左右", Kind.DURATION),
    ],
)  # fmt: skip
def test_durations_and_repetitions_have_no_date(text: str, kind: Kind) -> None:
    found = said(text)
    assert (found.kind, found.is_dated, found.note is None) == (kind, False, False)


@pytest.mark.parametrize("text", ["公元前44年", "公元前5世纪", "前221年", "公元前1046年"])
def test_years_before_christ_are_refused_by_name(text: str) -> None:
    found = said(text)
    assert not found.is_dated
    assert found.note is not None
    assert "before Christ" in found.note


def test_a_fiscal_year_needs_to_be_known() -> None:
    custom = Conventions(fiscal_year=(4, "start"))
    assert means("2023财年", conventions=custom) == "2023-04-01/2024-03-31"
    assert means("2023财年第一季度", conventions=custom) == "2023-04-01/2023-06-30"
    assert means("上财年", conventions=custom) == "2024-04-01/2025-03-31"
    unknown = anchor("2023财年", WEDNESDAY, lang="zh")
    assert unknown is None or not unknown.is_dated


def test_an_age_needs_a_birth_date() -> None:
    born = Conventions(born=date(1980, 3, 1))
    assert means("30岁时", conventions=born) == "2010-03-01/2011-02-28"
    assert means("二十多岁", conventions=born) == "2000-03-01/2010-02-28"
    unknown = anchor("30岁时", WEDNESDAY, lang="zh")
    assert unknown is None or not unknown.is_dated


@pytest.mark.parametrize(
    "text",
    [
        "三块钱", "5个人", "第三次", "天天向上", "月饼", "五分", "三点五", "年轻", "一天到晚", "周杰伦", "二月三十日",
        "刚才",
        "不久前", "第二天", "同年", "三四", "2025年13月", "25点",
    ],
)  # fmt: skip
def test_what_is_no_date_gets_none(text: str) -> None:
    found = anchor(text, WEDNESDAY, lang="zh")
    assert found is None or not found.is_dated


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("他于1985年3月出生在上海，2003年考入大学。", ["1985年3月", "2003年"]),
        ("我们下周一到周三去杭州，周四回来。", ["下周一到周三", "周四"]),
        ("會議將於15日上午9時30分在二樓舉行。", ["15日上午9時30分"]),
        ("琴日我去咗睇戲，聽日想去行街。", ["琴日", "聽日"]),
        ("三天后天气会变冷。", ["三天后"]),
        ("2015年9月至今在一家银行任职。", ["2015年9月至今"]),
        ("去年12月25日至今年1月3日，商场打折。", ["去年12月25日至今年1月3日"]),
        ("他每周三晚上七点去健身房。", ["每周三晚上七点"]),
        ("火车15:30从上海出发。", ["15:30"]),
        ("以前天天跑步，年轻人要多运动。", []),
        ("这个问题有三点原因，一点也不复杂。", []),
        ("门票三千块钱一张，排在第三名，得了9.5分。", []),
        ("马上周末了。", ["周末"]),
        ("大雪封山，雨水很多。", []),
        ("五一路附近有个月饼厂，1号线在15号楼旁边。", []),
        ("第二天早上他们出发了，同年他去世。", []),
        ("周日本队对阵中国队。", []),
    ],
)  # fmt: skip
def test_scan_finds_the_times_and_nothing_else(sentence: str, words: list[str]) -> None:
    assert found_in(sentence) == words


@pytest.mark.parametrize(
    ("sentence", "direction"),
    [
        ("我周一去了医院", "past"), ("我们曾在三月见面", "past"), ("我周一会去医院", "future"),
        ("他打算周一走", "future"), ("周一开会", None), ("重要会议在周一", None), ("公司將在周一發布", "future"),
    ],
)  # fmt: skip
def test_the_words_of_a_sentence_tell_which_way_it_looks(sentence: str, direction: Prefer | None) -> None:
    assert tense(sentence) == direction


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("三", 3), ("两", 2), ("十", 10), ("十二", 12), ("廿三", 23), ("三十", 30), ("一百零五", 105),
        ("一百五", 150), ("两千", 2000), ("零五", 5), ("42", 42), ("三四", None), ("二〇二三", None),
    ],
)  # fmt: skip
def test_numerals(text: str, value: int | None) -> None:
    assert number(text) == value


def test_the_spellings_of_a_number_are_read_as_that_number() -> None:
    assert all(number(spelling) == value for value in range(100) for spelling in spellings(value))


def test_years_are_written_digit_by_digit() -> None:
    assert (year("二〇二三"), year("一九四九"), year("2023"), year("二十")) == (2023, 1949, 2023, None)
