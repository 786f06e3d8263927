"""What holds of every anchored time word, whatever the text, the reference, the zone and the process."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tkg.timex import Anchored, Prefer, anchor, scan
from tkg.timex.anchored import Reading

ROOT = Path(__file__).parent.parent
LANGS = st.sampled_from([None, "en", "zh", "zh-Hant-TW", "EN_us", "fr", "xx", ""])
PREFERS: st.SearchStrategy[Prefer | None] = st.sampled_from([None, "past", "future", "nearest"])
ASKED: st.SearchStrategy[Prefer] = st.sampled_from(["past", "future", "nearest"])
ZONES: st.SearchStrategy[tzinfo] = st.one_of(
    st.sampled_from(
        [ZoneInfo(name) for name in ("UTC", "Europe/London", "America/New_York", "Asia/Shanghai", "Asia/Kathmandu",
                                     "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca")]
    ),
    st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)  # fmt: skip
ANY_MOMENT = st.datetimes(timezones=st.one_of(st.none(), ZONES))
USUAL = datetime.fromisoformat("1950-01-01"), datetime.fromisoformat("2080-01-01")
USUAL_DAY = st.datetimes(*USUAL)
USUAL_MOMENT = st.datetimes(*USUAL, timezones=ZONES)

PIECES = (
    "last", "next", "this", "the", "Friday", "Monday", "weekend", "week", "month", "year", "day", "quarter", "of",
    "in", "at", "on", "to", "-", "from", "since", "until", "before", "after", "between", "and", "early", "mid", "late",
    "end", "ago", "3", "two", "a few", "half", "a", "hours", "days", "March", "May", "29", "30th", "2019", "0001",
    "9998", "9999", "'98", "BC", "AD", "5pm", "2:30", "25:61", "noon", "midnight", "tonight", "morning", "summer",
    "Christmas", "Easter", "Q3", "H1", "FY2023", "1990s", "century", "19th", "03/04/2025", "2024-02-30", "now",
    "every", "tomorrow", "in her twenties", "UTC", "EST", "Z", "+14:00", ",", "/", ".", "0", "99999999999999999999",
    "上", "下", "周", "周三", "星期天", "个", "月", "年", "日", "号", "三", "两", "半", "十", "二〇二三", "廿", "前",
    "后", "去年", "前年", "大前天", "底", "初", "春节", "农历", "正月", "民国", "至今", "以来", "到", "下午", "点",
    "凌晨", "世纪", "季度", "２０２５", "每", "小时", "公元前", "闰", "腊月", "除夕", "光绪",
)  # fmt: skip
TIME_LIKE = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).flatmap(
    lambda pieces: st.sampled_from([" ".join(pieces), "".join(pieces)])
)
SENTENCES = (
    "We met last Friday at 5pm and will meet again next Tuesday.",
    "She worked there from May 2010 until June 2012; since 2015 she has lived in Oslo.",
    "I moved in March, three months ago, in the early 1990s or on 03/04/2025.",
    "The meeting is on Thursday, June 26, at 10:00, and Christmas is later.",
    "Analyst, Apr 2017 - present, before that in the 19th century",
    "He left in the summer of 2019, at the end of 2019 or the week before last.",
    "我上周三去了北京，去年三月搬到上海，2017年4月至今住在那里。",
    "他昨天下午三点到的，下周一走，明年春节再来。",
)
EVERYDAY = (
    "last Friday", "next Friday", "Friday", "this Monday", "the Friday before last", "two weeks ago",
    "three days from now", "yesterday", "the day after tomorrow", "last week", "the week after next",
    "this weekend", "last weekend",
    "tomorrow at noon", "Monday morning", "tonight", "上周三", "下周一", "上上周五", "大前天", "本周日", "上周末",
)  # fmt: skip


FIRST = datetime.min  # noqa: DTZ901 -- civil time, brought to UTC by hand


def _instants(reading: Reading) -> tuple[datetime | None, datetime | None]:
    start, end = (side and side.astimezone(UTC) if side and 2 < side.year < 9990 else side for side in reading)
    return start, end


def elapsed(at: datetime) -> timedelta:
    """The instant of an aware time, as what has passed since year 1 in UTC: it may lie a day before that."""
    offset = at.utcoffset()
    assert offset is not None
    return at.replace(tzinfo=None) - FIRST - offset


def check(anchored: Anchored, text: str) -> None:
    """What every answer keeps to: its span, aware times in order, bounds around them, a note where there are none."""
    assert anchored.text == text[slice(*anchored.span)] != ""
    if anchored.start is not None and anchored.end is not None:
        assert elapsed(anchored.start) < elapsed(anchored.end)
    for bounds in (anchored.starts, anchored.ends):
        sides = [at for at in bounds if at is not None]
        assert len(sides) in (0, 3)
        assert sorted(sides, key=elapsed) == sides
    assert anchored.is_dated or anchored.note
    assert bool(anchored.alternatives) == (anchored.chosen_by is not None)
    # Of two times of one zone, == compares what the clocks show; the one that comes again is another instant.
    assert _instants((anchored.start, anchored.end)) not in map(_instants, anchored.alternatives)
    assert str(anchored)


def check_all(text: str, reference: datetime, lang: str | None, prefer: Prefer | None) -> None:
    found = anchor(text, reference, lang=lang, prefer=prefer)
    scanned = scan(text, reference, lang=lang, prefer=prefer)
    for each in (*([found] if found else []), *scanned):
        check(each, text)
    spans = [each.span for each in scanned]
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), ANY_MOMENT, LANGS, PREFERS)
def test_no_text_raises_or_gives_a_broken_answer(
    text: str, reference: datetime, lang: str | None, prefer: Prefer | None
) -> None:
    check_all(text, reference, lang, prefer)


@settings(max_examples=200, deadline=None)
@given(TIME_LIKE, ANY_MOMENT, LANGS, PREFERS)
def test_no_jumble_of_time_words_raises_or_gives_a_broken_answer(
    text: str, reference: datetime, lang: str | None, prefer: Prefer | None
) -> None:
    check_all(text, reference, lang, prefer)


@pytest.mark.parametrize("year", [1, 2, 9997, 9998, 9999])
@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/New_York"])
def test_the_first_and_the_last_years_do_not_raise(year: int, zone: str) -> None:
    for month, day in ((1, 1), (12, 31)):
        for hour in (0, 23):
            reference = datetime(year, month, day, hour, 30, tzinfo=ZoneInfo(zone))
            for text in EVERYDAY:
                check_all(text, reference, None, None)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(EVERYDAY), USUAL_DAY, st.integers(-1500, 1500), PREFERS)
def test_a_reference_whole_weeks_later_means_times_whole_weeks_later(
    text: str, reference: datetime, weeks: int, prefer: Prefer | None
) -> None:
    shift = timedelta(weeks=weeks)
    here = anchor(text, reference, prefer=prefer)
    there = anchor(text, reference + shift, prefer=prefer)
    assert here is not None
    assert there is not None
    assert here.start is not None
    assert here.end is not None
    assert (there.start, there.end, there.kind) == (here.start + shift, here.end + shift, here.kind)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(SENTENCES), USUAL_MOMENT, st.sampled_from([None, "en", "zh"]), ASKED)
def test_what_scan_finds_anchors_to_the_same_by_itself(
    sentence: str, reference: datetime, lang: str | None, prefer: Prefer
) -> None:
    for found in scan(sentence, reference, lang=lang, prefer=prefer):
        again = anchor(found.text, reference, lang=found.rule.split(".")[0], prefer=prefer)
        assert again is not None, found.text
        assert (again.start, again.end, again.kind) == (found.start, found.end, found.kind)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(EVERYDAY), USUAL_MOMENT, PREFERS)
def test_every_answer_stands_in_the_zone_of_the_reference(
    text: str, reference: datetime, prefer: Prefer | None
) -> None:
    found = anchor(text, reference, prefer=prefer)
    assert found is not None
    assert {at.tzinfo for at in (*found.starts, *found.ends) if at is not None} == {reference.tzinfo}
    assert found.reference == reference


_PROGRAM = """
import locale
from datetime import datetime, timezone
from tkg.timex import anchor, scan
try:
    locale.setlocale(locale.LC_ALL, "")
except locale.Error:
    pass
for reference in (datetime(2025, 6, 18, 23, 30), datetime(2025, 6, 18, 23, 30, tzinfo=timezone.utc)):
    for text in ("last Friday", "tomorrow at 5pm", "3 mars 2021", "上周三", "2025-03-30 02:30", "March", "an hour ago"):
        found = anchor(text, reference)
        print(repr(found))
    print(repr(scan("We met on Monday, in May 2019 and 3 days ago.", reference)))
"""


def test_nothing_depends_on_the_zone_or_the_locale_of_the_process() -> None:
    said = set()
    for zone, locale in (("UTC", "C"), ("Pacific/Kiritimati", "de_DE.UTF-8"), ("America/New_York", "zh_CN.UTF-8")):
        environment = {**os.environ, "TZ": zone, "LC_ALL": locale, "LANG": locale, "PYTHONIOENCODING": "utf-8"}
        run = subprocess.run(
            [sys.executable, "-c", _PROGRAM], env=environment, cwd=ROOT, capture_output=True, check=True, timeout=60
        )
        said.add(run.stdout)
    assert len(said) == 1
    assert b"en.cycle_step" in said.pop()
