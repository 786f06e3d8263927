"""Chinese in running text: what an expression leaves to another sentence, and what only looks like a time."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tkg.timex import Anchored, Kind, Prefer, anchor, interval_text, scan
from tkg.timex.grammars.zh_tense import tense

# A Wednesday morning.
WEDNESDAY = datetime(2025, 6, 18, 9, 30, tzinfo=ZoneInfo("Asia/Shanghai"))


def scanned(sentence: str) -> list[Anchored]:
    return scan(sentence, WEDNESDAY, lang="zh")


def dated(sentence: str) -> dict[str, str]:
    """The words of a sentence that have a date, with their intervals, clock times without their offset."""
    return {
        each.text: interval_text(each.start, each.end).replace("+08:00", "")
        for each in scanned(sentence)
        if each.is_dated
    }


def means(text: str) -> str:
    found = anchor(text, WEDNESDAY, lang="zh")
    assert found is not None, f"{text!r} is no time expression"
    assert found.text == text
    return interval_text(found.start, found.end).replace("+08:00", "")


@pytest.mark.parametrize(
    "text",
    [
        "同年12月", "当年8月", "次年2月3日", "翌年三月", "次日凌晨2点", "当天下午", "该年", "那年夏天", "同年底",
        "当晚8点", "前一天晚上9点", "第二天上午9点", "当年10月之前", "同年8月至10月", "次年春节", "当月15日",
        "当月下旬",
    ],
)  # fmt: skip
def test_what_follows_something_told_has_no_date_and_says_so(text: str) -> None:
    found = anchor(text, WEDNESDAY, lang="zh")
    assert found is not None
    assert (found.text, found.is_dated) == (text, False)
    assert found.note is not None
    assert "told before" in found.note


@pytest.mark.parametrize(
    "sentence",
    [
        "公司成立于杭州，同年12月上市。", "船次日凌晨2点靠岸。", "当天下午他们出发了。",
        "翌年三月病逝于武昌。", "会议第二天上午9点继续。", "当年8月他去了南京。",
        "对方须在收到发票后30日内付款。", "下单后7天内发货。", "自签订之日起30日内付清。",
        "毕业三年后创业。", "她从北大毕业，三年后出国。", "婚前三年相识。",
        "手术后三天可以进食。", "出院后两周复查。", "会议前三天发通知。",
        "考试前两天他病了。",
    ],
)  # fmt: skip
def test_no_part_of_what_follows_something_told_is_taken_for_a_date(sentence: str) -> None:
    assert dated(sentence) == {}


@pytest.mark.parametrize(
    ("sentence", "times"),
    [
        ("我前两天去了医院。", {"前两天": "2025-06-16/2025-06-17"}),
        ("老师前三天没来。", {"前三天": "2025-06-15/2025-06-17"}),
        ("我后三天不在。", {"后三天": "2025-06-19/2025-06-21"}),
        ("国庆节后7天内有效。", {"国庆节后7天内": "2025-10-02/2025-10-08"}),
        ("春节前三天内不发货。", {"春节前三天内": "2025-01-26/2025-01-28"}),
        ("8月15日当天下午下雨。", {"8月15日当天下午": "2025-08-15T12:00/2025-08-15T18:00"}),
        ("3月5日当晚8点有雨。", {"3月5日当晚8点": "2025-03-05T20:00/2025-03-05T21:00"}),
        ("2019年11月至次年3月停航。", {"2019年11月至次年3月": "2019-11-01/2020-03-31"}),
        ("2018年2月至次年8月在任。", {"2018年2月至次年8月": "2018-02-01/2019-08-31"}),
        ("夜班22:00至次日6:00。", {"22:00至次日6:00": "2025-06-18T22:00/2025-06-19T06:00"}),
        ("自2020年1月1日起三年内有效。", {"自2020年1月1日起三年内": "2020-01-01/2022-12-31"}),
        ("比赛三天后举行。", {"三天后": "2025-06-21"}),
        ("行程第1天 2025年7月1日 抵达。", {"2025年7月1日": "2025-07-01"}),
    ],
)
def test_what_names_the_time_that_it_follows_is_dated(sentence: str, times: dict[str, str]) -> None:
    assert dated(sentence) == times


@pytest.mark.parametrize(
    "text",
    [
        "公元前202年至公元220年", "前27年至14年", "前1046年－前771年", "公元前221-206年", "公元前5世纪至4世纪",
        "从公元前3世纪到公元2世纪", "公元前202年至220年",
    ],
)  # fmt: skip
def test_a_range_with_an_end_before_christ_is_refused_as_a_whole(text: str) -> None:
    found = anchor(text, WEDNESDAY, lang="zh")
    assert found is not None
    assert (found.text, found.is_dated) == (text, False)
    assert [each.text for each in scanned(f"统治时期为{text}。") if each.is_dated] == []


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("2020/03 - 至今", "2020-03-01"), ("2018.09–至今", "2018-09-01"), ("2018.9-今", "2018-09-01"),
        ("2018年9月～现在", "2018-09-01"), ("2018年到现在", "2018-01-01"), ("2016.07——至今", "2016-07-01"),
        ("2019-至今", "2019-01-01"),
    ],
)  # fmt: skip
def test_what_goes_on_until_now_is_ongoing(text: str, since: str) -> None:
    found = anchor(text, WEDNESDAY, lang="zh")
    assert found is not None
    assert (found.kind, found.is_ongoing, means(text)) == (Kind.START, True, f"{since}/..")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("2012.3-2015.8", "2012-03-01/2015-08-31"), ("2024.12-2025.02", "2024-12-01/2025-02-28"),
        ("1998.09—2002.07", "1998-09-01/2002-07-31"), ("从2015年一直到2018年", "2015-01-01/2018-12-31"),
        ("2023年第一和第二季度", "2023-01-01/2023-06-30"), ("20世纪上半叶", "1900-01-01/1949-12-31"),
        ("18世纪下半叶", "1750-01-01/1799-12-31"), ("20世纪五六十年代", "1950-01-01/1969-12-31"),
        ("上世纪七八十年代", "1970-01-01/1989-12-31"), ("50、60年代", "1950-01-01/1969-12-31"),
        ("本周内", "2025-06-16/2025-06-22"), ("月内", "2025-06"), ("下个月内", "2025-07"), ("年内", "2025"),
        ("上周的今天", "2025-06-11"), ("五年前的今天", "2020-06-18"), ("上个月今天", "2025-05-18"),
        ("三年后的今天", "2028-06-18"), ("元月5日", "2025-01-05"), ("下半月", "2025-06-16/2025-06-30"),
        ("九零年", "1990"), ("一零年", "2010"), ("一一年", "2011"), ("1000年前", "1025-06-18"),
        ("两千年前", "25-06-18"), ("一千九百年前", "125-06-18"), ("2019年前", "../2018-12-31"),
        ("2000年之前", "../1999-12-31"), ("1800年前后", "1800"),
        ("今朝八點", "2025-06-18T08:00/2025-06-18T09:00"), ("八点来钟", "2025-06-18T08:00/2025-06-18T09:00"),
        ("8点到24点", "2025-06-18T08:00/2025-06-19T00:00"), ("24点前", "../2025-06-18"),
        ("6月20日0时至24时", "2025-06-20"), ("子时", "2025-06-18T23:00/2025-06-19T01:00"),
    ],
)  # fmt: skip
def test_expressions_of_one_time(text: str, meaning: str) -> None:
    assert means(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        # Known days: the death of the Kangxi emperor, the coup of 1898, the burning of the Summer Palace.
        ("康熙61年11月13日", "1722-12-20"), ("光绪二十四年八月初六", "1898-09-21"),
        ("咸丰十年八月二十二日", "1860-10-06"), ("道光二十年五月", "1840-05-31/1840-06-28"),
        ("光绪三十四年（1908年）十一月初九", "1908-12-02"), ("民国26年（1937年）7月7日", "1937-07-07"),
        ("1908年（光绪三十四年）11月14日", "1908-11-14"), ("同治十三年十二月初五日", "1875-01-12"),
        ("康熙六十年除夕", "1722-02-15"), ("明治五年三月三日", "1872-04-10"), ("明治6年3月3日", "1873-03-03"),
        ("中华民国一一三年六月十八日", "2024-06-18"), ("民国三十八年正月初一", "1949-01-29"),
        ("农历甲辰年正月初一", "2024-02-10"), ("癸卯年腊月", "2024-01-11/2024-02-09"),
        ("癸卯年中秋", "2023-09-29"), ("乙巳蛇年正月初一", "2025-01-29"),
        ("闰六月", "2025-07-25/2025-08-22"), ("2025年闰六月", "2025-07-25/2025-08-22"),
        ("2025年闰六月初三", "2025-07-27"), ("年初一", "2025-01-29"), ("年初三", "2025-01-31"),
        ("今年年初一", "2025-01-29"),
    ],
)  # fmt: skip
def test_reigns_cycles_and_leap_months_are_lunar(text: str, meaning: str) -> None:
    assert means(text) == meaning
    assert dated(f"那是{text}的事。") == {text: meaning}


@pytest.mark.parametrize("text", ["闰四月", "2025年闰五月初三", "洪武三年五月", "洪武三年八月十五", "光绪三年冬至"])
def test_a_lunar_date_that_the_table_does_not_hold_is_refused(text: str) -> None:
    found = anchor(text, WEDNESDAY, lang="zh")
    assert found is not None
    assert (found.is_dated, found.note is not None) == (False, True)
    assert dated(f"那是{text}的事。") == {}


def test_a_year_of_the_cycle_of_sixty_has_the_other_closest_one_beside_it() -> None:
    found = anchor("辛亥年", WEDNESDAY, lang="zh")
    assert found is not None
    assert found.is_guess
    assert [start.year for start, _ in found.alternatives if start] == [1971]


@pytest.mark.parametrize(
    ("sentence", "times"),
    [
        ("他今年三十岁。", {"今年": "2025"}), ("今年三十六岁的张三", {"今年": "2025"}),
        ("她今年十一岁。", {"今年": "2025"}),
        ("今年十一我们去北京。", {"今年十一": "2025-10-01"}), ("年三十我们吃饺子。", {"年三十": "2025-01-28"}),
        ("2020年两次获奖。", {"2020年": "2020"}), ("今年初一升初二。", {"今年": "2025"}),
        ("小李国庆加班，李国庆节后休息。", {"国庆": "2025-10-01", "国庆节后": "2025-10-02/.."}),
        ("这周一航班取消。", {"这周一": "2025-06-16"}), ("明天气温下降。", {"明天": "2025-06-19"}),
        ("他说明天来。", {"明天": "2025-06-19"}), ("今天下大雨。", {"今天": "2025-06-18"}),
        ("5月经济数据公布", {"5月": "2025-05"}), ("新车7月亮相。", {"7月": "2025-07"}),
        ("午夜的钟声很远。", {"午夜": "2025-06-18T23:00/2025-06-19T01:00"}),
        ("新规零时生效。", {"零时": "2025-06-18T00:00/2025-06-18T01:00"}),
        ("报名24时截止。", {"24时": "2025-06-19T00:00/2025-06-19T01:00"}),
        ("票卖到24点。", {"到24点": "../2025-06-18"}),
    ],
)  # fmt: skip
def test_only_the_times_of_a_sentence_are_read(sentence: str, times: dict[str, str]) -> None:
    assert dated(sentence) == times


@pytest.mark.parametrize(
    "sentence",
    [
        "周一鸣来了", "李国庆", "张清明和刘元旦", "保持头脑清明", "政治清明", "十月革命",
        "股价上涨3点", "两点之间线段最短", "证明年满18岁", "证明日期", "这说明天气", "聪明天真的孩子",
        "本月饼厂", "今天下三分", "年底薪", "月中心", "《1Q84》", "这部剧的第三季",
        "四季酒店", "暑假和寒假", "她三十岁的时候", "三十岁的人", "零点五个百分点", "清明上河图",
        "午夜场", "他住了七八年",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_time_is_none(sentence: str) -> None:
    assert dated(sentence) == {}


@pytest.mark.parametrize("which", ["同", "每", "任", "任何", "某", "另", "那", "哪", "该", "单"])
@pytest.mark.parametrize("unit", ["月份", "月", "季度", "日", "天", "年"])
def test_one_of_several_units_is_not_the_first_of_them(which: str, unit: str) -> None:
    assert dated(f"两件事发生在{which}一{unit}。") == {}


def test_the_same_month_is_refused_as_told_before() -> None:
    for text in ("同一月", "同一月份", "同一月12日"):
        found = anchor(text, WEDNESDAY, lang="zh")
        assert found is not None
        assert (found.is_dated, "told before" in str(found.note)) == (False, True)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("上一月份", "2025-05"), ("上一月", "2025-05"), ("上月份", "2025-05"), ("这一月份", "2025-06"),
        ("下一月份", "2025-07"), ("下下月", "2025-08"), ("一月份", "2025-01"),
    ],
)  # fmt: skip
def test_a_month_may_be_counted_from_this_one(text: str, meaning: str) -> None:
    assert means(text) == meaning
    assert dated(f"他们{text}去了。") == {text: meaning}


@pytest.mark.parametrize(
    ("before", "time", "after"),
    [
        ("合同", "一月份", "到期"), ("张主任", "一月份", "退休"), ("张某", "一月份", "被捕"),
        ("合同", "一季度", "到期"), ("货物应该", "一月份", "交"), ("订单", "一月份", "增加"), ("因此", "一月份", "休"),
        ("之前", "一月份", "去过"), ("那", "一月一日", "出发"),
    ],
)  # fmt: skip
def test_january_after_a_word_that_ends_like_which_one_is_january(before: str, time: str, after: str) -> None:
    assert list(dated(f"{before}{time}{after}。")) == [time]


def test_a_share_of_a_month_is_not_named_as_that_month() -> None:
    assert dated("上月份额下降。") == {"上月": "2025-05"}


@pytest.mark.parametrize(
    "text",
    ["周一至周五9:00-18:00", "每年11月至次年3月", "下周一至周五9:00-18:00", "周一到周五早上九点", "每周二、四晚上7点"],
)
def test_opening_hours_come_again(text: str) -> None:
    found = scanned(f"{text}营业")
    assert [(each.text, each.kind) for each in found] == [(text, Kind.REPETITION)]


@pytest.mark.parametrize(
    ("sentence", "direction"),
    [
        ("我们周一见", "future"), ("周五晚上一起吃饭吧", "future"), ("周六有空吗", "future"),
        ("会议定于周五举行", "future"), ("请于周五前回复", "future"), ("务必周三提交", "future"),
        ("周五之前交作业", "future"), ("我周五已经交了，下次周一再说", None), ("周五前完成了", "past"),
        ("他周三请假", None), ("我周一看见他", None), ("周三在酒吧", None),
    ],
)  # fmt: skip
def test_asking_and_arranging_look_ahead(sentence: str, direction: Prefer | None) -> None:
    assert tense(sentence) == direction
