"""From what words mean to an answer: settled against the reference, brought back to instants, with bounds and readings.

The first span of a meaning is the answer, the others are its alternatives. Where the clocks skip midnight the day
begins when they are on again; a month or a year is the civil one, whatever happens at its midnight.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tkg.errors import BadTime
from tkg.timex.amounts import Amount
from tkg.timex.anchored import OPEN, Anchored, Bounds, Grain, Kind, Prefer, Reading
from tkg.timex.choice import readings
from tkg.timex.civil import NoDate, Span
from tkg.timex.meaning import Conventions, Said, Time
from tkg.timex.ranges import Side
from tkg.timex.zones import instant, later

_NOTHING = timedelta(0)
_LOOKS = {
    "past": "convention: what lasts since then has begun",
    "future": "default: what it ends is not over",
    "nearest": "default: the closest is taken",
}


class Words(NamedTuple):
    """The words that an answer is about: where they stand in the whole text, and the rule that read them."""

    whole: str
    span: tuple[int, int]
    rule: str

    @property
    def text(self) -> str:
        return self.whole[slice(*self.span)]


def circumstances(
    reference: datetime,
    tz: str | tzinfo | None,
    prefer: Prefer | None,
    conventions: Conventions | None,
    *,
    prefer_by: str = "prefer",
) -> Said:
    """Under what circumstances words were said. Raises BadTime for what is no time, no zone or no direction."""
    if not isinstance(reference, datetime):
        raise BadTime(f"the reference {reference!r} is no datetime: give the moment at which the words were said")
    if prefer not in (None, "past", "future", "nearest"):
        raise BadTime(f"prefer={prefer!r}: it is 'past', 'future', 'nearest' or None")
    at = reference if reference.utcoffset() is not None else reference.replace(tzinfo=UTC)
    if tz is not None:
        try:
            at = at.astimezone(ZoneInfo(tz) if isinstance(tz, str) else tz)
        except (ZoneInfoNotFoundError, ValueError, OSError, TypeError) as error:
            raise BadTime(f"there is no time zone {tz!r}: give an IANA name like 'Europe/Oslo'") from error
        except OverflowError as error:
            raise BadTime(f"the reference {reference.isoformat()} has no time in {tz}") from error
    return Said(at, at.replace(tzinfo=None), prefer, conventions or Conventions(), prefer_by)


def answer(words: Words, value: object, said: Said) -> Anchored | None:
    """What the value of a top item says: a time, a side, a duration, a repetition, or why there is no date."""
    if isinstance(value, Kind):
        return _undated(words, value, Grain.DAY, "what comes again and again has no date of its own", said)
    if isinstance(value, str):
        return _undated(words, Kind.PERIOD, Grain.YEAR, value, said)
    if isinstance(value, Amount):
        return _undated(words, Kind.DURATION, value.grain, "a duration has no date of its own", said)
    side = value if isinstance(value, Side) else None
    time: Time = side.time if side else value  # type: ignore[assignment]
    # "since Friday" has begun, whatever else its clause speaks of.
    follows = said.prefer is None or (said.prefer_by == "tense" and side is not None and side.looks == "past")
    looks = side.looks if side and follows else None
    try:
        found = readings(time, replace(said, prefer=looks, prefer_by="prefer") if looks else said)
        if not found.spans:
            return None
        chosen_by = _LOOKS[looks] if looks and found.chosen_by == f"prefer={looks}" else found.chosen_by
        return placed(words, found.spans, chosen_by, said, side.kind if side else time.kind, side)
    except NoDate as error:
        return _undated(words, Kind.POINT, time.grain, str(error), said)


def _undated(words: Words, kind: Kind, grain: Grain, note: str, said: Said) -> Anchored:
    return Anchored(words.text, words.span, kind, grain, OPEN, OPEN, words.rule, said.at, note=note)


def placed(
    words: Words,
    spans: tuple[Span, ...],
    chosen_by: str | None,
    said: Said,
    kind: Kind = Kind.POINT,
    side: Side | None = None,
) -> Anchored:
    """The spans as an answer. Raises NoDate for a time that no instant has."""
    zone = said.at.tzinfo or UTC
    first = spans[0]
    starts, ends = _interval(first, kind, side, said, zone)
    others = [_interval(span, kind, side, said, zone) for span in spans[1:]]
    note = None
    if first.grain <= Grain.HOUR and not first.exact:
        clock = instant(first.start, zone)
        if clock.skipped:
            note = f"{first.start:%Y-%m-%d %H:%M} did not exist in {zone}: moved to {clock.at:%H:%M}"
        elif clock.again is not None:
            note = f"{first.start:%Y-%m-%d %H:%M} came twice in {zone}"
            chosen_by = chosen_by or "default: the first of the two such times that day"
            others.append(_elapsing(clock.again, first))
    alternatives: list[Reading] = []
    known = [_shown(starts, ends)]
    for low, high in others:
        if _shown(low, high) not in known:
            known.append(_shown(low, high))
            alternatives.append((low.nominal, high.nominal))
    return Anchored(
        words.text, words.span, kind, first.grain, starts, ends, words.rule, said.at, tuple(alternatives),
        chosen_by if alternatives else None, note,
    )  # fmt: skip


Sides = tuple[Bounds, Bounds]


def _shown(starts: Bounds, ends: Bounds) -> tuple[object, ...]:
    """What tells one reading from another: the nominal sides, and which of two such times each is."""
    return tuple((at, at.fold) if at else None for at in (starts.nominal, ends.nominal))


def _interval(span: Span, kind: Kind, side: Side | None, said: Said, zone: tzinfo) -> Sides:
    """Where the two sides of a span lie, and how far they may move."""
    if side is not None:
        return _bounded(span, side, said, zone)
    if kind is Kind.POINT and span.grain <= Grain.HOUR and span.spread is None:
        return _elapsing(instant(span.start, zone, exact=span.exact).at, span)
    if span.core is not None:
        late, early = span.core
        return _at((span.start, span.start, late), span, zone), _at((early, span.end, span.end), span, zone)
    (low, high), length = span.room, span.end - span.start
    starts = _at((low, span.start, max(high - length, span.start)), span, zone)
    ends = _at((min(low + length, span.end), span.end, high), span, zone)
    if span.grain <= Grain.HOUR and ends.nominal and starts.nominal and not _precedes(starts.nominal, ends.nominal):
        return _elapsing(starts.nominal, span)
    return starts, ends


def _precedes(start: datetime, end: datetime) -> bool:
    """Whether one time comes before another as an instant; what the clocks show is not enough when they go back."""
    return start.replace(tzinfo=None) - (start.utcoffset() or _NOTHING) < end.replace(tzinfo=None) - (
        end.utcoffset() or _NOTHING
    )


def _elapsing(start: datetime, span: Span) -> Sides:
    """A time of the clock lasts as long as its unit, whatever the clocks do meanwhile."""
    end = later(start, span.end - span.start)
    return Bounds(start, start, start), Bounds(end, end, end)


def _bounded(span: Span, side: Side, said: Said, zone: tzinfo) -> Sides:
    """One side that a span bounds; the other is open, or now."""
    low, high = span.room
    clock = span.grain <= Grain.HOUR
    at = span.start if side.edge == "start" or clock else span.end
    if side.kind is Kind.START:
        return _at((low, at, high) if side.edge == "start" and not clock else (at, at, at), span, zone), OPEN
    end = _at((at, at, at) if side.edge == "start" or clock else (low, at, high), span, zone)
    if side.from_now and said.prefer == "future" and at > said.now:
        return Bounds(said.at, said.at, said.at), end
    return OPEN, end


def _at(side: tuple[datetime, datetime, datetime], span: Span, zone: tzinfo) -> Bounds:
    if span.grain <= Grain.WEEK:
        return Bounds(*(instant(at, zone).at for at in side))
    return Bounds(*(instant(at, zone, exact=True).at for at in side))
