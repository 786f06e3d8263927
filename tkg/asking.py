"""Times in questions: ISO 8601 and EDTF as they stand, and otherwise words as people write them.

Words count from a reference time, that of whoever asks, in the zone of the file. A day, and a time of the clock, is a
point, as its ISO form is; a month, a season or "three months ago" is a stretch, and a question about it is about all
that holds at some time in it. What the words were taken to mean goes with the answer (`Asked`). Words that have several
readings, or none, are refused by name with the readings: an answer about another time than the one that was meant
would look like any other.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tkg.bounds import Grain as BoundGrain
from tkg.bounds import Time, When, canonical, is_written, point, stretch, unit
from tkg.clock import Clock
from tkg.errors import AmbiguousTime, BadTime, UnclearTime
from tkg.intervals import moment

if TYPE_CHECKING:
    from tkg.timex import Anchored

_TIMES = frozenset(("valid_at", "known_at", "reference_time"))
_INSTANT = timedelta(microseconds=1)
_HINT = "write an ISO date (2026-03-14), or clearer words (last spring, 上周三)"


@dataclass(frozen=True, slots=True)
class Asked:
    """Time words in a question, and what they were taken to mean: `meaning`, by `rule`, seen from `reference`.

    `option` is the one that they came in, `valid_at` or `known_at`. `note` is what else there is to know, as that the
    clocks skipped the time that they name.
    """

    option: str
    words: str
    reference: datetime
    meaning: str
    rule: str
    note: str | None = None

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note else ""
        return f"{self.words}, seen from {self.reference.date()} → {self.meaning} by {self.rule}{note}"

    def to_dict(self) -> dict[str, Any]:
        """What was asked as JSON values."""
        return {
            "option": self.option,
            "words": self.words,
            "reference_time": self.reference.isoformat(),
            "meaning": self.meaning,
            "rule": self.rule,
            "note": self.note,
        }


class Place(NamedTuple):
    """Where on one of the two lines of time a question points: at `start`, or at all of [start, end) if there is one,
    in microseconds. `asked` says how that came from words, None if it was written as a date."""

    start: int
    end: int | None = None
    asked: Asked | None = None


def places(
    given: Mapping[str, Any],
    reference_time: datetime | None,
    asked: Iterable[Asked],
    zone: tzinfo,
    clock: Clock,
) -> dict[str, Any]:
    """The options `valid_at`, `known_at` and `reference_time` of a read as it works with them: integers, the end of the
    stretch if `valid_at` is one, and all words with what they were taken to mean.

    `reference_time` and `asked` are those of the view that is read; without a reference time the clock says it. Raises
    AmbiguousTime for a stretch where a point is needed, and as `place`.
    """
    if _TIMES.isdisjoint(given):
        return {}
    found: dict[str, Any] = {}
    if "reference_time" in given:
        reference_time = found["reference_time"] = _reference(given["reference_time"], zone)
    words = {each.option: each for each in asked}

    def reference() -> datetime:
        nonlocal reference_time
        reference_time = reference_time or moment(clock(), zone)
        return reference_time

    for option in ("valid_at", "known_at"):
        if option not in given:
            continue
        where = place(given[option], option, zone, reference)
        words.pop(option, None)
        if where.asked is not None:
            words[option] = where.asked
        if option == "valid_at":
            found["valid_until"] = where.end
        elif where.end is not None:
            raise no_point(words[option])
        found[option] = where.start
    return {**found, "asked": tuple(words.values())}


def no_point(asked: Asked) -> AmbiguousTime:
    """The error for words that name a stretch where a point is needed."""
    return AmbiguousTime(f"{asked.option}={asked.words!r} is {asked.meaning}, not a point in time: name a day")


def _reference(when: When, zone: tzinfo) -> datetime:
    text = canonical(when, zone)
    start, _, grain = unit(text)
    if grain not in (BoundGrain.DAY, BoundGrain.INSTANT):
        raise AmbiguousTime(f"reference_time={text!r} is no point in time: name a day")
    found = Time(start, grain).datetime(zone)
    assert found is not None
    return found


def place(when: When, option: str, zone: tzinfo, reference_time: Callable[[], datetime]) -> Place:
    """Where `when`, given as `option`, points. A date is its first instant in UTC, as everywhere. `reference_time` is
    asked where there are words.

    Raises AmbiguousTime for a year or a month in ISO form, UnclearTime for words with several readings or without a
    date, BadTime for anything else that is no time.
    """
    if not isinstance(when, str):
        return Place(point(when, zone, option))
    written = _written(when, option, zone)
    if written is not None:
        return written
    # Most questions have dates, which need none of this.
    from tkg.timex import anchor

    reference = reference_time()
    anchored = anchor(when, reference, tz=zone)
    if anchored is None:
        raise BadTime(f"{option}={when!r} is neither a time in ISO 8601 nor words for one: {_HINT}")
    if anchored.is_guess:
        raise UnclearTime(f"{option}={when!r} can be {_readings(anchored)}, seen from {reference.date()}: {_HINT}")
    if not anchored.is_dated:
        raise UnclearTime(f"{option}={when!r} gives no date ({anchored.note or anchored.kind.value}): {_HINT}")
    return placed(anchored, option, when)


@lru_cache(maxsize=4096)
def _written(text: str, option: str, zone: tzinfo) -> Place | None:
    """Where text points that has the form of a date or an instant; None for words."""
    return Place(point(text, zone, option)) if is_written(text.strip()) else None


def placed(anchored: "Anchored", option: str, words: str) -> Place:
    """Where words that were anchored point: at a day or a time of the clock, or at all of a stretch."""
    from tkg.timex import Kind, interval_text

    first, last = anchored.starts.earliest, anchored.ends.latest
    asked = Asked(option, words, anchored.reference, interval_text(first, last), anchored.rule, anchored.note)
    start, end = stretch(first, last)
    days = all(side is None or side.time() == time.min for side in (first, last))
    if first is not None and anchored.kind is Kind.POINT and (_is_day(first, last) if days else _is_clock(anchored)):
        return Place(start, None, asked)
    return Place(start, end, asked)


def _is_day(start: datetime, end: datetime | None) -> bool:
    return end is not None and start.date() == (end - _INSTANT).date()


def _is_clock(anchored: "Anchored") -> bool:
    from tkg.timex import Grain

    return anchored.grain <= Grain.HOUR and anchored.starts.earliest == anchored.starts.latest


def _readings(anchored: "Anchored") -> str:
    from tkg.timex import interval_text

    readings = [(anchored.start, anchored.end), *anchored.alternatives]
    return " or ".join(interval_text(start, end) for start, end in readings)
