"""Which time words of a sentence bound what it says, and on which side, whatever the words take in."""

from datetime import UTC, datetime

import pytest

from tkg.extract.times import placed, times

SAID_AT = datetime(2024, 6, 12, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("I have lived in Oslo since 2019.", "en", [("2019", "since")]),
        ("I have lived in Oslo since March 2019.", "en", [("March 2019", "since")]),
        ("I worked there until last year.", "en", [("last year", "until")]),
        ("I left before 2019.", "en", [("2019", "unclear")]),
        ("I moved after March 2019.", "en", [("March 2019", "unclear")]),
        ("I moved to Oslo last week.", "en", [("last week", "at")]),
        ("From 2015 to 2018 I lived in Oslo.", "en", [("From 2015 to 2018", "period")]),
        ("我从2019年起住在杭州。", "zh", [("2019年", "since")]),
        ("我自从2019年以来住在杭州。", "zh", [("2019年", "since")]),
        ("我住到2019年为止。", "zh", [("2019年", "until")]),
        ("2015年到2018年我住在杭州。", "zh", [("2015年到2018年", "period")]),
        ("三个月前我搬到了杭州。", "zh", [("三个月前", "at")]),
    ],
)
def test_the_words_and_the_side_that_they_bound(text: str, language: str, found: list[tuple[str, str]]) -> None:
    said = times(text, language, SAID_AT)
    assert [(time.text, time.role) for time in said] == found
    assert all(text[time.start : time.end] == time.text and time.first <= time.start for time in said)


@pytest.mark.parametrize(
    ("text", "language"), [("I lived in Oslo for three years in 2015.", "en"), ("我2015年在杭州住了三年。", "zh")]
)
def test_how_long_is_no_rival_of_when(text: str, language: str) -> None:
    when = placed(times(text, language, SAID_AT), "was")
    assert when.start is not None
    assert "2015" in when.start.text


@pytest.mark.parametrize(("text", "language"), [("I now live in Oslo.", "en"), ("我现在住在杭州。", "zh")])
def test_now_is_no_time_word(text: str, language: str) -> None:
    assert times(text, language, SAID_AT) == []
