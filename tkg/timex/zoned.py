"""Clock times of another zone: '4pm CET' is what the clocks of the reference show then."""

from datetime import timedelta

from tkg.timex.anchored import Grain
from tkg.timex.choice import readings
from tkg.timex.civil import Span, step
from tkg.timex.meaning import WHOLE_DAY, Field, Once, Readings, Said, Time


def in_zone(time: Time | None, offset_minutes: int) -> Once | None:
    """A clock time of a zone that many minutes ahead of UTC; None for what has no clock time."""
    if time is None or time.grain > Grain.HOUR:
        return None

    def at(said: Said) -> Readings:
        found = readings(time, said)
        spans = []
        for span in found.spans:
            here = (said.at.utcoffset() or timedelta(0)).total_seconds() // 60
            moved = int(60 * (here - offset_minutes))
            spans.append(Span(step(span.start, Grain.SECOND, moved), step(span.end, Grain.SECOND, moved), span.grain))
        return Readings(tuple(spans), found.chosen_by)

    return Once(time.grain, WHOLE_DAY | Field.PART | Field.CLOCK, at, time.kind)
