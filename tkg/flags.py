"""The flags of a row of belief: how exactly its two bounds were said, and whether it goes on as another row.

The grains are part of an answer: when only they change, the row is retired and a new one written. So that a reader
still finds the whole run of recorded time in which the segment was believed, such a pair is marked: `CONTINUED` on the
old row, `CONTINUES` on the new one.
"""

from tkg.belief import Grains, Segment
from tkg.bounds import Grain

CONTINUES, CONTINUED = 1 << 8, 1 << 9
GRAINS = CONTINUES - 1

_GRAINS = tuple(Grain)
"""By their numbers, which run from 0: every fact that is read looks up two."""


def pack(start: int, end: int) -> int:
    """The flags of a row, without marks, by the grains of its start and its end."""
    return start | end << 4


def packed(grains: Grains, segment: Segment) -> int:
    """The flags of a segment, by the claims that say its bounds."""
    return pack(grains.start(segment.value, segment.start), grains.end(segment.value, segment.end))


def unpack(flags: int) -> tuple[Grain, Grain]:
    """The grains of the start and of the end of a row."""
    return _GRAINS[flags & 15], _GRAINS[flags >> 4 & 15]
