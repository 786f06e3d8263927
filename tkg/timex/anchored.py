"""What time words mean once somebody said them somewhere: an interval, how sure it is, and how it was found.

Words name an interval of civil time ("last Friday", "2021", "in early March"), half-open, in the zone of whoever said
them. `start` and `end` are the nominal interval, the one that a reader would write into a calendar; `starts` and `ends`
say how far each side can move while the words stay true: "three months ago" is nominally one day and really any day of
its month. Words that name only one side ("since 2019", "until March") leave the other None. Words that name no point at
all (a duration, a repetition, an age without a birth date, a year before the first) have neither, and `note` says why:
nothing is invented for them.

Where the words have more readings than one ("03/04/2025", "Friday", "next Tuesday") the others stand in `alternatives`,
and `chosen_by` names the setting that decided: what the caller asked for, or a default. A default is a guess as long
as nobody confirms it, which `is_guess` tells: a store of facts keeps all the readings then.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Literal, NamedTuple, TypeAlias

Prefer: TypeAlias = Literal["past", "future", "nearest"]
Reading: TypeAlias = tuple[datetime | None, datetime | None]


class Kind(StrEnum):
    """What words say about time."""

    POINT = "point"
    """A unit of the calendar or the clock, or a moment: "yesterday", "3pm", "2019"."""
    PERIOD = "period"
    """A stretch with both its ends: "from May to July", "the next three weeks", "the nineties"."""
    START = "start"
    """Since when: "since 2019", "from Monday on"; open at the end."""
    END = "end"
    """Until when: "until last year"; open at the start."""
    DURATION = "duration"
    """How long: "three weeks". It does not anchor."""
    REPETITION = "repetition"
    """How often: "every Friday". It does not anchor."""


class Grain(IntEnum):
    """The unit that words speak in, from fine to coarse."""

    SECOND = 0
    MINUTE = 1
    HOUR = 2
    PART_OF_DAY = 3
    DAY = 4
    WEEKEND = 5
    WEEK = 6
    MONTH = 7
    QUARTER = 8
    SEASON = 9
    HALF_YEAR = 10
    YEAR = 11
    DECADE = 12
    CENTURY = 13

    @property
    def word(self) -> str:
        return self.name.lower().replace("_", " ")


class Bounds(NamedTuple):
    """One side of an interval: how early and how late it can lie, and where it is taken to be; None if it is open."""

    earliest: datetime | None
    nominal: datetime | None
    latest: datetime | None


OPEN = Bounds(None, None, None)


@dataclass(frozen=True, slots=True)
class Anchored:
    """Time words and what they mean; every time in it is aware, in the zone of the reference.

    `text` is `whole[slice(*span)]` of the text given. `rule` is the grammar rule that read the words, with its language
    ("zh.week_weekday"). `alternatives` are the (start, end) of the other readings, best first. `note` says what a
    reader must know: why there is no date, or that a clock time was moved because the clocks skipped it.
    """

    text: str
    span: tuple[int, int]
    kind: Kind
    grain: Grain
    starts: Bounds
    ends: Bounds
    rule: str
    reference: datetime
    alternatives: tuple[Reading, ...] = ()
    chosen_by: str | None = None
    note: str | None = None

    @property
    def start(self) -> datetime | None:
        """Where the nominal interval starts; None if it is open there, or if there is none."""
        return self.starts.nominal

    @property
    def end(self) -> datetime | None:
        """Where the nominal interval ends, itself outside; None if it is open there, or if there is none."""
        return self.ends.nominal

    @property
    def is_dated(self) -> bool:
        """Whether the words give a date at all."""
        return self.start is not None or self.end is not None

    @property
    def is_ongoing(self) -> bool:
        """Whether it begins and has not ended: "since 2019", "2017年4月至今"."""
        return self.start is not None and self.end is None

    @property
    def is_guess(self) -> bool:
        """Whether a default, not the caller and not the words, chose among several readings."""
        return bool(self.alternatives) and (self.chosen_by or "").startswith("default")

    def __str__(self) -> str:
        """'上周三 said on 2025-06-18 → 2025-06-11 by zh.week_weekday'."""
        return f"{self.text} said on {self.reference:%Y-%m-%d} → {interval_text(self.start, self.end)} by {self.rule}"


def interval_text(start: datetime | None, end: datetime | None) -> str:
    """An interval as people write it: a day, month or year by its name, otherwise 'first/last'; '..' where it is open.

    Whole days are written as dates, the last one included; anything finer as times with their offset, its end outside.
    """
    if start is None and end is None:
        return "no date"
    if not all(side is None or _is_midnight(side) for side in (start, end)):
        return "/".join(".." if side is None else side.isoformat(timespec="minutes") for side in (start, end))
    if start is None or end is None:
        return f"{start:%Y-%m-%d}/.." if start else f"../{_last_day(end)}"
    unit = _unit(start, end)
    if unit:
        return start.strftime(unit)
    return f"{start:%Y-%m-%d}/{_last_day(end)}"


def _is_midnight(at: datetime) -> bool:
    return (at.hour, at.minute, at.second, at.microsecond) == (0, 0, 0, 0)


def _last_day(end: datetime | None) -> str:
    assert end is not None
    return f"{end.replace(tzinfo=None) - timedelta(days=1):%Y-%m-%d}"


def _unit(start: datetime, end: datetime) -> str | None:
    first, after = start.replace(tzinfo=None), end.replace(tzinfo=None)
    if after - first == timedelta(days=1):
        return "%Y-%m-%d"
    if first.day != 1 or after.day != 1:
        return None
    months = 12 * (after.year - first.year) + after.month - first.month
    if months == 1:
        return "%Y-%m"
    return "%Y" if months == 12 and first.month == 1 else None
