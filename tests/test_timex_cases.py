"""Public faults of others with time words, each with the answer that is right.

The ids are those of the list of cases that the project keeps. Where a case is about what is stored or asked rather than
about the words alone, its test is with ingestion and reads.
"""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tkg.errors import BadTime
from tkg.timex import Anchored, Conventions, Grain, Kind, Prefer, anchor, date_order, scan

WEDNESDAY = datetime(2025, 6, 18, 12, tzinfo=UTC)


def days(found: Anchored | None) -> tuple[str, str] | None:
    """The first day and the day after the last."""
    if found is None or found.start is None or found.end is None:
        return None
    return found.start.date().isoformat(), found.end.date().isoformat()


def day(found: Anchored | None) -> str | None:
    """The one day that it is, None if it is not one."""
    both = days(found)
    if both is None or date.fromisoformat(both[1]) - date.fromisoformat(both[0]) != timedelta(days=1):
        return None
    return both[0]


@pytest.mark.parametrize(
    ("text", "expected"), [("上周日", "2025-06-15"), ("本周日", "2025-06-22"), ("下周日", "2025-06-29")]
)
def test_t01_sunday_is_a_weekday_and_no_count_of_days(text: str, expected: str) -> None:
    found = anchor(text, WEDNESDAY)
    assert day(found) == expected
    assert found is not None
    assert found.grain is Grain.DAY


def test_t02_four_digits_before_the_character_for_year_are_a_year() -> None:
    (found,) = scan("他2019年去了北京", WEDNESDAY)
    assert days(found) == ("2019-01-01", "2020-01-01")
    assert found.grain is Grain.YEAR


def test_t03_both_weekdays_of_a_sentence_are_found() -> None:
    assert [day(found) for found in scan("上周三见了客户，下周一去北京", WEDNESDAY)] == ["2025-06-11", "2025-06-23"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("三天前", "2025-06-15"),
        ("两周前", "2025-06-04"),
        ("半年前", "2024-12-18"),
        ("二〇二三年五月一日", "2023-05-01"),
    ],
)
def test_t04_numerals_are_numbers(text: str, expected: str) -> None:
    assert day(anchor(text, WEDNESDAY)) == expected


def test_t04_half_a_year_ago_is_known_to_the_month() -> None:
    found = anchor("半年前", WEDNESDAY)
    assert found is not None
    assert found.grain is Grain.MONTH
    assert found.starts.earliest == datetime(2024, 12, 1, tzinfo=UTC)
    assert found.ends.latest == datetime(2025, 1, 1, tzinfo=UTC)


def test_t05_the_spring_festival_of_last_year_is_a_lunar_day() -> None:
    (found,) = scan("去年春节回老家", WEDNESDAY)
    assert day(found) == "2024-02-10"
    assert day(anchor("今年端午节", WEDNESDAY)) == "2025-05-31"


def test_t05_in_january_last_years_festival_is_that_of_the_calendar_year_before() -> None:
    assert day(anchor("去年春节", datetime(2025, 1, 15, tzinfo=UTC))) == "2024-02-10"


def test_t07_both_ends_of_a_range_are_seen_from_the_message() -> None:
    found = anchor("下周一到下下周一", datetime(2020, 4, 5, tzinfo=UTC))
    assert days(found) == ("2020-04-06", "2020-04-14")


@pytest.mark.parametrize(
    ("text", "reference", "expected", "other"),
    [
        ("last Sunday", datetime(2019, 10, 24, tzinfo=UTC), "2019-10-20", None),
        ("last Tuesday", datetime(2018, 4, 18, tzinfo=UTC), "2018-04-17", "2018-04-10"),
    ],
)
def test_t10_last_weekday_is_the_latest_and_keeps_the_other_reading(
    text: str, reference: datetime, expected: str, other: str | None
) -> None:
    found = anchor(text, reference)
    assert day(found) == expected
    assert found is not None
    assert [start.date().isoformat() for start, _ in found.alternatives if start] == ([other] if other else [])


@pytest.mark.parametrize("prefer", [None, "past", "future", "nearest"])
def test_t11_next_weekday_keeps_both_readings_and_is_never_past(prefer: Prefer | None) -> None:
    found = anchor("next Friday", WEDNESDAY, prefer=prefer)
    assert day(found) == "2025-06-27"
    assert found is not None
    assert [start.date().isoformat() for start, _ in found.alternatives if start] == ["2025-06-20"]
    assert found.is_guess


def test_t12_a_weekday_early_in_january_is_a_day_of_december() -> None:
    found = anchor("Sun 9am", datetime(2025, 1, 1, 12, tzinfo=UTC))
    assert found is not None
    assert found.start == datetime(2024, 12, 29, 9, tzinfo=UTC)
    assert day(anchor("Monday", datetime(2025, 1, 3, tzinfo=UTC))) == "2024-12-30"


@pytest.mark.parametrize(
    ("text", "kind", "end"),
    [
        ("end of next month", Kind.PERIOD, "2025-08-01"),
        ("end of July", Kind.PERIOD, "2025-08-01"),
        ("until end of March", Kind.END, "2025-04-01"),
    ],
)
def test_t14_the_last_day_of_an_end_belongs_to_it(text: str, kind: Kind, end: str) -> None:
    found = anchor(text, WEDNESDAY)
    assert found is not None
    assert found.kind is kind
    assert found.end is not None
    assert found.end.date().isoformat() == end


@pytest.mark.parametrize(
    ("text", "reference", "expected"),
    [
        ("1 month ago", datetime(2025, 3, 31, tzinfo=UTC), "2025-02-28"),
        ("in 5 months", datetime(2025, 9, 30, tzinfo=UTC), "2026-02-28"),
        ("1 year ago", datetime(2024, 2, 29, tzinfo=UTC), "2023-02-28"),
    ],
)
def test_t15_months_are_one_step_over_the_calendar(text: str, reference: datetime, expected: str) -> None:
    assert day(anchor(text, reference)) == expected


@pytest.mark.parametrize("text", ["2022", "in 2022"])
@pytest.mark.parametrize("prefer", [None, "past"])
def test_t16_a_year_is_that_year_whenever_it_is_said(text: str, prefer: Prefer | None) -> None:
    for month in (2, 6, 12):
        found = anchor(text, datetime(2023, month, 17, tzinfo=UTC), prefer=prefer)
        assert days(found) == ("2022-01-01", "2023-01-01")


def test_t18_a_fiscal_year_needs_to_be_known() -> None:
    japan, federal = Conventions(fiscal_year=(4, "start")), Conventions(fiscal_year=(10, "end"))
    assert days(anchor("FY2023", WEDNESDAY, conventions=japan)) == ("2023-04-01", "2024-04-01")
    assert days(anchor("FY2023", WEDNESDAY, conventions=federal)) == ("2022-10-01", "2023-10-01")
    assert days(anchor("FY2023", WEDNESDAY)) is None
    assert [days(found) for found in scan("FY2023 revenue", WEDNESDAY, conventions=japan)] == [
        ("2023-04-01", "2024-04-01")
    ]


def test_t19_since_is_open_and_after_a_year_begins_when_it_is_over() -> None:
    (since,) = scan("has lived in Oslo since 2019", WEDNESDAY)
    assert (since.kind, since.end) == (Kind.START, None)
    assert since.starts == (
        datetime(2019, 1, 1, tzinfo=UTC),
        datetime(2019, 1, 1, tzinfo=UTC),
        datetime(2020, 1, 1, tzinfo=UTC),
    )
    after = anchor("after 2023", WEDNESDAY)
    assert after is not None
    assert after.start == datetime(2024, 1, 1, tzinfo=UTC)


def test_t21_an_age_needs_a_birth_date() -> None:
    born = Conventions(born=date(1987, 4, 1))
    (found,) = scan("quit smoking in her twenties", WEDNESDAY, conventions=born)
    assert days(found) == ("2007-04-01", "2017-04-01")
    assert [days(found) for found in scan("quit smoking in her twenties", WEDNESDAY)] in ([], [None])
    first, second = scan("born in the 1920s, died in 1962", WEDNESDAY)
    assert (days(first), days(second)) == (("1920-01-01", "1930-01-01"), ("1962-01-01", "1963-01-01"))


def test_t22_one_date_of_a_source_shows_the_order_of_all() -> None:
    source = ["15/4/2019", "24/4/2019", "2/5/2019"]
    order = date_order(source)
    assert order == "DMY"
    found = [day(anchor(text, WEDNESDAY, conventions=Conventions(date_order=order))) for text in source]
    assert found == ["2019-04-15", "2019-04-24", "2019-05-02"]


def test_t22_a_date_that_shows_no_order_has_both_readings() -> None:
    assert date_order(["03/04/2025"]) is None
    assert date_order(["13/04/2025", "04/13/2025"]) is None
    found = anchor("03/04/2025", WEDNESDAY)
    assert found is not None
    starts = [found.start, *(start for start, _ in found.alternatives)]
    assert [start.date().isoformat() for start in starts if start] == ["2025-03-04", "2025-04-03"]
    assert found.is_guess
    assert day(anchor("13/04/2025", WEDNESDAY)) == "2025-04-13"


@pytest.mark.parametrize("lang", ["de", "en-GB", "ar", "zh", None])
def test_t23_iso_is_iso_in_every_language(lang: str | None) -> None:
    assert day(anchor("2023-11-08", WEDNESDAY, lang=lang)) == "2023-11-08"


def test_t25_names_and_small_words_are_no_dates() -> None:
    found = [day(each) or days(each) for each in scan("We met May in April at the Sun cafe last Friday", WEDNESDAY)]
    assert found in (["2025-06-13"], [("2025-04-01", "2025-05-01"), "2025-06-13"])
    assert [day(each) for each in scan("Jon told us on May 23, 2023", WEDNESDAY)] == ["2023-05-23"]
    assert scan("We did it", WEDNESDAY) == []


def test_t27_today_is_the_civil_day_of_who_spoke() -> None:
    sent = datetime(2026, 7, 31, 22, 6, tzinfo=ZoneInfo("America/Montevideo"))
    (found,) = scan("I ran 10 km today", sent)
    assert day(found) == "2026-07-31"


def test_t29_the_zone_is_applied_before_the_words_are_read() -> None:
    base = datetime(2025, 6, 18, 1, tzinfo=UTC)
    assert day(anchor("today", base, tz="America/Los_Angeles")) == "2025-06-17"
    assert day(anchor("last Friday", base, tz="America/Los_Angeles")) == "2025-06-13"


def test_t29_a_zone_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadTime, match="Mars/Olympus"):
        anchor("today", WEDNESDAY, tz="Mars/Olympus")


@pytest.mark.parametrize(
    ("text", "zone", "wall", "offset"),
    [
        ("2025-03-09 02:30", "America/New_York", "2025-03-09T03:30", -4),
        ("2024-03-31 01:30", "Antarctica/Troll", "2024-03-31T03:30", 2),
    ],
)
def test_t30_a_time_that_the_clocks_skip_is_moved_forward_and_said_so(
    text: str, zone: str, wall: str, offset: int
) -> None:
    found = anchor(text, datetime(2025, 1, 1, tzinfo=ZoneInfo(zone)))
    assert found is not None
    assert found.start is not None
    assert found.start.replace(tzinfo=None) == datetime.fromisoformat(wall)
    assert found.start.utcoffset() == timedelta(hours=offset)
    assert found.note is not None


def test_t30_a_time_that_comes_twice_is_the_first_and_keeps_the_second() -> None:
    found = anchor("2025-11-02 01:30", datetime(2025, 1, 1, tzinfo=ZoneInfo("America/New_York")))
    assert found is not None
    assert found.start is not None
    assert found.start.utcoffset() == timedelta(hours=-4)
    ((again, _),) = found.alternatives
    assert again is not None
    assert again.utcoffset() == timedelta(hours=-5)


def test_t30_twenty_four_hours_are_no_day_when_the_clocks_change() -> None:
    said = datetime(2025, 3, 10, 2, 30, tzinfo=ZoneInfo("America/New_York"))
    hours, a_day = anchor("24 hours ago", said), anchor("a day ago", said)
    assert hours is not None
    assert hours.start is not None
    assert hours.start.astimezone(UTC) == said.astimezone(UTC) - timedelta(hours=24)
    assert day(a_day) == "2025-03-09"


def test_t31_an_old_message_is_read_at_its_own_time() -> None:
    (found,) = scan("I went to the clinic yesterday", datetime(2023, 5, 8, 9, tzinfo=UTC))
    assert day(found) == "2023-05-07"


def test_t34_last_week_ends_after_its_sunday() -> None:
    assert days(anchor("last week", datetime(2022, 6, 15, tzinfo=UTC))) == ("2022-06-06", "2022-06-13")


@pytest.mark.parametrize("text", ["Apr 2017 - Present", "2017年4月至今"])
def test_t35_until_the_present_is_ongoing(text: str) -> None:
    found = anchor(text, WEDNESDAY)
    assert found is not None
    assert found.start == datetime(2017, 4, 1, tzinfo=UTC)
    assert found.end is None
    assert found.is_ongoing


@pytest.mark.parametrize("text", ["44 BC", "-0043-03-15", "c. 582 BC", "公元前44年"])
def test_t36_a_year_before_the_first_is_refused_with_a_reason(text: str) -> None:
    found = anchor(text, WEDNESDAY)
    assert found is not None
    assert not found.is_dated
    assert found.note is not None
    assert "9998" in found.note


def test_t37_a_year_in_a_question_is_the_whole_year() -> None:
    (found,) = scan("what happened in 2021?", WEDNESDAY)
    assert days(found) == ("2021-01-01", "2022-01-01")


def test_t38_a_compact_date_is_a_date() -> None:
    assert day(anchor("20240618", WEDNESDAY)) == "2024-06-18"
    assert days(anchor("2019-06", WEDNESDAY)) == ("2019-06-01", "2019-07-01")


@pytest.mark.parametrize("text", ["He is 30 years old and has 2 kids", "top 20 customers", "pay 2000"])
def test_t40_ages_counts_and_prices_are_no_dates(text: str) -> None:
    assert [found for found in scan(text, WEDNESDAY) if found.is_dated] == []


def test_t42_tomorrow_in_a_question_is_the_day_after_the_question() -> None:
    stored = anchor("tomorrow at 3pm", datetime(2025, 11, 19, 10, tzinfo=UTC))
    assert stored is not None
    assert stored.start == datetime(2025, 11, 20, 15, tzinfo=UTC)
    (asked,) = scan("what is on tomorrow?", datetime(2025, 12, 5, tzinfo=UTC))
    assert day(asked) == "2025-12-06"
