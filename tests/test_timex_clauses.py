"""Which way a time looks by its own clause, and what times in one sentence lend each other."""

from datetime import UTC, datetime

import pytest

from tkg.timex import scan

REFERENCE = datetime(2025, 6, 18, 9, 30, tzinfo=UTC)  # a Wednesday


def starts(sentence: str, lang: str) -> list[str | None]:
    """The first day of each time that is found."""
    found = scan(sentence, REFERENCE, lang=lang)
    return [each.start.date().isoformat() if each.start else None for each in found]


@pytest.mark.parametrize(
    ("sentence", "days"),
    [
        ("He was arrested in May and goes on trial in September.", ["2025-05-01", "2025-09-01"]),
        ("The team lost on Sunday and plays again on Saturday.", ["2025-06-15", "2025-06-21"]),
        ("The plant closed in October and will reopen in January.", ["2024-10-01", "2026-01-01"]),
        ("The bank, which cut rates in March, is expected to cut again in July.", ["2025-03-01", "2025-07-01"]),
        ("They will vote Thursday on the bill that passed the House in May.", ["2025-06-19", "2025-05-01"]),
        ("On Friday, we met.", ["2025-06-13"]),
        ("We met on Friday and Saturday.", ["2025-06-13", "2025-06-14"]),
        ("I visited Paris in March and Rome in December.", ["2025-03-01", "2024-12-01"]),
        ("I've lived here since March and will leave in July.", ["2025-03-01", "2025-07-01"]),
        ("He said he would resign on Friday.", ["2025-06-20"]),
        ("The Senate could vote Thursday.", ["2025-06-19"]),
        ("It may rain on Friday.", ["2025-06-20"]),
        ("The deadline is Friday.", ["2025-06-20"]),
        ("Good luck on Friday!", ["2025-06-20"]),
        ("The show has been moved to Friday.", ["2025-06-20"]),
        ("She moved to Oslo in March.", ["2025-03-01"]),
        ("Stocks closed higher Friday due to hopes.", ["2025-06-13"]),
        ("Thanks for coming on Saturday.", ["2025-06-14"]),
        ("He is coming on Saturday.", ["2025-06-21"]),
    ],
)
def test_the_verbs_of_its_own_clause_decide_in_english(sentence: str, days: list[str]) -> None:
    assert starts(sentence, "en") == days


@pytest.mark.parametrize(
    ("sentence", "days"),
    [
        ("他5月12日出院，将于8月复查。", ["2025-05-12", "2025-08-01"]),
        ("他2月离职，打算9月去留学", ["2025-02-01", "2025-09-01"]),
        ("5月签了合同，12月交房。", ["2025-05-01", "2025-12-01"]),
        ("我已经买好了票，7月15日飞东京", ["2025-07-15"]),
        ("周二，外交部发言人表示", ["2025-06-17"]),
        ("周五董事会批准收购方案", ["2025-06-13"]),
        ("5月的演唱会太精彩", ["2025-05-01"]),
        ("他会周五来", ["2025-06-20"]),
        ("1月3日，警方将嫌疑人抓获。", ["2025-01-03"]),
        ("他将于周五抵达", ["2025-06-20"]),
        ("春节快到了，票买好了吗", ["2026-02-17"]),
        ("周五别忘了交作业", ["2025-06-20"]),
        ("9月我过生日", ["2025-09-01"]),
        ("周一他把计划书交给我", ["2025-06-16"]),
        ("周末去爬山吗？", ["2025-06-21"]),
        ("周五截止", ["2025-06-20"]),
        ("會議改到下周一上午", ["2025-06-23"]),
        ("婚礼推迟到10月6日举行", ["2025-10-06"]),
    ],
)
def test_the_words_of_its_own_clause_decide_in_chinese(sentence: str, days: list[str]) -> None:
    assert starts(sentence, "zh") == days


@pytest.mark.parametrize(
    ("lang", "sentence", "days"),
    [
        ("en", "He was hired in March 2018 and left in September.", ["2018-03-01", "2018-09-01"]),
        ("en", "Hired in October 2018, he left in March.", ["2018-10-01", "2019-03-01"]),
        ("zh", "2018年3月入职，9月离职。", ["2018-03-01", "2018-09-01"]),
        ("zh", "5月28日公司发布公告，29日股价大跌。", ["2025-05-28", "2025-05-29"]),
        ("zh", "3月5日、6日", ["2025-03-05", "2025-03-06"]),
        ("zh", "7月1日、3日、5日各有一场", ["2025-07-01", "2025-07-03", "2025-07-05"]),
        ("en", "The report of March 2018 says prices will rise in July.", ["2018-03-01", "2025-07-01"]),
        ("en", "I saw him yesterday and in March.", ["2025-06-17", "2025-03-01"]),
    ],
)
def test_a_date_goes_on_from_the_one_before_it(lang: str, sentence: str, days: list[str]) -> None:
    assert starts(sentence, lang) == days


def test_what_is_lent_is_noted() -> None:
    *_, left = scan("He was hired in March 2018 and left in September.", REFERENCE, lang="en")
    assert left.note == "together with 'March 2018'"


@pytest.mark.parametrize(
    ("sentence", "days"),
    [
        ("In 2005, 2009 and 2013 he won.", ["2005-01-01", "2009-01-01", "2013-01-01"]),
        ("Available on 6/20, 6/21 and 6/22.", ["2025-06-20", "2025-06-21", "2025-06-22"]),
        ("He won in 2005 and 2000 people came.", ["2005-01-01"]),
        ("In 2019, 1500 people died.", ["2019-01-01"]),
    ],
)
def test_a_list_of_times_is_found_whole(sentence: str, days: list[str]) -> None:
    assert starts(sentence, "en") == days


@pytest.mark.parametrize(
    "sentence",
    [
        "The next day, he died.",
        "The next morning, we left.",
        "She had left the previous month.",
        "Over the next two years, he wrote three books.",
        "It was the best game in 10 years.",
        "She hasn't eaten in three days.",
        "The contract expires 30 days after signing.",
        "The last two years of his life were tough.",
        "He was killed on 15 March 44 BC.",
    ],
)
def test_no_date_is_made_up_for_what_names_none(sentence: str) -> None:
    assert starts(sentence, "en") == [None]


@pytest.mark.parametrize(
    ("sentence", "days"),
    [
        ("I will do it the next day.", ["2025-06-19"]),
        ("Over the next two years we will hire.", ["2026-01-01"]),
        ("I will be back in three days.", ["2025-06-21"]),
        ("Two weeks later Ann will come back.", ["2025-07-02"]),
        ("He will stay for the last week of the month.", ["2025-06-23"]),
        ("It was held every four years from 1924 to 1992.", ["1924-01-01"]),
        ("They won 3-1 on Sunday.", ["2025-06-15"]),
        ("Boston won 4-2 on Tuesday night.", ["2025-06-17"]),
    ],
)
def test_what_is_like_it_has_one(sentence: str, days: list[str]) -> None:
    assert starts(sentence, "en") == days


@pytest.mark.parametrize(
    ("sentence", "days"),
    [
        ("我25号回来", ["2025-06-25"]),
        ("20号见！", ["2025-06-20"]),
        ("我住在3号楼，坐2号线", []),
        ("今明两天有暴雨", ["2025-06-18"]),
        ("明后天有雨", ["2025-06-19"]),
        ("“十四五”期间", ["2021-01-01"]),
        ("五一假期在家", ["2025-05-01"]),
        ("后天免疫力", []),
        ("《七月与安生》很好看", []),
        ("比分是21:18", []),
        ("3点钟方向有敌人", []),
    ],
)
def test_chinese_words_are_times_where_what_is_beside_them_says_so(sentence: str, days: list[str]) -> None:
    assert starts(sentence, "zh") == days


@pytest.mark.parametrize(
    ("sentence", "end"),
    [
        ("项目将于年底前完成", "2026-01-01"),
        ("该项目将于今年9月底前完工", "2025-10-01"),
        ("应于本月底前缴纳", "2025-07-01"),
    ],
)
def test_by_the_end_is_the_end(sentence: str, end: str) -> None:
    (found,) = scan(sentence, REFERENCE, lang="zh")
    assert found.end is not None
    assert found.end.date().isoformat() == end
