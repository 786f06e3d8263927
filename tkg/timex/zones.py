"""From civil time back to instants: where the clocks skip an hour, and where they repeat one.

A civil time that the zone skips is moved forward by what is skipped, as clocks do, and one that happens twice is the
first of the two with the second as another reading (RFC 5545, section 3.3.5; the `fold` of PEP 495 tells them apart).
"""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from tkg.timex.civil import OutOfCalendar

_FIRST = datetime(1, 1, 2)  # noqa: DTZ001 -- civil time has no zone


class Instant(NamedTuple):
    """An aware time; `skipped` if the civil time did not exist, `again` the second one if it happened twice."""

    at: datetime
    skipped: bool = False
    again: datetime | None = None


def instant(civil: datetime, zone: tzinfo, *, exact: bool = False) -> Instant:
    """The moment at which the clocks of a zone show a civil time; that of its own `fold` if it is `exact`.

    Raises OutOfCalendar where that is before the year 1 in UTC.
    """
    if civil < _FIRST:
        raise OutOfCalendar(f"{civil:%Y-%m-%d} is not dated: it may be before the year 1 in UTC")
    if exact:
        return Instant(civil.replace(tzinfo=zone))
    first, second = civil.replace(tzinfo=zone, fold=0), civil.replace(tzinfo=zone, fold=1)
    before, after = first.utcoffset() or timedelta(0), second.utcoffset() or timedelta(0)
    if before == after:
        return Instant(first)
    if before < after:
        return Instant((civil + (after - before)).replace(tzinfo=zone), skipped=True)
    return Instant(first, again=second)


def later(at: datetime, length: timedelta) -> datetime:
    """An aware time so much elapsed time later, in its own zone. Raises OutOfCalendar."""
    try:
        return (at.astimezone(UTC) + length).astimezone(at.tzinfo)
    except OverflowError as error:
        raise OutOfCalendar(f"{length} from {at.isoformat()} is not dated") from error


def elapsed(at: datetime, seconds: int) -> datetime:
    """The civil time that the clocks of an aware time's zone show so many seconds later, with its `fold`."""
    return later(at, timedelta(seconds=seconds)).replace(tzinfo=None)
