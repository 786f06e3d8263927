"""Half-open intervals on a line of integers.

A time is an `int`: microseconds since 1970-01-01T00:00Z, within signed 64 bits. The ends of that range are the
infinities: `MIN` is "no beginning", `MAX` is "no end". An interval is `[start, end)`: its start is in, its end is out,
so two intervals that touch *meet* and share no instant. There is no other representation of time below the doors, and
nothing here knows about calendars except the two conversions at the bottom of the module.
"""

from collections.abc import Hashable, Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, Literal, TypeAlias, TypeVar

Item = TypeVar("Item", bound=Hashable)

MIN: Final = -(2**63)
MAX: Final = 2**63 - 1

Stretch: TypeAlias = tuple[int, int]
"""`[start, end)`, in microseconds."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Relation = Literal[
    "before", "meets", "overlaps", "starts", "during", "finishes", "equals",
    "finished_by", "contains", "started_by", "overlapped_by", "met_by", "after",
]  # fmt: skip
Match = Literal["overlaps", "throughout", "within", "starts_within"]


def allen(a: int, b: int, c: int, d: int) -> Relation:
    """The relation of `[a, b)` to `[c, d)`, one of the thirteen of Allen (CACM 26:11, 1983). Touching is `meets`."""
    if b <= c:
        return "meets" if b == c else "before"
    if d <= a:
        return "met_by" if d == a else "after"
    table: tuple[tuple[Relation, ...], ...] = (
        ("overlaps", "finished_by", "contains"),
        ("starts", "equals", "started_by"),
        ("during", "finishes", "overlapped_by"),
    )
    return table[(a > c) - (a < c) + 1][(b > d) - (b < d) + 1]


def matches(start: int, end: int, low: int, high: int, match: Match) -> bool:
    """Whether the segment `[start, end)` stands in relation `match` to the window `[low, high)`."""
    if match == "overlaps":
        return start < high and low < end
    if match == "throughout":
        return start <= low and high <= end
    if match == "within":
        return low <= start and end <= high
    return low <= start < high


def coalesce(pieces: Iterable[tuple[Item, int, int]]) -> Iterator[tuple[Item, int, int]]:
    """Glue pieces `(item, start, end)` of equal items that meet or overlap into maximal ones, in order of start."""
    open_pieces: dict[Item, tuple[int, int]] = {}
    for item, start, end in sorted(pieces, key=lambda piece: piece[1:]):
        held = open_pieces.get(item)
        if held is not None and start <= held[1]:
            open_pieces[item] = (held[0], max(held[1], end))
            continue
        if held is not None:
            yield item, *held
        open_pieces[item] = (start, end)
    for item, (start, end) in open_pieces.items():
        yield item, start, end


def microseconds(moment: datetime) -> int:
    """The integer of an aware `datetime`."""
    return (moment - _EPOCH) // _MICROSECOND


def moment(at_us: int, zone: tzinfo = UTC) -> datetime:
    """The aware `datetime` of an integer, in `zone`, or in UTC where `zone` has no such year as 0 or 10000.

    Raises OverflowError for the infinities: ask before.
    """
    instant = _EPOCH + timedelta(microseconds=at_us)
    try:
        return instant.astimezone(zone)
    except OverflowError:
        return instant
