"""What a claim says because of anchored time words: no more than they do, and nothing where that is too wide."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import tkg.anchoring
from tkg.anchoring import anchorings, beginning, differs, ending, whole
from tkg.extract import Candidate
from tkg.timex.anchored import OPEN, Anchored, Bounds, Grain, Kind

ZONE = timezone(timedelta(hours=8))
SAID_AT = datetime(2025, 6, 18, 10, 7, tzinfo=ZONE)


def at(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=ZONE)


def said(
    start: str | None,
    end: str | None,
    grain: Grain = Grain.DAY,
    kind: Kind = Kind.POINT,
    *,
    room: tuple[str, str] | None = None,
    **more: Any,
) -> Anchored:
    """Words anchored to [start, end), and if they are not exact to some such stretch in `room`."""
    low, high = (at(start), at(end)) if room is None else map(at, room)
    if start is not None and end is not None and low is not None and high is not None:
        length = datetime.fromisoformat(end) - datetime.fromisoformat(start)
        starts, ends = Bounds(low, at(start), high - length), Bounds(low + length, at(end), high)
    else:
        starts = OPEN if start is None else Bounds(low, at(start), high or low)
        ends = OPEN if end is None else Bounds(low or high, at(end), high)
    return Anchored("words", (0, 5), kind, grain, starts, ends, "en.rule", SAID_AT, **more)


def guess(*readings: tuple[str, str], grain: Grain = Grain.DAY) -> Anchored:
    """Words of several readings of which a default chose the first."""
    first, *others = readings
    alternatives = tuple((at(start), at(end)) for start, end in others)
    return said(*first, grain, alternatives=alternatives, chosen_by="default: the latest is taken")


DAY = said("2025-06-11", "2025-06-12")
WEEK = said("2025-06-09", "2025-06-16", Grain.WEEK)
MONTH = said("2025-03-01", "2025-04-01", Grain.MONTH)
YEAR = said("2019-01-01", "2020-01-01", Grain.YEAR)
SPRING = said("2025-03-01", "2025-06-01", Grain.SEASON)
NINETIES = said("1990-01-01", "2000-01-01", Grain.DECADE)
THREE_MONTHS_AGO = said("2025-03-18", "2025-03-19", room=("2025-03-01", "2025-04-01"))
A_FEW_DAYS_AGO = said("2025-06-15", "2025-06-16", room=("2025-06-12", "2025-06-17"))
LAST_NIGHT = said("2025-06-17T18:00", "2025-06-18T06:00", Grain.PART_OF_DAY)
THIS_MORNING = said("2025-06-18T06:00", "2025-06-18T12:00", Grain.PART_OF_DAY)
MAY_TO_JULY = said("2024-05-01", "2024-08-01", Grain.MONTH, Kind.PERIOD)
FROM_2015_TO_2018 = said("2015-01-01", "2019-01-01", Grain.YEAR, Kind.PERIOD)
EARLY_2020 = said("2020-01-01", "2020-05-01", Grain.YEAR, Kind.PERIOD)
SINCE_2019 = said("2019-01-01", None, Grain.YEAR, Kind.START, room=("2019-01-01", "2020-01-01"))
AFTER_2019 = said("2020-01-01", None, Grain.YEAR, Kind.START)
UNTIL_MARCH = said(None, "2025-04-01", Grain.MONTH, Kind.END, room=("2025-03-01", "2025-04-01"))
BEFORE_MARCH = said(None, "2025-03-01", Grain.MONTH, Kind.END)
THREE_WEEKS = said(None, None, Grain.WEEK, Kind.DURATION)
FRIDAY = guess(("2025-06-13", "2025-06-14"), ("2025-06-20", "2025-06-21"))
MARCH_OR_APRIL = guess(("2025-03-04", "2025-03-05"), ("2025-04-03", "2025-04-04"))
TWO_YEARS = guess(("2024-01-01", "2025-01-01"), ("2025-01-01", "2026-01-01"), grain=Grain.YEAR)


@pytest.mark.parametrize(
    ("words", "bound"),
    [
        (DAY, "2025-06-11"),
        (WEEK, "[2025-06-09..2025-06-15]"),
        (MONTH, "2025-03"),
        (YEAR, "2019"),
        (SPRING, "[2025-03-01..2025-05-31]"),
        (NINETIES, None),
        (THREE_MONTHS_AGO, "2025-03"),
        (A_FEW_DAYS_AGO, "[2025-06-12..2025-06-16]"),
        (LAST_NIGHT, "[2025-06-17..2025-06-18]"),
        (THIS_MORNING, "2025-06-18"),
        (MAY_TO_JULY, "[2024-05-01..2024-07-31]"),
        (FROM_2015_TO_2018, None),
        (EARLY_2020, "[2020-01-01..2020-04-30]"),
        (SINCE_2019, "2019"),
        (AFTER_2019, None),
        (UNTIL_MARCH, None),
        (THREE_WEEKS, None),
        (FRIDAY, "[2025-06-13..2025-06-20]"),
        (MARCH_OR_APRIL, "[2025-03-04..2025-04-03]"),
        (TWO_YEARS, None),
    ],
)
def test_the_bound_of_what_began_then(words: Anchored, bound: str | None) -> None:
    assert beginning(words) == bound


@pytest.mark.parametrize(
    ("words", "bound"),
    [
        (DAY, "2025-06-11"),
        (UNTIL_MARCH, "2025-03"),
        (BEFORE_MARCH, None),
        (SINCE_2019, None),
        (FRIDAY, "[2025-06-13..2025-06-20]"),
    ],
)
def test_the_bound_of_what_ended_then(words: Anchored, bound: str | None) -> None:
    assert ending(words) == bound


@pytest.mark.parametrize(
    ("words", "interval"),
    [
        (DAY, "2025-06-11"),
        (WEEK, "2025-06-09/2025-06-15"),
        (MONTH, "2025-03"),
        (SPRING, "2025-03/2025-05"),
        (NINETIES, "1990/1999"),
        (THREE_MONTHS_AGO, "2025-03"),
        (MAY_TO_JULY, "2024-05/2024-07"),
        (FROM_2015_TO_2018, "2015/2018"),
        (EARLY_2020, "2020-01/2020-04"),
        (SINCE_2019, "2019/.."),
        (said("2024-05-03", "2024-06-01", Grain.DAY, Kind.PERIOD), "2024-05-03/2024-05-31"),
        (UNTIL_MARCH, None),
        (THREE_WEEKS, None),
        (FRIDAY, None),
    ],
)
def test_the_interval_of_what_was_so_all_that_time(words: Anchored, interval: str | None) -> None:
    assert whole(words) == interval


def test_a_reading_that_the_caller_chose_is_no_guess() -> None:
    chosen = said("2025-06-13", "2025-06-14", alternatives=FRIDAY.alternatives, chosen_by="prefer=past")
    assert beginning(chosen) == "2025-06-13"


def test_a_time_of_the_clock_is_an_instant_with_its_offset(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = said("2025-06-17T15:00", "2025-06-17T16:00", Grain.HOUR)
    monkeypatch.setattr(tkg.anchoring, "anchor", lambda text, reference: clock)
    assert beginning(clock) == whole(clock) == "2025-06-17T15:00:00+08:00"


def test_a_distance_from_now_in_hours_is_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    two_hours_ago = said("2025-06-18T08:07", "2025-06-18T08:08", Grain.MINUTE)
    a_minute_later = said("2025-06-18T08:08", "2025-06-18T08:09", Grain.MINUTE)
    monkeypatch.setattr(tkg.anchoring, "anchor", lambda text, reference: a_minute_later)
    assert beginning(two_hours_ago) == whole(two_hours_ago) == "2025-06-18"


@pytest.mark.parametrize(("start", "end"), [("9998-12-31", "9999-01-01"), ("0001-01-01", "0001-01-02")])
def test_the_ends_of_the_calendar_are_dates_too(start: str, end: str) -> None:
    assert beginning(said(start, end)) == start


@pytest.mark.parametrize(
    ("words", "guessed", "is_other"),
    [
        (DAY, "2025-06-11", False),
        (DAY, "2025-06-11T09:00:00+08:00", False),
        (DAY, "2025-06-11T09:00", False),
        (DAY, "2025-06-10T20:00:00Z", False),
        (DAY, "2025-06-11T20:00:00Z", True),
        (DAY, "2025-06-10", True),
        (DAY, "2025-06", True),
        (WEEK, "2025-06-12", False),
        (WEEK, "2025-06-09/2025-06-15", False),
        (WEEK, "2025-06-15/2025-06-16", True),
        (THREE_MONTHS_AGO, "2025-03-18", False),
        (THREE_MONTHS_AGO, "2025-03", False),
        (YEAR, "2019", False),
        (YEAR, "2019/..", False),
        (YEAR, "2020", True),
        (SINCE_2019, "2019/..", False),
        (SINCE_2019, "2021", True),
        (UNTIL_MARCH, "../2025-03", False),
        (FRIDAY, "2025-06-20", False),
        (THREE_WEEKS, "2025-05-28", True),
        (DAY, "soon", True),
        (DAY, "..", True),
    ],
)
def test_a_guess_differs_where_it_is_not_within_what_the_words_mean(
    words: Anchored, guessed: str, is_other: bool
) -> None:
    assert differs(words, guessed) is is_other


def candidate(**fields: Any) -> Candidate:
    return Candidate("record", "Mia", "lives_in", "Oslo", span=(0, 1), quote="x", **fields)


@pytest.fixture
def wednesday(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Whatever the words are, they mean Wednesday the 11th; what was asked is in the list."""
    asked: list[Any] = []

    def anchor(text: str, reference: datetime, *, prefer: str | None, conventions: None) -> Anchored | None:
        asked.append((text, reference, prefer))
        return DAY if text == "last Wednesday" else None

    monkeypatch.setattr(tkg.anchoring, "anchor", anchor)
    return asked


@pytest.mark.parametrize(("tense", "prefer"), [("past", "past"), ("future", "future"), ("present", None)])
def test_the_tense_gives_the_direction(wednesday: list[Any], tense: Any, prefer: str | None) -> None:
    anchorings(candidate(start_text="last Wednesday", tense=tense), SAID_AT, within=False)
    assert wednesday == [("last Wednesday", SAID_AT, prefer)]


@pytest.mark.usefixtures("wednesday")
def test_all_of_it_is_kept() -> None:
    start, end = anchorings(
        candidate(start_text="last Wednesday", start_guess="2025-06-10", end_text="soon", end_guess="2025-07"),
        SAID_AT,
        within=False,
    )
    assert start is not None
    assert end is not None
    assert (start.side, start.words, start.said_at) == ("start", "last Wednesday", SAID_AT)
    assert (start.anchored, start.rule, start.bound, start.guess) == (
        "2025-06-11",
        "en.rule",
        "2025-06-11",
        "2025-06-10",
    )
    assert (end.side, end.anchored, end.rule, end.bound, end.guess) == ("end", None, None, None, "2025-07")


@pytest.mark.usefixtures("wednesday")
def test_a_guess_that_agrees_is_not_kept() -> None:
    start, _ = anchorings(candidate(start_text="last Wednesday", start_guess="2025-06-11"), SAID_AT, within=False)
    assert start is not None
    assert start.guess is None


@pytest.mark.usefixtures("wednesday")
def test_a_guess_without_words_is_kept_and_bounds_nothing() -> None:
    start, end = anchorings(candidate(start_guess="2025-06-10"), SAID_AT, within=False)
    assert end is None
    assert start is not None
    assert (start.words, start.bound, start.guess) == (None, None, "2025-06-10")


@pytest.mark.usefixtures("wednesday")
def test_words_for_a_whole_period_are_one_anchoring() -> None:
    span = (0, 14)
    start, end = anchorings(
        candidate(
            start_text="last Wednesday", start_span=span, end_text="last Wednesday", end_span=span,
            start_guess="2025-06-10", end_guess="2025-06-11",
        ),
        SAID_AT,
        within=True,
    )  # fmt: skip
    assert end is None
    assert start is not None
    assert (start.side, start.bound, start.guess) == ("whole", "2025-06-11", "2025-06-10/2025-06-11")
