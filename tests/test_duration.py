"""Lengths of time: what is read, in which one text they are kept, and where they end."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tkg.bounds import unit
from tkg.duration import Duration, duration
from tkg.errors import BadTime
from tkg.intervals import MAX, MIN


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("P180D", "P180D"),
        ("P2W", "P14D"),
        ("P6M", "P6M"),
        ("P12M", "P1Y"),
        ("P18M", "P1Y6M"),
        ("P1Y2M3W4DT5H6M7S", "P1Y2M25DT5H6M7S"),
        ("PT36H", "PT36H"),
        ("PT90M", "PT1H30M"),
        ("PT3600S", "PT1H"),
        ("180 days", "P180D"),
        (" 180 days ", "P180D"),
        ("half a year", "P6M"),
        ("a year and a half", "P1Y6M"),
        ("two weeks", "P14D"),
        ("3 weeks and 2 days", "P23D"),
        ("36 hours", "PT36H"),
        ("90d", "P90D"),
        ("180天", "P180D"),
        ("半年", "P6M"),
        ("一年半", "P1Y6M"),
        (timedelta(days=180), "P180D"),
        (timedelta(hours=36), "P1DT12H"),
    ],
)
def test_what_is_read_has_one_text(written: Any, text: str) -> None:
    assert duration(written).text == text
    assert duration(text) == duration(written)


@pytest.mark.parametrize(
    "written",
    [
        "", "P", "PT", "P1", "180", "-3 days", "P-3D", "P0D", "zero days", "a few days", "some time", "last spring",
        "P1.5D", "P1D1Y", "p180d", "P999999999D", "forever", timedelta(0), timedelta(days=-1),
        timedelta(microseconds=5), 180, None,
    ],
)  # fmt: skip
def test_what_is_no_length_of_time(written: Any) -> None:
    with pytest.raises(BadTime, match="180 days"):
        duration(written)


@pytest.mark.parametrize(
    ("written", "start", "end"),
    [
        ("P180D", "2024-01-01", "2024-06-29"),  # of a leap year
        ("P180D", "2023-01-01", "2023-06-30"),
        ("P1M", "2024-01-31", "2024-02-29"),
        ("P1M", "2023-01-31", "2023-02-28"),
        ("P1Y", "2024-02-29", "2025-02-28"),
        ("P1Y6M", "2020-07-15", "2022-01-15"),
        ("P1MT1S", "2023-01-31", "2023-02-28T00:00:01Z"),
        ("PT36H", "2023-01-31T12:00:00Z", "2023-02-02"),
        ("P1M", "2023-01-31T23:00:00-05:00", "2023-03-01T04:00:00Z"),  # 1 February in UTC
    ],
)
def test_where_it_ends(written: str, start: str, end: str) -> None:
    assert duration(written).after(unit(start)[0]) == unit(end)[0]


def test_what_lies_beyond_the_calendar_is_no_end() -> None:
    assert duration("P9000Y").after(unit("2020")[0]) == MAX
    assert (duration("P1M").after(MIN), duration("P1D").after(MAX), duration("P1D").after(MIN)) == (MIN, MAX, MIN)


@given(st.builds(Duration, st.integers(0, 2_000), st.integers(0, 50_000), st.integers(0, 10_000_000)).filter(any))
def test_its_text_says_it(length: Duration) -> None:
    assert duration(length.text) == length
