"""The table of bounds of the contract, row by row; civil dates, zones, the years that exist, and EDTF."""

from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis.strategies import datetimes, just

from tkg.bounds import (
    Extent,
    Grain,
    Said,
    Time,
    When,
    canonical,
    canonical_bound,
    canonical_interval,
    point,
    stint,
    unit,
)
from tkg.errors import AmbiguousTime, BadTime
from tkg.intervals import MAX, MIN, microseconds

OSLO, NEW_YORK, APIA = ZoneInfo("Europe/Oslo"), ZoneInfo("America/New_York"), ZoneInfo("Pacific/Apia")


def at(*parts: int) -> int:
    return microseconds(datetime(*parts, tzinfo=UTC))  # type: ignore[misc, arg-type]


SEEN = at(2024, 5, 1)
Y2021, M2021, Y2022 = at(2021, 1, 1), at(2021, 3, 1), at(2022, 1, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2021-03-14", (at(2021, 3, 14),) * 3),
        ("2021-03-14T09:30:00Z", (at(2021, 3, 14, 9, 30),) * 3),
        ("2021", (Y2021, Y2021, Y2022)),
        ("2021-12", (at(2021, 12, 1), at(2021, 12, 1), Y2022)),
        ("[2021-03-08..2021-03-14]", (at(2021, 3, 8), at(2021, 3, 8), at(2021, 3, 15))),
        ("always", (MIN, MIN, MIN)),
        ("unknown", (MIN, SEEN, SEEN)),
        (None, (MIN, SEEN, SEEN)),
    ],
)
def test_a_start(text: str | None, expected: tuple[int, int, int]) -> None:
    assert stint(Said(text, "forever"), SEEN, "state").start[:3] == expected


@pytest.mark.parametrize(
    ("text", "expected", "ongoing"),
    [
        ("2021-03-14", (at(2021, 3, 14),) * 3, False),
        ("2021-03-14T09:30:00Z", (at(2021, 3, 14, 9, 30),) * 3, False),
        ("2021", (Y2021, Y2021, Y2022), False),
        ("2021-03", (M2021, M2021, at(2021, 4, 1)), False),
        ("unknown", (MIN, SEEN, SEEN), False),
        ("forever", (MAX, MAX, MAX), False),
        ("ongoing", (MAX, MAX, MAX), True),
        (None, (MAX, MAX, MAX), True),
    ],
)
def test_an_end(text: str | None, expected: tuple[int, int, int], ongoing: bool) -> None:
    found = stint(Said("always", text), SEEN, "state")
    assert (found.end[:3], found.ongoing, found.empty) == (expected, ongoing, False)


@pytest.mark.parametrize(
    ("text", "start", "end", "ongoing"),
    [
        ("2019/2020", (at(2019, 1, 1), at(2019, 1, 1), at(2020, 1, 1)), (at(2020, 1, 1), Y2021, Y2021), False),
        ("2021/2021", (Y2021, Y2021, Y2022), (Y2021, Y2022, Y2022), False),
        ("2021", (Y2021, Y2021, Y2022), (Y2021, Y2022, Y2022), False),
        ("2021-03-01/2021-03-14", (M2021,) * 3, (at(2021, 3, 15),) * 3, False),
        ("2021/..", (Y2021, Y2021, Y2022), (MAX,) * 3, True),
        ("../2021-02", (MIN,) * 3, (at(2021, 2, 1), M2021, M2021), False),
        ("2021/", (Y2021, Y2021, Y2022), (MIN, SEEN, SEEN), False),
        ("/2021", (MIN, SEEN, SEEN), (Y2021, Y2022, Y2022), False),
        ("../..", (MIN,) * 3, (MAX,) * 3, True),
    ],
)
def test_an_edtf_interval_includes_the_unit_of_its_end(
    text: str, start: tuple[int, ...], end: tuple[int, ...], ongoing: bool
) -> None:
    found = stint(Said(valid=text), SEEN, "state")
    assert (found.start[:3], found.end[:3], found.ongoing) == (start, end, ongoing)


@pytest.mark.parametrize(
    ("extent", "said", "start", "end", "ongoing"),
    [
        ("event", Said("2021"), Y2021, Y2022, False),
        ("event", Said("2021-03"), M2021, at(2021, 4, 1), False),
        ("event", Said("2021-03-14"), at(2021, 3, 14), at(2021, 3, 15), False),
        ("event", Said("2021-03-14T09:30:00Z"), at(2021, 3, 14, 9, 30), at(2021, 3, 14, 9, 30) + 1, False),
        ("event", Said("2021-03-14", "ongoing"), at(2021, 3, 14), at(2021, 3, 15), False),
        ("event", Said("2021-03-14", "2021-03-17"), at(2021, 3, 14), at(2021, 3, 17), False),
        ("event", Said(), SEEN, SEEN, False),
        ("timeless", Said(), MIN, MAX, False),
        ("timeless", Said("2021"), Y2021, MAX, False),
        ("state", Said(), SEEN, MAX, True),
    ],
)
def test_what_is_not_said_is_filled_in_by_the_extent(
    extent: Extent, said: Said, start: int, end: int, ongoing: bool
) -> None:
    found = stint(said, SEEN, extent)
    assert (found.start.at, found.end.at, found.ongoing, found.empty) == (start, end, ongoing, False)


@pytest.mark.parametrize(
    ("said", "empty"),
    [
        (Said("2021", "2021"), True),
        (Said("2021-03-14", "2021-03-14"), True),
        (Said("2021-03-15", "2021-03-14"), True),
        (Said("2021-03-14", "2021-03-15"), False),
        (Said("unknown", "unknown"), False),
        (Said("2024-05-01", "unknown"), True),
        (Said("unknown", "2024-05-01"), True),
        (Said(valid="2021-03-14/2021-03-14"), False),
        (Said(valid="2022/2021"), True),
        (Said("always", "forever"), False),
    ],
)
def test_an_interval_holds_at_least_an_instant(said: Said, empty: bool) -> None:
    assert stint(said, SEEN, "state").empty is empty


@pytest.mark.parametrize("zone", [UTC, OSLO, NEW_YORK, APIA])
def test_a_date_is_the_same_date_in_every_zone(zone: tzinfo) -> None:
    for when in ("2021-03-14", date(2021, 3, 14), " 2021-03-14 "):
        assert unit(canonical(when, zone)) == (at(2021, 3, 14), at(2021, 3, 15), Grain.DAY)
    shown = Time(at(2021, 3, 14), Grain.DAY)
    assert shown.text(zone) == "2021-03-14"
    assert shown.datetime(zone) == datetime(2021, 3, 14, tzinfo=zone)


@pytest.mark.parametrize(
    ("when", "zone", "instant"),
    [
        ("2024-01-01T13:30:45-08:00", OSLO, at(2024, 1, 1, 21, 30, 45)),
        ("2024-01-01T13:30:45", OSLO, at(2024, 1, 1, 12, 30, 45)),
        ("2024-07-01T13:30:45", OSLO, at(2024, 7, 1, 11, 30, 45)),
        ("2024-07-01 13:30", OSLO, at(2024, 7, 1, 11, 30)),
        ("2024-07-01T13", UTC, at(2024, 7, 1, 13)),
        ("2024-07-01T13:30:45.5Z", OSLO, at(2024, 7, 1, 13, 30, 45, 500_000)),
        (datetime(2024, 7, 1, 13, 30), NEW_YORK, at(2024, 7, 1, 17, 30)),  # noqa: DTZ001
        (datetime(2024, 7, 1, 13, 30, tzinfo=timezone(timedelta(hours=5, minutes=30))), OSLO, at(2024, 7, 1, 8)),
        ("2024-03-31T01:59:59", OSLO, at(2024, 3, 31, 0, 59, 59)),
        ("2024-03-31T03:00", OSLO, at(2024, 3, 31, 1)),
        ("2024-10-27T02:30+02:00", OSLO, at(2024, 10, 27, 0, 30)),
        ("2024-10-27T02:30+01:00", OSLO, at(2024, 10, 27, 1, 30)),
    ],
)
def test_an_instant_is_converted_first(when: When, zone: tzinfo, instant: int) -> None:
    assert unit(canonical(when, zone)) == (instant, instant + 1, Grain.INSTANT)


@pytest.mark.parametrize(
    ("when", "zone"),
    [
        ("2024-03-31T02:30", OSLO),
        ("2024-10-27T02:30", OSLO),
        ("2024-03-10T02:30", NEW_YORK),
        ("2024-11-03T01:30", NEW_YORK),
        (datetime(2024, 10, 27, 2, 30), OSLO),  # noqa: DTZ001
        ("2011-12-30T12:00", APIA),
    ],
)
def test_a_local_time_that_a_zone_skips_or_repeats_is_refused(when: When, zone: tzinfo) -> None:
    with pytest.raises(BadTime, match="offset"):
        canonical(when, zone)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "yesterday", "21", "202", "20211", "2021-3", "2021-13", "2021-00", "2021-02-29", "2021-02-30",
        "2021-3-14", "14.03.2021", "03/14/2021", "2021-W11", "2021-073", "20210314", "2021-Q1", "2021~", "2021?",
        "201X", "2021-21", "0000", "0000-01-01", "9999", "9999-12", "9999-12-31", "9999-12-31T23:59:59.999999Z",
        "10000-01-01", "-0044-03-15", "2021-03-14T", "2021-03-14T25:00", "2021-03-14T09:60", "2021-03-14T09:30+25:00",
        "2021-03-14T23:59:60Z", "ongoing", "2021/2022", "[2021-03-14..2021-03-08]",
        "[2019-01..2021-01]", "２０２１", "2021-０3", "２０２１-03-14", "2021-03-14T０9:30", "२०२१",
        "[２０２１-03-08..2021-03-14]", "0001-01-01T00:30:00+01:00", "9999-12-31T20:00:00-08:00",
    ],
)  # fmt: skip
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(BadTime) as refused:
        canonical(text, UTC)
    assert text.strip().removesuffix("Z") in str(refused.value)


@pytest.mark.parametrize("when", [2021, 20.21, None, True, b"2021", timedelta(1), (2021, 3, 14)])
def test_what_is_of_another_type_is_refused(when: object) -> None:
    with pytest.raises(BadTime, match=type(when).__name__):
        canonical(when, UTC)  # type: ignore[arg-type]


@pytest.mark.parametrize("when", [date(9999, 12, 31), datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)])
def test_the_last_year_has_no_end_and_is_refused(when: date) -> None:
    with pytest.raises(BadTime):
        unit(canonical(when, UTC))


@pytest.mark.parametrize("when", ["0001", "0001-01-01", "9998", "9998-12-31"])
def test_the_first_and_the_last_year_that_exist(when: str) -> None:
    low, high, _ = unit(canonical(when, UTC))
    assert MIN < low < high < MAX


def test_words_pass_only_where_they_mean_something() -> None:
    assert canonical_bound("always", UTC, ("always", "unknown")) == "always"
    assert canonical_bound(None, UTC, ("always", "unknown")) is None
    for word in ("forever", "ongoing", "Always", "now"):
        with pytest.raises(BadTime):
            canonical_bound(word, UTC, ("always", "unknown"))


@pytest.mark.parametrize(
    "text", ["", "2019/2020/2021", "2019-2020", "2019/soon", "unknown/2021", "2019/ongoing", "a/b"]
)
def test_what_is_no_interval_is_refused(text: str) -> None:
    with pytest.raises(BadTime):
        canonical_interval(text, UTC)


def test_an_interval_of_local_times_is_read_in_the_zone() -> None:
    text = canonical_interval("2024-07-01T09:00/2024-07-01T17:00", OSLO)
    assert text == "2024-07-01T09:00:00+02:00/2024-07-01T17:00:00+02:00"


@pytest.mark.parametrize(
    ("text", "what"), [("2021", "year"), ("2021-03", "month"), ("[2021-03-08..2021-03-14]", "set")]
)
def test_a_year_or_a_month_is_no_point(text: str, what: str) -> None:
    with pytest.raises(AmbiguousTime, match=f"valid_at.*{what}.*range"):
        point(text, UTC, "valid_at")


@given(datetimes(timezones=just(UTC)).filter(lambda when: when.year < 9999))
def test_a_datetime_as_a_point_is_the_instant_that_its_text_names(when: datetime) -> None:
    expected = microseconds(when)
    assert (point(when, OSLO, "valid_at"), point(when.isoformat(), OSLO, "valid_at")) == (expected, expected)


@pytest.mark.parametrize("zone", [UTC, ZoneInfo("UTC")])
def test_the_last_instant_that_there_is_cannot_be_asked_about(zone: tzinfo) -> None:
    with pytest.raises(BadTime, match="9998"):
        point(datetime.max.replace(tzinfo=zone), UTC, "valid_at")


def test_a_date_as_a_point_is_its_first_instant() -> None:
    assert point("2021-03-14", OSLO, "valid_at") == at(2021, 3, 14)
    assert point(date(2021, 3, 14), NEW_YORK, "valid_at") == at(2021, 3, 14)


@pytest.mark.parametrize(
    ("grain", "text"),
    [
        (Grain.YEAR, "2021"),
        (Grain.MONTH, "2021-01"),
        (Grain.DAY, "2021-01-01"),
        (Grain.INSTANT, "2021-01-01T01:00:00+01:00"),
    ],
)
def test_text_keeps_the_grain(grain: Grain, text: str) -> None:
    assert Time(Y2021, grain).text(OSLO) == text


@pytest.mark.parametrize("zone", [UTC, NEW_YORK, ZoneInfo("Asia/Shanghai")])
def test_the_infinities_never_come_out(zone: tzinfo) -> None:
    for infinity, grain in ((MIN, Grain.ALWAYS), (MAX, Grain.ONGOING), (MAX, Grain.FOREVER)):
        assert Time(infinity, grain).datetime(zone) is None
        assert Time(infinity, grain).text(zone) is None
