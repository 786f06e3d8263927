"""What a person writes for the start or the end of a fact, and what it means.

A bound is three integers, (early, at, late), and a grain. The true bound lies in [early, late]; plain reads use `at`,
the nominal bound. A day or anything finer is exact: early = at = late. `2021` and `2021-03` are not: the true start is
somewhere in that unit, and its first instant is nominal. The words that are no dates:

    always    as a start: no beginning            ongoing   as an end: until the next change
    unknown   began, or had ended, by the         forever   as an end: explicitly without end
              observation; nominal = observed

A date without a time is a civil date: UTC midnight with grain `day`, whatever the zone. Finer times carry an offset, or
are read in the zone of the file. An interval in EDTF, `a/b`, includes the whole unit of b. `spec/semantics.md` has the
table, and `spec/oracle.py` the same in code.

One more form comes from EDTF: `[2024-07-29..2024-08-04]`, one of a set of dates, is a bound that lies somewhere in that
week ("she left last week"). Its first instant is nominal, like that of a month. It spans a year at most, and `window`
relies on no imprecise bound being wider.

A statement keeps its text (`Said`); what it does not say is filled in when it is read, by the extent of its predicate,
so `stint` takes both.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import IntEnum
from functools import lru_cache
from typing import Literal, NamedTuple

from tkg.errors import AmbiguousTime, BadTime
from tkg.intervals import MAX, MIN, microseconds, moment

DAY_US = 86_400_000_000
WIDEST_US = 366 * DAY_US

When = str | date | datetime
Extent = Literal["state", "event", "timeless"]
Certainty = Literal["nominal", "certain", "possible"]
"""How imprecise bounds are read: as written, or as what holds in all, or in some, instants that they can be."""

_UNIT = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_SET = re.compile(r"\[(\d{4}-\d{2}(?:-\d{2})?)\.\.(\d{4}-\d{2}(?:-\d{2})?)\]", re.ASCII)
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}(:?\d{2}(:?\d{2}([.,]\d{1,9})?)?)?(Z|[+-]\d{2}(:?\d{2})?)?", re.ASCII)
_HINT = "write ISO 8601 (2021, 2021-03, 2021-03-14, 2021-03-14T09:30:00+01:00) with a year from 0001 to 9998"


class Grain(IntEnum):
    """How exactly a bound was said. The values are stored.

    UNKNOWN is nominal at a date, or at an instant that cannot be taken for one; MIDNIGHT is unknown too, at an instant
    that happens to be midnight in UTC. Only how a bound is shown tells them apart.
    """

    # That of an enumeration hashes the name, in Python.
    __hash__ = int.__hash__

    INSTANT = 0
    DAY = 1
    MONTH = 2
    YEAR = 3
    UNKNOWN = 4
    ALWAYS = 5
    ONGOING = 6
    FOREVER = 7
    ABOUT = 8
    MIDNIGHT = 9

    @property
    def word(self) -> str:
        """The grain as it is shown."""
        return "unknown" if self is Grain.MIDNIGHT else self.name.lower()


IMPRECISE = frozenset((Grain.MONTH, Grain.YEAR, Grain.ABOUT))
_ARTICLE = {Grain.MONTH: "a month", Grain.YEAR: "a year", Grain.ABOUT: "a set of dates"}


class Bound(NamedTuple):
    """The true bound lies in [early, late]; plain reads use `at`. Exact iff early == late."""

    early: int
    at: int
    late: int
    grain: Grain


def at_instant(bound: Bound) -> Bound:
    """An unknown bound whose observation was an instant, so that at midnight in UTC it is not shown as a date."""
    midnight = bound.grain is Grain.UNKNOWN and bound.at % DAY_US == 0
    return bound._replace(grain=Grain.MIDNIGHT) if midnight else bound


class Said(NamedTuple):
    """The time words of one statement, in canonical text; None is what it did not say. `valid` (EDTF) wins."""

    start: str | None = None
    end: str | None = None
    valid: str | None = None


class Stint(NamedTuple):
    """The bounds of one statement under one extent."""

    start: Bound
    end: Bound
    ongoing: bool
    empty: bool


_ALWAYS = Bound(MIN, MIN, MIN, Grain.ALWAYS)
_OPEN_ENDS = {"ongoing": Bound(MAX, MAX, MAX, Grain.ONGOING), "forever": Bound(MAX, MAX, MAX, Grain.FOREVER)}


@lru_cache(maxsize=4096)
def unit(text: str) -> tuple[int, int, Grain]:
    """Canonical text -> (first instant, end, grain) of the unit that it names. Raises BadTime."""
    dates = _SET.fullmatch(text)
    if dates is not None:
        low, high = unit(dates[1])[0], unit(dates[2])[1]
        if not 0 < high - low <= WIDEST_US:
            raise BadTime(
                f"{text!r} is not a set of dates in order, of a year at most: write the year, or leave it out"
            )
        return low, high, Grain.ABOUT
    try:
        found = _UNIT.fullmatch(text)
        if found is None:
            if _INSTANT.fullmatch(text) is None:
                raise ValueError
            first = datetime.fromisoformat(text)
            first = first if first.tzinfo else first.replace(tzinfo=UTC)
            if not _FIRST <= microseconds(first) < _LAST:
                raise ValueError
            return microseconds(first), microseconds(first) + 1, Grain.INSTANT
        year, month, day = found.groups()
        first = datetime(int(year), int(month or 1), int(day or 1), tzinfo=UTC)
        if day:
            end, grain = first + timedelta(days=1), Grain.DAY
        elif month:
            end, grain = (first + timedelta(days=32)).replace(day=1), Grain.MONTH
        else:
            end, grain = first.replace(year=first.year + 1), Grain.YEAR
    except (ValueError, OverflowError):
        raise BadTime(f"{text!r} is not a time that can be stored: {_HINT}") from None
    return microseconds(first), microseconds(end), grain


_FIRST = microseconds(datetime(1, 1, 1, tzinfo=UTC))
_LAST = microseconds(datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC))


def is_written(text: str) -> bool:
    """Whether text has the form of a date, an instant, a set of dates or an interval of such, true or not."""
    forms = (_UNIT, _SET, _INSTANT)
    return all(side in ("", "..") or any(form.fullmatch(side) for form in forms) for side in text.split("/"))


def canonical(when: When, zone: tzinfo) -> str:
    """Text, date or datetime -> the canonical text of one unit: a date as it is, an instant with its offset.

    A time without an offset is read in `zone`. Raises BadTime, also for a local time that the zone skips or repeats.
    """
    if isinstance(when, datetime):
        local = when
    elif isinstance(when, date):
        return when.isoformat()
    elif isinstance(when, str):
        text = when.strip()
        if _UNIT.fullmatch(text) or _SET.fullmatch(text):
            unit(text)
            return text
        if not _INSTANT.fullmatch(text):
            raise BadTime(f"{when!r} is not a time: {_HINT}")
        try:
            local = datetime.fromisoformat(text)
        except ValueError:
            raise BadTime(f"{when!r} is not a time: {_HINT}") from None
    else:
        raise BadTime(f"{when!r} is a {type(when).__name__}, not a time: {_HINT}")
    if local.tzinfo is None or local.utcoffset() is None:
        local = local.replace(tzinfo=zone)
        if local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset():
            raise BadTime(f"{when} does not name one instant in {zone}, which moves its clock then: add an offset")
    text = local.isoformat()
    unit(text)
    return text


def canonical_bound(when: When | None, zone: tzinfo, words: tuple[str, ...]) -> str | None:
    """Like `canonical`, and lets pass None and the given `words` (always, unknown, ongoing, forever)."""
    return when if when is None or (isinstance(when, str) and when in words) else canonical(when, zone)


def canonical_interval(text: str, zone: tzinfo) -> str:
    """An EDTF interval `a/b`, or one unit, in canonical text; either side may be `..` (open) or empty (unknown)."""
    if not isinstance(text, str):
        raise BadTime(f"{text!r} is a {type(text).__name__}: valid is text in EDTF, such as 2019/2021-03")
    sides = [side if side in ("", "..") else canonical(side, zone) for side in text.split("/")]
    if len(sides) > 2 or sides == [""]:
        raise BadTime(f"{text!r} is not an interval: write start/end in EDTF, such as 2019/2021-03 or 2019/..")
    return "/".join(sides)


def point(when: When, zone: tzinfo, name: str) -> int:
    """A time used as a point, `name` being the argument it came in. A date is its first instant in UTC.

    Raises AmbiguousTime for a year or a month, which is no point, and BadTime.
    """
    if isinstance(when, datetime) and when.tzinfo is UTC and _FIRST <= (at := microseconds(when)) < _LAST:
        return at  # what its text means, too
    text = canonical(when, zone)
    start, _, grain = unit(text)
    if grain in IMPRECISE:
        instead = f", or use range({text!r})" if name == "valid_at" else ""
        raise AmbiguousTime(f"{name}={text!r} is {_ARTICLE[grain]}, not a point in time: name a day{instead}")
    return start


def span(when: When, zone: tzinfo) -> tuple[int, int]:
    """[start, end) of a unit of time, or of an interval in EDTF, whose last unit it includes. Raises BadTime."""
    if not isinstance(when, str) or "/" not in when:
        low, high, _ = unit(canonical(when, zone))
        return low, high
    first, _, last = canonical_interval(when, zone).partition("/")
    return MIN if first in ("", "..") else unit(first)[0], MAX if last in ("", "..") else unit(last)[1]


def stretch(start: datetime | None, end: datetime | None) -> tuple[int, int]:
    """[start, end) of aware datetimes as integers: civil dates where both are midnights, otherwise instants.

    None is no beginning, or no end.
    """
    days = all(side is None or side.time() == time.min for side in (start, end))

    def at(when: datetime) -> int:
        return unit(when.date().isoformat())[0] if days else microseconds(when)

    return MIN if start is None else at(start), MAX if end is None else at(end)


def bound(text: str, observed: int, *, include_unit: bool = False) -> Bound:
    """Canonical text -> Bound. `include_unit`: as an EDTF end, which takes in the whole unit."""
    if text == "always":
        return _ALWAYS
    if text in _OPEN_ENDS:
        return _OPEN_ENDS[text]
    if text == "unknown":
        return Bound(MIN, observed, observed, Grain.UNKNOWN)
    low, high, grain = unit(text)
    at = high if include_unit else low
    if grain in IMPRECISE:
        return Bound(low, at, high, grain)
    return Bound(at, at, at, grain)


def stint(said: Said, observed: int, extent: Extent) -> Stint:
    """The bounds of one statement: what it says, and what `extent` fills in where it says nothing."""
    return _dated(said, extent) or _observed(said, observed, extent)


def is_dated(said: Said) -> bool:
    """Whether the bounds of a state are said, so that they are the same whenever it is observed."""
    return _dated(said, "state") is not None


# Dates come again and again, each time observed at another instant, which matters to the others alone.
@lru_cache(maxsize=16_384)
def _dated(said: Said, extent: Extent) -> Stint | None:
    """The bounds where none of them counts from the observation; else None."""
    start, end, _ = _filled(said, extent)
    return None if "unknown" in (start, end) else _observed(said, 0, extent)


@lru_cache(maxsize=4096)
def _observed(said: Said, observed: int, extent: Extent) -> Stint:
    start_text, end_text, include = _filled(said, extent)
    start, end = bound(start_text, observed), bound(end_text, observed, include_unit=include)
    empty = start.at >= end.at and (start_text, end_text) != ("unknown", "unknown")
    return Stint(start, end, end_text == "ongoing", empty)


def _filled(said: Said, extent: Extent) -> tuple[str, str, bool]:
    """The texts of both bounds, and whether the end takes in its unit."""
    start_text, end_text, include = said.start, said.end, said.valid is not None
    if said.valid is not None:
        first, slash, last = said.valid.partition("/")
        last = last if slash else first
        start_text = {"": "unknown", "..": "always"}.get(first, first)
        end_text = {"": "unknown", "..": "ongoing"}.get(last, last)
    start_text = start_text or ("always" if extent == "timeless" else "unknown")
    if extent == "event" and end_text in (None, "ongoing"):
        end_text, include = ("unknown" if start_text in ("unknown", "always") else start_text), True
    return start_text, end_text or ("forever" if extent == "timeless" else "ongoing"), include


class Time(NamedTuple):
    """One bound as it is shown: an integer, and the grain that it was said with."""

    at_us: int
    grain: Grain

    @property
    def civil(self) -> bool:
        """Whether it is a date. A nominal bound (an unknown start) is one where the observation was."""
        return self.grain in (Grain.DAY, Grain.MONTH, Grain.YEAR) or (
            self.grain in (Grain.UNKNOWN, Grain.ABOUT) and self.at_us % DAY_US == 0
        )

    def datetime(self, zone: tzinfo) -> datetime | None:
        """The standard-library datetime in `zone`: civil midnight there for a date, None if infinite."""
        if self.at_us in (MIN, MAX):
            return None
        if self.civil:
            return moment(self.at_us).replace(tzinfo=zone)
        return moment(self.at_us, zone)

    def text(self, zone: tzinfo) -> str | None:
        """The same with its grain: `2021`, `2021-03`, `2021-03-14`, an instant in `zone`; None if infinite."""
        return None if self.at_us in (MIN, MAX) else _text(self, zone)


# Of the facts of an answer many begin or end together.
@lru_cache(maxsize=16_384)
def _text(time: Time, zone: tzinfo) -> str:
    if not time.civil:
        return moment(time.at_us, zone).isoformat()
    return moment(time.at_us).date().isoformat()[: _LETTERS.get(time.grain, 10)]


_LETTERS = {Grain.YEAR: 4, Grain.MONTH: 7}
