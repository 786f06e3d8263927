"""What is believed of one slot on one day, by a scan of its claims: the contract's rules, plainly, and apart from tkg.

For claims of one source, without ends: so restating, covering and superseding are all that there is. A day is a
`date.toordinal()`, an interval is [start, end) in days. Every question goes through all claims of the slot.
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

ALWAYS, FOREVER = -(10**9), 10**9


class Said(NamedTuple):
    """One claim, in the order in which they were told. The start lies in [early, late] and is taken to be `start`."""

    value: str
    early: int
    start: int
    late: int
    end: int
    ongoing: bool
    seen: tuple[int, ...] = ()


def unit(text: str) -> tuple[int, int]:
    """The first day of `2021`, `2021-03` or `2021-03-14`, and the day after its last one. Raises ValueError."""
    year, month, day = (*map(int, text.split("-")), 0, 0)[:3]
    first = date(year, month or 1, day or 1).toordinal()
    if day:
        return first, first + 1
    return first, (date(year, month + 1, 1) if 0 < month < 12 else date(year + 1, 1, 1)).toordinal()


def said(value: str, start: str, end: str, observed: str = "") -> Said:
    """A claim that holds from `start` to the end of the unit `end`. Without a start it had begun when it was observed,
    without an end it goes on."""
    low, high = unit(start) if start else (unit(observed)[0], unit(observed)[0])
    exact = len(start) == len("2021-03-14")
    last = unit(end)[1] if end else FOREVER
    seen = (unit(observed)[0],) if observed and low <= unit(observed)[0] < last else ()
    return Said(value, low if start else ALWAYS, low, low if exact or not start else high, last, not end, seen)


def replaces(later: Said, earlier: Said) -> bool:
    """Whether the one that was told later says the stint of the other one better."""
    another_stint = earlier.early == ALWAYS and later.end <= earlier.late < earlier.end
    finer = earlier.early <= later.early and later.late <= earlier.late and not another_stint
    return later.value == earlier.value and (finer or says_the_end(later, earlier))


def says_the_end(later: Said, earlier: Said) -> bool:
    """Whether the start is said less exactly, or not at all, but the end is said."""
    if later.early > ALWAYS:
        same = later.early <= earlier.early and earlier.late <= later.late
    else:
        same = earlier.start <= later.start < earlier.end
    return same and not later.ongoing and earlier.start < later.end


def restated(claims: Sequence[Said]) -> list[Said]:
    """The claims that no later one replaces, with the sightings, and the exacter starts, of those that they replace."""
    kept = []
    for place, claim in enumerate(claims):
        if any(replaces(later, claim) for later in claims[place + 1 :]):
            continue
        old = [earlier for earlier in claims[:place] if replaces(claim, earlier)]
        starts = [claim, *(earlier for earlier in old if says_the_end(claim, earlier))]
        best = min(starts, key=lambda told: (told.late - told.early, -told.start))
        seen = (*claim.seen, *(day for earlier in old for day in earlier.seen))
        kept.append(claim._replace(early=best.early, start=best.start, late=best.late, seen=seen))
    return kept


def slots(claims: Sequence[Said], *, one: bool) -> list[list[Said]]:
    """The claims of a subject and a predicate, restated: one slot, or one slot a value."""
    apart = [claims] if one else [[c for c in claims if c.value == value] for value in {c.value for c in claims}]
    return [restated(slot) for slot in apart]


def believed(slot: Sequence[Said], day: int) -> str | None:
    """The value of a slot on a day: the last one told that covers it, but an open claim yields to a greater key."""

    def key(claim: Said) -> int:
        return max(claim.start, *(seen for seen in claim.seen if claim.ongoing and seen <= day), claim.start)

    held: Said | None = None
    for claim in slot:
        covers = claim.start <= day < claim.end
        if covers and (held is None or not claim.ongoing or key(claim) >= key(held)):
            held = claim
    return None if held is None else held.value
