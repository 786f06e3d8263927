"""Claims of one slot as they read, and restatement: a claim that says an earlier one's stint better replaces it.

Within a source, a later claim of the same value replaces an earlier one whole and takes over its sightings if its start
lies within the earlier one's start range ("on 15 March 2019" after "in 2019"), or if it is bounded and says the start
less exactly, or not at all while the earlier one held ("until 2021"): then the exacter start stays, with the end taken.
An `end` neither restates nor is restated.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tkg.bounds import Bound
from tkg.intervals import MIN


class Reading(NamedTuple):
    """One claim as read at one recorded time.

    `place` is its own place in the log, `statement` that of the first version of its statement (its precedence).
    `said` is the value that it compares by; `value` the one that it shows: None for an end, and once erased.
    """

    place: int
    statement: int
    source: int
    said: int | None
    value: int | None
    is_end: bool
    start: Bound
    end: Bound
    ongoing: bool
    observed: int
    seen: tuple[int, ...]
    confidence: float


def replaces(later: Reading, earlier: Reading) -> bool:
    """Whether `later` says the stint of `earlier` better. Both of one source and value, and no ends."""
    if later.statement <= earlier.statement:
        return False
    c, d = earlier.start, later.start
    other_stint = c.early == MIN and later.end.at <= c.late < earlier.end.at
    finer = c.early <= d.early and d.late <= c.late and not other_stint
    return finer or says_end(later, earlier)


def says_end(later: Reading, earlier: Reading) -> bool:
    """The same stint told with its end, its start less exactly or not at all: the exacter start stays."""
    c, d = earlier.start, later.start
    within = d.early <= c.early and c.late <= d.late if d.early > MIN else c.at <= d.at < earlier.end.at
    return within and not later.ongoing and c.at < later.end.at


def restate(claims: Sequence[Reading]) -> list[Reading]:
    """Drop what a later claim says better; the later one takes over its sightings, and an exacter start."""
    groups: dict[tuple[int, int | None], list[Reading]] = defaultdict(list)
    for claim in claims:
        if not claim.is_end:
            groups[claim.source, claim.said].append(claim)
    replaced: set[int] = set()
    told: dict[int, list[Reading]] = defaultdict(list)
    for group in groups.values():
        if len(group) == 1:
            continue
        gone = _replaced(group)
        replaced |= gone
        for later, earlier in _restatements(group, gone):
            told[later.place].append(earlier)
    if not replaced:
        return list(claims)
    return [_merged(claim, told.get(claim.place, ())) for claim in claims if claim.place not in replaced]


def _merged(claim: Reading, old: Sequence[Reading]) -> Reading:
    if not old:
        return claim
    starts = [claim.start, *(c.start for c in old if says_end(claim, c))]
    start = min(starts, key=lambda b: (b.late - b.early, -b.at))
    return claim._replace(start=start, seen=claim.seen + tuple(x for c in old for x in c.seen))


def _replaced(group: list[Reading]) -> set[int]:
    """The places of the claims of one source and value that another one replaces.

    What replaces them is found through the order of the starts' latest instants, since a finer start lies within the
    range of the earlier one, and a vaguer one around it; of several claims with the same start the last one comes
    first. A claim without known start has everything before it in its range, so the lowest start told after it is tried
    first, and decides whether there is anything to look for.
    """
    group.sort(key=lambda c: c.statement)
    ordered, found, lowest = _Ordered(group), set(), group[-1]
    for earlier in reversed(group):
        low, high = earlier.start.early, earlier.start.late
        if lowest.start.late <= high and (
            replaces(lowest, earlier) or any(replaces(later, earlier) for later in ordered.after(earlier, low, high))
        ):
            found.add(earlier.place)
        if earlier.start.late < lowest.start.late:
            lowest = earlier
    for later in group:
        if _vague_and_bounded(later):
            around = ordered.within(later.start.early, later.start.late)
            found |= {c.place for c in around if c.place not in found and replaces(later, c)}
    return found


def _restatements(group: list[Reading], replaced: set[int]) -> Iterator[tuple[Reading, Reading]]:
    """The pairs (later, earlier) of one source and value where a claim that stays replaces another."""
    if not replaced:
        return
    stay = _Ordered([claim for claim in group if claim.place not in replaced])
    gone = _Ordered([claim for claim in group if claim.place in replaced])
    for earlier in gone.claims:
        for later in stay.after(earlier, earlier.start.early, earlier.start.late):
            if replaces(later, earlier):
                yield later, earlier
    for later in stay.claims:
        if _vague_and_bounded(later):
            for earlier in gone.within(later.start.early, later.start.late):
                found = earlier.start.early <= later.start.late <= earlier.start.late
                if not found and replaces(later, earlier):
                    yield later, earlier


class _Ordered:
    """Claims in order of statement, and in the order of their starts' latest instants."""

    def __init__(self, claims: Sequence[Reading]) -> None:
        self.claims = claims
        self._statements = [claim.statement for claim in claims]
        self._by_late = sorted(claims, key=lambda c: (c.start.late, c.statement))
        self._lates = [claim.start.late for claim in self._by_late]

    def within(self, low: int, high: int) -> Sequence[Reading]:
        """Those whose start's latest instant lies in [low, high]."""
        return self._by_late[bisect_left(self._lates, low) : bisect_right(self._lates, high)]

    def after(self, claim: Reading, low: int, high: int) -> Iterator[Reading]:
        """Those told after `claim` whose start's latest instant lies in [low, high], the last ones first."""
        told = bisect_right(self._statements, claim.statement)
        first, last = bisect_left(self._lates, low), bisect_right(self._lates, high)
        if len(self.claims) - told <= last - first:
            yield from (c for c in reversed(self.claims[told:]) if low <= c.start.late <= high)
        else:
            yield from (c for c in reversed(self._by_late[first:last]) if c.statement > claim.statement)


def _vague_and_bounded(claim: Reading) -> bool:
    return not claim.ongoing and claim.start.early < claim.start.late
