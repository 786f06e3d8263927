"""In every language: nothing raises, an answer is a date of its grain, only the message's clock counts."""

import re
import time
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tkg.errors import BadTime
from tkg.timex import Anchored, Tense, anchor, find

REFERENCE = datetime(2025, 6, 18, 12, 0, tzinfo=UTC)

WORDS = (
    "last", "next", "this", "the", "in", "on", "of", "from", "to", "until", "ago", "two", "a", "few", "week",
    "weeks", "month",
    "year", "years", "days", "Friday", "Sun", "May", "March", "2021", "2019", "14", "31", "03/04/2021", "2021-02-30",
    "yesterday",
    "today", "at", "3pm", "9:30", "summer", "end", "early", "1990s", "-", ",", "now", "present", "every", "before",
    "half",
    "去年", "上", "周", "日", "三", "月", "年", "天", "前", "后", "个", "十", "二〇二一", "到", "至今", "的", "下午",
    "点", "半", "农历", "初", "世纪",
    "年代", "90", "农历月月月",
)  # fmt: skip
TENSES: tuple[Tense | None, ...] = (None, "past", "future", "present")
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
ZONES = st.sampled_from(["UTC", "Asia/Shanghai", "America/New_York", "Antarctica/Troll", "Pacific/Apia"]).map(ZoneInfo)
REFERENCES = st.datetimes(timezones=st.one_of(OFFSETS, ZONES))
MADE_OF_WORDS = st.tuples(st.lists(st.sampled_from(WORDS), max_size=8), st.sampled_from(["", " "])).map(
    lambda parts: parts[1].join(parts[0])
)
TEXTS = st.one_of(st.text(max_size=80), MADE_OF_WORDS)

VALUE = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d(:\d\d)?)?)?)?")


def first_day(value: str) -> date:
    return date.fromisoformat((value + "-01-01"[len(value) - 4 :])[:10] if len(value) < 10 else value[:10])


def check_edtf(anchored: Anchored) -> None:
    assert VALUE.fullmatch(anchored.start)
    first_day(anchored.start)
    if len(anchored.start) > 10:
        assert datetime.fromisoformat(anchored.start).tzinfo is not None
    if anchored.end is not None:
        assert VALUE.fullmatch(anchored.end)
        assert first_day(anchored.start).year <= first_day(anchored.end).year
    assert anchored.is_interval == (anchored.end is not None or anchored.is_ongoing)


@settings(max_examples=600, deadline=None)
@given(
    text=TEXTS, reference=REFERENCES, tense=st.sampled_from(TENSES), lang=st.sampled_from([None, "en", "zh", "zh-CN"])
)
def test_no_text_raises_and_every_answer_is_edtf(
    text: str, reference: datetime, tense: Tense | None, lang: str | None
) -> None:
    anchored = anchor(text, reference, lang=lang, tense=tense)
    if anchored:
        assert anchored.text == text
        check_edtf(anchored)
    spans = find(text, lang=lang)
    assert all(text[span.start : span.end] == span.text and span.text for span in spans)
    assert all(earlier.end <= later.start for earlier, later in pairwise(spans))
    for span in spans:
        found = anchor(span.text, reference, lang=lang, tense=tense)
        if found:
            check_edtf(found)


@settings(max_examples=200, deadline=None)
@given(
    reference=st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2100, 1, 1), timezones=OFFSETS),  # noqa: DTZ001
    count=st.integers(1, 99),
)
def test_days_and_weeks_are_as_far_away_as_arithmetic_says(reference: datetime, count: int) -> None:
    today = reference.date()
    for text, days in ((f"{count} days ago", -count), (f"{count} weeks ago", -7 * count), (f"{count}天前", -count)):
        assert anchor(text, reference) == Anchored(text, (today + timedelta(days=days)).isoformat())
    assert anchor(f"{count}年前", reference) == Anchored(f"{count}年前", f"{today.year - count}")
    months = today.year * 12 + today.month - 1 - count
    assert anchor(f"{count} months ago", reference) == Anchored(
        f"{count} months ago", f"{months // 12}-{months % 12 + 1:02d}"
    )


@settings(max_examples=200, deadline=None)
@given(reference=st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2100, 1, 1), timezones=OFFSETS))  # noqa: DTZ001
def test_last_weekdays_lie_one_to_seven_days_back_on_their_weekday(reference: datetime) -> None:
    for number, name in enumerate(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")):
        last = anchor(f"last {name}", reference)
        assert last is not None
        day = date.fromisoformat(last.edtf)
        assert day.weekday() == number
        assert 1 <= (reference.date() - day).days <= 7
    week = anchor("last week", reference)
    assert week is not None
    assert week.end is not None
    first, last_day = date.fromisoformat(week.start), date.fromisoformat(week.end)
    assert (first.weekday(), (last_day - first).days) == (0, 6)
    assert 1 <= (reference.date() - last_day).days <= 7


def test_a_naive_reference_is_refused_by_its_value() -> None:
    with pytest.raises(BadTime, match="2025-06-18T09:00:00"):
        anchor("yesterday", datetime(2025, 6, 18, 9, 0))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("at", "zone", "today"),
    [
        ("2026-08-01T01:06", "America/Montevideo", "2026-07-31"),
        ("2025-06-18T01:00", "America/Los_Angeles", "2025-06-17"),
        ("2025-06-18T15:30", "Asia/Shanghai", "2025-06-18"),
        ("2025-06-18T16:30", "Asia/Shanghai", "2025-06-19"),
    ],
)
def test_today_is_the_civil_day_where_the_message_was_written(at: str, zone: str, today: str) -> None:
    reference = datetime.fromisoformat(at).replace(tzinfo=UTC).astimezone(ZoneInfo(zone))
    for text in ("today", "今天"):
        assert anchor(text, reference) == Anchored(text, today)


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
def test_the_process_s_own_zone_does_not_matter(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        texts = ("yesterday", "last week", "2 hours ago", "yesterday at 3pm", "去年三月", "2021-03-14T09:30")
        assert [found.edtf for text in texts if (found := anchor(text, REFERENCE))] == [
            "2025-06-17", "2025-06-09/2025-06-15", "2025-06-18", "2025-06-17T15:00:00+00:00", "2024-03",
            "2021-03-14T09:30:00+00:00",
        ]  # fmt: skip
        assert anchor("14 mars 2021", REFERENCE, lang="fr") == Anchored("14 mars 2021", "2021-03-14")
    finally:
        monkeypatch.undo()
        time.tzset()


def test_an_interval_shows_its_ends_and_a_date_has_none() -> None:
    period, day, running = (anchor(text, REFERENCE) for text in ("2019-2021", "yesterday", "2019年至今"))
    assert period is not None
    assert day is not None
    assert running is not None
    assert (period.start, period.end, period.is_interval, period.is_ongoing) == ("2019", "2021", True, False)
    assert (day.start, day.end, day.is_interval, day.is_ongoing) == ("2025-06-17", None, False, False)
    assert (running.start, running.end, running.is_interval, running.is_ongoing) == ("2019", None, True, True)


@pytest.mark.parametrize(
    ("lang", "text", "edtf"),
    [
        ("fr", "14 mars 2021", "2021-03-14"),
        ("fr", "le 1er mars 2021", "2021-03-01"),
        ("de", "14. März 2021", "2021-03-14"),
        ("es", "14 de marzo de 2021", "2021-03-14"),
        ("ru", "14 марта 2021", "2021-03-14"),
        ("de-AT", "2023-11-08", "2023-11-08"),
        ("fr", "31 février 2021", None),
        ("fr", "mars 2021", None),
        ("fr", "2021年", None),
        ("fr", "hier", None),
        ("fr", "03/04/2021", None),
        ("fr", "14 pommes 2021", None),
        ("xx", "14 mars 2021", None),
    ],
)
def test_other_languages_give_full_dates_only(lang: str, text: str, edtf: str | None) -> None:
    anchored = anchor(text, REFERENCE, lang=lang)
    assert (anchored.edtf if anchored else None) == edtf


def test_iso_is_iso_in_every_language() -> None:
    for lang in (None, "en", "en-GB", "zh-CN", "de", "ar"):
        assert anchor("2023-11-08", REFERENCE, lang=lang) == Anchored("2023-11-08", "2023-11-08")
        assert anchor("2023-11", REFERENCE, lang=lang) == Anchored("2023-11", "2023-11")


def test_a_long_text_is_searched_in_one_go_and_never_anchored() -> None:
    text = "We met last Friday and again on 14 March 2021. 农历" + "月" * 2000 + " yesterday. " * 500
    assert len(find(text)) >= 502
    assert anchor(text, REFERENCE) is None
