"""English time words: the calendar, the conventions of tkg/timex/english.py, and the public faults."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tkg.timex import Tense, anchor, find

OSLO = ZoneInfo("Europe/Oslo")
WEDNESDAY = datetime(2025, 6, 18, 12, 0, tzinfo=OSLO)


def said(text: str, at: datetime = WEDNESDAY, tense: Tense | None = None) -> str | None:
    anchored = anchor(text, at, lang="en", tense=tense)
    return anchored.edtf if anchored else None


def found(text: str) -> list[str]:
    spans = find(text, lang="en")
    assert all(text[span.start : span.end] == span.text for span in spans)
    return [span.text for span in spans]


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("2021", "2021"),
        ("in 2019", "2019"),
        ("since 2019", "2019"),
        ("the year 2019", "2019"),
        ("early 2021", "2021"),
        ("March 2021", "2021-03"),
        ("Sept. 2021", "2021-09"),
        ("mid-March 2021", "2021-03"),
        ("at the end of May 2021", "2021-05"),
        ("14 March 2021", "2021-03-14"),
        ("March 14th, 2021", "2021-03-14"),
        ("the 3rd of May, 2021", "2021-05-03"),
        ("Sunday, 14 March 2021", "2021-03-14"),
        ("2021-03-14", "2021-03-14"),
        ("2019-06", "2019-06"),
        ("20240618", "2024-06-18"),
        ("2021/3/4", "2021-03-04"),
        ("13/04/2021", "2021-04-13"),
        ("04/13/2021", "2021-04-13"),
        ("04/04/2021", "2021-04-04"),
    ],
)
def test_a_date_that_says_itself_keeps_its_grain(text: str, edtf: str) -> None:
    assert said(text) == edtf


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("today", "2025-06-18"),
        ("this morning", "2025-06-18"),
        ("yesterday", "2025-06-17"),
        ("yesterday evening", "2025-06-17"),
        ("last night", "2025-06-17"),
        ("the day before yesterday", "2025-06-16"),
        ("tomorrow", "2025-06-19"),
        ("the day after tomorrow", "2025-06-20"),
        ("last week", "2025-06-09/2025-06-15"),
        ("this week", "2025-06-16/2025-06-22"),
        ("next week", "2025-06-23/2025-06-29"),
        ("the week before last", "2025-06-02/2025-06-08"),
        ("last weekend", "2025-06-14/2025-06-15"),
        ("this past weekend", "2025-06-14/2025-06-15"),
        ("last month", "2025-05"),
        ("next month", "2025-07"),
        ("last year", "2024"),
        ("the year before last", "2023"),
        ("earlier this year", "2025"),
        ("three days ago", "2025-06-15"),
        ("two weeks ago", "2025-06-04"),
        ("three months ago", "2025-03"),
        ("half a year ago", "2024-12"),
        ("two years ago", "2023"),
        ("two weeks from now", "2025-07-02"),
        ("March of last year", "2024-03"),
        ("March 14 last year", "2024-03-14"),
        ("Friday of last week", "2025-06-13"),
        ("Monday next week", "2025-06-23"),
    ],
)
def test_words_against_the_message_s_own_day(text: str, edtf: str) -> None:
    assert said(text) == edtf


def test_an_hour_ago_is_counted_over_midnight() -> None:
    assert said("two hours ago", datetime(2025, 6, 18, 1, 0, tzinfo=OSLO)) == "2025-06-17"


@pytest.mark.parametrize(
    ("text", "at", "edtf"),
    [
        ("last Friday", "2025-06-18", "2025-06-13"),
        ("last Sunday", "2019-10-24", "2019-10-20"),
        ("last Tuesday", "2018-04-18", "2018-04-17"),
        ("last Friday", "2025-06-21", "2025-06-20"),
        ("last Friday", "2025-06-20", "2025-06-13"),
        ("this coming Monday", "2025-06-18", "2025-06-23"),
        ("this Friday", "2025-06-18", "2025-06-20"),
        ("this Monday", "2025-06-18", None),
        ("next Monday", "2025-06-18", "2025-06-23"),
        ("next Wednesday", "2025-06-18", "2025-06-25"),
        ("next Friday", "2025-06-18", None),
        ("next Tuesday", "2025-06-16", None),
    ],
)
def test_weekdays_give_a_day_only_where_the_readings_meet(text: str, at: str, edtf: str | None) -> None:
    assert said(text, datetime.fromisoformat(at).replace(tzinfo=OSLO)) == edtf


@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        ("in March", "2025-03", "2026-03"),
        ("in September", "2024-09", "2025-09"),
        ("in June", None, None),
        ("on Friday", "2025-06-13", "2025-06-20"),
        ("Wednesday", None, None),
        ("June 5", "2025-06-05", "2026-06-05"),
        ("the 5th of July", "2024-07-05", "2025-07-05"),
        ("February 29", None, None),
        ("at the end of May", "2025-05", "2026-05"),
        ("in two weeks", None, "2025-07-02"),
    ],
)
def test_tense_gives_the_direction_and_nothing_else_does(text: str, past: str | None, future: str | None) -> None:
    assert said(text, tense="past") == past
    assert said(text, tense="future") == future
    assert said(text) is None
    assert said(text, tense="present") is None


def test_weekday_of_early_january_reaches_back_into_the_old_year() -> None:
    assert said("Sun 9am", datetime(2025, 1, 1, tzinfo=OSLO), "past") == "2024-12-29T09:00:00+01:00"
    assert said("Monday", datetime(2025, 1, 3, tzinfo=OSLO), "past") == "2024-12-30"


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("from 2019 to 2021", "2019/2021"),
        ("between 2019 and 2021", "2019/2021"),
        ("2019-2021", "2019/2021"),
        ("from March 2019 until May 2020", "2019-03/2020-05"),
        ("from March to May 2021", "2021-03/2021-05"),
        ("14 to 20 March 2021", "2021-03-14/2021-03-20"),
        ("from last Friday to yesterday", "2025-06-13/2025-06-17"),
        ("in the 1990s", "1990/1999"),
        ("the '80s", "1980/1989"),
        ("the summer of 2020", "2020-06/2020-08"),
        ("fall 2020", "2020-09/2020-11"),
        ("the summer of last year", "2024-06/2024-08"),
        ("last summer", "2024-06/2024-08"),
        ("last winter", "2024-12/2025-02"),
        ("Apr 2017 - Present", "2017-04/.."),
        ("from 2019 until now", "2019/.."),
        ("from 2021 to 2019", None),
        ("from 2030 to now", None),
        ("from Monday to Friday", None),
    ],
)
def test_a_period_is_an_interval(text: str, edtf: str | None) -> None:
    assert said(text) == edtf


def test_end_of_a_period_is_its_last_day_only_as_a_deadline() -> None:
    assert said("until the end of March") == "2026-03-31"
    assert said("by the end of February 2024") == "2024-02-29"
    assert said("by the end of next month") == "2025-07-31"
    assert said("end of next month") == "2025-07"


@pytest.mark.parametrize(
    ("text", "at", "edtf"),
    [
        ("1 month ago", "2025-03-31", "2025-02"),
        ("in 5 months", "2025-09-30", "2026-02"),
        ("a year ago", "2024-02-29", "2023"),
        ("one month ago", "2025-01-15", "2024-12"),
    ],
)
def test_months_are_counted_in_one_step(text: str, at: str, edtf: str) -> None:
    assert said(text, datetime.fromisoformat(at).replace(tzinfo=OSLO), "future") == edtf


@pytest.mark.parametrize(
    "text",
    [
        "03/04/2021", "3.4.2025", "February 30, 2021", "2021-02-30", "31/02/2021", "Monday, 14 March 2021",
        "a couple of years ago", "a few days ago", "about two years ago", "over two years ago",
        "two or three years ago",
        "a year and a half ago", "500 years ago", "the other day", "two weeks later", "the next day",
        "the following year",
        "the last week", "the last two years", "the past month", "my last year", "every Friday", "each year",
        "on Fridays",
        "FY2023", "Q3 2021", "the second half of 2020", "the late 1990s", "the 1900s", "the winter of 2020",
        "last spring",
        "44 BC",
        "Christmas 2020", "last Easter", "before 2019", "after last Friday", "now", "in her twenties", "30 years old",
        "top 20", "we", "sun", "on", "to", "at 1030", "at 9", "10:30", "", "   ", "Good Friday",
        "yesterday at noon in March",
    ],
)  # fmt: skip
def test_unsure_is_none(text: str) -> None:
    assert said(text, tense="past") is None
    assert said(text) is None


def test_weekends_are_sure_only_where_the_readings_meet() -> None:
    sunday = datetime(2025, 6, 22, 18, 0, tzinfo=OSLO)
    assert said("last weekend", sunday) == "2025-06-14/2025-06-15"
    assert said("this weekend", sunday, "past") == "2025-06-21/2025-06-22"
    assert said("next weekend", sunday) == "2025-06-28/2025-06-29"
    assert said("this past weekend", sunday) is None
    assert said("next weekend") is None
    assert said("this weekend", tense="past") is None


def test_last_night_after_midnight_may_be_the_running_one() -> None:
    assert said("last night", datetime(2025, 6, 18, 1, 0, tzinfo=OSLO)) is None


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("yesterday at 3pm", "2025-06-17T15:00:00+02:00"),
        ("last Friday at 9:30 a.m.", "2025-06-13T09:30:00+02:00"),
        ("tomorrow at noon", "2025-06-19T12:00:00+02:00"),
        ("tomorrow at 21:45", "2025-06-19T21:45:00+02:00"),
        ("tomorrow at 9:45", "2025-06-19"),
        ("2021-03-14T09:30", "2021-03-14T09:30:00+01:00"),
        ("2021-03-14T09:30:15Z", "2021-03-14T09:30:15+00:00"),
    ],
)
def test_a_clock_time_on_a_day_is_an_instant_in_the_zone(text: str, edtf: str) -> None:
    assert said(text) == edtf


def test_a_clock_time_that_the_zone_skips_or_repeats_leaves_the_day() -> None:
    new_york = ZoneInfo("America/New_York")
    assert said("yesterday at 2:30am", datetime(2025, 3, 10, tzinfo=new_york)) == "2025-03-09"
    assert said("yesterday at 1:30am", datetime(2025, 11, 3, tzinfo=new_york)) == "2025-11-02"


@pytest.mark.parametrize(
    ("sentence", "spans"),
    [
        ("We met May in April at the Sun cafe last Friday", ["April", "last Friday"]),
        ("Jon called on May 23, 2023", ["May 23, 2023"]),
        ("He is 30 years old and has 2 kids", []),
        ("top 20 customers pay 2000", []),
        ("In 2000 people paid 2019 dollars", []),
        ("I lived in Oslo from 2019 to 2021, and since March 2022 in Rome.", ["from 2019 to 2021", "March 2022"]),
        ("I worked there from May to July 2021", ["from May to July 2021"]),
        ("Apr 2017 - Present: engineer", ["Apr 2017 - Present"]),
        ("He moved two years ago, in May.", ["two years ago, in May"]),
        ("Call 2021-555-1234 about version 1.2021", []),
        ("I may march 5 miles on Friday nights", []),
        ("FY2023 revenue in Q3 2021", ["FY2023", "Q3 2021"]),
        ("his last year at school", ["his last year"]),
        ("yesterday at 3pm we met", ["yesterday at 3pm"]),
        ("I left before 2019 and came about two years ago", ["before 2019", "about two years ago"]),
        ("last week's party", []),
        ("I came just three days ago, not last Fri", ["three days ago", "last Fri"]),
        ("I've been here for two years", []),
        ("We did it to the sun on and on", []),
    ],
)
def test_find_takes_whole_expressions_and_no_other_words(sentence: str, spans: list[str]) -> None:
    assert found(sentence) == spans


def test_shifting_the_message_by_weeks_shifts_last_friday_by_as_much() -> None:
    for weeks in range(-60, 61):
        shifted = said("last Friday", WEDNESDAY + timedelta(weeks=weeks))
        assert shifted == (datetime(2025, 6, 13) + timedelta(weeks=weeks)).date().isoformat()  # noqa: DTZ001
