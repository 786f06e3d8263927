"""English time words against the calendar: what each kind of expression means, and what is none."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from tkg.timex import Anchored, Conventions, Kind, Prefer, anchor

# A Wednesday. The Mondays around it: 2 June, 9 June, 16 June (its own week), 23 June, 30 June.
WEDNESDAY = datetime(2025, 6, 18, 14, 30, tzinfo=UTC)


def at(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


def said(text: str, prefer: Prefer | None = None, reference: str | None = None, **more: Any) -> Anchored:
    found = anchor(text, at(reference) or WEDNESDAY, lang="en", prefer=prefer, **more)
    assert found is not None, f"{text!r} is no time expression"
    return found


def means(text: str, start: str | None, end: str | None, prefer: Prefer | None = None, **more: Any) -> Anchored:
    found = said(text, prefer, **more)
    assert (found.start, found.end) == (at(start), at(end))
    return found


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("today", "2025-06-18", "2025-06-19"), ("yesterday", "2025-06-17", "2025-06-18"),
        ("tomorrow", "2025-06-19", "2025-06-20"), ("the day before yesterday", "2025-06-16", "2025-06-17"),
        ("the day after tomorrow", "2025-06-20", "2025-06-21"), ("Today", "2025-06-18", "2025-06-19"),
        ("TOMORROW", "2025-06-19", "2025-06-20"), ("tmrw", "2025-06-19", "2025-06-20"),
        ("this week", "2025-06-16", "2025-06-23"), ("last week", "2025-06-09", "2025-06-16"),
        ("next week", "2025-06-23", "2025-06-30"), ("the week before last", "2025-06-02", "2025-06-09"),
        ("the week after next", "2025-06-30", "2025-07-07"), ("this month", "2025-06-01", "2025-07-01"),
        ("last month", "2025-05-01", "2025-06-01"), ("next month", "2025-07-01", "2025-08-01"),
        ("the month before last", "2025-04-01", "2025-05-01"), ("the month after next", "2025-08-01", "2025-09-01"),
        ("this year", "2025-01-01", "2026-01-01"), ("last year", "2024-01-01", "2025-01-01"),
        ("next year", "2026-01-01", "2027-01-01"), ("the year before last", "2023-01-01", "2024-01-01"),
        ("the year after next", "2027-01-01", "2028-01-01"), ("this quarter", "2025-04-01", "2025-07-01"),
        ("last quarter", "2025-01-01", "2025-04-01"), ("next quarter", "2025-07-01", "2025-10-01"),
        ("this decade", "2020-01-01", "2030-01-01"), ("the last decade", "2010-01-01", "2020-01-01"),
    ],
)  # fmt: skip
def test_units_count_from_the_running_one(text: str, start: str, end: str) -> None:
    assert not means(text, start, end).alternatives


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("last Monday", "2025-06-16"), ("last Tuesday", "2025-06-17"), ("last Wednesday", "2025-06-11"),
        ("last Thursday", "2025-06-12"), ("last Friday", "2025-06-13"), ("last Sunday", "2025-06-15"),
        ("next Monday", "2025-06-23"), ("next Tuesday", "2025-06-24"), ("next Wednesday", "2025-06-25"),
        ("next Thursday", "2025-06-26"), ("next Friday", "2025-06-27"), ("next Sunday", "2025-06-29"),
        ("this Monday", "2025-06-16"), ("this Wednesday", "2025-06-18"), ("this Friday", "2025-06-20"),
        ("this coming Friday", "2025-06-20"), ("the coming Sunday", "2025-06-22"),
        ("Friday last week", "2025-06-13"), ("Friday of last week", "2025-06-13"),
        ("last week's Friday", "2025-06-13"),
        ("Monday last week", "2025-06-09"), ("Friday next week", "2025-06-27"), ("Monday next week", "2025-06-23"),
        ("Monday this week", "2025-06-16"), ("the Friday before last", "2025-06-06"),
        ("two Fridays ago", "2025-06-06"),
        ("the Friday after next", "2025-06-27"),
    ],
)  # fmt: skip
def test_a_weekday_with_a_step_or_a_week(text: str, start: str) -> None:
    day = datetime.fromisoformat(start).date()
    means(text, start, date.fromordinal(day.toordinal() + 1).isoformat())


@pytest.mark.parametrize(
    ("reference", "text", "start"),
    [
        ("2025-06-20T09:00", "last Friday", "2025-06-13"),  # said on a Friday
        ("2025-06-16T09:00", "last Friday", "2025-06-13"), ("2025-06-15T09:00", "last Friday", "2025-06-13"),
        ("2025-06-14T09:00", "last Friday", "2025-06-13"), ("2025-06-16T09:00", "next Tuesday", "2025-06-24"),
        ("2025-06-15T09:00", "next Monday", "2025-06-16"),  # said on a Sunday: of the week that begins tomorrow
        ("2025-06-20T09:00", "next Friday", "2025-06-27"), ("2025-01-01T00:00", "last Wednesday", "2024-12-25"),
        ("2024-12-31T23:59", "next Wednesday", "2025-01-08"), ("2024-02-29T12:00", "yesterday", "2024-02-28"),
        ("2024-02-28T12:00", "tomorrow", "2024-02-29"), ("2023-02-28T12:00", "tomorrow", "2023-03-01"),
    ],
)  # fmt: skip
def test_a_step_counts_from_the_day_it_was_said(reference: str, text: str, start: str) -> None:
    assert said(text, reference=reference).start == at(start)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("next Friday", ("2025-06-20", "2025-06-21")),  # the first to come
        ("last Monday", ("2025-06-09", "2025-06-10")),  # of the week before
    ],
)
def test_a_stepped_weekday_that_people_read_in_two_ways_keeps_the_other(text: str, other: tuple[str, str]) -> None:
    found = said(text)
    assert found.alternatives == ((at(other[0]), at(other[1])),)
    assert found.chosen_by


@pytest.mark.parametrize(
    ("text", "default", "past", "future"),
    [
        ("Friday", "2025-06-13", "2025-06-13", "2025-06-20"),
        ("on Friday", "2025-06-13", "2025-06-13", "2025-06-20"),
        ("Monday", "2025-06-16", "2025-06-16", "2025-06-23"),
        ("Wednesday", "2025-06-18", "2025-06-18", "2025-06-25"),
        ("March", "2025-03-01", "2025-03-01", "2026-03-01"),
        ("in May", "2025-05-01", "2025-05-01", "2026-05-01"),
        ("June", "2025-06-01", "2025-06-01", "2025-06-01"),
        ("October", "2025-10-01", "2024-10-01", "2025-10-01"),
        ("November", "2025-11-01", "2024-11-01", "2025-11-01"),
        ("March 5", "2025-03-05", "2025-03-05", "2026-03-05"),
        ("5 March", "2025-03-05", "2025-03-05", "2026-03-05"),
        ("Sept. 1", "2025-09-01", "2024-09-01", "2025-09-01"),
        ("December 31", "2024-12-31", "2024-12-31", "2025-12-31"),  # 169 days back, 196 on
    ],
)
def test_a_bare_one_takes_the_closest_or_looks_where_it_is_told(
    text: str, default: str, past: str, future: str
) -> None:
    assert said(text, "past").start == at(past)
    assert said(text, "future").start == at(future)
    found = said(text)
    assert found.start == at(default)
    assert found.is_guess


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("three days ago", "2025-06-15", "2025-06-16"), ("3 days ago", "2025-06-15", "2025-06-16"),
        ("2d ago", "2025-06-16", "2025-06-17"), ("10 days ago", "2025-06-08", "2025-06-09"),
        ("a week ago", "2025-06-11", "2025-06-12"), ("two weeks ago", "2025-06-04", "2025-06-05"),
        ("a fortnight ago", "2025-06-04", "2025-06-05"), ("in three days", "2025-06-21", "2025-06-22"),
        ("in 2 weeks", "2025-07-02", "2025-07-03"), ("in a fortnight", "2025-07-02", "2025-07-03"),
        ("two weeks from now", "2025-07-02", "2025-07-03"), ("a week from today", "2025-06-25", "2025-06-26"),
        ("a week from tomorrow", "2025-06-26", "2025-06-27"), ("2 hours ago", "2025-06-18T12:30", "2025-06-18T12:31"),
        ("3h ago", "2025-06-18T11:30", "2025-06-18T11:31"), ("5 mins ago", "2025-06-18T14:25", "2025-06-18T14:26"),
        ("half an hour ago", "2025-06-18T14:00", "2025-06-18T14:01"),
        ("an hour and a half ago", "2025-06-18T13:00", "2025-06-18T13:01"),
        ("in an hour", "2025-06-18T15:30", "2025-06-18T15:31"),
        ("five minutes from now", "2025-06-18T14:35", "2025-06-18T14:36"),
        ("in 10 hours", "2025-06-19T00:30", "2025-06-19T00:31"),
        ("10 days before 1 March 2024", "2024-02-20", "2024-02-21"),
        ("a month after 2019-05-01", "2019-06-01", "2019-06-02"),
        ("two days after December 30, 2019", "2020-01-01", "2020-01-02"),
        ("a year before 29 Feb 2024", "2023-02-28", "2023-03-01"),
        ("a month after 31 January 2023", "2023-02-28", "2023-03-01"),
    ],
)  # fmt: skip
def test_so_many_units_from_now_or_from_a_date(text: str, start: str, end: str) -> None:
    means(text, start, end)


@pytest.mark.parametrize(
    ("text", "start", "end", "room"),
    [
        ("three months ago", "2025-03-18", "2025-03-19", ("2025-03-01", "2025-04-01")),
        ("in two months", "2025-08-18", "2025-08-19", ("2025-08-01", "2025-09-01")),
        ("two years ago", "2023-06-18", "2023-06-19", ("2023-01-01", "2024-01-01")),
        ("about three years ago", "2022-06-18", "2022-06-19", ("2022-01-01", "2023-01-01")),
        ("a year from now", "2026-06-18", "2026-06-19", ("2026-01-01", "2027-01-01")),
        ("ten years ago", "2015-06-18", "2015-06-19", ("2015-01-01", "2016-01-01")),
        ("a decade ago", "2015-06-18", "2015-06-19", ("2010-01-01", "2020-01-01")),
    ],
)  # fmt: skip
def test_months_and_years_ago_are_a_day_nominally_and_any_day_of_the_unit_really(
    text: str, start: str, end: str, room: tuple[str, str]
) -> None:
    found = means(text, start, end)
    assert (found.starts.earliest, found.ends.latest) == (at(room[0]), at(room[1]))


@pytest.mark.parametrize(
    ("reference", "text", "start"),
    [
        ("2024-02-29T12:00", "a year ago", "2023-02-28"), ("2024-02-29T12:00", "in four years", "2028-02-29"),
        ("2024-02-29T12:00", "one year from now", "2025-02-28"), ("2025-03-31T12:00", "a month ago", "2025-02-28"),
        ("2024-03-31T12:00", "a month ago", "2024-02-29"), ("2025-01-31T12:00", "in a month", "2025-02-28"),
        ("2025-01-31T12:00", "in three months", "2025-04-30"),
        ("2025-01-01T00:30", "an hour ago", "2024-12-31T23:30"),
    ],
)  # fmt: skip
def test_a_day_that_the_month_does_not_have_is_its_last(reference: str, text: str, start: str) -> None:
    assert said(text, reference=reference).start == at(start)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("from 2010 to 2015", "2010-01-01", "2016-01-01"), ("between 2010 and 2015", "2010-01-01", "2016-01-01"),
        ("2010-2015", "2010-01-01", "2016-01-01"), ("2010–2015", "2010-01-01", "2016-01-01"),
        ("2010—2015", "2010-01-01", "2016-01-01"), ("2010-15", "2010-01-01", "2016-01-01"),
        ("1914–18", "1914-01-01", "1919-01-01"), ("1939-1945", "1939-01-01", "1946-01-01"),
        ("from March to May", "2025-03-01", "2025-06-01"), ("between March and May", "2025-03-01", "2025-06-01"),
        ("March-May 2020", "2020-03-01", "2020-06-01"), ("March to May 2020", "2020-03-01", "2020-06-01"),
        ("March 2019 to May 2020", "2019-03-01", "2020-06-01"),
        ("June 2015 – August 2018", "2015-06-01", "2018-09-01"),
        ("from January 2020 to March 2021", "2020-01-01", "2021-04-01"),
        ("from May 2010 until June 2012", "2010-05-01", "2012-07-01"),
        ("March 5-7", "2025-03-05", "2025-03-08"), ("March 5–7, 2020", "2020-03-05", "2020-03-08"),
        ("5-7 March 2020", "2020-03-05", "2020-03-08"), ("from March 5 to March 7", "2025-03-05", "2025-03-08"),
        ("March 28 - April 3", "2025-03-28", "2025-04-04"), ("December 28 to January 3", "2024-12-28", "2025-01-04"),
        ("from Dec 28, 2019 to Jan 3, 2020", "2019-12-28", "2020-01-04"),
        ("14 March 1879 – 18 April 1955", "1879-03-14", "1955-04-19"),
        ("from Monday to Friday", "2025-06-16", "2025-06-21"), ("Monday-Friday", "2025-06-16", "2025-06-21"),
        ("Mon-Fri", "2025-06-16", "2025-06-21"), ("between Monday and Friday", "2025-06-16", "2025-06-21"),
        ("next week from Tuesday to Thursday", "2025-06-24", "2025-06-27"),
        ("from yesterday to tomorrow", "2025-06-17", "2025-06-20"),
        ("from last Monday to this Friday", "2025-06-16", "2025-06-21"),
        ("from 3 days ago until yesterday", "2025-06-15", "2025-06-18"),
        ("from the 1980s to the 1990s", "1980-01-01", "2000-01-01"),
        ("from the late 1990s to the early 2000s", "1996-01-01", "2004-01-01"),
        ("from 3pm to 5pm", "2025-06-18T15:00", "2025-06-18T17:00"),
        ("3-5pm", "2025-06-18T15:00", "2025-06-18T17:00"),
        ("9am to 5pm", "2025-06-18T09:00", "2025-06-18T17:00"),
        ("10:00-11:30", "2025-06-18T10:00", "2025-06-18T11:30"),
        ("between 3 and 5pm", "2025-06-18T15:00", "2025-06-18T17:00"),
        ("tomorrow from 9am to 11am", "2025-06-19T09:00", "2025-06-19T11:00"),
        ("2015-03-28/2015-03-29", "2015-03-28", "2015-03-30"),
    ],
)  # fmt: skip
def test_a_range_includes_its_last_unit_and_ends_at_its_clock(text: str, start: str, end: str) -> None:
    assert means(text, start, end).kind is Kind.PERIOD


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("from November to February", "2024-11-01", "2025-03-01"),
        ("from Friday to Monday", "2025-06-13", "2025-06-17"),
        ("from December 2019 to January 2020", "2019-12-01", "2020-02-01"),
        ("between October 2019 and March 2020", "2019-10-01", "2020-04-01"),
    ],
)  # fmt: skip
def test_the_second_end_of_a_range_comes_after_its_first(text: str, start: str, end: str) -> None:
    means(text, start, end, "past")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("since 2019", "2019-01-01"), ("since last year", "2024-01-01"), ("since March", "2025-03-01"),
        ("since October", "2024-10-01"), ("since Monday", "2025-06-16"), ("since Friday", "2025-06-13"),
        ("since yesterday", "2025-06-17"), ("since September 2020", "2020-09-01"), ("ever since 2010", "2010-01-01"),
        ("from 2019 onwards", "2019-01-01"), ("from 2019 on", "2019-01-01"), ("starting in 2020", "2020-01-01"),
        ("beginning in May 2021", "2021-05-01"), ("as of March 2021", "2021-03-01"),
        ("since Christmas", "2024-12-25"),
        ("after 2023", "2024-01-01"), ("after March 5, 2019", "2019-03-06"), ("after last week", "2025-06-16"),
        ("after yesterday", "2025-06-18"), ("after May 2019", "2019-06-01"),
        ("Mar 2019 - Present", "2019-03-01"), ("Apr 2017 – present", "2017-04-01"), ("Apr 2017 - now", "2017-04-01"),
        ("2015 - present", "2015-01-01"), ("2015-present", "2015-01-01"), ("2015 to date", "2015-01-01"),
        ("2019 - current", "2019-01-01"), ("from 2015 to the present", "2015-01-01"),
    ],
)  # fmt: skip
def test_a_start_is_open_at_its_end(text: str, start: str) -> None:
    found = means(text, start, None)
    assert found.kind is Kind.START
    assert found.is_ongoing
    assert found.ends == (None, None, None)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("until March", "2025-04-01"), ("until 2020", "2021-01-01"), ("until last year", "2025-01-01"),
        ("until next week", "2025-06-30"), ("until June 2012", "2012-07-01"), ("through March 2021", "2021-04-01"),
        ("until yesterday", "2025-06-18"), ("up to last year", "2025-01-01"), ("by 2030", "2031-01-01"),
        ("by the end of 2020", "2021-01-01"), ("by the end of the month", "2025-07-01"),
        ("by next week", "2025-06-30"), ("before 2019", "2019-01-01"), ("before March 5, 2019", "2019-03-05"),
        ("before last week", "2025-06-09"), ("prior to 2000", "2000-01-01"), ("before Christmas 2019", "2019-12-25"),
        ("before May 2019", "2019-05-01"), ("until now", "2025-06-18T14:30"),
    ],
)  # fmt: skip
def test_an_end_is_open_at_its_start(text: str, end: str) -> None:
    found = means(text, None, end)
    assert found.kind is Kind.END
    assert found.starts == (None, None, None)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Q1 2023", "2023-01-01", "2023-04-01"), ("2023 Q4", "2023-10-01", "2024-01-01"),
        ("4Q22", "2022-10-01", "2023-01-01"),
        ("Q4'22", "2022-10-01", "2023-01-01"), ("the third quarter of 2023", "2023-07-01", "2023-10-01"),
        ("first quarter 2020", "2020-01-01", "2020-04-01"), ("Q2", "2025-04-01", "2025-07-01"),
        ("the fourth quarter of last year", "2024-10-01", "2025-01-01"),
        ("H1 2023", "2023-01-01", "2023-07-01"), ("H2 2022", "2022-07-01", "2023-01-01"),
        ("2019-H2", "2019-07-01", "2020-01-01"),
        ("the first half of 2019", "2019-01-01", "2019-07-01"),
        ("first half of this year", "2025-01-01", "2025-07-01"),
        ("the second half of last year", "2024-07-01", "2025-01-01"),
        ("the 1990s", "1990-01-01", "2000-01-01"), ("the '90s", "1990-01-01", "2000-01-01"),
        ("1960s", "1960-01-01", "1970-01-01"),
        ("the nineties", "1990-01-01", "2000-01-01"), ("the 2010s", "2010-01-01", "2020-01-01"),
        ("the 2000s", "2000-01-01", "2010-01-01"), ("the nineteen seventies", "1970-01-01", "1980-01-01"),
        ("the 1800s", "1800-01-01", "1900-01-01"), ("the 1500s", "1500-01-01", "1600-01-01"),
        ("the 19th century", "1800-01-01", "1900-01-01"), ("the nineteenth century", "1800-01-01", "1900-01-01"),
        ("the 21st century", "2000-01-01", "2100-01-01"), ("the 17th century", "1600-01-01", "1700-01-01"),
    ],
)  # fmt: skip
def test_quarters_halves_decades_and_centuries(text: str, start: str, end: str) -> None:
    means(text, start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("summer 2019", "2019-06-01", "2019-09-01"), ("the summer of 2019", "2019-06-01", "2019-09-01"),
        ("spring 2020", "2020-03-01", "2020-06-01"), ("fall 2022", "2022-09-01", "2022-12-01"),
        ("autumn 2022", "2022-09-01", "2022-12-01"), ("winter 2019", "2019-12-01", "2020-03-01"),
        ("last summer", "2024-06-01", "2024-09-01"), ("this summer", "2025-06-01", "2025-09-01"),
        ("next summer", "2026-06-01", "2026-09-01"), ("last spring", "2025-03-01", "2025-06-01"),
        ("next spring", "2026-03-01", "2026-06-01"), ("last winter", "2024-12-01", "2025-03-01"),
        ("last fall", "2024-09-01", "2024-12-01"), ("next winter", "2025-12-01", "2026-03-01"),
        ("early summer 2019", "2019-06-01", "2019-07-01"), ("late last summer", "2024-08-01", "2024-09-01"),
    ],
)  # fmt: skip
def test_seasons_are_the_meteorological_ones(text: str, start: str, end: str) -> None:
    means(text, start, end)


def test_seasons_of_the_south_are_half_a_year_off() -> None:
    means("summer 2019", "2019-12-01", "2020-03-01", conventions=Conventions(southern=True))
    means("winter 2019", "2019-06-01", "2019-09-01", conventions=Conventions(southern=True))


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("early 2020", "2020-01-01", "2020-05-01"), ("mid-2020", "2020-05-01", "2020-09-01"),
        ("late 2020", "2020-09-01", "2021-01-01"), ("late in 2019", "2019-09-01", "2020-01-01"),
        ("the beginning of 2019", "2019-01-01", "2019-04-01"), ("the end of 2019", "2019-09-01", "2020-01-01"),
        ("the start of the year", "2025-01-01", "2025-04-01"), ("the end of the year", "2025-09-01", "2026-01-01"),
        ("early next year", "2026-01-01", "2026-05-01"), ("late last year", "2024-09-01", "2025-01-01"),
        ("early March", "2025-03-01", "2025-03-11"), ("mid-March", "2025-03-11", "2025-03-21"),
        ("late March", "2025-03-21", "2025-04-01"), ("mid-March 2021", "2021-03-11", "2021-03-21"),
        ("late February 2024", "2024-02-21", "2024-03-01"), ("the beginning of March", "2025-03-01", "2025-03-11"),
        ("the end of March", "2025-03-21", "2025-04-01"), ("end of March 2020", "2020-03-21", "2020-04-01"),
        ("the end of next month", "2025-07-21", "2025-08-01"), ("end of the month", "2025-06-21", "2025-07-01"),
        ("the middle of next month", "2025-07-11", "2025-07-21"),
        ("the end of the week", "2025-06-20", "2025-06-23"), ("early this week", "2025-06-16", "2025-06-19"),
        ("the beginning of next week", "2025-06-23", "2025-06-26"),
        ("the late 19th century", "1866-01-01", "1900-01-01"), ("the early 20th century", "1900-01-01", "1934-01-01"),
        ("earlier this week", "2025-06-16", "2025-06-18"), ("earlier this month", "2025-06-01", "2025-06-18"),
        ("later this year", "2025-06-18", "2026-01-01"), ("later today", "2025-06-18T14:30", "2025-06-19"),
        ("earlier today", "2025-06-18", "2025-06-18T14:30"), ("the rest of the week", "2025-06-18", "2025-06-23"),
    ],
)  # fmt: skip
def test_early_mid_and_late_are_thirds_and_later_runs_from_now(text: str, start: str, end: str) -> None:
    assert means(text, start, end).kind is Kind.PERIOD


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("this weekend", "2025-06-21", "2025-06-23"), ("the weekend", "2025-06-21", "2025-06-23"),
        ("last weekend", "2025-06-14", "2025-06-16"),
        ("tonight", "2025-06-18T18:00", "2025-06-19"), ("this morning", "2025-06-18T06:00", "2025-06-18T12:00"),
        ("this afternoon", "2025-06-18T12:00", "2025-06-18T18:00"),
        ("this evening", "2025-06-18T18:00", "2025-06-19"),
        ("tomorrow morning", "2025-06-19T06:00", "2025-06-19T12:00"),
        ("yesterday afternoon", "2025-06-17T12:00", "2025-06-17T18:00"),
        ("last night", "2025-06-17T18:00", "2025-06-18"), ("Monday morning", "2025-06-16T06:00", "2025-06-16T12:00"),
        ("the morning of March 5, 2019", "2019-03-05T06:00", "2019-03-05T12:00"),
        ("5pm", "2025-06-18T17:00", "2025-06-18T18:00"), ("5:30pm", "2025-06-18T17:30", "2025-06-18T17:31"),
        ("17:30", "2025-06-18T17:30", "2025-06-18T17:31"), ("3 a.m.", "2025-06-18T03:00", "2025-06-18T04:00"),
        ("noon", "2025-06-18T12:00", "2025-06-18T13:00"), ("12 pm", "2025-06-18T12:00", "2025-06-18T13:00"),
        ("12 am tomorrow", "2025-06-19T00:00", "2025-06-19T01:00"),
        ("12:30 am on March 5, 2019", "2019-03-05T00:30", "2019-03-05T00:31"),
        ("7 in the evening", "2025-06-18T19:00", "2025-06-18T20:00"),
        ("tomorrow at noon", "2025-06-19T12:00", "2025-06-19T13:00"),
        ("8 p.m. on Friday", "2025-06-13T20:00", "2025-06-13T21:00"),
        ("9pm on March 5, 2019", "2019-03-05T21:00", "2019-03-05T22:00"),
        ("Mon, 16 Jun 2025 at 09:12", "2025-06-16T09:12", "2025-06-16T09:13"),
        ("8:23 AM · Jul 9, 2021", "2021-07-09T08:23", "2021-07-09T08:24"),
        ("half past five in the afternoon", "2025-06-18T17:30", "2025-06-18T17:31"),
    ],
)  # fmt: skip
def test_weekends_parts_of_the_day_and_clocks(text: str, start: str, end: str) -> None:
    means(text, start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2019", "2019-01-01", "2020-01-01"), ("in 2019", "2019-01-01", "2020-01-01"),
        ("1066", "1066-01-01", "1067-01-01"),
        ("the year 2000", "2000-01-01", "2001-01-01"), ("79 AD", "0079-01-01", "0080-01-01"),
        ("year 3000", "3000-01-01", "3001-01-01"),
        ("March 2019", "2019-03-01", "2019-04-01"), ("Mar 2019", "2019-03-01", "2019-04-01"),
        ("March '19", "2019-03-01", "2019-04-01"),
        ("2019-03", "2019-03-01", "2019-04-01"), ("03/2019", "2019-03-01", "2019-04-01"),
        ("March 5, 2019", "2019-03-05", "2019-03-06"), ("5 March 2019", "2019-03-05", "2019-03-06"),
        ("5th March 2019", "2019-03-05", "2019-03-06"), ("the 5th of March, 2019", "2019-03-05", "2019-03-06"),
        ("Tuesday, March 5, 2019", "2019-03-05", "2019-03-06"), ("2019-03-05", "2019-03-05", "2019-03-06"),
        ("2019/03/05", "2019-03-05", "2019-03-06"), ("20190305", "2019-03-05", "2019-03-06"),
        ("13/04/2025", "2025-04-13", "2025-04-14"), ("04/13/2025", "2025-04-13", "2025-04-14"),
        ("29 February 2024", "2024-02-29", "2024-03-01"), ("March the 5th", "2025-03-05", "2025-03-06"),
        ("the 15th of this month", "2025-06-15", "2025-06-16"), ("the 1st of next month", "2025-07-01", "2025-07-02"),
        ("the 5th", "2025-06-05", "2025-06-06"), ("on the 21st", "2025-06-21", "2025-06-22"),
        ("29 February", "2024-02-29", "2024-03-01"),
        ("last March", "2025-03-01", "2025-04-01"), ("last May", "2025-05-01", "2025-06-01"),
        ("last December", "2024-12-01", "2025-01-01"), ("next March", "2026-03-01", "2026-04-01"),
        ("next January", "2026-01-01", "2026-02-01"),
        ("the third Thursday of November 2022", "2022-11-17", "2022-11-18"),
        ("the first Monday in September 2023", "2023-09-04", "2023-09-05"),
        ("the last Friday in May 2025", "2025-05-30", "2025-05-31"),
        ("the last day of February 2024", "2024-02-29", "2024-03-01"),
        ("the last day of the month", "2025-06-30", "2025-07-01"),
        ("the first day of next month", "2025-07-01", "2025-07-02"),
        ("the second week of January 2024", "2024-01-08", "2024-01-15"), ("2018-W05", "2018-01-29", "2018-02-05"),
        ("２０２５-０６-１８", "2025-06-18", "2025-06-19"), ("５pm", "2025-06-18T17:00", "2025-06-18T18:00"),
        ("March ５, ２０１９", "2019-03-05", "2019-03-06"), ("３ days ago", "2025-06-15", "2025-06-16"),
    ],
)  # fmt: skip
def test_dates_and_what_they_leave_out(text: str, start: str, end: str) -> None:
    means(text, start, end)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Christmas 2019", "2019-12-25"), ("last Christmas", "2024-12-25"), ("next Christmas", "2025-12-25"),
        ("Christmas", "2024-12-25"), ("Easter 2024", "2024-03-31"), ("Good Friday 2024", "2024-03-29"),
        ("Thanksgiving 2023", "2023-11-23"), ("Black Friday 2023", "2023-11-24"), ("Labor Day 2025", "2025-09-01"),
        ("Memorial Day 2025", "2025-05-26"), ("Mother's Day 2025", "2025-05-11"), ("Halloween", "2025-10-31"),
        ("the Fourth of July", "2025-07-04"), ("New Year's Day 2020", "2020-01-01"),
        ("New Year's Eve 2019", "2019-12-31"),
        ("Valentine's Day", "2025-02-14"), ("MLK Day 2025", "2025-01-20"),
        ("two days before Christmas 2019", "2019-12-23"),
    ],
)  # fmt: skip
def test_festivals_with_or_without_a_year(text: str, start: str) -> None:
    assert said(text).start == at(start)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("three weeks", Kind.DURATION), ("half an hour", Kind.DURATION), ("for five years", Kind.DURATION),
        ("2 hours and 30 minutes", Kind.DURATION), ("every Friday", Kind.REPETITION), ("on Mondays", Kind.REPETITION),
        ("every other week", Kind.REPETITION), ("twice a week", Kind.REPETITION), ("daily at 5pm", Kind.REPETITION),
        ("annually in July", Kind.REPETITION),
    ],
)  # fmt: skip
def test_a_duration_or_a_repetition_invents_no_date(text: str, kind: Kind) -> None:
    found = means(text, None, None)
    assert found.kind is kind
    assert found.note
    assert not found.is_dated


@pytest.mark.parametrize("text", ["44 BC", "500 BCE", "44 B.C.", "12000 BC", "March 15, 44 BC"])
def test_a_year_before_christ_is_refused_by_name(text: str) -> None:
    assert "before Christ" in (means(text, None, None).note or "")


@pytest.mark.parametrize("text", ["in 9000 years", "3000 years ago", "9999-01-01"])
def test_a_time_outside_the_calendar_is_refused_with_a_note(text: str) -> None:
    assert "not dated" in (means(text, None, None).note or "")


@pytest.mark.parametrize(
    "text",
    ["Feb 30", "31 April", "2024-02-30", "29 February 2023", "25:61", "13/13/2025", "", "   ", "...", "we", "us",
     "hello world", "the", "of", "42", "12 apples", "$2019", "v2.0.2025"],
)  # fmt: skip
def test_what_is_no_date_is_never_bent_into_one(text: str) -> None:
    found = anchor(text, WEDNESDAY, lang="en")
    assert found is None or not found.is_dated
