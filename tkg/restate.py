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
from tkg.intervals import MAX, MIN


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
        for later, earlier in _restatements(group):
            replaced.add(earlier.place)
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


def _restatements(group: list[Reading]) -> Iterator[tuple[Reading, Reading]]:
    """All pairs (later, earlier) of one source and value where the later replaces the earlier.

    The pairs are found through the order of the starts' latest instants, since a finer start lies within the range of
    the earlier one, and a vaguer one around it. A claim without known start has everything before it in its range, so
    the lowest start told after it decides first whether there is anything to look for.
    """
    if len(group) < 2:
        return
    group.sort(key=lambda c: c.statement)
    order = sorted(range(len(group)), key=lambda i: group[i].start.late)
    lates = [group[i].start.late for i in order]
    lowest_after = [MAX] * len(group)
    for i in range(len(group) - 2, -1, -1):
        lowest_after[i] = min(lowest_after[i + 1], group[i + 1].start.late)
    for i, earlier in enumerate(group):
        if lowest_after[i] <= earlier.start.late:
            low, high = bisect_left(lates, earlier.start.early), bisect_right(lates, earlier.start.late)
            for j in order[low:high]:
                if replaces(group[j], earlier):
                    yield group[j], earlier
    for later in group:
        if later.ongoing or later.start.early == later.start.late:
            continue
        low = bisect_left(lates, later.start.early)
        for j in order[low : bisect_right(lates, later.start.late)]:
            earlier = group[j]
            found_above = earlier.start.early <= later.start.late <= earlier.start.late
            if not found_above and replaces(later, earlier):
                yield later, earlier
