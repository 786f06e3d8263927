"""Time expressions in running text: sentence by sentence, what neighbours share, and what a long text costs."""

from datetime import UTC, datetime

import pytest

from tkg.timex import Anchored, Kind, scan
from tkg.timex.scan import sentences

WEDNESDAY = datetime(2025, 6, 18, 9, 30, tzinfo=UTC)


def found(text: str, lang: str | None = None) -> list[tuple[str, str | None]]:
    """The words found, each with its first day."""
    return [(each.text, _day(each)) for each in scan(text, WEDNESDAY, lang=lang)]


def _day(each: Anchored) -> str | None:
    return each.start.date().isoformat() if each.start else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sales rose in July and August 2023.", [("July", "2023-07-01"), ("August 2023", "2023-08-01")]),
        (
            "January, February and March 2022 were cold.",
            [("January", "2022-01-01"), ("February", "2022-02-01"), ("March 2022", "2022-03-01")],
        ),
        ("在2019年1月和3月开会", [("2019年1月", "2019-01-01"), ("3月", "2019-03-01")]),
        ("2020年3月5日、6日停电", [("2020年3月5日", "2020-03-05"), ("6日", "2020-03-06")]),
        ("上周一和周三都下雨", [("上周一", "2025-06-09"), ("周三", "2025-06-11")]),
    ],
)
def test_times_named_in_one_breath_share_what_they_name(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_what_was_borrowed_is_said() -> None:
    july, august = scan("in July and August 2023", WEDNESDAY)
    assert july.note == "together with 'August 2023'"
    assert august.note is None


@pytest.mark.parametrize(
    "text",
    ["He left in May, and in June 2023 she followed.", "three months ago, March was cold", "yesterday or Monday"],
)
def test_times_that_are_not_named_together_share_nothing(text: str) -> None:
    assert all(each.note is None for each in scan(text, WEDNESDAY))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We met on May 3 and 7, 2019.", "May 3 and 7, 2019"),
        ("He was there in the spring of that year.", "in the spring of that year"),
        ("Rome fought from 58-50 BC.", "58-50 BC"),
        ("I moved on Feb 30, 2024.", "Feb 30, 2024"),
    ],
)
def test_what_has_no_date_takes_its_words_with_it(text: str, words: str) -> None:
    (each,) = scan(text, WEDNESDAY)
    assert (each.text.removeprefix("from "), each.is_dated) == (words, False)
    assert each.note


def test_the_tense_is_that_of_the_sentence_and_says_so() -> None:
    first, second = scan("We talked on Friday. The trial is scheduled to begin Tuesday.", WEDNESDAY)
    assert (_day(first), first.chosen_by) == ("2025-06-13", "tense=past")
    assert (_day(second), second.chosen_by) == ("2025-06-24", "tense=future")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It rained. Then it stopped! Why? Nobody knows.", 4),
        ("See you at 8 a.m. Monday.", 1),
        ("Mon. Feb. 18 is a holiday.", 1),
        ("下雨了。后来停了！为什么？", 3),
        ("", 0),
    ],
)
def test_a_text_is_cut_into_its_sentences(text: str, count: int) -> None:
    spans = list(sentences(text))
    assert len(spans) == count
    assert "".join(text[slice(*span)] for span in spans).replace(" ", "") == text.replace(" ", "")


def test_a_sentence_that_does_not_end_is_cut_too() -> None:
    text = "word " * 1_000
    spans = list(sentences(text))
    assert max(high - low for low, high in spans) <= 500
    assert "".join(text[slice(*span)] for span in spans) == text


@pytest.mark.parametrize(
    ("unit", "times", "each"),
    [
        ("2001年3月5日，公司召开会议，上午九点开始，到下午三点结束。\n", 50, 3),
        ("上周三见面，", 300, 1),
        ("We left on 3 March 2019 and came back last Friday. ", 60, 2),
    ],
)
def test_a_long_text_is_read_to_its_end_as_its_parts_are(unit: str, times: int, each: int) -> None:
    expected = [(words, day) for words, day in found(unit)]
    assert len(expected) == each
    assert found(unit * times) == expected * times


def test_opening_hours_are_a_repetition() -> None:
    (each,) = scan("Open Tuesday to Sunday, 10 a.m. to 6 p.m.", WEDNESDAY)
    assert each.kind is Kind.REPETITION
