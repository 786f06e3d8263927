"""`anchor` and `scan` as others call them: the reference and its zone, what is asked, and all that is answered."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tkg.errors import BadTime
from tkg.timex import Anchored, Bounds, Conventions, Grain, Kind, Prefer, anchor, interval_text, scan

NEW_YORK = ZoneInfo("America/New_York")
LONDON = ZoneInfo("Europe/London")
SHANGHAI = ZoneInfo("Asia/Shanghai")
WEDNESDAY = datetime(2025, 6, 18, 14, 30, tzinfo=UTC)


def at(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


def said(text: str, reference: datetime = WEDNESDAY, **more: Any) -> Anchored:
    found = anchor(text, reference, **more)
    assert found is not None, f"{text!r} is no time expression"
    return found


def means(text: str, start: str | None, end: str | None, **more: Any) -> Anchored:
    found = said(text, **more)
    assert (found.start, found.end) == (at(start), at(end))
    return found


def texts(*moments: datetime | None) -> list[str | None]:
    """With their offsets: two aware times compare as equal whatever their zones."""
    return [None if moment is None else moment.isoformat() for moment in moments]


def test_today_is_the_day_where_it_was_said() -> None:
    late = datetime(2025, 6, 18, 23, 30, tzinfo=NEW_YORK)  # the 19th already in UTC
    found = said("today", late)
    assert texts(found.start, found.end) == ["2025-06-18T00:00:00-04:00", "2025-06-19T00:00:00-04:00"]
    assert found.reference == late


def test_a_naive_reference_is_utc() -> None:
    found = said("yesterday", WEDNESDAY.replace(tzinfo=None))
    assert texts(found.start, found.end) == ["2025-06-17T00:00:00+00:00", "2025-06-18T00:00:00+00:00"]
    assert found.reference == WEDNESDAY


@pytest.mark.parametrize("tz", ["Asia/Tokyo", ZoneInfo("Asia/Tokyo"), timezone(timedelta(hours=9))])
def test_tz_is_the_zone_of_who_spoke(tz: Any) -> None:
    evening = datetime(2025, 6, 18, 20, tzinfo=UTC)  # 05:00 on the 19th in Tokyo
    found = said("today", evening, tz=tz)
    assert texts(found.start, found.end) == ["2025-06-19T00:00:00+09:00", "2025-06-20T00:00:00+09:00"]
    assert found.reference == evening
    assert texts(scan("today", evening, tz=tz)[0].start) == ["2025-06-19T00:00:00+09:00"]


def test_tz_moves_the_weekday_that_last_friday_counts_from() -> None:
    evening = datetime(2025, 6, 13, 20, tzinfo=UTC)  # a Friday, and Saturday in Tokyo
    assert texts(said("last Friday", evening).start) == ["2025-06-06T00:00:00+00:00"]
    assert texts(said("last Friday", evening, tz="Asia/Tokyo").start) == ["2025-06-13T00:00:00+09:00"]


@pytest.mark.parametrize("tz", ["Nowhere/Land", "", "../etc/passwd", "/etc/passwd", "\0"])
def test_a_zone_that_does_not_exist_is_an_error_that_names_it(tz: str) -> None:
    with pytest.raises(BadTime, match="no time zone"):
        anchor("today", WEDNESDAY, tz=tz)
    with pytest.raises(BadTime, match="no time zone"):
        scan("today", WEDNESDAY, tz=tz)


def test_a_reference_that_the_zone_cannot_tell_is_an_error() -> None:
    last = datetime(9999, 12, 31, 23, tzinfo=UTC)
    with pytest.raises(BadTime, match="9999-12-31"):
        anchor("today", last, tz="Asia/Tokyo")


def test_an_instant_with_an_offset_is_shown_in_the_zone_of_the_reference() -> None:
    found = said("2019-03-05T14:30:00+02:00", datetime(2025, 6, 18, tzinfo=NEW_YORK))
    assert texts(found.start) == ["2019-03-05T07:30:00-05:00"]


@pytest.mark.parametrize(
    ("text", "start"),
    [("4pm EST", "2025-06-18T21:00"), ("9am UTC", "2025-06-18T09:00"), ("4pm CET", "2025-06-18T15:00"),
     ("5pm JST", "2025-06-18T08:00")],
)  # fmt: skip
def test_a_clock_of_a_named_zone_is_shown_in_that_of_the_reference(text: str, start: str) -> None:
    assert said(text, lang="en").start == at(start)


@pytest.mark.parametrize(
    ("text", "reference", "start"),
    [
        ("tomorrow at 2:30 am", "2025-03-08T12:00", "2025-03-09T03:30:00-04:00"),
        ("2025-03-09 02:30", "2024-01-01T12:00", "2025-03-09T03:30:00-04:00"),
    ],
)
def test_a_time_that_the_clocks_skip_is_moved_forward_and_says_so(text: str, reference: str, start: str) -> None:
    found = said(text, datetime.fromisoformat(reference).replace(tzinfo=NEW_YORK))
    assert texts(found.start) == [start]
    assert found.note is not None
    assert "did not exist in America/New_York" in found.note
    assert found.end is not None
    assert found.start is not None
    assert found.end - found.start == timedelta(minutes=1)


def test_a_time_that_comes_twice_is_the_first_and_keeps_the_second() -> None:
    found = said("tomorrow at 1:30 am", datetime(2025, 11, 1, 12, tzinfo=NEW_YORK))
    assert texts(found.start, found.end) == ["2025-11-02T01:30:00-04:00", "2025-11-02T01:31:00-04:00"]
    assert [texts(start) for start, _ in found.alternatives] == [["2025-11-02T01:30:00-05:00"]]
    assert found.is_guess
    assert found.note is not None
    assert "came twice" in found.note


def test_a_day_across_a_change_of_the_clocks_lasts_longer_or_shorter() -> None:
    spring = said("2025-03-09", datetime(2025, 3, 1, tzinfo=NEW_YORK))
    assert texts(spring.start, spring.end) == ["2025-03-09T00:00:00-05:00", "2025-03-10T00:00:00-04:00"]
    autumn = said("2025-11-02", datetime(2025, 11, 1, tzinfo=NEW_YORK))
    assert texts(autumn.start, autumn.end) == ["2025-11-02T00:00:00-04:00", "2025-11-03T00:00:00-05:00"]
    assert spring.note is autumn.note is None


@pytest.mark.parametrize(
    ("text", "reference", "start"),
    [
        ("24 hours ago", "2025-03-09T12:00", "2025-03-08T11:00:00-05:00"),
        ("24 hours ago", "2025-11-02T12:00", "2025-11-01T13:00:00-04:00"),
        ("in 24 hours", "2025-03-08T12:00", "2025-03-09T13:00:00-04:00"),
        ("in 2 hours", "2025-03-09T01:30", "2025-03-09T04:30:00-04:00"),
        ("90 minutes ago", "2025-03-09T03:15", "2025-03-09T00:45:00-05:00"),
        ("a day ago", "2025-03-09T12:00", "2025-03-08T00:00:00-05:00"),
        ("a day ago", "2025-11-02T12:00", "2025-11-01T00:00:00-04:00"),
    ],
)
def test_hours_are_elapsed_time_and_days_are_days_of_the_calendar(text: str, reference: str, start: str) -> None:
    found = said(text, datetime.fromisoformat(reference).replace(tzinfo=NEW_YORK))
    assert texts(found.start) == [start]


def test_a_midnight_that_the_clocks_skip_is_where_the_day_begins() -> None:
    found = said("2018-11-04", datetime(2018, 11, 3, tzinfo=ZoneInfo("America/Sao_Paulo")))
    assert texts(found.start, found.end) == ["2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00"]


@pytest.mark.parametrize(
    ("text", "kind", "grain"),
    [
        ("yesterday", Kind.POINT, Grain.DAY), ("2019", Kind.POINT, Grain.YEAR),
        ("March 2019", Kind.POINT, Grain.MONTH),
        ("last week", Kind.POINT, Grain.WEEK), ("this weekend", Kind.POINT, Grain.WEEKEND),
        ("17:30", Kind.POINT, Grain.MINUTE), ("5pm", Kind.POINT, Grain.HOUR),
        ("tonight", Kind.POINT, Grain.PART_OF_DAY),
        ("now", Kind.POINT, Grain.SECOND), ("Q3 2024", Kind.POINT, Grain.QUARTER),
        ("summer 2019", Kind.POINT, Grain.SEASON),
        ("H1 2019", Kind.POINT, Grain.HALF_YEAR), ("the 1990s", Kind.POINT, Grain.DECADE),
        ("the 19th century", Kind.POINT, Grain.CENTURY), ("from May to July", Kind.PERIOD, Grain.MONTH),
        ("early 2020", Kind.PERIOD, Grain.YEAR), ("since 2019", Kind.START, Grain.YEAR),
        ("until last year", Kind.END, Grain.YEAR), ("three weeks", Kind.DURATION, Grain.WEEK),
        ("every Friday", Kind.REPETITION, Grain.DAY),
    ],
)  # fmt: skip
def test_the_kind_and_the_grain_of_words(text: str, kind: Kind, grain: Grain) -> None:
    found = said(text, lang="en")
    assert (found.kind, found.grain) == (kind, grain)


def test_a_grain_has_a_word() -> None:
    assert [Grain.DAY.word, Grain.PART_OF_DAY.word, Grain.HALF_YEAR.word] == ["day", "part of day", "half year"]


@pytest.mark.parametrize(
    ("text", "starts", "ends"),
    [
        ("yesterday", ("2025-06-17",) * 3, ("2025-06-18",) * 3),
        ("2019", ("2019-01-01",) * 3, ("2020-01-01",) * 3),
        ("three months ago", ("2025-03-01", "2025-03-18", "2025-03-31"), ("2025-03-02", "2025-03-19", "2025-04-01")),
        ("since 2019", ("2019-01-01", "2019-01-01", "2020-01-01"), (None,) * 3),
        ("until last year", (None,) * 3, ("2024-01-01", "2025-01-01", "2025-01-01")),
        ("after 2023", ("2024-01-01",) * 3, (None,) * 3),
        ("before 2019", (None,) * 3, ("2019-01-01",) * 3),
        ("three weeks", (None,) * 3, (None,) * 3),
    ],
)
def test_the_bounds_say_how_far_each_side_can_move(text: str, starts: tuple[str, ...], ends: tuple[str, ...]) -> None:
    found = said(text, lang="en")
    assert found.starts == Bounds(*map(at, starts))
    assert found.ends == Bounds(*map(at, ends))


def test_a_bare_weekday_is_a_guess_that_keeps_the_other() -> None:
    found = means("Friday", "2025-06-13", "2025-06-14")
    assert found.alternatives == ((at("2025-06-20"), at("2025-06-21")),)
    assert found.is_guess
    assert (found.chosen_by or "").startswith("default")


@pytest.mark.parametrize(
    ("prefer", "start", "other"),
    [("past", "2025-06-13", "2025-06-20"), ("future", "2025-06-20", "2025-06-13"),
    ("nearest", "2025-06-20", "2025-06-13")],
)  # fmt: skip
def test_prefer_decides_and_is_no_guess(prefer: Prefer, start: str, other: str) -> None:
    found = said("Friday", prefer=prefer)
    assert found.start == at(start)
    assert [low for low, _ in found.alternatives] == [at(other)]
    assert found.chosen_by == f"prefer={prefer}"
    assert not found.is_guess


def test_words_with_one_reading_have_no_alternatives_and_nothing_chose() -> None:
    found = said("March 5, 2019")
    assert (found.alternatives, found.chosen_by, found.is_guess, found.note) == ((), None, False, None)


@pytest.mark.parametrize("text", ["03/04/2025", "3/4/2025", "03-04-2025"])
def test_the_order_of_day_and_month_is_a_guess_until_the_conventions_say_it(text: str) -> None:
    found = means(text, "2025-03-04", "2025-03-05", lang="en")
    assert found.alternatives == ((at("2025-04-03"), at("2025-04-04")),)
    assert found.is_guess
    told = means(text, "2025-04-03", "2025-04-04", lang="en", conventions=Conventions(date_order="DMY"))
    assert told.chosen_by == "date_order=DMY"
    assert not told.is_guess
    assert not means(text, "2025-03-04", "2025-03-05", conventions=Conventions(date_order="MDY")).is_guess


def test_a_date_that_fits_one_order_only_is_no_guess() -> None:
    assert means("13/04/2025", "2025-04-13", "2025-04-14", lang="en").alternatives == ()


def test_a_clock_without_its_half_of_the_day_keeps_the_other() -> None:
    found = means("at 5:30", "2025-06-18T17:30", "2025-06-18T17:31", lang="en")
    assert found.alternatives == ((at("2025-06-18T05:30"), at("2025-06-18T05:31")),)
    assert found.is_guess


@pytest.mark.parametrize(
    ("text", "span"),
    [("yesterday", (0, 9)), ("  yesterday.", (2, 11)), ("(March 2019)", (1, 11)), ("“last Friday”!", (1, 12)),
     ("上周三。", (0, 3))],
)  # fmt: skip
def test_the_span_is_of_the_words_alone(text: str, span: tuple[int, int]) -> None:
    found = said(text)
    assert found.span == span
    assert found.text == text[slice(*span)]


def test_scan_gives_spans_of_the_whole_sentence_in_order_without_overlap() -> None:
    sentence = "🙂 We met last Friday, and since 2019 we have talked every week."
    found = scan(sentence, WEDNESDAY)
    assert [each.text for each in found] == ["last Friday", "since 2019", "every week"]
    assert all(sentence[slice(*each.span)] == each.text for each in found)


def test_an_answer_says_what_was_said_when_and_what_read_it() -> None:
    wednesday = datetime(2025, 6, 18, 12, tzinfo=SHANGHAI)
    assert str(said("上周三", wednesday)) == "上周三 said on 2025-06-18 → 2025-06-11 by zh.week_weekday"
    assert said("last Friday").rule.startswith("en.")


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        (None, None, "no date"), ("2025-06-11", "2025-06-12", "2025-06-11"), ("2025-03-01", "2025-04-01", "2025-03"),
        ("2019-01-01", "2020-01-01", "2019"), ("2025-06-09", "2025-06-16", "2025-06-09/2025-06-15"),
        ("2019-01-01", None, "2019-01-01/.."), (None, "2020-01-01", "../2019-12-31"),
        ("2025-06-18T17:00", "2025-06-18T18:00", "2025-06-18T17:00+00:00/2025-06-18T18:00+00:00"),
        ("1990-01-01", "2000-01-01", "1990-01-01/1999-12-31"), ("2025-03-15", "2025-04-15", "2025-03-15/2025-04-14"),
    ],
)  # fmt: skip
def test_an_interval_is_written_as_people_write_it(start: str | None, end: str | None, text: str) -> None:
    assert interval_text(at(start), at(end)) == text


def test_an_answer_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        said("yesterday").text = "tomorrow"  # type: ignore[misc]


@pytest.mark.parametrize("lang", ["en", "EN", "en-GB", "en_US"])
def test_a_language_tag_may_name_a_region(lang: str) -> None:
    assert said("last Friday", lang=lang).start == at("2025-06-13")


@pytest.mark.parametrize(
    ("lang", "text", "start"),
    [
        ("fr", "14 mars 2021", "2021-03-14"), ("de", "14. März 2021", "2021-03-14"),
        ("es", "14 de marzo de 2021", "2021-03-14"), ("it", "14 marzo 2021", "2021-03-14"),
        ("fr", "2021-03-14", "2021-03-14"), ("xx", "2021-03-14", "2021-03-14"),
    ],
)  # fmt: skip
def test_other_languages_give_full_dates(lang: str, text: str, start: str) -> None:
    found = said(text, lang=lang)
    assert (found.start, found.grain) == (at(start), Grain.DAY)


@pytest.mark.parametrize(
    ("lang", "text"),
    [("fr", "vendredi dernier"), ("de", "gestern"), ("es", "mayo"), ("fr", "mai"), ("de", "30. Februar 2021"),
    ("xx", "14 mars 2021"),
     ("fr", "last Friday")],
)  # fmt: skip
def test_other_languages_give_nothing_that_would_be_a_guess(lang: str, text: str) -> None:
    assert anchor(text, WEDNESDAY, lang=lang) is None
    assert scan(text, WEDNESDAY, lang=lang) == []


def test_scan_finds_full_dates_of_other_languages() -> None:
    found = scan("Elle est née le 14 mars 1979 à Oslo, puis partie le 2 mai 2001.", WEDNESDAY, lang="fr")
    assert [each.start for each in found] == [at("1979-03-14"), at("2001-05-02")]
    assert [each.text[-8:] for each in found] == ["ars 1979", "mai 2001"]


def test_without_a_language_chinese_characters_mean_chinese() -> None:
    assert said("去年").rule.startswith("zh.")
    assert said("last year").rule.startswith("en.")
    assert anchor("去年", WEDNESDAY, lang="en") is None


@pytest.mark.parametrize("text", ["", " ", ".", "hello", "a" * 10_000, "1" * 10_000, "last Friday " * 1_000, "\ud800"])
def test_what_is_no_time_expression_is_none(text: str) -> None:
    assert anchor(text, WEDNESDAY) is None


def test_scan_of_a_long_text_finds_its_times() -> None:
    found = scan("Nothing happened here. " * 400 + "We met last Friday.", WEDNESDAY)
    assert [each.text for each in found] == ["last Friday"]


@pytest.mark.parametrize("text", ["in her twenties", "in his forties", "at the age of 12", "when she was 30"])
def test_an_age_has_no_date_without_a_birth_date(text: str) -> None:
    assert "born" in (means(text, None, None).note or "")


def test_an_age_counts_from_the_birth_date() -> None:
    born = Conventions(born=date(1990, 5, 20))
    means("in her twenties", "2010-05-20", "2020-05-20", conventions=born)
    means("in his thirties", "2020-05-20", "2030-05-20", conventions=born)
    means("at the age of 12", "2002-05-20", "2003-05-20", conventions=born)


@pytest.mark.parametrize("text", ["fiscal year 2023", "FY2023", "FY23", "fiscal 2024", "last fiscal year", "Q2 FY2024"])
def test_a_fiscal_year_has_no_date_until_somebody_says_when_it_starts(text: str) -> None:
    assert "fiscal" in (means(text, None, None).note or "")


@pytest.mark.parametrize(
    ("fiscal_year", "text", "start", "end"),
    [
        ((4, "start"), "fiscal year 2023", "2023-04-01", "2024-04-01"),
        ((4, "start"), "FY2023", "2023-04-01", "2024-04-01"),
        ((10, "end"), "FY2023", "2022-10-01", "2023-10-01"),
        ((10, "end"), "fiscal 2024", "2023-10-01", "2024-10-01"),
        ((10, "end"), "Q1 FY2024", "2023-10-01", "2024-01-01"),
        ((10, "end"), "Q2 FY2024", "2024-01-01", "2024-04-01"),
        ((4, "start"), "Q4 FY2024", "2025-01-01", "2025-04-01"),
        ((4, "start"), "last fiscal year", "2024-04-01", "2025-04-01"),
        ((10, "end"), "last fiscal year", "2023-10-01", "2024-10-01"),
        ((1, "start"), "FY2023", "2023-01-01", "2024-01-01"),
    ],
)
def test_a_fiscal_year_starts_where_the_conventions_say(fiscal_year: Any, text: str, start: str, end: str) -> None:
    means(text, start, end, conventions=Conventions(fiscal_year=fiscal_year))


def test_a_week_starts_where_the_conventions_say() -> None:
    sunday = Conventions(week_start=6)
    means("this week", "2025-06-15", "2025-06-22", conventions=sunday)
    means("last week", "2025-06-08", "2025-06-15", conventions=sunday)
    means("next Sunday", "2025-06-22", "2025-06-23", conventions=sunday)
    means("next Sunday", "2025-06-29", "2025-06-30")


def test_the_sides_of_a_stretch_known_as_years_may_move_within_them() -> None:
    found = anchor("from 2014 to 2018", datetime(2025, 6, 18, tzinfo=UTC))
    assert found is not None
    assert [at.year for at in found.starts if at] == [2014, 2014, 2015]
    assert [at.year for at in found.ends if at] == [2018, 2019, 2019]
