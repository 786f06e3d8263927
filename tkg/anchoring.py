"""From anchored time words to what a claim says because of them, and to what is kept of how that came about.

A bound says no more than the words do. What began "last week" began on one of its days; "three months ago" is a month
and not a day of it; where the words have several readings and nothing in them decides, the bound is the set that holds
them all. A set of dates spans a year at most (see `tkg.bounds`): where that is too narrow, and where there is no date
at all, the bound is unknown, since a wrong date is worse than none. An instant is written only where the words gave a
time of the clock.

An extractor may send a date of its own with the words. It is never taken: the words decide, and where its date is not
within what they mean, or where there are no words, it is kept beside them.
"""

from dataclasses import replace
from datetime import date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from tkg.bounds import Grain as BoundGrain
from tkg.bounds import canonical_interval, unit
from tkg.errors import BadTime
from tkg.intervals import moment
from tkg.terms import storable
from tkg.timex import Anchored, Conventions, Grain, Kind, Prefer, anchor, interval_text
from tkg.timex.civil import OutOfCalendar, shift
from tkg.words import Anchoring, Side

if TYPE_CHECKING:
    from tkg.extract.protocol import Candidate

_INSTANT = timedelta(microseconds=1)
_PREFER: dict[str, Prefer] = {"past": "past", "future": "future"}
_MONTHS = {Grain.MONTH: 1, Grain.QUARTER: 3, Grain.SEASON: 3, Grain.HALF_YEAR: 6, Grain.YEAR: 12}
_DAYS = {Grain.WEEKEND: 2, Grain.WEEK: 7}

Stretch = tuple[datetime, datetime]


def anchorings(
    candidate: "Candidate", said_at: datetime, conventions: Conventions | None = None, *, within: bool
) -> tuple[Anchoring | None, Anchoring | None]:
    """What the time words of a candidate mean, with the bounds that they give: of its start, and of its end.

    `within`: the words of both, the same then, are a period in which it was so; they stand as the first alone.
    """
    start, end = (candidate.start_text, candidate.start_guess), (candidate.end_text, candidate.end_guess)
    if within:
        guesses = list(dict.fromkeys(guess for guess in (start[1], end[1]) if guess is not None))
        return _anchoring("whole", start[0], "/".join(guesses) or None, candidate, said_at, conventions), None
    first = _anchoring("start", *start, candidate, said_at, conventions)
    last = None if candidate.within else _anchoring("end", *end, candidate, said_at, conventions)
    if last is not None and candidate.op != "record":
        last = replace(last, bound=None)
    return first, last


def _anchoring(
    side: Side,
    words: str | None,
    guess: str | None,
    candidate: "Candidate",
    said_at: datetime,
    conventions: Conventions | None,
) -> Anchoring | None:
    if words is None and guess is None:
        return None
    if guess is not None:
        storable(guess, "the guess of a date")
    prefer = _PREFER.get(candidate.tense)
    found = None if words is None else anchor(words, said_at, prefer=prefer, conventions=conventions)
    if found is None:
        return Anchoring(side, words, said_at, guess=guess)
    bound = {"start": beginning, "end": ending, "whole": whole}[side](found)
    return Anchoring(
        side,
        words,
        said_at,
        interval_text(found.start, found.end) if found.is_dated else None,
        found.rule,
        found.chosen_by,
        found.note,
        bound,
        guess if guess is not None and differs(found, guess) else None,
    )


def beginning(anchored: Anchored) -> str | None:
    """The bound of what began then: a day, month, year or instant, or the set of the days that it may be; None where
    the words settle no beginning, as "until 2019" and "after 2019"."""
    return None if _is_end(anchored) else _bound(anchored)


def ending(anchored: Anchored) -> str | None:
    """The bound of what ended then, likewise: for "until March" that month."""
    return None if _is_start(anchored) else _bound(anchored)


def whole(anchored: Anchored) -> str | None:
    """The interval, in EDTF, of what was so all that time; None where the words settle no beginning or are a guess."""
    cover = _cover(anchored)
    if anchored.is_guess or cover is None or _is_end(anchored):
        return None
    if _is_start(anchored):
        first = beginning(anchored)
        return None if first is None else f"{first}/.."
    start, end = cover
    if _is_clock(anchored):
        last = start if anchored.kind is Kind.POINT else end
        return _storable(start.isoformat(), last.isoformat())
    first_day, last_day = start.date(), (end - _INSTANT).date()
    written = _unit(first_day, last_day)
    if written is not None and (anchored.kind is Kind.POINT or not _is_exact(anchored)):
        return _storable(written)
    letters = 10
    if anchored.grain >= Grain.YEAR and _is_years(first_day, last_day):
        letters = 4
    elif anchored.grain >= Grain.MONTH and _is_months(first_day, last_day):
        letters = 7
    return _storable(first_day.isoformat()[:letters], last_day.isoformat()[:letters])


def differs(anchored: Anchored, guess: str) -> bool:
    """Whether a date that an extractor gave lies outside of what the words mean, or cannot be read at all."""
    cover = _cover(anchored)
    named = _named(guess, anchored.reference)
    if cover is None or named is None:
        return True
    start, end = (side.replace(tzinfo=None) for side in cover)
    return not (start <= named[0] and named[1] <= end)


def _is_start(anchored: Anchored) -> bool:
    return anchored.kind is Kind.START or anchored.is_ongoing


def _is_end(anchored: Anchored) -> bool:
    return anchored.kind is Kind.END or anchored.start is None


def _cover(anchored: Anchored) -> Stretch | None:
    """From the earliest to the latest that the words can mean, all readings together; of words for one side only, that
    side. None if it has no ends."""
    if _is_start(anchored):
        low, high = anchored.starts.earliest, anchored.starts.latest
    elif _is_end(anchored):
        low, high = anchored.ends.earliest, anchored.ends.latest
    else:
        low, high = anchored.starts.earliest, anchored.ends.latest
    if low is None or high is None:
        return None
    if low == high:
        # A side without room is a time of the clock, or an edge past which the side lies: "after 2019".
        if anchored.grain > Grain.HOUR:
            return None
        high = low + _INSTANT
    stretches = [(low, high)]
    for start, end in anchored.alternatives if anchored.is_guess else ():
        low, high = start or _stepped(end, anchored.grain, -1), end or _stepped(start, anchored.grain, 1)
        if low is None or high is None:
            return None
        stretches.append((low, high))
    return min(start for start, _ in stretches), max(end for _, end in stretches)


def _stepped(at: datetime | None, grain: Grain, sign: int) -> datetime | None:
    """One unit later or earlier; within the same day for what is no longer than that, None if longer than a year."""
    if at is None or grain > Grain.YEAR:
        return None
    if grain <= Grain.DAY:
        return at + sign * _INSTANT
    try:
        shifted = shift(at.replace(tzinfo=None), months=sign * _MONTHS.get(grain, 0), days=sign * _DAYS.get(grain, 0))
    except OutOfCalendar:
        return None
    return shifted.replace(tzinfo=at.tzinfo)


def _bound(anchored: Anchored) -> str | None:
    cover = _cover(anchored)
    if cover is None:
        return None
    start, end = cover
    if _is_clock(anchored) and anchored.kind is not Kind.PERIOD:
        return _storable(start.isoformat())
    first, last = start.date(), (end - _INSTANT).date()
    return _storable(_unit(first, last) or f"[{first}..{last}]")


def _is_exact(anchored: Anchored) -> bool:
    return anchored.starts.earliest == anchored.starts.latest and anchored.ends.earliest == anchored.ends.latest


def _is_clock(anchored: Anchored) -> bool:
    """Whether the words gave a time of the clock, and only one."""
    if anchored.grain > Grain.HOUR or anchored.is_guess or not _is_exact(anchored):
        return False
    # "Two hours ago" names no time of the clock: said a minute later, it is another one.
    later = anchor(anchored.text, anchored.reference + timedelta(minutes=1, seconds=1))
    return later is not None and _civil_times(later) == _civil_times(anchored)


def _civil_times(anchored: Anchored) -> tuple[time | None, ...]:
    return tuple(None if at is None else at.time() for at in (anchored.start, anchored.end))


def _is_months(first: date, last: date) -> bool:
    return first.day == 1 and (last + timedelta(days=1)).day == 1


def _is_years(first: date, last: date) -> bool:
    return (first.month, first.day, last.month, last.day) == (1, 1, 12, 31)


def _unit(first: date, last: date) -> str | None:
    """The day, month or year from one day to another, if it is one."""
    if first == last:
        return first.isoformat()
    if _is_months(first, last) and first.year == last.year:
        if first.month == last.month:
            return first.isoformat()[:7]
        if _is_years(first, last):
            return first.isoformat()[:4]
    return None


def _storable(*sides: str) -> str | None:
    """The sides of an interval, one if both are the same; None if they cannot be stored, as a set that is too wide."""
    try:
        for side in sides:
            unit(side)
    except BadTime:
        return None
    return "/".join(dict.fromkeys(sides))


def _named(guess: str, said_at: datetime) -> Stretch | None:
    """The civil time that a guess names, where it was said; None if it is no date. Of one that is open, the unit at
    its end."""
    zone = said_at.tzinfo
    assert zone is not None
    try:
        sides = [side for side in canonical_interval(guess, zone).split("/") if side not in ("", "..")]
        units = [unit(side) for side in sides]
    except BadTime:
        return None
    if not units:
        return None
    return _civil(units[0][0], units[0][2], zone), _civil(units[-1][1], units[-1][2], zone)


def _civil(at_us: int, grain: BoundGrain, zone: tzinfo) -> datetime:
    at = moment(at_us, zone) if grain is BoundGrain.INSTANT else moment(at_us)
    return at.replace(tzinfo=None)
