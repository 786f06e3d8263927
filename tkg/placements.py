"""Where the claims of a slot can lie at one instant, when their bounds are not exact.

Of a claim only this matters at an instant: that it has not begun (`absent`), or is over (`past`), or holds (`cover`),
and in the last two cases when it began. So a claim is a `Piece`: whether it can be absent, and the `Span`s of starts
with which it can be past and can hold. A choice of one of these for each claim is a completion of the slot as far as
the instant can tell, and every completion is such a choice.

Starts are positions on a grid that stands for all instants up to the one asked about. Only the order of starts matters,
so besides the bounds and sightings themselves the grid has between two neighbours as many instants as there are starts
that can lie there: whatever order instants can have, positions can have.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from tkg.belief import Rule
from tkg.bounds import Bound
from tkg.intervals import MAX, MIN
from tkg.restate import Reading


class Span(NamedTuple):
    """Positions from `low` to `high`, both of them in; none if `low` is the greater."""

    low: int
    high: int

    @property
    def any(self) -> bool:
        return self.low <= self.high


NONE = Span(0, -1)
NEVER = -1
"""The position of a sighting that there is not."""


class Piece(NamedTuple):
    """One claim as far as the instant can tell. `seen` is the position of its latest sighting: up to the instant, but
    of an `end` of a value of any sighting."""

    claim: Reading
    absent: bool
    past: Span
    cover: Span
    seen: int = NEVER

    @property
    def possible(self) -> bool:
        return self.absent or self.past.any or self.cover.any

    @property
    def settled(self) -> bool:
        """Whether there is nothing to choose."""
        ways = [span for span in (self.past, self.cover) if span.any]
        return self.absent + len(ways) == 1 and all(span.low == span.high for span in ways)

    @property
    def earliest(self) -> int:
        """The least position at which it can have begun."""
        return min(span.low for span in (self.past, self.cover) if span.any)

    @property
    def latest(self) -> int:
        """The greatest position at which it can have begun, NEVER if it has not."""
        return max((span.high for span in (self.past, self.cover) if span.any), default=NEVER)

    def key(self, start: int) -> int:
        """Its key if it holds since `start`."""
        return max(start, self.seen) if self.claim.ongoing else start

    def begun_by(self, high: int) -> "Piece":
        """Limited to starts up to `high`, or none."""
        past, cover = (Span(span.low, min(span.high, high)) for span in (self.past, self.cover))
        return self._replace(past=past, cover=cover)

    def holding(self, low: int, high: int) -> "Piece":
        """Limited to hold, with a start in [low, high]."""
        return self._replace(absent=False, past=NONE, cover=Span(low, high))

    def not_holding(self) -> "Piece":
        return self._replace(cover=NONE)

    def halves(self) -> list["Piece"]:
        """Two or three that stand for this one together: by what it is, then by when it began."""
        ways = [self._replace(absent=True, past=NONE, cover=NONE)] * self.absent
        ways += [self._replace(absent=False, past=self.past, cover=NONE)] * self.past.any
        ways += [self._replace(absent=False, past=NONE, cover=self.cover)] * self.cover.any
        if len(ways) != 1 or self.absent:
            return ways
        (low, high), found = self.past if self.past.any else self.cover, []
        for span in (Span((low + high) // 2 + 1, high), Span(low, (low + high) // 2)):
            found.append(self._replace(past=span) if self.past.any else self._replace(cover=span))
        return found


class Layout(NamedTuple):
    """The claims of a slot that can have begun by `at`, as pieces on a grid of instants, in order of statement."""

    at: int
    grid: Sequence[int]
    pieces: tuple[Piece, ...]

    def completion(self, pieces: Iterable[Piece], *, late: bool = False) -> list[Reading]:
        """One completion that the pieces allow, without what has not begun. What may be absent is, and then what may
        be over is, beginning as early as it can; `late`: what can have begun has, as late as it can."""
        found = []
        for piece in pieces:
            if piece.absent and not (late and (piece.past.any or piece.cover.any)):
                continue
            span = piece.past if piece.past.any else piece.cover
            start = self.grid[span.high if late else span.low]
            end = self.at if piece.past.any else MAX
            found.append(_fixed(piece.claim, start, end))
        return found


def lay(claims: Sequence[Reading], rule: Rule, at: int) -> Layout:
    """The pieces of claims that are restated. What has certainly not begun is left out, and so is what is certainly
    over, unless it matters that it has begun: where a predicate does not resume."""
    begun_matters = rule.one and not rule.resumes
    told = sorted(claims, key=lambda claim: claim.statement)
    ranges = [(claim, *_ranges(claim, at)) for claim in told]
    ranges = [(c, absent, past, cover) for c, absent, past, cover in ranges if _matters(past, cover, begun_matters)]
    seen = [_seen(claim, at, rule.ends_value(claim)) for claim, *_ in ranges]
    grid = _grid([span for *_, past, cover in ranges for span in (past, cover) if span.any], seen)
    at_position = {instant: position for position, instant in enumerate(grid)} | {MIN - 1: NEVER, MAX: len(grid)}
    pieces = [
        Piece(claim, absent, _positions(past, at_position), _positions(cover, at_position), at_position[latest])
        for (claim, absent, past, cover), latest in zip(ranges, seen, strict=True)
    ]
    return Layout(at, grid, tuple(pieces))


def _matters(past: Span, cover: Span, begun_matters: bool) -> bool:
    return cover.any or (begun_matters and past.any)


def _ranges(claim: Reading, at: int) -> tuple[bool, Span, Span]:
    """Whether it can be absent, and the starts, as instants, with which it can be over and can hold."""
    first, last = claim.start.early, min(claim.start.late, claim.end.late - 1)
    ended = max(claim.end.early, first + 1)
    past = Span(first, min(last, at - 1)) if ended <= at else NONE
    cover = Span(first, min(last, at)) if claim.end.late > at else NONE
    return last > at, past, cover


def _seen(claim: Reading, at: int, ends_value: bool) -> int:
    """Its latest sighting up to `at`, MIN - 1 if there is none; MAX if one comes later and it ends a value."""
    if ends_value and any(seen > at for seen in claim.seen):
        return MAX
    return max((seen for seen in claim.seen if seen <= at), default=MIN - 1)


def _grid(spans: Sequence[Span], seen: Iterable[int]) -> list[int]:
    cuts = sorted({instant for span in spans for instant in span} | {s for s in seen if MIN <= s < MAX})
    rank = {cut: index for index, cut in enumerate(cuts)}
    steps = [0] * (len(cuts) + 1)
    for span, count in Counter(spans).items():
        steps[rank[span.low]] += count
        steps[rank[span.high]] -= count
    grid: list[int] = []
    for (low, high), across in zip(pairwise(cuts), accumulate(steps), strict=False):
        grid += range(low, low + 1 + min(across, high - low - 1))
    return grid + cuts[-1:]


def _positions(span: Span, at_position: Mapping[int, int]) -> Span:
    return Span(at_position[span.low], at_position[span.high]) if span.any else NONE


def _fixed(claim: Reading, start: int, end: int) -> Reading:
    return claim._replace(
        start=Bound(start, start, start, claim.start.grain), end=Bound(end, end, end, claim.end.grain)
    )
