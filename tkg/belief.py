"""The claims of one slot -> what is believed, at a point or over all valid time.

A slot is what competes: the claims of one (scope, modality, subject, predicate), and of one object where the predicate
has many values. Everything here is pure: `Reading`s come in with names mapped and bounds filled in, as they hold at one
recorded time; values and integers go out. The steps are those of `spec/semantics.md`:

    restate     a later claim of the same source and value that says the same stint better replaces the earlier one
    cover       start <= v < end; an ongoing claim has no end of its own
    supersede   within a source, in order of statement: later replaces earlier, but an ongoing claim yields to a
                strictly greater key = its start, or its latest sighting up to v
    ended       an `end` of a value turns the ongoing winner of that value into "no value", and cuts a bounded one short
    no return   where a predicate does not resume, an ongoing claim is gone once another value started after its key
    succeed     across sources an ongoing survivor yields to a greater key
    resolve     what is left and differs is settled by the reader's policy (see `tkg.policy`)

`Sweep` walks valid time once, from left to right. Between two neighbouring starts, ends and sightings nothing changes,
so it keeps per source the covering claims in order (bounded ones by statement, ongoing ones by key) and reads the
survivors off their tops. A fold of n claims costs about n log n, not n per segment.
"""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from tkg.bounds import DAY_US, Grain
from tkg.intervals import MAX, MIN, coalesce
from tkg.policy import LATEST, Policy
from tkg.restate import Reading, restate

_NO_VALUE = object()
_START, _END = 0, 1


class Rule(NamedTuple):
    """What is declared of a predicate, as far as belief is concerned."""

    one: bool = False
    resumes: bool = True
    extent: Literal["state", "event", "timeless"] = "state"

    def ends_value(self, claim: Reading) -> bool:
        """Whether a claim only says that a value is over: it does not compete, see step ended."""
        return self.one and claim.is_end and claim.said is not None


class Standing(NamedTuple):
    """A claim that stands at a point, with its key there and the value that it counts as (None: no value)."""

    claim: Reading
    key: int
    value: int | None


class Segment(NamedTuple):
    """A value and the maximal valid interval in which it is believed."""

    value: int
    start: int
    end: int


class _Source:
    """The covering claims of one source: bounded ones by statement, ongoing ones by (key, statement)."""

    __slots__ = ("bounded", "keys", "ongoing")

    def __init__(self) -> None:
        self.bounded: list[tuple[int, int]] = []
        self.ongoing: list[tuple[int, int, int]] = []
        self.keys: dict[int, tuple[int, int, int]] = {}

    def hold(self, entry: tuple[int, int, int]) -> None:
        """Put an ongoing claim in, or move it to a greater key."""
        self.drop(entry[2])
        self.keys[entry[2]] = entry
        insort(self.ongoing, entry)

    def drop(self, index: int) -> None:
        held = self.keys.pop(index, None)
        if held is not None:
            del self.ongoing[bisect_left(self.ongoing, held)]


class _Started:
    """The latest start so far of the two values that started last: enough to ask for "another value than this"."""

    __slots__ = ("first", "second")

    def __init__(self) -> None:
        self.first: tuple[object, int] = (None, MIN)
        self.second: tuple[object, int] = (None, MIN)

    def add(self, value: object, start: int) -> None:
        if value != self.first[0]:
            self.second = self.first
        self.first = (value, start)

    def other_than(self, value: object) -> int:
        return self.second[1] if self.first[0] == value else self.first[1]


class Sweep:
    """Walks valid time over the claims of one slot, which it restates first unless told that they are.

    `advance(v)` only goes forward; `survivors()` are the claims that stand at that point, at most one a source.
    """

    def __init__(
        self, claims: Sequence[Reading], rule: Rule, policy: Policy = LATEST, *, restated: bool = False
    ) -> None:
        self._rule, self._policy = rule, policy
        self._no_return = rule.one and not rule.resumes
        self._claims = list(claims) if restated else restate(claims)
        self._value_ends: dict[int | None, list[Reading]] = defaultdict(list)
        competing = self._claims
        if rule.one:
            competing = []
            for claim in self._claims:
                if rule.ends_value(claim):
                    self._value_ends[claim.said].append(claim)
                else:
                    competing.append(claim)
            for ends in self._value_ends.values():
                ends.sort(key=lambda e: e.start.at)
        self._competing = competing
        self._events = sorted(self._changes())
        self._next = 0
        self._now = MIN
        self._sources: dict[int, _Source] = {}
        self._started: dict[object, _Started] = defaultdict(_Started)

    def _changes(self) -> Iterator[tuple[int, int, int]]:
        """(instant, what, index): 0 = an end, 1 = a start, 2 = a sighting."""
        for index, claim in enumerate(self._competing):
            start, end = claim.start.at, claim.end.at
            if start >= end:
                continue
            yield start, 1, index
            if not claim.ongoing:
                if end < MAX:
                    yield end, 0, index
            else:
                for seen in claim.seen:
                    if seen > start:
                        yield seen, 2, index

    def points(self) -> list[int]:
        """The instants at which an answer can change, in order, beginning with MIN."""
        found = {MIN}
        for claim in self._claims:
            found.update((claim.start.at, claim.end.at), claim.seen)
        found.discard(MAX)
        return sorted(found)

    def advance(self, instant: int) -> None:
        """Move on to `instant`, which is not before the last one."""
        self._now = instant
        while self._next < len(self._events) and self._events[self._next][0] <= instant:
            at, what, index = self._events[self._next]
            self._next += 1
            claim = self._competing[index]
            source = self._sources.get(claim.source)
            if source is None:
                source = self._sources[claim.source] = _Source()
            if what == 0:
                del source.bounded[bisect_left(source.bounded, (claim.statement, index))]
            elif claim.ongoing:
                source.hold((at, claim.statement, index))
            else:
                insort(source.bounded, (claim.statement, index))
            if what == 1 and self._no_return:
                self._note_start(claim, at)

    def _note_start(self, claim: Reading, at: int) -> None:
        value = _NO_VALUE if claim.is_end else claim.said
        if self._policy.ranks:
            self._started["source", claim.source].add(value, at)
            self._started["rank", self._policy.rank(claim)].add(value, at)
        else:
            self._started[None].add(value, at)

    def survivors(self) -> list[Standing]:
        """The claims that stand here after the steps restate to succeed."""
        best = []
        for source in self._sources.values():
            winner = self._winner(source)
            if winner is not None:
                claim, key = winner
                best.append(Standing(claim, key, None if self.ended(claim) else claim.value))
        if len(best) < 2:
            return best
        if not self._policy.ranks:
            greatest = max(s.key for s in best)
            return [s for s in best if not s.claim.ongoing or s.key == greatest]
        return [
            s
            for s in best
            if not (s.claim.ongoing and any(o.key > s.key and self._policy.heeds(s.claim, o.claim) for o in best))
        ]

    def _winner(self, source: _Source) -> tuple[Reading, int] | None:
        """Step supersede: the last standing bounded claim, unless an ongoing one told later has no smaller key."""
        held: Reading | None = None
        for _, index in reversed(source.bounded):
            if not self.ended(self._competing[index]):
                held = self._competing[index]
                break
        floor = MIN if held is None else held.start.at
        for position in range(len(source.ongoing) - 1, -1, -1):
            key, statement, index = source.ongoing[position]
            if key < floor:
                break
            claim = self._competing[index]
            if self._no_return and self.gone(claim, key):
                source.drop(index)
            elif held is None or statement > held.statement:
                return claim, key
        return None if held is None else (held, held.start.at)

    def gone(self, claim: Reading, key: int) -> bool:
        """Step no return: another value, or an end of the slot, has started after the key of this ongoing claim."""
        if claim.is_end:
            return False
        if not self._policy.ranks:
            return self._started[None].other_than(claim.said) > key
        rank = self._policy.rank(claim)
        heeded = [
            started
            for kind, started in self._started.items()
            if kind == ("source", claim.source) or (isinstance(kind, tuple) and kind[0] == "rank" and kind[1] >= rank)
        ]
        return any(started.other_than(claim.said) > key for started in heeded)

    def started_after(self, claim: Reading, key: int) -> Reading | None:
        """The first other value that started between the key of a claim and here, and that the claim heeds."""
        others = [
            other
            for other in self._competing
            if key < other.start.at <= self._now
            and other.start.at < other.end.at
            and (other.is_end or other.said != claim.said)
            and self._policy.heeds(claim, other)
        ]
        return min(others, key=lambda other: other.start.at, default=None)

    def ended(self, claim: Reading) -> bool:
        """Step ended: an `end` of this claim's value holds here, and the claim was not seen again after it."""
        return self.end_of(claim) is not None

    def end_of(self, claim: Reading) -> Reading | None:
        """The `end` that makes this claim count as no value here, or None."""
        if claim.is_end or not self._value_ends:
            return None
        ends = self._value_ends.get(claim.said)
        if not ends:
            return None
        low = 0 if claim.start.early == MIN else bisect_right(ends, claim.start.at, key=lambda e: e.start.at)
        high = bisect_right(ends, self._now, key=lambda e: e.start.at)
        for end in reversed(ends[low:high]):
            began = claim.start.at < end.start.at or claim.start.at <= end.observed
            if not began or self._now >= end.end.at or end.start.at >= end.end.at:
                continue
            told = max((end.start.at, *end.seen))
            if any(told < seen <= self._now for seen in claim.seen):
                continue
            if claim.ongoing:
                if self._policy.heeds(claim, end):
                    return end
            elif claim.source == end.source and end.statement > claim.statement:
                return end
        return None


def fold(claims: Sequence[Reading], rule: Rule, policy: Policy = LATEST, *, restated: bool = False) -> list[Segment]:
    """What is believed over all valid time: maximal segments, in order of start."""
    sweep = Sweep(claims, rule, policy, restated=restated)
    points = sweep.points()
    pieces: list[tuple[int, int, int]] = []
    for point, following in zip(points, [*points[1:], MAX], strict=True):
        sweep.advance(point)
        for value in policy.settle(sweep.survivors()):
            pieces.append((value, point, following))
    return [Segment(*piece) for piece in sorted(coalesce(pieces), key=lambda piece: piece[1:])]


_Bound = tuple[int, int, int | None, Grain]
"""The place of a claim, a side of it, its value, and the grain of its bound there."""
_NOWHERE: _Bound = 0, 0, None, Grain.INSTANT


class Grains:
    """How exactly the bounds of segments were said, by the claims of a slot, which are restated.

    The start of a segment is said by a claim of its value that starts there; failing that, by whatever has a bound
    there, as where an older value returns. Its end is said by a claim of its value that ends there, or else by what
    starts there in its place. Where several say it, the last recorded one does. An infinite bound is always or
    ongoing, whichever claims have it; a bound that only a sighting gives is a day, or an instant.
    """

    def __init__(self, restated: Iterable[Reading]) -> None:
        self._said: dict[int, list[_Bound]] = defaultdict(list)
        for claim in restated:
            self._said[claim.start.at].append((claim.place, _START, claim.value, claim.start.grain))
            self._said[claim.end.at].append((claim.place, _END, claim.value, claim.end.grain))

    def start(self, value: int, at: int) -> Grain:
        if at == MIN:
            return Grain.ALWAYS
        return self._last(at, value, _START, None)

    def end(self, value: int, at: int) -> Grain:
        if at == MAX:
            return Grain.ONGOING
        return self._last(at, value, _END, _START)

    def _last(self, at: int, value: int, side: int, instead: int | None) -> Grain:
        """The grain of the bound at `at` that was recorded last: on this side of a claim of the value, else on the side
        `instead` of any claim (None: either), else of any."""
        own = other = either = _NOWHERE
        for bound in self._said.get(at, ()):
            place, of, said, _ = bound
            if of == side and said == value and place > own[0]:
                own = bound
            if of == instead and place > other[0]:
                other = bound
            if place > either[0]:
                either = bound
        for place, _, _, grain in (own, other, either):
            if place > 0:
                return grain
        return Grain.DAY if at % DAY_US == 0 else Grain.INSTANT


def standing(claims: Sequence[Reading], rule: Rule, at: int, policy: Policy = LATEST) -> list[Standing]:
    """The claims of one slot that stand at one valid instant, before a policy settles what differs."""
    sweep = Sweep(claims, rule, policy)
    sweep.advance(at)
    return sweep.survivors()
