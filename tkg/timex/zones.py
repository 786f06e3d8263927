"""From civil time back to instants: where the clocks skip an hour, and where they repeat one.

A civil time that the zone skips is moved forward by what is skipped, as clocks do, and one that happens twice is the
first of the two with the second as another reading (RFC 5545, section 3.3.5; the `fold` of PEP 495 tells them apart).
"""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from tkg.timex.civil import OutOfCalendar


class Instant(NamedTuple):
    """An aware time; `skipped` if the civil time did not exist, `again` the second one if it happened twice."""

    at: datetime
    skipped: bool = False
    again: datetime | None = None


def instant(civil: datetime, zone: tzinfo) -> Instant:
    """The moment at which the clocks of a zone show a civil time."""
    first, second = civil.replace(tzinfo=zone, fold=0), civil.replace(tzinfo=zone, fold=1)
    before, after = first.utcoffset() or timedelta(0), second.utcoffset() or timedelta(0)
    if before == after:
        return Instant(first)
    if before < after:
        return Instant((civil + (after - before)).replace(tzinfo=zone), skipped=True)
    return Instant(first, again=second)


def elapsed(at: datetime, seconds: int) -> datetime:
    """The civil time on the clocks of an aware time's zone so many seconds later. Raises OutOfCalendar."""
    try:
        moved = (at.astimezone(UTC) + timedelta(seconds=seconds)).astimezone(at.tzinfo)
    except OverflowError as error:
        raise OutOfCalendar(f"{seconds} s from {at.isoformat()} is not dated") from error
    return moved.replace(tzinfo=None, fold=0)
