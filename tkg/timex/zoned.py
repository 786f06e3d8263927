"""Clock times of another zone: '4pm CET' is what the clocks of the reference show then."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tkg.timex.anchored import Grain
from tkg.timex.choice import readings
from tkg.timex.civil import Span, step
from tkg.timex.meaning import WHOLE_DAY, Field, Once, Readings, Said, Time


def in_zone(time: Time | None, zone: int | str) -> Once | None:
    """A clock time in a zone, so many minutes ahead of UTC or one by its IANA name, which has a summer time of its own;
    None for what has no clock time."""
    if time is None or time.grain > Grain.HOUR:
        return None

    def at(said: Said) -> Readings:
        found = readings(time, said)
        spans = []
        for span in found.spans:
            moved = int((_offset(said.at, span.start) - _there(zone, span.start)).total_seconds())
            spans.append(Span(step(span.start, Grain.SECOND, moved), step(span.end, Grain.SECOND, moved), span.grain))
        return Readings(tuple(spans), found.chosen_by)

    return Once(time.grain, WHOLE_DAY | Field.PART | Field.CLOCK, at, time.kind)


def _offset(reference: datetime, civil: datetime) -> timedelta:
    return civil.replace(tzinfo=reference.tzinfo).utcoffset() or timedelta(0)


def _there(zone: int | str, civil: datetime) -> timedelta:
    if isinstance(zone, int):
        return timedelta(minutes=zone)
    return civil.replace(tzinfo=ZoneInfo(zone)).utcoffset() or timedelta(0)
