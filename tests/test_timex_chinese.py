"""Chinese time words: the calendar, the conventions of tkg/timex/chinese.py, and the public faults."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tkg.timex import Tense, anchor, find
from tkg.timex.numerals import number, year

SHANGHAI = ZoneInfo("Asia/Shanghai")
WEDNESDAY = datetime(2025, 6, 18, 12, 0, tzinfo=SHANGHAI)


def said(text: str, at: datetime = WEDNESDAY, tense: Tense | None = None) -> str | None:
    anchored = anchor(text, at, tense=tense)
    return anchored.edtf if anchored else None


def found(text: str) -> list[str]:
    spans = find(text)
    assert all(text[span.start : span.end] == span.text for span in spans)
    return [span.text for span in spans]


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("2021年", "2021"), ("2021年3月", "2021-03"), ("2021年3月14日", "2021-03-14"), ("2021年的3月", "2021-03"),
        ("二〇二一年三月", "2021-03"), ("二〇二三年五月一日", "2023-05-01"), ("２０２１年３月", "2021-03"),
        ("二零二一年十二月三十一号", "2021-12-31"), ("2021年底", "2021"), ("2021年3月初", "2021-03"),
        ("2021-03-14", "2021-03-14"),
        ("自2019年以来", "2019"), ("从2021年3月起", "2021-03"),
    ],
)  # fmt: skip
def test_a_date_that_says_itself_keeps_its_grain(text: str, edtf: str) -> None:
    assert said(text) == edtf


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("昨天", "2025-06-17"), ("前天", "2025-06-16"), ("大前天", "2025-06-15"), ("今天", "2025-06-18"),
        ("明天", "2025-06-19"),
        ("后天", "2025-06-20"), ("昨晚", "2025-06-17"), ("今天下午", "2025-06-18"),
        ("上周三", "2025-06-11"), ("上上周五", "2025-06-06"), ("下周一", "2025-06-23"), ("下下周一", "2025-06-30"),
        ("上周日", "2025-06-15"), ("本周日", "2025-06-22"), ("下周日", "2025-06-29"), ("上个星期天", "2025-06-15"),
        ("这礼拜五", "2025-06-20"), ("本周", "2025-06-16/2025-06-22"), ("上星期", "2025-06-09/2025-06-15"),
        ("上周末", "2025-06-14/2025-06-15"),
        ("上个月", "2025-05"), ("上上个月", "2025-04"), ("下月", "2025-07"), ("上个月15号", "2025-05-15"),
        ("去年", "2024"), ("前年", "2023"), ("大前年", "2022"), ("今年", "2025"), ("明年", "2026"),
        ("去年三月", "2024-03"),
        ("前年5月1号", "2023-05-01"), ("去年底", "2024"),
        ("三天前", "2025-06-15"), ("十天前", "2025-06-08"), ("两周前", "2025-06-04"), ("三个星期之前", "2025-05-28"),
        ("两个月前", "2025-04"), ("半年前", "2024-12"), ("三年前", "2022"), ("十二年以前", "2013"),
        ("两小时前", "2025-06-18"),
    ],
)  # fmt: skip
def test_words_against_the_message_s_own_day(text: str, edtf: str) -> None:
    assert said(text) == edtf


@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        ("三月", "2025-03", "2026-03"),
        ("十一月份", "2024-11", "2025-11"),
        ("六月", None, None),
        ("5月1日", "2025-05-01", "2026-05-01"),
        ("周五", "2025-06-13", "2025-06-20"),
        ("星期三", None, None),
        ("三天后", None, "2025-06-21"),
    ],
)
def test_tense_gives_the_direction_and_nothing_else_does(text: str, past: str | None, future: str | None) -> None:
    assert said(text, tense="past") == past
    assert said(text, tense="future") == future
    assert said(text) is None


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("从2019年到2021年", "2019/2021"),
        ("2019年到2021年", "2019/2021"),
        ("2019至2021年", "2019/2021"),
        ("2019～2021年", "2019/2021"),
        ("2021年3月到5月", "2021-03/2021-05"),
        ("2021年3月14日到20日", "2021-03-14/2021-03-20"),
        ("2021年3月30日至4月2日", "2021-03-30/2021-04-02"),
        ("去年夏天", "2024-06/2024-08"),
        ("去年下半年", "2024-07/2024-12"),
        ("上世纪九十年代", "1990/1999"),
        ("20世纪80年代", "1980/1989"),
        ("90年代", "1990/1999"),
        ("2017年4月至今", "2017-04/.."),
        ("2021年到2019年", None),
        ("周一到周五", None),
    ],
)
def test_a_period_is_an_interval(text: str, edtf: str | None) -> None:
    assert said(text, tense="past") == edtf


def test_both_ends_of_a_range_come_from_the_message() -> None:
    sunday = datetime(2020, 4, 5, 9, 0, tzinfo=SHANGHAI)
    assert said("下周一到下下周一", sunday) == "2020-04-06/2020-04-13"


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("昨天下午三点半", "2025-06-17T15:30:00+08:00"),
        ("昨天上午十点", "2025-06-17T10:00:00+08:00"),
        ("上周三晚上8点一刻", "2025-06-11T20:15:00+08:00"),
        ("明天15点20分", "2025-06-19T15:20:00+08:00"),
        ("昨天凌晨3点", "2025-06-17T03:00:00+08:00"),
        ("昨天三点", "2025-06-17"),
        ("昨天晚上12点", "2025-06-17"),
    ],
)
def test_a_clock_time_on_a_day_is_an_instant_where_its_half_of_the_day_is_said(text: str, edtf: str) -> None:
    assert said(text) == edtf


@pytest.mark.parametrize(
    "text",
    [
        "2021年2月30日", "2021年13月", "98年", "19年3月", "2019年前", "2019年以后", "三四年前", "两三天前", "几天前",
        "三年多前",
        "十几年前", "大约三年前", "近两年", "这几天", "一年半前", "三月前", "十日前", "年初", "年底", "月底",
        "去年春节",
        "今年端午节", "农历三月", "农历三月初三", "民国三十八年", "公元前44年", "2019财年", "第三季度", "2020年冬天",
        "20年代", "90年代末",
        "本世纪", "每周五", "去年的今天", "2021年前后", "现在", "两百年前", "他", "三月初三", "3年", "三个月",
    ],
)  # fmt: skip
def test_unsure_is_none(text: str) -> None:
    assert said(text, tense="past") is None
    assert said(text) is None


@pytest.mark.parametrize(
    ("sentence", "spans"),
    [
        ("他2019年去了北京", ["2019年"]),
        ("上周三见了客户，下周一去北京", ["上周三", "下周一"]),
        ("我上周日搬了家", ["上周日"]),
        ("去年春节回老家", ["去年春节"]),
        ("三天前天气很好", ["三天前"]),
        ("我以前天天跑步，以后天天游泳", []),
        ("晚上月亮很圆，这个月饼好吃", []),
        ("如今年轻人一周一次", []),
        ("他有3年经验，公司有2000年历史", []),
        ("我从2019年到2021年住在上海", ["从2019年到2021年"]),
        ("2017年4月至今在一家公司", ["2017年4月至今"]),
        ("2021年中国经济", ["2021年"]),
        ("2019年前我在上海", ["2019年前"]),
        ("昨天下午三点半见面", ["昨天下午三点半"]),
        ("每周三上课", ["每周三"]),
        ("我昨天met them, and 上周五 too", ["昨天", "上周五"]),
        ("ｉｎ ２０２１年３月 搬家", ["２０２１年３月"]),
    ],
)
def test_find_takes_whole_expressions_and_no_other_words(sentence: str, spans: list[str]) -> None:
    assert found(sentence) == spans


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("三", 3),
        ("两", 2),
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("廿三", 23),
        ("九十九", 99),
        ("一百零五", 105),
        ("42", 42),
    ],
)
def test_numerals(text: str, value: int) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["三四", "十百", "二〇二一", "十十", "百"])
def test_what_is_no_numeral_has_no_value(text: str) -> None:
    assert number(text) is None


def test_years_are_read_digit_by_digit() -> None:
    assert (year("二〇二一"), year("一九八〇"), year("2021")) == (2021, 1980, 2021)
