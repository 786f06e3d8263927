"""What is true in every, or in some, completion of imprecise bounds.

`2021` as a start says that the true start is some instant of 2021. A *completion* of a slot fixes every bound of every
claim to one instant of its range. A value is `certain` at an instant if it is believed there in all completions, and
`possible` if in some: the definition of `spec/oracle.py`, point by point. The completions of n claims are as many as
the n-th power of those of one, so they are not gone through. Instead `slot_winner` works out, for each claim that could
decide the slot, what that would take of the others, each by itself. The completion that it proposes is folded like any
other, so that nothing is called possible that was not seen to happen; what no arrangement allows is impossible.

That is one arrangement for each claim, of a cost that grows with the number of claims or, where two sources say much,
its square, and exact but where one choice matters to several claims at once: starts where a predicate does not resume,
and an `end` of a value that has to end one claim and leave another alone. There the ranges of the claims in doubt are
halved until a proposal holds or no arrangement is left. This is rare, and counted: a slot that would take more than
`MOST` is refused rather than guessed at.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, TypeAlias

from tkg.belief import Rule, Sweep
from tkg.contest import Contest
from tkg.errors import TooImprecise
from tkg.placements import Layout, Piece, lay
from tkg.policy import LATEST, Policy
from tkg.restate import Reading, restate
from tkg.slot_winner import Arrangement, none_wins, through, without

Certainty = Literal["nominal", "certain", "possible"]
MOST = 100_000
"""How often a claim is looked at anew, in all, because the range of one is halved."""

Way: TypeAlias = Callable[[Sequence[Piece]], Arrangement | None]
"""How pieces have to be arranged for an outcome of one kind."""


def values_at(
    claims: Sequence[Reading],
    rule: Rule,
    at: int,
    certainty: Certainty,
    policy: Policy = LATEST,
    *,
    name: str = "a slot",
) -> frozenset[int]:
    """The values of one slot that are certain, or possible, at `at`. Raises TooImprecise, calling the slot `name`."""
    outcomes = Outcomes(lay(restate(claims), rule, at), rule, policy, name)
    return outcomes.certain() if certainty == "certain" else outcomes.possible()


class Outcomes:
    """What can be believed of a slot at an instant, over all completions."""

    def __init__(self, layout: Layout, rule: Rule, policy: Policy, name: str) -> None:
        self._layout, self._rule, self._policy, self._name = layout, rule, policy, name
        self._contest = Contest(layout, rule, policy)
        self._looked_at = 0

    def possible(self) -> frozenset[int]:
        """The values believed in some completion."""
        found = self._believed(self._layout.completion(self._layout.pieces))
        if self._is_settled:
            return found
        return found.union(value for value in self._values() if value not in found and self._can_be(value))

    def certain(self) -> frozenset[int]:
        """The values believed in every completion."""
        found = self._believed(self._layout.completion(self._layout.pieces))
        if self._is_settled:
            return found
        if self._policy.name == "all":
            return frozenset(value for value in found if not self._can_lack(value))
        others = [other for other in self._values() if other not in found]
        if found and (self._can_be_none() or any(map(self._can_be, others))):
            return frozenset()
        return found

    @property
    def _is_settled(self) -> bool:
        return all(piece.settled for piece in self._layout.pieces)

    def _values(self) -> list[int]:
        values = (self._contest.claim(index).value for index in self._contest.competing)
        return [value for value in dict.fromkeys(values) if value is not None]

    def _believed(self, completion: Sequence[Reading]) -> frozenset[int]:
        sweep = Sweep(completion, self._rule, self._policy, restated=True)
        sweep.advance(self._layout.at)
        return self._policy.settle(sweep.survivors())

    def _can_be(self, value: int) -> bool:
        """Whether a value is believed in some completion."""
        saying = (index for index in self._contest.competing if self._contest.claim(index).value == value)
        return any(
            self._reached(partial(through, self._contest, index=index), lambda believed: value in believed)
            for index in saying
        )

    def _can_be_none(self) -> bool:
        """Whether nothing is believed in some completion, under a policy that settles on one value."""
        return any(self._reached(way, lambda believed: not believed) for way in self._ways_to_none())

    def _ways_to_none(self) -> Iterator[Way]:
        yield partial(none_wins, self._contest)
        for index in self._contest.competing:
            claim = self._contest.claim(index)
            if claim.value is None:
                yield partial(through, self._contest, index=index)
            elif claim.ongoing:
                for end in self._contest.ends_of(claim):
                    yield partial(through, self._contest, index=index, ended_by=end)

    def _can_lack(self, value: int) -> bool:
        """Whether a value is not believed in some completion, under the policy that keeps all that stand."""
        return self._reached(partial(without, self._contest, value=value), lambda believed: value not in believed)

    def _reached(self, way: Way, wanted: Callable[[frozenset[int]], bool]) -> bool:
        """Whether there is a completion of this kind with the wanted outcome."""
        left: list[Sequence[Piece]] = [self._layout.pieces]
        while left:
            pieces = left.pop()
            arrangement = way(pieces)
            if arrangement is None:
                continue
            for late in (False, True) if self._contest.no_return else (False,):
                if wanted(self._believed(self._layout.completion(arrangement.pieces, late=late))):
                    return True
            left += self._halved(pieces, arrangement.doubts)
        return False

    def _halved(self, pieces: Sequence[Piece], doubts: frozenset[int]) -> list[Sequence[Piece]]:
        """The pieces in two or three parts, by what one that is in doubt can be, or by when it can have begun."""
        unsettled = [index for index, piece in enumerate(pieces) if not piece.settled]
        index = next((index for index in unsettled if index in doubts), unsettled[0] if unsettled else None)
        if index is None:
            return []
        self._looked_at += len(pieces)
        if self._looked_at > MOST:
            raise TooImprecise(
                f"{self._name} has {len(pieces)} claims whose bounds are so imprecise, and depend so much on each "
                "other, that what is certain or possible here cannot be worked out: ask of another instant, or read "
                "with certainty='nominal'"
            )
        return [[*pieces[:index], half, *pieces[index + 1 :]] for half in pieces[index].halves()]
