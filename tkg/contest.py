"""The claims of a slot at one instant as rivals: which ends count against which, and which starts put out which.

A `Contest` is what does not change while completions are looked for: the claims, the rule and the policy. A `Field` is
its pieces as far as they have been narrowed, and answers what can happen between two of them: whether an `end` of a
value can put an end to a claim or leave it alone (step ended), and when the last claim begins that puts another one out
(step no return).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tkg.belief import Rule
from tkg.intervals import MIN
from tkg.placements import NEVER, Layout, Piece
from tkg.policy import Policy, Rank
from tkg.restate import Reading


class LastStart(NamedTuple):
    """When the last of some claims begins: at the least, at the most, and the claim that can be so late."""

    least: int
    most: int
    by: int


class Contest:
    """The claims of a slot at an instant, under one rule and policy. Claims go by their index in the layout."""

    def __init__(self, layout: Layout, rule: Rule, policy: Policy) -> None:
        self.layout, self.policy = layout, policy
        self.no_return = rule.one and not rule.resumes
        self.endless = len(layout.grid)
        """A key that no claim has: the cap of those that may have any."""
        self.sources: dict[int, list[int]] = defaultdict(list)
        """The claims that compete, by source, in order of statement."""
        self.ends: dict[int | None, list[int]] = defaultdict(list)
        """The ends of values, by value."""
        self.told: dict[int, int] = {}
        """The position of a claim among those of its source."""
        for index, piece in enumerate(layout.pieces):
            claim = piece.claim
            if rule.ends_value(claim):
                self.ends[claim.said].append(index)
            else:
                self.told[index] = len(self.sources[claim.source])
                self.sources[claim.source].append(index)
        self.competing = sorted(self.told)
        self._ranks = [policy.rank(piece.claim) for piece in layout.pieces]

    def claim(self, index: int) -> Reading:
        return self.layout.pieces[index].claim

    def rank(self, index: int) -> Rank:
        return self._ranks[index]

    def ends_of(self, claim: Reading) -> list[int]:
        """The ends that can count against a claim."""
        found = [] if claim.is_end else self.ends.get(claim.said, [])
        if claim.ongoing:
            return [index for index in found if self.policy.heeds(claim, self.claim(index))]
        told = ((index, self.claim(index)) for index in found)
        return [index for index, end in told if end.source == claim.source and end.statement > claim.statement]

    def can_go(self, claim: Reading) -> bool:
        """Whether the start of another value can put out the claim."""
        return self.no_return and claim.ongoing and not claim.is_end

    def puts_out(self, other: int, claim: Reading) -> bool:
        """Whether the start of the one can put out the other."""
        told = self.claim(other)
        differs = told.is_end or told.said != claim.said
        return differs and self.can_go(claim) and self.policy.heeds(claim, told)


class Starts:
    """The starts of claims, by rank and by source: a claim heeds what ranks no lower, and its own source."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._by_rank: dict[Rank, _LastTwo] = defaultdict(_LastTwo)
        self._by_source: dict[int, _LastTwo] = defaultdict(_LastTwo)

    def add(self, index: int, least: int, most: int) -> None:
        """A claim that begins between `least` and `most`; from NEVER if it need not begin."""
        claim = self._contest.claim(index)
        for starts in (self._by_rank[self._contest.rank(index)], self._by_source[claim.source]):
            starts.add(None if claim.is_end else claim.said, least, most, index)

    def last_against(self, index: int) -> LastStart:
        """The last start of another value that a claim heeds."""
        claim, rank = self._contest.claim(index), self._contest.rank(index)
        heeded = [starts for other, starts in self._by_rank.items() if other >= rank]
        found = [starts.other_than(claim.said) for starts in (*heeded, self._by_source[claim.source])]
        return LastStart(max(least for least, _ in found), *max(most for _, most in found))


class _LastTwo:
    """The last starts of the two values that start last: enough to ask for another value than this."""

    __slots__ = ("_least", "_most")

    def __init__(self) -> None:
        self._least: dict[int | None, int] = {}
        self._most: dict[int | None, tuple[int, int]] = {}

    def add(self, value: int | None, least: int, most: int, index: int) -> None:
        """The start of a claim of a value; None stands for an end of the slot."""
        self._least[value] = max(self._least.get(value, NEVER), least)
        self._most[value] = max(self._most.get(value, (NEVER, NEVER)), (most, index))
        for found in (self._least, self._most):
            if len(found) > 2:
                del found[min(found, key=found.__getitem__)]

    def other_than(self, value: int | None) -> tuple[int, tuple[int, int]]:
        """The last start at the least, and at the most with the claim that has it."""
        least = max((start for other, start in self._least.items() if other != value), default=NEVER)
        return least, max((start for other, start in self._most.items() if other != value), default=(NEVER, NEVER))


class Field:
    """The pieces of a contest, as far as they have been narrowed."""

    def __init__(self, contest: Contest, pieces: Iterable[Piece]) -> None:
        self.contest, self.pieces = contest, list(pieces)
        self._starts: Starts | None = None

    # --- step ended ---

    def not_ending(self, end: Piece, piece: Piece) -> Piece | None:
        """An end narrowed so that it leaves a claim alone that begins as late as it can; None if it cannot."""
        start = piece.cover.high
        high = start if self.contest.layout.grid[start] > MIN else NEVER
        if piece.seen > end.seen:
            high = max(high, piece.seen - 1)
        narrowed = end._replace(cover=end.cover._replace(high=min(high, end.cover.high)))
        return narrowed if narrowed.possible else None

    def left_alone(self, piece: Piece) -> dict[int, Piece] | None:
        """The ends that can count against a claim, each narrowed like that; None if one cannot."""
        limits = {}
        for index in self.contest.ends_of(piece.claim):
            narrowed = self.not_ending(self.pieces[index], piece)
            if narrowed is None:
                return None
            limits[index] = narrowed
        return limits

    def ending(self, piece: Piece, limits: Mapping[int, Piece]) -> int | None:
        """An end, with the `limits` that ends have, that can put an end to a claim that begins as early as it can."""
        low, grid = piece.cover.low, self.contest.layout.grid
        for index in self.contest.ends_of(piece.claim):
            end = limits.get(index, self.pieces[index])
            last = end.cover.high
            if end.cover.any and (low < last or grid[low] == MIN) and piece.seen <= max(last, end.seen):
                return index
        return None

    # --- step no return ---

    def last_start(self, index: int) -> LastStart:
        """When the last claim begins that puts this one out."""
        if self._starts is None:
            self._starts = Starts(self.contest)
            for other in self.contest.competing:
                self._note(self._starts, other, self.pieces[other].latest)
        return self._starts.last_against(index)

    def can_all_go(self, gone: frozenset[int], off: Mapping[int, Piece]) -> bool:
        """Whether all of `gone` can be put out, where none of the claims `off` may hold except as these pieces say, or
        put out in turn.

        What is put out is so because of what begins later, and the last of those is not put out itself: so the claims
        that can be are found one by one, each because of one that was found, or is not off.
        """
        if not gone:
            return True
        starts = Starts(self.contest)
        for index in self.contest.competing:
            if index not in gone:
                piece = self.pieces[index]
                cut_short = not piece.claim.ongoing and self.ending(piece, {}) is not None
                self._note(starts, index, (piece if cut_short else off.get(index, piece)).latest)
        left = {index for index in off if self.contest.can_go(self.contest.claim(index))}
        left = {index for index in left if self.pieces[index].cover.any}
        before: set[int] = set()
        while gone & left and left != before:
            before = set(left)
            for index in sorted(left):
                piece, most = self.pieces[index], starts.last_against(index).most
                if piece.key(piece.cover.low) < most:
                    left.remove(index)
                    self._note(starts, index, min(piece.cover.high, most - 1))
        return not gone & left

    def _note(self, starts: Starts, index: int, latest: int) -> None:
        piece = self.pieces[index]
        if latest > NEVER:
            starts.add(index, NEVER if piece.absent else piece.earliest, latest)


def replaced(pieces: Sequence[Piece], by: Mapping[int, Piece]) -> list[Piece]:
    """The pieces with some of them replaced, by index."""
    return [by.get(index, piece) for index, piece in enumerate(pieces)]
